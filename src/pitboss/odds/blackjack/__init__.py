"""The exact odds of blackjack: the solver of the main game, insurance, the optional wagers.

Names are imported when first used: the optional wagers need no compiled kernel.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.odds.blackjack.basic import Basic
    from pitboss.odds.blackjack.chart import strategy_chart
    from pitboss.odds.blackjack.distribution import Distribution
    from pitboss.odds.blackjack.insurance import EvenMoney
    from pitboss.odds.blackjack.jackpot import JackpotOdds, jackpot_odds
    from pitboss.odds.blackjack.optional import optional_odds
    from pitboss.odds.blackjack.rules import Play
    from pitboss.odds.blackjack.solution import Solution, solve
    from pitboss.odds.blackjack.strategy import (
        Strategy,
        TotalDependent,
        load_strategy,
        read_strategy,
    )
    from pitboss.odds.blackjack.third import ThirdHand, solve_third_hand

_WHERE = {
    "Basic": "basic",
    "Distribution": "distribution",
    "EvenMoney": "insurance",
    "JackpotOdds": "jackpot",
    "Play": "rules",
    "Solution": "solution",
    "Strategy": "strategy",
    "ThirdHand": "third",
    "TotalDependent": "strategy",
    "jackpot_odds": "jackpot",
    "load_strategy": "strategy",
    "optional_odds": "optional",
    "read_strategy": "strategy",
    "solve": "solution",
    "solve_third_hand": "third",
    "strategy_chart": "chart",
}

__all__ = [
    "Basic",
    "Distribution",
    "EvenMoney",
    "JackpotOdds",
    "Play",
    "Solution",
    "Strategy",
    "ThirdHand",
    "TotalDependent",
    "jackpot_odds",
    "load_strategy",
    "optional_odds",
    "read_strategy",
    "solve",
    "solve_third_hand",
    "strategy_chart",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
