"""What wagers pay by class: facts that no stake can tell apart are counted as one class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.decision.compiled import Compiled
from pitboss.settle.lines import not_offered
from pitboss.settle.setting import Setting

Integers: TypeAlias = NDArray[Any]


@dataclass(frozen=True)
class Pays:
    """Pays of some wagers by class: `pay[class, wager]` over `denominator`, `count` the offers.

    Float64 because the products are fastest there; every entry and every sum over a block is
    a whole number far below 2**53, hence exact.
    """

    wagers: tuple[str, ...]
    denominator: tuple[int, ...]
    pay: NDArray[np.float64]
    count: NDArray[np.float64]


class Classes:
    """Numbers for what cannot be told apart: the first key seen is class 0, and so on."""

    def __init__(self, keys: Sequence[tuple[Any, ...]]) -> None:
        self.keys = tuple(dict.fromkeys(keys))
        self.number = {key: number for number, key in enumerate(self.keys)}

    def __len__(self) -> int:
        return len(self.keys)


def wagers_in(compiled: Compiled, setting: Setting) -> list[str]:
    """The wagers of a game that these decks and this sign offer."""
    return [
        name
        for name in compiled.edition.wagers
        if not_offered(compiled.edition, setting, name) is None
    ]


def pays_of(names: Sequence[str], columns: Sequence[Sequence[Fraction | None]], size: int) -> Pays:
    """Whole numbers over one denominator per wager; None marks classes without an offer."""
    pay = np.zeros((size, len(names)))
    count = np.zeros((size, len(names)))
    denominators = []
    for place, column in enumerate(columns):
        below = lcm(*(gain.denominator for gain in column if gain is not None))
        denominators.append(below)
        pay[:, place] = [int((gain or 0) * below) for gain in column]
        count[:, place] = [gain is not None for gain in column]
    return Pays(tuple(names), tuple(denominators), pay, count)
