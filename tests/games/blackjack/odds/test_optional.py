"""The optional wagers and insurance: exact fractions beside an enumeration card by card."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from pitboss.book import rulebook
from pitboss.games.blackjack.odds import jackpot_odds, optional_odds
from pitboss.settle.sign import Sign, read_sign
from tests.second.enumerate_three_cards import three_cards_counts

COMPILED = rulebook("star-blackjack").compiled
WAGERS = ("any-pairs", "perfect-pairs", "star-pairs", "lucky-lucky", "blazing-sevens")
UNEVEN = tuple((7 * card + card // 5) % 6 for card in range(52))


def sign(**given: str) -> Sign:
    found = read_sign(COMPILED.edition, COMPILED.edition.default_game, given)
    assert isinstance(found, Sign)
    return found


@pytest.mark.parametrize("counts", [(6,) * 52, (8,) * 52, UNEVEN], ids=["6", "8", "uneven"])
def test_every_row_agrees_with_the_second_enumerator(counts: tuple[int, ...]) -> None:
    second: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for (wager, event), ways in three_cards_counts(counts).items():
        second[wager][event] = ways
    cards = sum(counts)
    deals = cards * (cards - 1) * (cards - 2)
    for wager in WAGERS:
        rows = optional_odds(COMPILED, wager, counts, sign()).rows
        found = {row.row.label or "lose": row.probability for row in rows}
        wanted = {event: Fraction(ways, deals) for event, ways in second[wager].items()}
        assert {event: p for event, p in found.items() if p} == wanted
        assert sum(found.values()) == 1


@pytest.mark.parametrize(("table", "edge"), [("1", 0.0531), ("2", 0.0992), ("3", 0.1257)])
def test_j32_lucky_lucky_with_six_decks(table: str, edge: float) -> None:
    odds = optional_odds(COMPILED, "lucky-lucky", [6] * 52, sign(**{"lucky-lucky": table}))
    assert float(-odds.expectation) == pytest.approx(edge, abs=0.00005)


@pytest.mark.parametrize(
    ("wager", "edge"),
    [
        ("insurance", Fraction(23, 311)),
        ("insurance-ten", Fraction(47, 311)),
        ("any-pairs", Fraction(35, 311)),
        ("perfect-pairs", Fraction(18, 311)),
        ("star-pairs", Fraction(558, 4043)),
    ],
)
def test_edges_with_six_decks(wager: str, edge: Fraction) -> None:
    assert -optional_odds(COMPILED, wager, [6] * 52, sign()).expectation == edge


def test_insurance_is_given_its_own_up_card() -> None:
    ace = optional_odds(COMPILED, "insurance", [6] * 52, sign())
    ten = optional_odds(COMPILED, "insurance-ten", [6] * 52, sign())
    assert (ace.offered, ten.offered) == (Fraction(1, 13), Fraction(4, 13))
    assert ace.hits == Fraction(96, 311)


def test_insurance_favours_the_player_when_tens_are_many() -> None:
    counts = [6] * 52
    for card in range(4, 36):
        counts[card] = 3
    assert optional_odds(COMPILED, "insurance", counts, sign()).favours_player


def test_blazing_sevens_by_jackpot() -> None:
    small, large = jackpot_odds(COMPILED, "blazing-sevens", [6] * 52, sign())
    assert (small.stake_cents, large.stake_cents) == (250, 500)
    # 24 sevens of 312, six of them diamonds; the deal is ordered.
    deals = 312 * 311 * 310
    diamonds, suited = Fraction(6 * 5 * 4, deals), Fraction(3 * 6 * 5 * 4, deals)
    assert small.share == large.share == diamonds + suited / 10
    assert large.fixed == 2 * small.fixed
    for odds in (small, large):
        assert odds.expectation(odds.break_even_cents) == 0
        assert odds.returned(odds.break_even_cents) == 1
        assert odds.expectation(1_000_000) < odds.expectation(5_000_000) < 0
        contribution = odds.contribution(1_000_000) * odds.stake_cents
        assert contribution == odds.share * 1_000_000
        assert sum(probability for _, _, probability in odds.rows) == 1
    assert large.break_even_cents == 2 * small.break_even_cents


def test_blazing_sevens_at_the_signed_jackpot() -> None:
    at = sign(jackpot="30000")
    small, _ = jackpot_odds(COMPILED, "blazing-sevens", [6] * 52, at)
    odds = optional_odds(COMPILED, "blazing-sevens", [6] * 52, at)
    assert odds.expectation == small.expectation(3_000_000)
