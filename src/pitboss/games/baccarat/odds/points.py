"""Exact counts of the points space: how many ordered six-card draws give each member.

The method is a closed form, not a walk over the cards. For value counts m, the ordered
pairs with sum s number A[s] = sum over x of m[x] S[x, s], where S[x, s] is what is left of
the value that completes x to s. Disjoint ordered pairs with sums P and B then number

    Q[P, B] = A[P] A[B] - 4 sum over x of m[x] S[x, P] S[x, B] + 2 [P = B] A[P]

by inclusion and exclusion on shared cards. By symmetry of the order, third cards may be
taken from the shoe first and Q evaluated on what is left.
"""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.decision.space import Member
from pitboss.editions.values import Tableau
from pitboss.games.baccarat.facts.coup import outcomes
from pitboss.games.baccarat.facts.points import facts_of
from pitboss.odds.composition import falling, value_counts

DRAWN_CARDS = 6
Thirds = tuple[int | None, int | None]


def points_counts(tableau: Tableau, counts: Sequence[int]) -> dict[Member, int]:
    """Ordered six-card draws for each member, out of `falling(cards, 6)` in all."""
    values = value_counts(counts)
    cards = sum(values)
    found: dict[Member, int] = {}
    tables: dict[tuple[int, ...], list[list[int]]] = {}
    for player, banker, third, last in outcomes(tableau):
        thirds = third, last
        drawn = tuple(sorted(third for third in thirds if third is not None))
        if drawn not in tables:
            tables[drawn] = two_pairs(values, drawn)
        ways = _drawn(values, thirds) * tables[drawn][player][banker]
        unused = DRAWN_CARDS - 4 - len(drawn)
        ways *= falling(cards - 4 - len(drawn), unused)
        # Two-card counts and third cards tell every member apart: each comes once.
        found[facts_of(tableau, (player, banker), thirds)] = ways
    return found


def _drawn(values: Sequence[int], thirds: Thirds) -> int:
    """Ordered ways to draw the third cards from the whole shoe."""
    first, second = thirds
    if first is None and second is None:
        return 1
    if first is None or second is None:
        only = second if first is None else first
        return values[only or 0]
    return values[first] * (values[second] - (first == second))


def two_pairs(values: Sequence[int], drawn: Sequence[int]) -> list[list[int]]:
    """Q[P][B] for the shoe less the values drawn."""
    m = list(values)
    for value in drawn:
        m[value] -= 1
    rest = [[m[(total - x) % 10] - ((2 * x - total) % 10 == 0) for x in range(10)]
            for total in range(10)]  # fmt: skip
    weighted = [[m[x] * row[x] for x in range(10)] for row in rest]
    single = [sum(row) for row in weighted]
    table = []
    for player in range(10):
        row = []
        for banker in range(10):
            shared = sum(w * r for w, r in zip(weighted[player], rest[banker], strict=True))
            same = 2 * single[player] if player == banker else 0
            row.append(single[player] * single[banker] - 4 * shared + same)
        table.append(row)
    return table
