"""The cutting card of real cards: asked for, never dealt past unnoticed, recorded where it was."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pitboss.book import rulebook
from pitboss.cards import full_shoe, name
from pitboss.chaos.steady import DEALER, SUPERVISOR, Steady
from pitboss.refusal import Refusal
from pitboss.table import ENTRIES, act
from pitboss.table.cards.past import DealtPast
from pitboss.table.cards.shoe import CuttingCardShown

BOOKS = ("star-baccarat", "star-premium-baccarat")
BEHIND = 26


def steady(book: str, seed: int) -> Steady:
    table = Steady(rulebook(book).rules)
    table.open(decks=3)
    table.seat(("ann",), 10**8)
    order = full_shoe(3)
    random.Random(seed).shuffle(order)
    table.new_shoe(order, BEHIND)
    return table


def refused(table: Steady, word: str, by: str = DEALER, **fields: Any) -> str | None:
    done = act(table.rules, table.table, ENTRIES[word].kind(by=by, at=table.now, **fields))
    return done.code if isinstance(done, Refusal) else None


def play_to_the_cutting_card(table: Steady) -> None:
    """Card by card, nobody showing anything, until the next one is refused."""
    tableau = table.rules.edition.tableau
    assert tableau is not None
    while table.table.shoe is not None:
        shoe, coup = table.table.shoe, table.table.coup
        if coup is None and not table.table.wagers:
            table.do("place-wager", "ann", wager="player", amount_cents=2_500)
        card = {"card": name(table.order[len(shoe.drawn)])}
        code = refused(table, "deal-card", **card)
        if code == "cutting-card-next":
            return
        if code is None:
            table.do("deal-card", DEALER, **card)
        elif coup is not None and coup.complete:
            table.do("settle", DEALER)
        else:
            table.do("announce", DEALER)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", range(8))
def test_no_card_comes_from_behind_a_cutting_card_that_was_not_shown(book: str, seed: int) -> None:
    table = steady(book, seed)
    play_to_the_cutting_card(table)
    shoe = table.table.shoe
    assert shoe is not None
    assert shoe.left == BEHIND
    first = table.table.coup is None
    (shown,) = table.do("show-cutting-card", DEALER)
    assert isinstance(shown, CuttingCardShown)
    assert (shown.first, shown.coups_left, shown.early) == (first, 1, 0)
    before = table.table.coups
    while not table.over:
        table.coup([] if table.table.wagers else [("ann", "player", 2_500)])
    # The coup that it came before is the last, or the one after the coup it came in (X16).
    assert table.table.coups - before == 1


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", range(8))
def test_what_was_dealt_past_it_ends_the_shoe_at_the_same_coup(book: str, seed: int) -> None:
    ends = []
    for past in (False, True):
        table = steady(book, seed)
        play_to_the_cutting_card(table)
        shoe = table.table.shoe
        assert shoe is not None
        if past:
            card = name(table.order[len(shoe.drawn)])
            events = table.do("deal-card", DEALER, card=card, past=True)
            assert [one.stop for one in events if isinstance(one, DealtPast)] == ["cutting card"]
        while not table.over:
            table.coup([] if table.table.wagers else [("ann", "player", 2_500)])
        ends.append((table.table.coups, table.table.balances["player:ann"]))
    assert ends[0] == ends[1]


def test_nothing_is_passed_where_nothing_stops_play() -> None:
    table = steady(BOOKS[0], 1)
    table.do("place-wager", "ann", wager="player", amount_cents=2_500)
    assert refused(table, "deal-card", past=True) == "nothing-passed"
    table.coup([])
    table.do("direct-shuffle", SUPERVISOR, reason="a test")
    # Only after a last coup can a coup be one too many: other shoes are over for other reasons.
    assert refused(table, "deal-card", past=True) == "no-shoe"


def test_cards_that_were_taken_from_the_shoe_are_not_dealt_on() -> None:
    table = steady(BOOKS[0], 1)
    table.do("show-cutting-card", DEALER)
    table.coup([("ann", "player", 2_500)])
    assert table.over
    table.do("place-wager", "ann", wager="player", amount_cents=2_500)
    assert refused(table, "deal-card", past=True) is None
    table.do("introduce-cards", DEALER, backs="red", kind="used")
    assert refused(table, "deal-card", past=True) == "no-shoe"


def test_an_early_cutting_card_says_by_how_many_cards() -> None:
    table = steady(BOOKS[0], 1)
    (shown,) = table.do("show-cutting-card", DEALER)
    assert isinstance(shown, CuttingCardShown)
    assert shown.early == 3 * 52 - 1 - BEHIND


def test_a_card_in_error_does_not_come_from_behind_it_either() -> None:
    table = steady(BOOKS[0], 4)
    play_to_the_cutting_card(table)
    assert refused(table, "report-irregularity", situation="burned-in-error") == "cutting-card-next"
    table.do("show-cutting-card", DEALER)
    assert refused(table, "report-irregularity", situation="burned-in-error") is None
