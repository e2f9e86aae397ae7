"""Sums over groups of shoes, and the estimates they give with their standard error.

A wager's mean is the ratio of what it gained to how often it was staked, both summed over
all groups. Coups of one shoe are not independent, groups of eight shoes are, so the standard
error comes from the scatter of whole groups: with R and N the gain and the stakes of a group
and m = sum R / sum N, it is sqrt(groups / (groups - 1) * sum (R - m N)^2) / sum N. Eight
shoes to a group is as valid as one: it merely gives the scatter an eighth of the terms.

Everything summed is a whole number, so the order of summing cannot change a result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

import msgspec

FEWEST_GROUPS = 30
"""Groups of shoes below which their scatter says nothing of the error."""
FAR = 4
"""Standard errors beyond which chance is no longer an explanation."""

Exact = Callable[[str], Fraction | None]


@dataclass
class Sums:
    """For each wager: sums of R, R squared, R N, N and N squared over groups of shoes."""

    wagers: tuple[str, ...]
    denominators: tuple[int, ...]
    rows: list[list[int]] = field(default_factory=list)
    groups: int = 0
    shoes: int = 0
    coups: int = 0

    def __post_init__(self) -> None:
        self.rows = self.rows or [[0] * 5 for _ in self.wagers]

    def add(self, other: Sums) -> None:
        """Take in another part of the same simulation."""
        if other.wagers != self.wagers or other.denominators != self.denominators:
            raise ValueError("sums of different simulations cannot be added")
        self.rows = [
            [mine + theirs for mine, theirs in zip(*pair, strict=True)]
            for pair in zip(self.rows, other.rows, strict=True)
        ]
        self.groups += other.groups
        self.shoes += other.shoes
        self.coups += other.coups


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """One wager: the player's mean gain per unit staked, its standard error, the exact figure."""

    wager: str
    mean: float
    stderr: float
    exact: float | None
    z: float | None
    n: int
    favours_player: bool
    nominated: str | msgspec.UnsetType = msgspec.UNSET


def estimates(
    sums: Sums, exact: Exact | None = None, nominated: Mapping[str, str] | None = None
) -> tuple[Estimate, ...]:
    """The estimate of every wager that was staked at least once."""
    return tuple(_estimates(sums, exact or (lambda _: None), nominated or {}))


def _estimates(sums: Sums, exact: Exact, nominated: Mapping[str, str]) -> Iterable[Estimate]:
    for name, below, row in zip(sums.wagers, sums.denominators, sums.rows, strict=True):
        gain, squares, products, stakes, stakes_squared = row
        if stakes == 0:
            continue
        mean = Fraction(gain, stakes)
        scatter = squares - 2 * mean * products + mean**2 * stakes_squared
        error = 0.0
        if sums.groups > 1:
            error = sqrt(scatter * Fraction(sums.groups, sums.groups - 1)) / (stakes * below)
        known = exact(name)
        z = None
        enough = sums.groups >= FEWEST_GROUPS
        if known is not None and error > 0 and enough:
            z = float(mean / below - known) / error
        yield Estimate(
            wager=name,
            mean=float(mean / below),
            stderr=error,
            exact=None if known is None else float(known),
            z=z,
            n=stakes,
            # Without an exact figure the mean alone cannot say it: far beyond its error can.
            favours_player=known > 0
            if known is not None
            else enough and float(mean / below) > FAR * error,
            nominated=nominated.get(name, msgspec.UNSET),
        )
