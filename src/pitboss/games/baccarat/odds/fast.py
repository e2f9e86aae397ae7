"""The exact counts of points.py and pairs.py as kernels: whole shoes re-priced, coup by coup.

The same closed forms in int64, which holds the counts of every shoe up to 27 decks. Members
that no wager of the game tells apart are counted as one class.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from operator import mul
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import PAIR_KINDS
from pitboss.decision.compiled import Compiled
from pitboss.decision.space import Member
from pitboss.decision.table import NOT_OFFERED
from pitboss.editions.values import Tableau
from pitboss.games.baccarat.facts.coup import outcomes
from pitboss.games.baccarat.facts.pairs import facts_of as pair_facts
from pitboss.games.baccarat.facts.points import Points, facts_of
from pitboss.kernel import kernel
from pitboss.odds.composition import value_counts
from pitboss.odds.returns import unit_return
from pitboss.settle.setting import Setting

Integers = NDArray[np.int64]

MOST_CARDS = 27 * 52
STANDS = -1


@kernel
def two_pairs(m: Any, players: int, bankers: int, rest: Any, q: Any) -> None:
    """q[P, B]: ordered disjoint pairs with these sums (see points.py), for P and B below."""
    for total in range(10):
        for x in range(10):
            rest[total, x] = m[(total - x) % 10] - (1 if (2 * x - total) % 10 == 0 else 0)
    for player in range(players):
        single = 0
        for x in range(10):
            single += m[x] * rest[player, x]
        for banker in range(bankers):
            other = 0
            shared = 0
            for x in range(10):
                weighted = m[x] * rest[banker, x]
                other += weighted
                shared += weighted * rest[player, x]
            same = 2 * single if player == banker else 0
            q[player, banker] = single * other - 4 * shared + same


@kernel
def count_points(m: Any, four: Any, five: Any, six: Any, low: Any, found: Any) -> None:
    """Add the ordered six-card draws of each class to `found`.

    `four`, `five` and `six` give the class by two-card counts and third cards, STANDS where
    the coup goes on; `low` bounds the counts on which anyone draws.
    """
    cards = 0
    for x in range(10):
        cards += m[x]
    rest = np.empty((10, 10), np.int64)
    q = np.empty((10, 10), np.int64)
    two_pairs(m, 10, 10, rest, q)
    for player in range(10):
        for banker in range(10):
            if four[player, banker] != STANDS:
                ways = q[player, banker] * (cards - 4) * (cards - 5)
                found[four[player, banker]] += ways
    for v in range(10):
        if m[v] == 0:
            continue
        first = m[v]
        m[v] -= 1
        two_pairs(m, low[0], low[1], rest, q)
        for player in range(low[0]):
            for banker in range(low[1]):
                if four[player, banker] == STANDS and five[player, banker, v] != STANDS:
                    ways = first * q[player, banker] * (cards - 5)
                    found[five[player, banker, v]] += ways
        for w in range(v, 10):
            if m[w] == 0:
                continue
            both = first * m[w]
            m[w] -= 1
            two_pairs(m, low[2], low[3], rest, q)
            for player in range(low[2]):
                for banker in range(low[3]):
                    ways = both * q[player, banker]
                    if six[player, banker, v, w] != STANDS:
                        found[six[player, banker, v, w]] += ways
                    if w != v and six[player, banker, w, v] != STANDS:
                        found[six[player, banker, w, v]] += ways
            m[w] += 1
        m[v] += 1


@kernel
def kinds_of_rank(suits: Any, found: Any) -> None:
    """Ordered pairs of one rank: mixed, coloured, perfect."""
    black, red = suits[0] + suits[3], suits[1] + suits[2]
    found[0] = 2 * black * red
    found[1] = 2 * suits[0] * suits[3] + 2 * suits[1] * suits[2]
    found[2] = 0
    for s in range(4):
        found[2] += suits[s] * (suits[s] - 1)


@kernel
def count_pairs(counts: Any, class_of: Any, found: Any) -> None:
    """Add the ordered four-card draws of each class of the pairs to `found`.

    `class_of[player kind, banker kind, twin]`, kinds none, mixed, coloured, perfect.
    """
    cards = 0
    for card in range(52):
        cards += counts[card]
    single = np.zeros((13, 3), np.int64)
    total = np.zeros(3, np.int64)
    twins = np.zeros((3, 3), np.int64)
    more = np.zeros(3, np.int64)
    for rank in range(13):
        suits = counts[4 * rank : 4 * rank + 4]
        kinds_of_rank(suits, single[rank])
        for kind in range(3):
            total[kind] += single[rank, kind]
        for a in range(4):
            for b in range(4):
                ways = suits[a] * (suits[b] - (1 if a == b else 0))
                if ways <= 0:
                    continue
                suits[a] -= 1
                suits[b] -= 1
                kinds_of_rank(suits, more)
                suits[a] += 1
                suits[b] += 1
                red_a, red_b = a in (1, 2), b in (1, 2)
                first = 2 if a == b else (1 if red_a == red_b else 0)
                for kind in range(3):
                    twins[first, kind] += ways * more[kind]
    others = (cards - 2) * (cards - 3)
    neither = cards * (cards - 1) * others
    for i in range(3):
        both = 0
        for j in range(3):
            same = 0
            for rank in range(13):
                same += single[rank, i] * single[rank, j]
            unlike = total[i] * total[j] - same
            found[class_of[i + 1, j + 1, 1]] += twins[i, j]
            found[class_of[i + 1, j + 1, 0]] += unlike
            both += twins[i, j] + unlike
        alone = total[i] * others - both
        found[class_of[i + 1, 0, 0]] += alone
        found[class_of[0, i + 1, 0]] += alone
        neither -= both + 2 * alone
    found[class_of[0, 0, 0]] += neither


class DrawArrays(NamedTuple):
    """What `count_points` reads: classes by the cards used, and bounds on drawing counts."""

    four: Integers
    five: Integers
    six: Integers
    low: Integers


def draw_arrays(tableau: Tableau, number: Callable[[Points], int]) -> DrawArrays:
    """The arrays of a tableau, each outcome of a coup numbered by its class."""
    four = np.full((10, 10), STANDS, np.int64)
    five = np.full((10, 10, 10), STANDS, np.int64)
    six = np.full((10, 10, 10, 10), STANDS, np.int64)
    for player, banker, third, last in outcomes(tableau):
        found = number(facts_of(tableau, (player, banker), (third, last)))
        if third is not None and last is not None:
            six[player, banker, third, last] = found
        elif third is None and last is None:
            four[player, banker] = found
        else:
            five[player, banker, last if third is None else third] = found
    low = [
        1 + max(count for count in range(10) if (table.take(count, axis) != STANDS).any())
        for table in (five, six)
        for axis in (0, 1)
    ]
    return DrawArrays(four, five, six, np.array(low, np.int64))


@dataclass(frozen=True)
class Gains:
    """What a unit on a wager gains, by class, as whole numbers over one denominator.

    `offered` is None for a wager that is always offered, else 1 or 0 by class.
    """

    name: str
    denominator: int
    gain: list[int]
    offered: list[int] | None


class Pricer:
    """Single-coup wagers of a game, all or `only` some, to be priced from any composition."""

    def __init__(
        self, compiled: Compiled, setting: Setting, only: Sequence[str] | None = None
    ) -> None:
        tableau = compiled.edition.tableau
        if tableau is None:
            raise ValueError(f"{compiled.edition.name} is not baccarat")
        self._compiled, self._setting = compiled, setting
        wagers = compiled.edition.wagers
        single = [
            name
            for name in compiled.offered(setting.game)
            if (only is None or name in only)
            and (wager := wagers[name]).automaton is None
            and (wager.decks is None or setting.decks in wager.decks.only)
        ]
        self.points = [name for name in single if wagers[name].space == "points"]
        self.pairs = [name for name in single if wagers[name].space == "pairs"]
        self.wagers = (*self.points, *self.pairs)
        self._points_classes: dict[tuple[int, ...], int] = {}
        self._pairs_classes: dict[tuple[int, ...], int] = {}
        self.draws = draw_arrays(
            tableau, lambda member: self._number(self._points_classes, self.points, member)
        )
        self.class_of = np.zeros((4, 4, 2), np.int64)
        for i, player_kind in enumerate(PAIR_KINDS):
            for j, banker_kind in enumerate(PAIR_KINDS):
                for twin in (False, True):
                    kinds = pair_facts(player_kind, banker_kind, same_rank=twin)
                    number = self._number(self._pairs_classes, self.pairs, kinds)
                    self.class_of[i, j, int(twin)] = number
        self.gains = (
            self._gains(self.points, self._points_classes),
            self._gains(self.pairs, self._pairs_classes),
        )

    @property
    def classes(self) -> tuple[int, int]:
        """How many classes of points and of pairs the wagers tell apart."""
        return len(self._points_classes), len(self._pairs_classes)

    def _number(
        self, classes: dict[tuple[int, ...], int], names: Sequence[str], member: Member
    ) -> int:
        game = self._setting.game
        tables = [self._compiled.table(name, game) for name in names]
        key = tuple(table.row_of[table.space.index[member]] for table in tables)
        return classes.setdefault(key, len(classes))

    def _gains(self, names: Sequence[str], classes: dict[tuple[int, ...], int]) -> list[Gains]:
        found = []
        for place, name in enumerate(names):
            table = self._compiled.table(name, self._setting.game)
            gains = [unit_return(row, self._setting.sign) for row in table.rows]
            denominator = lcm(*(gain.denominator for gain in gains))
            rows = [key[place] for key in classes]
            found.append(
                Gains(
                    name,
                    denominator,
                    [0 if r == NOT_OFFERED else int(gains[r] * denominator) for r in rows],
                    None if NOT_OFFERED not in rows else [int(r != NOT_OFFERED) for r in rows],
                )
            )
        return found

    def counts(self, composition: Sequence[int]) -> tuple[Integers, Integers]:
        """The exact class counts of the points and the pairs."""
        if sum(composition) > MOST_CARDS:
            raise ValueError(f"int64 holds the counts of {MOST_CARDS} cards at most")
        m = np.array(value_counts(composition), np.int64)
        points = np.zeros(len(self._points_classes), np.int64)
        count_points(m, *self.draws, points)
        pairs = np.zeros(len(self._pairs_classes), np.int64)
        count_pairs(np.array(composition, np.int64), self.class_of, pairs)
        return points, pairs

    def expectations(self, composition: Sequence[int]) -> dict[str, Fraction]:
        """Every wager's exact expectation per unit; one that cannot be offered is left out."""
        found = {}
        for wagers, array in zip(self.gains, self.counts(composition), strict=True):
            counts = array.tolist()
            total = sum(counts)
            for wager in wagers:
                offered = wager.offered
                draws = total if offered is None else sum(map(mul, counts, offered))
                if draws:
                    gained = sum(map(mul, counts, wager.gain))
                    found[wager.name] = Fraction(gained, draws * wager.denominator)
        return found
