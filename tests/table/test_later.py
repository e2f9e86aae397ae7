"""What is found after settlement: lines kept, the least held since, coups void on the display."""

from __future__ import annotations

import random

import msgspec
import pytest

from pitboss.ledger import Transfer, chips_of, unbalanced
from pitboss.refusal import Refusal
from pitboss.scenarios.run import Play
from pitboss.table import Table
from pitboss.table.settlement import kept
from pitboss.table.settlement.kept import kept_coup, result_of
from pitboss.table.settlement.least import Lows, gone, least, lowered, shifted, since
from pitboss.table.sight.roles import DisplayView, view
from tests.table.test_conduct import SHELF, start

ACCOUNT = chips_of("Ann")


def played(book: str, name: str) -> Play:
    """A scenario of the shelf, played to its end."""
    going = start(SHELF[book, name])
    for step in going.scenario.steps():
        going.take(step)
    return going


def test_the_least_held_since_a_coup_is_what_the_whole_history_says() -> None:
    chance = random.Random(7)
    for _ in range(60):
        lows: Lows = {}
        held, coup = 500, 0
        after: dict[int, list[int]] = {}
        for _ in range(chance.randrange(1, 80)):
            if chance.random() < 0.3:
                coup += 1
                after[coup] = []
                lows = since(lows, coup, ["Ann"], {ACCOUNT: held})
            else:
                change = chance.randrange(-min(held, 60), 60)
                held += change
                ends = ("float", ACCOUNT) if change > 0 else (ACCOUNT, "float")
                moved = Transfer(*ends, abs(change))
                lows = lowered(lows, {ACCOUNT: held, "float": 0}, [moved])
            for seen in after.values():
                seen.append(held)
        for number, seen in after.items():
            assert least(lows, "Ann", number) == (min(seen), False)
        assert least(lows, "Ann", coup + 1) is None


def test_a_stay_that_is_over_is_lowered_no_more() -> None:
    lows = since({}, 1, ["Ann"], {ACCOUNT: 300})
    lows = gone(lows, "Ann")
    lows = since(lows, 2, ["Ann"], {ACCOUNT: 90})
    lows = lowered(lows, {ACCOUNT: 10}, [Transfer(ACCOUNT, "layout", 80)])
    assert least(lows, "Ann", 1) == (300, True)
    assert least(lows, "Ann", 2) == (10, False)


def test_what_was_missing_all_along_lowers_what_was_held_since() -> None:
    lows = since({}, 1, ["Ann"], {ACCOUNT: 100})
    lows = since(lows, 2, ["Ann"], {ACCOUNT: 200})
    lows = since(lows, 3, ["Ann"], {ACCOUNT: 300})
    less = shifted(lows, "Ann", 2, -150)
    assert [least(less, "Ann", coup) for coup in (1, 2, 3)] == [
        (50, False),
        (50, False),
        (150, False),
    ]
    more = shifted(lows, "Ann", 3, 40)
    assert [least(more, "Ann", coup) for coup in (1, 2, 3)] == [
        (100, False),
        (200, False),
        (340, False),
    ]


@pytest.mark.parametrize("book", ["star-baccarat", "star-premium-baccarat"])
def test_a_coup_invalidated_later_is_void_wherever_it_is_shown(book: str) -> None:
    going = played(book, "conduct-invalidate-later")
    shown = view(going.rules.play, going.table, "display")
    assert isinstance(shown, DisplayView)
    assert [one.outcome for one in shown.results] == ["void", "banker", "player"]
    assert shown.results[0].cards == ()
    assert shown.announcement is not None
    assert "Player" in shown.announcement
    assert unbalanced(going.table.balances) is None


def test_a_void_coup_keeps_its_lines_and_a_coup_never_settled_has_none() -> None:
    going = played("star-baccarat", "conduct-invalidate-settled")
    lines = kept_coup(going.table, 1)
    assert lines is not None
    assert [(line.number, line.person) for line in lines.lines] == [
        (1, "Ann"),
        (2, "Bob"),
        (3, "Cyd"),
        (4, "Dan"),
    ]
    found = result_of(going.table, 1)
    assert found is not None
    assert found.outcome == "void"
    assert kept_coup(going.table, 2) is None
    assert result_of(going.table, 2) is None


def test_a_coup_too_long_ago_is_not_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST_KEPT", 2)
    going = played("star-baccarat", "settle-three-coups")
    table = going.table
    assert len(table.settled) == len(table.results) == 2
    assert [kept_coup(table, number) is not None for number in (1, 2, 3)] == [False, True, True]
    third = kept_coup(table, 3)
    assert third is not None
    assert third.places
    fields = {"coup": 1, "line": 1, "about": "x", "direction": "over", "amount_cents": 100}
    staff = next(name for name, one in table.people.items() if one.role == "staff")
    refused = going.act(staff, "open-payment-error", **fields)
    assert isinstance(refused, Refusal)
    assert refused.code == "not-on-record"
    assert refused.clauses == ("12.18",)
    refused = going.act("Sue", "invalidate", ground="fire", reason="the sprinklers", coup=1)
    assert isinstance(refused, Refusal)
    assert refused.code == "not-on-record"
    refused = going.act(staff, "find-past-excess", coup=1, limit="maximum")
    assert isinstance(refused, Refusal)
    assert refused.code == "not-on-record"


def test_a_case_on_a_coup_too_long_ago_is_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    going = start(SHELF["star-baccarat", "payment-booked"])
    steps = going.scenario.steps()
    noticed = next(number for number, one in enumerate(steps) if one.do == "open-payment-error")
    for step in steps[: noticed + 1]:
        going.take(step)
    monkeypatch.setattr(kept, "MOST_KEPT", 2)
    dealt = next(one for one in steps if one.do == "play-coup")
    for _ in range(2):
        going.must("Bob", "place-wager", wager="player", amount=100)
        assert going.take(dealt).refusal is None
    refused = going.act("Sue", "confirm-payment-error", matter=1)
    assert isinstance(refused, Refusal)
    assert refused.code == "not-on-record"
    assert refused.clauses == ("12.18",)


def test_a_state_with_settled_coups_survives_a_round_trip() -> None:
    table = played("star-baccarat", "payment-its-line").table
    for encode, decode in (
        (msgspec.json.encode, msgspec.json.decode),
        (msgspec.msgpack.encode, msgspec.msgpack.decode),
    ):
        assert decode(encode(table), type=Table) == table


def test_a_misread_card_is_another_in_the_shoe_too() -> None:
    """Of the shoe in play: the cards seen and drawn are those of the corrected hands."""
    going = start(SHELF["star-baccarat", "irregularity-scanning-shoe-settled"])
    for step in going.scenario.steps()[:10]:
        going.take(step)
    table = going.table
    found = result_of(table, 1)
    assert found is not None
    assert found.outcome == "tie"
    shoe = table.shoe
    assert shoe is not None
    assert sorted(card for card in shoe.drawn[-4:] if card is not None) == sorted(found.cards)
    assert sum(shoe.seen) == len([card for card in shoe.drawn if card is not None])
