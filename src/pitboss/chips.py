"""The chips of a table: which amounts they make, and the next amount they can pay.

An amount can be paid where some number of chips makes it exactly. Where every chip is so many
of the smallest, these are its multiples; where not, as with chips of $5 and $12, some small
amounts cannot be made and all large ones can.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import gcd

USUAL = (100, 500, 2_500, 10_000, 50_000, 100_000)
"""The values of chips where a table names only its smallest."""

MOST_VALUES = 40
MOST_PLACES = 20_000
"""Chips whose smallest is more than so many of their common part are a riddle, not money."""


@dataclass(frozen=True)
class Chips:
    """The values of a table's chips in cents, lowest first, each once."""

    values: tuple[int, ...]

    @property
    def smallest(self) -> int:
        """The smallest chip."""
        return self.values[0]

    @cached_property
    def common(self) -> int:
        """The largest amount of which every chip is a multiple."""
        return gcd(*self.values)

    @cached_property
    def regular(self) -> bool:
        """Whether every chip is so many of the smallest."""
        return self.common == self.smallest

    @cached_property
    def _least(self) -> tuple[int | None, ...]:
        """The least amount that can be made of each remainder by the smallest chip.

        In common parts. A chip leads from one remainder to another; round its circle twice
        every remainder on it knows the cheapest way.
        """
        count = self.smallest // self.common
        least: list[int | None] = [None] * count
        least[0] = 0
        for value in self.values[1:]:
            step = value // self.common
            rounds = gcd(step, count)
            for start in range(rounds):
                place = start
                for _ in range(2 * count // rounds):
                    here, place = least[place], (place + step) % count
                    there = least[place]
                    if here is not None and (there is None or here + step < there):
                        least[place] = here + step
        return tuple(least)

    def pays(self, cents: int) -> bool:
        """Whether some number of chips makes this amount; nothing takes no chip."""
        if cents < 0 or cents % self.common:
            return False
        if self.regular:
            return True
        parts = cents // self.common
        least = self._least[parts % len(self._least)]
        return least is not None and parts >= least

    def up(self, amount: Fraction | int) -> int:
        """The least amount, not below this one, that chips can pay."""
        if self.regular:
            return int(-(-amount // self.smallest)) * self.smallest
        cents = int(-(-amount // self.common)) * self.common
        while not self.pays(cents):
            cents += self.common
        return cents

    def part(self, stake: int, most: Fraction | int, unit: int = 0) -> int:
        """The most of a stake, within `most`, that can stay while chips make what goes back.

        In whole `unit`s where there is one. Of a stake that the chips do not make only the
        part that stays is made of them.
        """
        step = unit or (self.smallest if self.regular else self.common)
        whole = self.pays(stake)
        kept = int(min(most, stake) // step) * step
        while kept > 0 and not (self.pays(kept) and (not whole or self.pays(stake - kept))):
            kept -= step
        return max(kept, 0)


@cache
def chips_of_values(values: tuple[int, ...]) -> Chips:
    """The chips of these values."""
    return Chips(tuple(sorted(set(values))))


def usual(smallest: int) -> tuple[int, ...]:
    """The chips of a table that names only its smallest: it, and the usual ones it makes."""
    return (smallest, *(value for value in USUAL if value > smallest and value % smallest == 0))


def too_odd(values: tuple[int, ...]) -> bool:
    """Whether these are no chips that anyone could pay with: none, too many, or a riddle."""
    chips = chips_of_values(values) if values else None
    return (
        chips is None
        or len(chips.values) > MOST_VALUES
        or (not chips.regular and chips.smallest // chips.common > MOST_PLACES)
    )
