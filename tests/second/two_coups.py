"""The first two coups of a fresh shoe together, exactly.

The second coup is dealt from what the first one left, so the two are not independent; nothing is
multiplied here that is not counted.

No card is burned. Burning changes nothing as long as nobody asks for the odds given the burned
cards: cards of a shuffled shoe are exchangeable, so whichever cards lie in front of the two
coups, even if the first of them was turned and tells how many more are burned, the cards of the
coups are a uniformly random selection in random order. For the same reason the second coup by
itself has the odds of the first, which the tests use as a check.

How it is done. A coup's result depends on the values of at most six cards in order. Sorting the
10^6 sequences of six values by the multiset they use gives, for each of the 5,005 multisets, in
how many of its orders Player, Banker or neither wins. The deals of physical cards with these
values in one given order are a product of falling factorials, the same for every order, so a
coup from any composition is a sum of 5,005 products. The first coup uses four, five or six cards:
each multiset that it can use leaves one composition for the second.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from tests.second.enumerate_baccarat import banker_takes, check, orders, player_takes, value_counts

RESULTS = ("player", "banker", "tie")
VALUES = range(10)
MOST = 6
MOST_CARDS = 1000  # below it every deal of six is fewer than 2^63

Used = tuple[int, ...]
"""How many cards of each value 0 to 9."""


def play(values: Sequence[int]) -> tuple[int, int]:
    """Deal a coup from six values in order: the result's number and the cards it used."""
    player = (values[0] + values[2]) % 10
    banker = (values[1] + values[3]) % 10
    used = 4
    third = None
    player_total, banker_total = player, banker
    if player_takes(player, banker):
        third = values[used]
        player_total = (player + third) % 10
        used += 1
    if banker_takes(player, banker, third):
        banker_total = (banker + values[used]) % 10
        used += 1
    if player_total > banker_total:
        return 0, used
    if banker_total > player_total:
        return 1, used
    return 2, used


@cache
def coups() -> tuple[dict[tuple[int, Used], int], dict[Used, list[int]]]:
    """All orders of values: of the cards a coup uses, by result; and of six cards, by result."""
    exactly: defaultdict[tuple[int, Used], int] = defaultdict(int)
    of_six: defaultdict[Used, list[int]] = defaultdict(lambda: [0, 0, 0])
    for values in product(VALUES, repeat=MOST):
        number, used = play(values)
        of_six[multiset(values)][number] += 1
        # The cards beyond those used are not part of the coup: take one sequence for all.
        if not any(values[used:]):
            exactly[number, multiset(values[:used])] += 1
    return dict(exactly), dict(of_six)


def multiset(values: Sequence[int]) -> Used:
    cards = [0] * 10
    for value in values:
        cards[value] += 1
    return tuple(cards)


class Coup:
    """The results of one coup from any count of values, as integers over six cards dealt."""

    def __init__(self, of_six: dict[Used, list[int]]) -> None:
        self.used: Any = np.array(list(of_six), dtype=np.int64)
        self.ways: Any = np.array(list(of_six.values()), dtype=np.int64)

    def results(self, left: Sequence[int]) -> list[int]:
        """The ordered deals of six cards that Player wins, that Banker wins, and that tie."""
        if sum(left) > MOST_CARDS:
            raise ValueError(left)
        deals = np.ones(len(self.used), dtype=np.int64)
        for value in VALUES:
            falling = [orders(left[value], dealt) for dealt in range(MOST + 1)]
            deals *= np.array(falling, dtype=np.int64)[self.used[:, value]]
        return [int(number) for number in deals @ self.ways]


def two_coups(counts: Sequence[int]) -> dict[str, int]:
    """Each pair of results, as `player-banker`, over the ordered deals of twelve cards."""
    check(counts, least=2 * MOST)
    values = value_counts(counts)
    cards = sum(values)
    exactly, of_six = coups()
    coup = Coup(of_six)
    second: dict[Used, list[int]] = {}
    found = {f"{first}-{then}": 0 for first in RESULTS for then in RESULTS}
    for (number, used), ways in exactly.items():
        deals = ways
        for value in VALUES:
            deals *= orders(values[value], used[value])
        if deals == 0:
            continue
        if used not in second:
            second[used] = coup.results([values[value] - used[value] for value in VALUES])
        # What neither coup needs of the twelve cards lies in any order.
        dealt = sum(used) + MOST
        deals *= orders(cards - dealt, 2 * MOST - dealt)
        for then, more in zip(RESULTS, second[used], strict=True):
            found[f"{RESULTS[number]}-{then}"] += deals * more
    return found
