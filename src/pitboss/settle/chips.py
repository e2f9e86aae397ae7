"""A payment in chips: exactly, largest first, or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd

import msgspec

MOST_TRIES = 20_000
"""Chips that people use take a few; beyond these it is a riddle, not a payment."""


class Pile(msgspec.Struct, frozen=True, kw_only=True):
    """So many chips of one value."""

    cents: int
    count: int


def breakdown(cents: int, values: Sequence[int]) -> tuple[Pile, ...] | None:
    """The chips that make a payment; none where these values cannot make it exactly.

    As many as may be of the largest; fewer of them only where the rest would not come out.
    Chips so odd that this takes too many tries are taken for ones that cannot.
    """
    ordered = sorted(set(values), reverse=True)
    try:
        counts = _counts(cents, ordered, set(), iter(range(MOST_TRIES))) if cents > 0 else None
    except StopIteration:
        counts = None
    if counts is None:
        return None
    return tuple(
        Pile(cents=value, count=count)
        for value, count in zip(ordered, counts, strict=True)
        if count
    )


def _counts(
    cents: int, values: list[int], failed: set[tuple[int, int]], tries: Iterator[int]
) -> list[int] | None:
    """How many of each value; `failed` are the rests, by how many values, tried in vain.

    StopIteration where there are no more tries.
    """
    next(tries)
    if not values:
        return [] if cents == 0 else None
    value, rest = values[0], values[1:]
    common = gcd(*values)
    if cents % common or (len(values), cents) in failed:
        return None
    # Of so many smaller chips some would make up whole larger ones: fewer never helps.
    fewest = cents // value - (rest[0] // common if rest else 0)
    for count in range(cents // value, max(-1, fewest - 1), -1):
        found = _counts(cents - count * value, rest, failed, tries)
        if found is not None:
            return [count, *found]
    failed.add((len(values), cents))
    return None
