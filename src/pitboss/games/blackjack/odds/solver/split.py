"""Two hands of a split and the dealer together.

Both hands and the dealer draw from one shoe, so their results are not independent. Only
pairs of hands that both stay within the limit need the dealer jointly, and the dealer only
sees the union of the two: equal unions are met once. What a bust hand does to the other
follows from each hand alone by subtraction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.games.blackjack.facts.hand import LIMIT
from pitboss.games.blackjack.odds.solver.dealer import results
from pitboss.games.blackjack.odds.solver.hands import (
    BITS_PER_VALUE,
    DOUBLE,
    HIT,
    STAND,
    Hands,
    key_of,
)
from pitboss.games.blackjack.odds.solver.player import Values
from pitboss.games.blackjack.odds.solver.returns import WIDTH
from pitboss.games.blackjack.odds.solver.rules import Play
from pitboss.games.blackjack.odds.solver.shoe import Against
from pitboss.kernel import kernel

# A way for a hand to end: its total, plus this where it was doubled.
DOUBLED = LIMIT + 1


@dataclass(frozen=True)
class Finals:
    """The final hands of both halves of a split pair, none of them bust.

    `keys` are the hand's own cards; `ends` numbers its way to end in `ways`; `orders` has, by
    hand of the split, in how many orders of drawing the plan arrives there.
    """

    pair: int
    keys: Any
    ends: Any
    ways: tuple[int, ...]
    orders: Any


def finals(hands: Hands, pair: int, plans: tuple[Values, Values]) -> Finals:
    """The ways in which the two hands of a split pair can end under their plans."""
    family = hands.families[pair]
    own = hands.places[family.place] - key_of((pair,))
    keys, ways, orders = [], [], []
    both = [_orders(family.child, plan.action, HIT) for plan in plans]
    standing = [
        np.where(plan.action == STAND, ways, 0.0) for plan, ways in zip(plans, both, strict=True)
    ]
    for state in np.flatnonzero(standing[0] + standing[1]):
        keys.append(own[state])
        ways.append(int(family.total[state]))
        orders.append([standing[0][state], standing[1][state]])
    doubling = [
        np.where(plan.action == DOUBLE, ways, 0.0) for plan, ways in zip(plans, both, strict=True)
    ]
    for state in np.flatnonzero(doubling[0] + doubling[1]):
        for draw, child in enumerate(family.child[state]):
            total = int(family.doubled[state, draw])
            if child < 0 or total > LIMIT:
                raise ValueError("a doubled hand that can bust is not provided for")
            keys.append(own[child])
            ways.append(DOUBLED + total)
            orders.append([doubling[0][state], doubling[1][state]])
    known = sorted(set(ways))
    return Finals(
        pair,
        np.array(keys, dtype=np.int64),
        np.array([known.index(way) for way in ways], dtype=np.int32),
        tuple(known),
        np.array(orders).T.copy(),
    )


@kernel
def _orders(
    child: Any,
    action: Any,
    hit: Any,
) -> Any:
    found = np.zeros(child.shape[0])
    found[0] = 1.0
    for state in range(child.shape[0]):
        if found[state] > 0.0 and action[state] == hit:
            for value in range(child.shape[1]):
                if child[state, value] >= 0:
                    found[child[state, value]] += found[state]
    return found


def joint(play: Play, against: Against, every: list[Finals]) -> list[Any]:
    """For each split pair of an up card, [way of hand 1, way of hand 2, dealer's outcome].

    The probabilities are given that the pair was dealt and split.
    """
    pairs = [len(final.keys) * (len(final.keys) + 1) // 2 for final in every]
    size = 1 << int(sum(pairs)).bit_length()
    table = np.full(size, -1, dtype=np.int64)
    number = np.empty(size, dtype=np.int32)
    unions = np.empty(sum(pairs), dtype=np.int64)
    where = [np.empty(count, dtype=np.int32) for count in pairs]
    known = 0
    for final, slots in zip(every, where, strict=True):
        known = _unite(final.keys, table, number, unions, known, slots)
    unions = unions[:known]
    dealer = results(play, against.up, against.rest, unions)
    _weigh(against.rest, unions, BITS_PER_VALUE, dealer)
    found = []
    for final, slots in zip(every, where, strict=True):
        sums = np.zeros((len(final.ways), len(final.ways), WIDTH))
        _sum(final.ends, final.orders, slots, dealer, sums)
        # The weights count the split cards as drawn too: leave them out again.
        copies, cards = against.rest[final.pair - 1], against.rest.sum()
        found.append(sums * (cards * (cards - 1) / (copies * (copies - 1))))
    return found


@kernel
def _unite(
    keys: Any,
    table: Any,
    number: Any,
    unions: Any,
    known: Any,
    slots: Any,
) -> Any:
    mask = np.int64(table.shape[0] - 1)
    slot = 0
    for first in range(keys.shape[0]):
        for second in range(first, keys.shape[0]):
            union = keys[first] + keys[second]
            mixed = np.uint64(union) * np.uint64(0x9E3779B97F4A7C15)
            place = np.int64(mixed >> np.uint64(32)) & mask
            while table[place] != union:
                if table[place] < 0:
                    table[place] = union
                    number[place] = known
                    unions[known] = union
                    known += 1
                    break
                place = (place + 1) & mask
            slots[slot] = number[place]
            slot += 1
    return known


@kernel
def _weigh(
    rest: Any,
    unions: Any,
    bits: Any,
    dealer: Any,
) -> None:
    """Multiply each row by the probability of drawing these cards in one given order."""
    cards = rest.sum()
    mask = (1 << bits) - 1
    for row in range(unions.shape[0]):
        weight = 1.0
        drawn = 0.0
        for value in range(rest.shape[0]):
            copies = (unions[row] >> (bits * value)) & mask
            for taken in range(copies):
                left = cards - drawn
                weight *= (rest[value] - taken) / left if left > 0 else 0.0
                drawn += 1.0
        for outcome in range(dealer.shape[1]):
            dealer[row, outcome] *= weight


@kernel
def _sum(
    ends: Any,
    orders: Any,
    slots: Any,
    dealer: Any,
    sums: Any,
) -> None:
    width = dealer.shape[1]
    slot = 0
    for first in range(ends.shape[0]):
        for second in range(first, ends.shape[0]):
            row = dealer[slots[slot]]
            slot += 1
            one = orders[0, first] * orders[1, second]
            if one != 0.0:
                here = sums[ends[first], ends[second]]
                for outcome in range(width):
                    here[outcome] += one * row[outcome]
            two = orders[0, second] * orders[1, first]
            if two != 0.0 and second > first:
                here = sums[ends[second], ends[first]]
                for outcome in range(width):
                    here[outcome] += two * row[outcome]
