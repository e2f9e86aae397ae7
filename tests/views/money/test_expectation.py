"""What a stake is worth beforehand is what the odds say at that stake, in every game."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import pitboss
from pitboss.odds.prospect import Prospect
from pitboss.refusal import sure
from pitboss.settle.model import Bet
from pitboss.settle.setting import choose


def of(rulebook: str, wager: str, cents: int, **sign: str) -> tuple[Prospect, dict[str, Any]]:
    """The prospect of a stake, and the document of its odds."""
    book = pitboss.rulebook(rulebook)
    setting = sure(choose(book.edition, None, None, None, sign))
    odds = sure(book.odds(wagers=[wager], stake=str(cents // 100), sign=sign))
    found = book.game.prospect(book.compiled, setting, Bet(wager=wager, stake_cents=cents))
    return found, odds[wager]


@pytest.mark.parametrize(
    ("rulebook", "wager", "cents"),
    [
        ("star-baccarat", "banker", 2_500),
        ("star-baccarat", "tie", 1_000),
        ("star-baccarat", "player-pair", 700),
        ("crown-perth-baccarat", "banker", 10_000),
        ("star-blackjack", "perfect-pairs", 2_500),
        ("star-blackjack", "insurance", 2_500),
    ],
)
def test_the_mean_is_exactly_the_edge_at_the_stake(rulebook: str, wager: str, cents: int) -> None:
    found, odds = of(rulebook, wager, cents)
    assert found.mean == -Fraction(odds["at_stake"]["expectation"]) * cents
    assert found.chances.sum() == pytest.approx(1)
    assert float(found.chances @ found.gains) == pytest.approx(float(found.mean))


@pytest.mark.parametrize("cents", [25_000, 500])
def test_a_round_of_decisions_is_worth_the_best_play(cents: int) -> None:
    found, odds = of("star-blackjack", "main", cents)
    worth = float(Fraction(odds["at_stake"]["expectation"]) * cents)
    assert float(found.mean) == pytest.approx(-worth)
    plain, odds = of("star-blackjack", "main", 10_000)  # paid without rounding
    assert plain.spread == pytest.approx(odds["std"] * 10_000)
    assert plain.reach >= 4 * 10_000  # two hands, both doubled
    for part in ("double", "split"):
        book = pitboss.rulebook("star-blackjack")
        setting = sure(choose(book.edition, None, None, None, {}))
        nothing = book.game.prospect(book.compiled, setting, Bet(wager=part, stake_cents=cents))
        assert [float(nothing.mean), nothing.spread, nothing.reach] == [0.0, 0.0, 0.0]


def test_a_third_hand_has_the_mean_of_three() -> None:
    third, odds = of("star-blackjack", "main", 10_000, **{"third-hand": "yes"})
    assert float(third.mean) == pytest.approx(-float(odds["expectation"]) * 10_000)
    assert third.mean != of("star-blackjack", "main", 10_000)[0].mean


def test_a_run_of_two_is_exact_and_a_longer_one_the_constant_figure() -> None:
    book = pitboss.rulebook("crown-melbourne-baccarat")
    names = [name for name, one in book.edition.wagers.items() if one.automaton]
    assert names
    seen = set()
    for name in names:
        setting = sure(choose(book.edition, None, None, None, {}))
        wager = book.edition.wagers[name]
        length = len(wager.sequence or "") or wager.nominated or 0
        bet = Bet(wager=name, stake_cents=10_000, nominated=("PB" * length)[:length] or None)
        if (length, wager.tail_of) in seen:
            continue
        seen.add((length, wager.tail_of))
        found = book.game.prospect(book.compiled, setting, bet)
        (odds,) = sure(book.odds(wagers=[name])).values()
        exact = odds["method"] == "exact"
        said = odds["expectation"] if exact else odds["constant_probability"]["expectation"]
        assert float(found.mean) == pytest.approx(-float(Fraction(said)) * 10_000, rel=1e-6), name
        assert found.chances.sum() == pytest.approx(1)
