"""Every hand a player can hold, as tables that depend on the rules alone.

A *family* is the hands that one kind of play can reach: family 0 the hands that were not
split, family v the hands that began as one of two split cards of value v. Each state knows
the player's cards that are gone from the shoe (with the other split card), the state after
each draw, and where its *place* is: the row of the dealer's results for those gone cards.
Different families share places.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from pitboss.games.blackjack.facts.hand import LIMIT
from pitboss.games.blackjack.odds.solver.rules import ACE_VALUE, TEN_VALUE, VALUES, Play, Values

STAND, HIT, DOUBLE, SPLIT = 1, 2, 4, 8  # bits of a set of actions
BIT = {"stand": STAND, "hit": HIT, "double": DOUBLE, "split": SPLIT}
WORD = {bit: word for word, bit in BIT.items()}
BUST = -1
BITS_PER_VALUE = 6


def key_of(values: Values) -> int:
    """A multiset as one integer that adds: six bits for the copies of each value."""
    return sum(1 << BITS_PER_VALUE * (value - 1) for value in values)


@dataclass(frozen=True)
class Family:
    """The hands of one kind of play, a smaller hard total first."""

    pair: int
    hands: tuple[Values, ...]
    index: dict[Values, int]
    gone: Any  # [state, value]: copies of each value that the player took from the shoe
    child: Any  # [state, value]: the state after that draw, or BUST
    place: Any  # [state]: the row of the dealer's results
    total: Any  # [state]: the total to stand on
    soft: Any  # [state]
    size: Any  # [state]: cards in the hand
    legal: Any  # [state]: bits of the legal actions, split included
    doubled: Any  # [state, value]: the total after a double and that card, over LIMIT a bust


@dataclass(frozen=True)
class Hands:
    """All families, and the distinct sets of gone cards of their states, as keys."""

    play: Play
    families: tuple[Family, ...]
    places: Any


@lru_cache(maxsize=4)
def all_hands(play: Play) -> Hands:
    """Build the tables for an edition's rules of a round."""
    place_of: dict[int, int] = {}
    families = [_family(play, 0, 0, place_of), *split_families(play, 1, place_of)]
    return Hands(play, tuple(families), np.array(list(place_of), dtype=np.int64))


def split_families(play: Play, others: int, place_of: dict[int, int]) -> list[Family]:
    """The hands that begin as one split card, where so many others of its value are gone."""
    return [_family(play, pair, others, place_of) for pair in VALUES]


@lru_cache(maxsize=1)
def _all_multisets() -> list[Values]:
    return sorted(_multisets(), key=lambda values: (sum(values), values))


def _multisets(least: int = ACE_VALUE, left: int = LIMIT) -> list[Values]:
    found: list[Values] = [()]
    for value in range(least, min(TEN_VALUE, left) + 1):
        found += [(value, *rest) for rest in _multisets(value, left - value)]
    return found


def _family(play: Play, pair: int, others: int, place_of: dict[int, int]) -> Family:
    hands = [hand for hand in _all_multisets() if (pair in hand if pair else len(hand) >= 2)]
    index = {hand: place for place, hand in enumerate(hands)}
    states = len(hands)
    gone = np.zeros((states, len(VALUES)))
    child = np.full((states, len(VALUES)), BUST, dtype=np.int32)
    doubled = np.zeros((states, len(VALUES)), dtype=np.int32)
    place = np.zeros(states, dtype=np.int32)
    legal = np.zeros(states, dtype=np.int32)
    split = int(pair > 0)
    for state, hand in enumerate(hands):
        for value in (*hand, *[pair] * others):
            gone[state, value - 1] += 1
        taken = key_of((*hand, *[pair] * others))
        place[state] = place_of.setdefault(taken, len(place_of))
        legal[state] = sum(BIT[action] for action in play.legal(hand, split, pair))
        for value in VALUES:
            child[state, value - 1] = index.get(tuple(sorted((*hand, value))), BUST)
            if legal[state] & DOUBLE:
                doubled[state, value - 1] = min(play.doubled(hand, value), LIMIT + 1)
    totals = [play.total(hand) for hand in hands]
    return Family(
        pair=pair,
        hands=tuple(hands),
        index=index,
        gone=gone,
        child=child,
        place=place,
        total=np.array([points for points, _ in totals], dtype=np.int32),
        soft=np.array([soft for _, soft in totals]),
        size=np.array([len(hand) for hand in hands], dtype=np.int32),
        legal=legal,
        doubled=doubled,
    )
