"""Exact odds of single-coup wagers: counts of a space through a compiled table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

from pitboss.decision.compiled import Compiled
from pitboss.decision.space import Member
from pitboss.decision.table import NOT_OFFERED
from pitboss.editions.wagers import Row
from pitboss.odds.returns import paid_return, unit_return
from pitboss.settle.lines import pay_text
from pitboss.settle.model import Bet
from pitboss.settle.setting import Setting

Counts = Mapping[Member, int]


@dataclass(frozen=True)
class RowOdds:
    """One row: how many of the counted draws it decides, and what it returns per unit."""

    row: Row
    pays: str
    ways: int
    probability: Fraction
    returns: Fraction


@dataclass(frozen=True)
class Situation:
    """A wager offered in mid-round, in one of the situations it is offered in."""

    fact: str
    value: object
    share: Fraction
    expectation: Fraction


@dataclass(frozen=True)
class WagerOdds:
    """The exact odds of one wager; for a wager of mid-round, given that it is offered."""

    wager: str
    rows: tuple[RowOdds, ...]
    offered: Fraction
    situations: tuple[Situation, ...] = ()

    @cached_property
    def expectation(self) -> Fraction:
        """The player's, per unit staked."""
        return sum((row.probability * row.returns for row in self.rows), Fraction(0))

    @cached_property
    def variance(self) -> Fraction:
        """Of the result of one unit."""
        square = sum((row.probability * row.returns**2 for row in self.rows), Fraction(0))
        return square - self.expectation**2

    @property
    def std(self) -> float:
        """Standard deviation of the result of one unit."""
        return sqrt(self.variance)

    @property
    def hits(self) -> Fraction:
        """How often the wager wins."""
        wins = (row.probability for row in self.rows if row.row.outcome == "win")
        return sum(wins, Fraction(0))

    @property
    def favours_player(self) -> bool:
        """Whether the player has the advantage: an anomaly to be said aloud."""
        return self.expectation > 0


def odds_of(
    compiled: Compiled,
    setting: Setting,
    name: str,
    counts: Counts,
    stake_cents: int | None = None,
) -> WagerOdds:
    """The odds of a wager from the exact counts of the members of its space."""
    wager = compiled.edition.wagers[name]
    table = compiled.table(name, setting.game)
    told_by = wager.offer.told_by if wager.offer else None
    place = table.space.facts.index(told_by) if told_by else None
    ways = [0] * len(table.rows)
    by_value: dict[object, list[int]] = {}
    for member, number in counts.items():
        row = table.row_of[table.space.index[member]]
        if row != NOT_OFFERED:
            ways[row] += number
            if place is not None:
                by_value.setdefault(member[place], [0] * len(table.rows))[row] += number
    offered, total = sum(ways), sum(counts.values()) or 1
    bet = Bet(wager=name, stake_cents=stake_cents or 0)

    def returns(row: Row) -> Fraction:
        if stake_cents is None:
            return unit_return(row, setting.sign)
        return paid_return(compiled.edition, row, setting.sign, bet)

    worth = [returns(row) for row in table.rows]
    rows = tuple(
        RowOdds(
            row,
            pay_text(row, setting.sign, stake_cents or 0),
            number,
            Fraction(number, offered),
            gain,
        )
        for row, number, gain in zip(table.rows, ways, worth, strict=True)
        if offered
    )
    situations: list[Situation] = []
    for value, split in sorted(by_value.items(), key=lambda item: str(item[0])):
        if told_by and sum(split):
            gain = sum((n * w for n, w in zip(split, worth, strict=True)), Fraction(0))
            share = Fraction(sum(split), offered)
            situations.append(Situation(told_by, value, share, gain / sum(split)))
    return WagerOdds(name, rows, Fraction(offered, total), tuple(situations))
