"""A Run of two, exactly: both coups jointly, the second from what the first left.

The burned card is never seen, so the first two coups after it are distributed as the first
two of the whole shoe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement

import numpy as np

from pitboss.baccarat.points import facts_of
from pitboss.baccarat.tableau import banker_draws, player_draws
from pitboss.editions.model import Tableau
from pitboss.odds.composition import falling, value_counts
from pitboss.odds.constant import LETTERS, TWO_COUPS
from pitboss.odds.fast import count_points, draw_arrays
from pitboss.odds.returns import unit_return
from pitboss.odds.wagers import RowOdds, WagerOdds
from pitboss.settle.compiled import Compiled
from pitboss.settle.lines import pay_text
from pitboss.settle.setting import Setting
from pitboss.tables.automaton import event_of

RESULTS = tuple(LETTERS.values())
COUP = 6

Used = tuple[int, ...]


@lru_cache(maxsize=4)
def first_coups(tableau: Tableau) -> dict[tuple[Used, str], int]:
    """Ordered value sequences of a coup, by how many cards of each value it used and result."""
    found: Counter[tuple[Used, str]] = Counter()
    pairs = list(combinations_with_replacement(range(10), 2))
    for player in pairs:
        for banker in pairs:
            orders = (1 + (player[0] != player[1])) * (1 + (banker[0] != banker[1]))
            two = sum(player) % 10, sum(banker) % 10
            for third in range(10) if player_draws(tableau, *two) else (None,):
                draws = banker_draws(tableau, *two, third)
                for last in range(10) if draws else (None,):
                    result = facts_of(tableau, two, (third, last)).result
                    cards = [*player, *banker, *(c for c in (third, last) if c is not None)]
                    used = tuple(cards.count(value) for value in range(10))
                    found[used, result] += orders
    return dict(found)


def two_coups(tableau: Tableau, composition: Sequence[int]) -> dict[tuple[str, str], Fraction]:
    """The exact probability of each pair of results of the first two coups."""
    values = value_counts(composition)
    cards = sum(values)
    arrays = draw_arrays(tableau, lambda member: RESULTS.index(member.result))
    found: dict[tuple[str, str], int] = dict.fromkeys(
        ((first, second) for first in RESULTS for second in RESULTS), 0
    )
    seconds: dict[Used, list[int]] = {}
    for (used, first), orders in first_coups(tableau).items():
        ways = orders
        for number, times in zip(values, used, strict=True):
            ways *= falling(number, times)
        if ways <= 0:
            continue
        if used not in seconds:
            rest = np.array([n - u for n, u in zip(values, used, strict=True)], np.int64)
            counts = np.zeros(len(RESULTS), np.int64)
            count_points(rest, *arrays, counts)
            seconds[used] = counts.tolist()
        dealt = sum(used)
        ways *= falling(cards - dealt - COUP, TWO_COUPS - COUP - dealt)
        for second, number in zip(RESULTS, seconds[used], strict=True):
            found[first, second] += ways * number
    total = falling(cards, TWO_COUPS)
    return {pair: Fraction(number, total) for pair, number in found.items()}


def run_of_two(
    compiled: Compiled, setting: Setting, counts: Sequence[int], name: str, sequence: str
) -> WagerOdds:
    """The exact odds of a Run of two: its automaton walked over both coups."""
    tableau = compiled.edition.tableau
    if tableau is None:
        raise ValueError(f"{compiled.edition.name} is not baccarat")
    automaton, table = compiled.automaton(name), compiled.table(name, setting.game)
    letters = {result: letter for letter, result in LETTERS.items()}
    chances = [Fraction(0)] * len(table.rows)
    for pair, chance in two_coups(tableau, counts).items():
        state: int | None = automaton.start
        for result in pair:
            if state is None:
                break
            wanted = sequence[state - automaton.start]
            state, matched = automaton.step(state, event_of(letters[result], wanted))
            if matched is not None:
                chances[table.row_of[table.space.index[matched,]]] += chance
    total = falling(sum(counts), TWO_COUPS)
    rows = tuple(
        RowOdds(
            row,
            pay_text(row, setting.sign, 0),
            int(chance * total),
            chance,
            unit_return(row, setting.sign),
        )
        for row, chance in zip(table.rows, chances, strict=True)
    )
    return WagerOdds(name, rows, Fraction(1))
