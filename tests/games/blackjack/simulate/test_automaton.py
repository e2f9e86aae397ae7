"""The automaton of a round beside a plain player who reads the rulebook."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pitboss.cards import full_shoe
from pitboss.games.blackjack.facts.hand import value
from pitboss.games.blackjack.odds.solver.rules import value_counts
from pitboss.games.blackjack.simulate.automaton import WIDTH, build
from tests.games.blackjack.simulate.games import NAMES, book, ready, setting, strategy
from tests.second.blackjack import legal
from tests.second.blackjack_play import describe, play, results

ROUNDS = 35_000
MOST_CARDS = 45


@pytest.mark.parametrize(("name", "insured"), [("best", False), ("basic", True), ("wild", True)])
def test_rounds_come_to_what_a_plain_player_makes_of_them(name: str, insured: bool) -> None:
    wagers = ("insurance",) if insured else ()
    asked = strategy(name)
    table = build(book(), setting(), asked, value_counts([6] * 52), insured=wagers)
    random = Random(7)
    shoe = list(full_shoe(6))
    dealt = len(shoe)
    kinds: Counter[str] = Counter()
    for number in range(ROUNDS):
        if dealt > len(shoe) - MOST_CARDS:
            random.shuffle(shoe)
            dealt = 0
        cards = shoe[dealt : dealt + MOST_CARDS]
        played, used = play([NAMES[card] for card in cards], asked.action, insure=insured)
        if number % 20 == 0:
            assert legal(played, 1, insurance_ten=False), played
        gains = results(played)
        result, taken = table.play(value(card) for card in cards)
        assert (dict(zip(("main", *wagers), result, strict=True)), taken) == (
            {"main": gains["main"]} | {wager: gains.get(wager) for wager in wagers},
            used,
        ), played
        kinds.update(describe(played))
        dealt += used
    assert min(kinds[kind] for kind in ("split", "double", "dealer's blackjack")) > 300
    assert min(kinds[kind] for kind in ("double after split", "no dealer card", "blackjack")) > 30


def test_equal_futures_are_one_state_and_ends_are_copies_of_the_start() -> None:
    game = ready("best")
    rows = game.automaton.next.reshape(-1, WIDTH)
    ends = len(game.automaton.results)
    assert (rows[: ends + game.automaton.spare] == rows[0]).all()
    others = [tuple(row) for row in rows[ends + game.automaton.spare :].tolist()]
    assert len(set(others)) == len(others)
    # Nothing leads to a spare state, and no state leads past the table.
    spare = range(ends * WIDTH, (ends + game.automaton.spare) * WIDTH)
    assert not set(rows.reshape(-1).tolist()) & set(spare)
    assert int(rows.max()) == (len(rows) - 1) * WIDTH


def test_results_are_net_per_unit_of_the_original_wager() -> None:
    game = ready("best", optional=False)
    nets = sorted(float(result[0] or 0) for result in game.automaton.results)
    assert nets == [-4, -3, -2, -1, 0, 1, 1.5, 2, 3, 4]


def test_13_4_a_card_without_effect_stays_in_the_shoe() -> None:
    table = ready("best", optional=False).automaton
    # A blackjack against a five is paid at once; against a ten the second card decides.
    assert table.play([1, 5, 10])[1] == 3
    assert table.play([1, 10, 10, 6])[1] == 4
    # 10, 6 against a ten takes a ten: no dealer's card.
    assert table.play([10, 10, 6, 10])[1] == 4
    # Insured against an ace the dealer's second card is drawn all the same.
    insured = ready("best").automaton
    assert table.play([10, 1, 6, 10])[1] == 4
    assert insured.play([10, 1, 6, 10, 10])[1] == 5


def test_a_strategy_that_breaks_the_rules_is_refused() -> None:
    class Timid:
        def action(self, *_: object) -> str:
            return "stand"

    with pytest.raises(ValueError, match="stand is not legal"):
        build(book(), setting(), Timid(), value_counts([6] * 52))


def test_what_a_small_shoe_cannot_deal_is_not_built() -> None:
    counts = value_counts([1] * 52)
    table = build(book(), setting(1), strategy("best", 1), counts)
    whole = build(book(), setting(), strategy("best"), value_counts([6] * 52))
    assert table.most_cards < whole.most_cards
