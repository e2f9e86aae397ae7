"""The exact odds of blackjack: the solver of the main game, insurance, the optional wagers.

Names are imported when first used: the optional wagers need no compiled kernel.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.games.blackjack.odds.basic import Basic
    from pitboss.games.blackjack.odds.chart import strategy_chart
    from pitboss.games.blackjack.odds.insurance import EvenMoney
    from pitboss.games.blackjack.odds.jackpot import JackpotOdds, jackpot_odds
    from pitboss.games.blackjack.odds.optional import optional_odds
    from pitboss.games.blackjack.odds.solver.distribution import Distribution
    from pitboss.games.blackjack.odds.solver.rules import Play
    from pitboss.games.blackjack.odds.solver.solution import Solution, solve
    from pitboss.games.blackjack.odds.solver.third import ThirdHand, solve_third_hand
    from pitboss.games.blackjack.odds.strategy import (
        Strategy,
        TotalDependent,
        load_strategy,
        read_strategy,
    )

_WHERE = {
    "Basic": "basic",
    "Distribution": "solver.distribution",
    "EvenMoney": "insurance",
    "JackpotOdds": "jackpot",
    "Play": "solver.rules",
    "Solution": "solver.solution",
    "Strategy": "strategy",
    "ThirdHand": "solver.third",
    "TotalDependent": "strategy",
    "jackpot_odds": "jackpot",
    "load_strategy": "strategy",
    "optional_odds": "optional",
    "read_strategy": "strategy",
    "solve": "solver.solution",
    "solve_third_hand": "solver.third",
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
