"""A Run of two, exactly: both coups jointly, the second from what the first left.

The burned card is never seen, so the first two coups after it are distributed as the first
two of the whole shoe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product

import numpy as np

from pitboss.decision.automaton import event_of
from pitboss.decision.compiled import Compiled
from pitboss.editions.values import Tableau
from pitboss.games.baccarat.facts.coup import outcomes
from pitboss.games.baccarat.facts.points import facts_of
from pitboss.games.baccarat.odds.constant import LETTERS, TWO_COUPS
from pitboss.games.baccarat.odds.fast import count_points, draw_arrays
from pitboss.odds.composition import falling, value_counts
from pitboss.odds.returns import unit_return
from pitboss.odds.wagers import RowOdds, WagerOdds
from pitboss.settle.lines import pay_text
from pitboss.settle.setting import Setting

RESULTS = tuple(LETTERS.values())
COUP = 6

Used = tuple[int, ...]


@lru_cache(maxsize=4)
def first_coups(tableau: Tableau) -> dict[tuple[Used, str], int]:
    """Ordered value sequences of a coup, by how many cards of each value it used and result."""
    found: Counter[tuple[Used, str]] = Counter()
    pairs: list[list[tuple[int, int]]] = [[] for _ in range(10)]
    for one, other in combinations_with_replacement(range(10), 2):
        pairs[(one + other) % 10].append((one, other))
    for player_two, banker_two, third, last in outcomes(tableau):
        result = facts_of(tableau, (player_two, banker_two), (third, last)).result
        drawn = [card for card in (third, last) if card is not None]
        for player, banker in product(pairs[player_two], pairs[banker_two]):
            orders = (1 + (player[0] != player[1])) * (1 + (banker[0] != banker[1]))
            cards = [*player, *banker, *drawn]
            found[tuple(cards.count(value) for value in range(10)), result] += orders
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
