"""Exact odds of every single-coup wager of a game, from one composition of the shoe."""

from __future__ import annotations

from functools import cache, partial

from pitboss.decision.compiled import Compiled
from pitboss.games.baccarat.odds.pairs import pairs_counts
from pitboss.games.baccarat.odds.points import points_counts
from pitboss.odds.composition import Composition
from pitboss.odds.wagers import Counts, WagerOdds, odds_of
from pitboss.settle.setting import Setting


def space_counts(compiled: Compiled, composition: Composition, space: str) -> Counts:
    """The exact counts of a space, from one composition of the shoe."""
    tableau = compiled.edition.tableau
    if tableau is None:
        raise ValueError(f"{compiled.edition.name} is not baccarat")
    return points_counts(tableau, composition) if space == "points" else pairs_counts(composition)


class CoupOdds:
    """Every single-coup wager of a game, from one composition of the shoe."""

    def __init__(self, compiled: Compiled, setting: Setting, counts: Composition) -> None:
        self.compiled, self.setting = compiled, setting
        self.counts = cache(partial(space_counts, compiled, counts))

    def wager(self, name: str, stake_cents: int | None = None) -> WagerOdds:
        """The odds of one wager, per unit, or at one stake after rounding up to chips."""
        wager = self.compiled.edition.wagers[name]
        return odds_of(self.compiled, self.setting, name, self.counts(wager.space), stake_cents)
