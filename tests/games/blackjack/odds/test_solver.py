"""The blackjack solver beside a second account that plays every card out."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from pitboss.book import rulebook
from pitboss.games.blackjack.odds import Play, Solution, solve, solve_third_hand
from pitboss.refusal import Refusal
from pitboss.settle.sign import Sign, read_sign
from tests.second import blackjack_ev as second

COMPILED = rulebook("star-blackjack").compiled
SMALL = [(2, 0, 3, 0, 0, 3, 0, 4, 0, 5), (3, 0, 0, 2, 3, 0, 0, 0, 3, 4)]


def sign(**given: str) -> Sign:
    found = read_sign(COMPILED.edition, COMPILED.edition.default_game, given)
    assert isinstance(found, Sign)
    return found


def as_cards(shoe: second.Shoe) -> list[int]:
    """A composition of 52 counts with these values; every ten is a king of clubs."""
    counts = [0] * 52
    for value, copies in enumerate(shoe, start=1):
        counts[4 * (value - 1) if value < 10 else 48] = copies
    return counts


@cache
def solved(counts: tuple[int, ...]) -> Solution:
    found = solve(COMPILED, counts, sign())
    assert isinstance(found, Solution)
    return found


def six_decks() -> Solution:
    return solved((6,) * 52)


@pytest.mark.parametrize("shoe", SMALL, ids=str)
def test_every_action_on_every_starting_hand(shoe: second.Shoe) -> None:
    starts = {(start.hand, start.up): start for start in solved(tuple(as_cards(shoe))).starts}
    met = 0
    for hand, up, chance, left in second.deals(shoe):
        start = starts.pop((hand, up))
        wanted = second.start_choices(hand, up, left)
        assert start.probability == pytest.approx(float(chance), abs=1e-14)
        assert set(start.expectations) == set(wanted)
        for action, worth in wanted.items():
            assert start.expectations[action] == pytest.approx(float(worth), abs=1e-12)
        met += 1
    assert met > 50
    assert starts == {}


@pytest.mark.parametrize("shoe", SMALL, ids=str)
def test_the_net_result_of_a_round(shoe: second.Shoe) -> None:
    solution = solved(tuple(as_cards(shoe)))
    wanted = second.round_results(shoe)
    found = solution.distribution().results
    assert solution.expectation == pytest.approx(float(second.mean(wanted)), abs=1e-12)
    assert {net for net, share in found.items() if share > 1e-15} == set(wanted)
    for net, share in wanted.items():
        assert found[net] == pytest.approx(float(share), abs=1e-12)


@pytest.mark.parametrize(
    ("hand", "up"),
    [((6, 10), 10), ((1, 7), 9), ((4, 5), 6), ((2, 10), 4), ((1, 10), 1), ((3, 8), 10)],
)
def test_one_deck(hand: second.Hand, up: int) -> None:
    shoe = second.without((4,) * 9 + (16,), up, *hand)
    wanted = second.start_choices(hand, up, shoe)
    start = solved((1,) * 52).plan.starts[hand, up]
    assert start.expectations == pytest.approx(
        {action: float(worth) for action, worth in wanted.items()}, abs=1e-12
    )


@pytest.mark.parametrize(("pair", "up"), [(8, 6), (1, 10), (6, 8), (8, 10), (1, 1)])
def test_12_5_third_hand(pair: int, up: int) -> None:
    shoe = (4, 0, 0, 0, 0, 3, 0, 4, 0, 6)
    found = solve_third_hand(COMPILED, as_cards(shoe), sign())
    assert not isinstance(found, Refusal)
    split = next(split for split in found.splits if (split.pair, split.up) == (pair, up))
    left = second.without(shoe, pair, pair, up)
    choices = {
        (first, later): second.third_hand_mean(pair, up, left, first, later)
        for first in (False, True)
        for later in (False, True)
    }
    assert split.expectation == pytest.approx(float(max(choices.values())), abs=1e-12)
    chosen = choices[split.first_again, split.second_again]
    assert float(chosen) == pytest.approx(float(max(choices.values())), abs=1e-12)


def test_12_5_third_hand_gains_in_a_full_shoe() -> None:
    found = solve_third_hand(COMPILED, [6] * 52, sign())
    assert not isinstance(found, Refusal)
    assert found.with_two_hands == pytest.approx(six_decks().expectation, abs=1e-14)
    assert 0.0005 < found.expectation - found.with_two_hands < 0.0015


@pytest.mark.parametrize(("decks", "expectation"), [(6, -0.0077652604), (8, -0.0080484077)])
def test_full_shoes(decks: int, expectation: float) -> None:
    solution = solved((decks,) * 52)
    distribution = solution.distribution()
    assert solution.expectation == pytest.approx(expectation, abs=1e-10)
    assert distribution.mean == pytest.approx(solution.expectation, abs=1e-10)
    assert sum(distribution.results.values()) == pytest.approx(1, abs=1e-12)
    assert min(distribution.results.values()) > 0
    assert list(distribution.results) == sorted(distribution.results)
    assert 1.12 < distribution.std < 1.14
    by_up = solution.by_up
    assert sum(share for share, _ in by_up.values()) == pytest.approx(1, abs=1e-12)
    whole = sum(share * worth for share, worth in by_up.values())
    assert whole == pytest.approx(solution.expectation, abs=1e-12)


def test_evaluating_the_best_play_as_a_strategy_gives_its_own_expectation() -> None:
    solution = six_decks()
    again = solution.evaluate(solution.strategy)
    assert again.expectation == pytest.approx(solution.expectation, abs=1e-13)


def test_12_7_the_later_hand_of_a_split_plays_otherwise() -> None:
    # The dealer's blackjack takes nothing from a later hand that still stands (J19).
    strategy = six_decks().strategy
    first = {hand: strategy.action(hand, 10, 1, 8) for hand in [(1, 6, 8), (2, 5, 8)]}
    later = {hand: strategy.action(hand, 10, 2, 8) for hand in [(1, 6, 8), (2, 5, 8)]}
    assert set(first.values()) == {"hit"}
    assert set(later.values()) == {"stand"}


def test_the_same_cards_from_another_pair_have_another_shoe() -> None:
    states = six_decks().plan.states
    families = six_decks().plan.shoe.hands.families
    worth = {pair: states[6, pair, 0].double[families[pair].index[3, 8]] for pair in (3, 8)}
    assert worth[3] != worth[8]
    with pytest.raises(ValueError, match="needs the value of the split cards"):
        six_decks().strategy.action((3, 8), 6, 1)


def test_legal_actions_follow_rules_10_to_12() -> None:
    assert COMPILED.edition.rounds is not None
    play = Play(COMPILED.edition.rounds)
    assert play.legal((2, 9), 0) == ("hit", "double")  # 10.2: below 12 no standing
    assert play.legal((1, 8), 0) == ("stand", "hit", "double")  # 11.1.2: nine
    assert play.legal((1, 10), 0) == ("stand",)  # 10.3, J15
    assert play.legal((1, 10), 1, 10) == ("stand",)
    assert play.legal((8, 8), 0) == ("stand", "hit", "split")
    assert play.legal((8, 8), 1, 8) == ("stand", "hit")  # 12.4
    assert play.legal((3, 8), 2, 8) == ("hit", "double")  # 11.1
    assert play.legal((1, 9), 1, 1) == ("stand",)  # 12.3.1
    assert play.legal((1,), 1, 1) == ("hit",)
    assert play.legal((2, 3, 5), 0) == ("hit",)  # 11.1: the first two cards only
    assert play.doubled((1, 8), 2) == 11  # J14
    assert play.doubled((4, 5), 1) == 20


def test_9_1_2_even_money_is_taken_where_tens_are_many() -> None:
    offer = six_decks().even_money
    assert offer is not None
    assert offer.at_once == 1
    assert offer.waiting == Fraction(107, 103)
    rich = [3] * 4 + [1] * 32 + [4] * 16
    start = solved(tuple(rich)).plan.starts[(1, 10), 1]
    assert start.action == "even-money"
    assert start.expectation == 1
    assert solved(tuple(rich)).strategy.action((1, 10), 1, 0) == "stand"


def test_cells_have_every_legal_action_and_the_best_of_them() -> None:
    cells = six_decks().cells
    first = next(cell for cell in cells if cell["hand"] == "T,6" and cell["up"] == "T")
    assert first["after_split"] == 0
    assert first["action"] == "hit"
    assert set(first["ev"]) == {"hit", "stand"}
    assert {cell["after_split"] for cell in cells} == {0, 1, 2}
    for cell in cells:
        assert cell["ev"][cell["action"]] == max(cell["ev"].values())
        assert ("pair" in cell) == (cell["after_split"] > 0)
    keys = [(c["hand"], c["up"], c["after_split"], c.get("pair")) for c in cells]
    assert len(keys) == len(set(keys))


def test_a_shoe_that_could_run_out_is_refused() -> None:
    counts = [0] * 52
    counts[48] = 6
    found = solve(COMPILED, counts, sign())
    assert isinstance(found, Refusal)
    assert found.code == "shoe-too-short"


def test_12_5_a_signed_third_hand_is_not_solved_as_two() -> None:
    found = solve(COMPILED, [6] * 52, sign(**{"third-hand": "yes"}))
    assert isinstance(found, Refusal)
    assert found.clauses == ("12.5", "12.5.2", "12.5.3")


def test_baccarat_is_not_played_in_rounds() -> None:
    found = solve(rulebook("star-baccarat").compiled, [8] * 52, sign())
    assert isinstance(found, Refusal)
    assert found.code == "no-rounds"
