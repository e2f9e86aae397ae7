"""What a stake may gain the house, before the cards: every gain in cents with its exact chance."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pitboss.decision.compiled import Compiled
from pitboss.decision.space import Member
from pitboss.decision.table import NOT_OFFERED
from pitboss.settle.lines import line_of
from pitboss.settle.model import Bet
from pitboss.settle.setting import Setting

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Prospect:
    """The house's mean gain of a stake, and each gain with its chance.

    Stakes of one `group` hang on the same cards, place by place: their gains may be added.
    """

    group: Hashable
    mean: Fraction
    chances: Vector
    gains: Vector

    @property
    def spread(self) -> float:
        """The standard deviation of the gain."""
        mean = float(self.chances @ self.gains)
        return float(np.sqrt(max(0.0, float(self.chances @ (self.gains - mean) ** 2))))

    @property
    def reach(self) -> float:
        """How far a single result can lead away from the mean, at most."""
        possible = self.gains[self.chances > 0]
        if not possible.size:
            return 0.0
        return float(np.abs(possible - self.chances @ self.gains).max())

    def with_(self, other: Prospect) -> Prospect:
        """Both stakes on the same cards."""
        return Prospect(self.group, self.mean + other.mean, self.chances, self.gains + other.gains)


def nothing(group: Hashable) -> Prospect:
    """Of a stake that is part of another's prospect."""
    return Prospect(group, Fraction(0), np.ones(1), np.zeros(1))


def weighed(
    group: Hashable, chances: Sequence[Fraction], gains: Sequence[int | Fraction]
) -> Prospect:
    """Of exact chances, that sum to one, and what each gains the house."""
    mean = sum(
        (chance * gain for chance, gain in zip(chances, gains, strict=True)), start=Fraction(0)
    )
    return Prospect(
        group,
        mean,
        np.array([float(one) for one in chances], dtype=np.float64),
        np.array([float(one) for one in gains], dtype=np.float64),
    )


def counted(
    compiled: Compiled, setting: Setting, bet: Bet, counts: Mapping[Member, int]
) -> Prospect:
    """Of a wager that one draw decides, from the ways in which each member of its space comes.

    A wager of mid-round is taken as given that it was offered.
    """
    wager = compiled.edition.wagers[bet.wager]
    table = compiled.table(bet.wager, setting.game)
    rows = [table.row_of[table.space.index[member]] for member in counts]
    by_row = {row: gain_of(compiled, setting, bet, row) for row in set(rows) - {NOT_OFFERED}}
    ways = [0 if row == NOT_OFFERED else n for row, n in zip(rows, counts.values(), strict=True)]
    gains = [by_row.get(row, 0) for row in rows]
    total = sum(ways) or 1
    return Prospect(
        wager.space if wager.offer is None else bet.wager,
        Fraction(sum(n * gain for n, gain in zip(ways, gains, strict=True)), total),
        np.array([n / total for n in ways], dtype=np.float64),
        np.array(gains, dtype=np.float64),
    )


def gain_of(compiled: Compiled, setting: Setting, bet: Bet, row: int) -> int:
    """What the house gains of this very stake under a row, paid in chips and with commission."""
    found = compiled.table(bet.wager, setting.game).rows[row]
    line = line_of(compiled.edition, setting.sign, bet, found, "")
    return line.stake_cents - line.returned_cents - line.paid_cents
