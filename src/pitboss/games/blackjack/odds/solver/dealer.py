"""The dealer's results from any composition: a trie of final hands, for 64 shoes at once.

A final hand is a multiset of drawn cards with the number of orders in which the dealer may
draw it (rule 13.2). Its probability is that number times a product of falling factorials, so
a walk over the trie of sorted multisets costs one product a node. Hands that bust are left
out: they are what remains to one.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from pitboss.games.blackjack.odds.solver.hands import BITS_PER_VALUE
from pitboss.games.blackjack.odds.solver.returns import WIDTH
from pitboss.games.blackjack.odds.solver.rules import BLACKJACK, BUST, VALUES, Play, Values
from pitboss.kernel import kernel

LANES = 64


@dataclass(frozen=True)
class Trie:
    """The dealer's final hands on one up card; nodes depth first.

    A row of `nodes` has the node's depth, its value, the copies of it before, the slot of a
    hand that ends here (or -1) and whether the path goes on. A slot is an outcome times
    `longest` plus the cards drawn less one.
    """

    nodes: Any
    orders: Any
    longest: int
    bust: int


@lru_cache(maxsize=64)
def trie(play: Play, up: int) -> Trie:
    """Build the trie of an up card."""
    outcomes = [*play.dealer_totals, BUST, BLACKJACK]
    finals = {
        drawn: orders
        for drawn, orders in _orders(play, up).items()
        if play.dealer_final(up, drawn) not in (None, BUST)
    }
    longest = max(map(len, finals))
    paths = sorted({drawn[:length] for drawn in finals for length in range(1, len(drawn) + 1)})
    nodes = []
    for path, after in zip(paths, [*paths[1:], ()], strict=True):
        final = play.dealer_final(up, path) if path in finals else None
        slot = -1 if final is None else outcomes.index(final) * longest + len(path) - 1
        goes_on = after[: len(path)] == path
        nodes.append((len(path), path[-1] - 1, path[:-1].count(path[-1]), slot, goes_on))
    orders = [float(finals.get(path, 0)) for path in paths]
    return Trie(np.array(nodes, dtype=np.int32), np.array(orders), longest, outcomes.index(BUST))


def _orders(play: Play, up: int) -> dict[Values, int]:
    """Every multiset the dealer can draw, with the number of orders that lead to it."""
    found: dict[Values, int] = {(): 1}
    level = found
    while level:
        longer: defaultdict[Values, int] = defaultdict(int)
        for drawn, orders in level.items():
            if play.dealer_final(up, drawn) is None:
                for value in VALUES:
                    longer[tuple(sorted((*drawn, value)))] += orders
        level = dict(longer)
        found |= level
    return found


def results(play: Play, up: int, shoe: Any, keys: Any) -> Any:
    """The probability of each outcome of the dealer, for each set of gone cards in `keys`.

    `shoe` has the value counts without the up card; a row is padded to `WIDTH`.
    """
    tree = trie(play, up)
    found = np.zeros((len(keys), WIDTH))
    _walk(tree.nodes, tree.orders, tree.longest, tree.bust, shoe, keys, BITS_PER_VALUE, found)
    return found


@kernel
def _walk(
    nodes: Any,
    orders: Any,
    longest: Any,
    bust: Any,
    shoe: Any,
    keys: Any,
    bits: Any,
    found: Any,
) -> None:
    lanes = LANES
    values = shoe.shape[0]
    outcomes = found.shape[1]
    mask = (1 << bits) - 1
    count = np.zeros((values, lanes))
    weight = np.ones((longest + 1, lanes))
    part = np.zeros((outcomes * longest, lanes))
    size = np.zeros(lanes)
    for first in range(0, keys.shape[0], lanes):
        here = min(lanes, keys.shape[0] - first)
        part[:] = 0.0
        size[:] = 0.0
        for lane in range(here):
            key = keys[first + lane]
            for value in range(values):
                left = shoe[value] - ((key >> (bits * value)) & mask)
                count[value, lane] = left
                size[lane] += left
        for node in range(nodes.shape[0]):
            depth = nodes[node, 0]
            before = weight[depth - 1]
            copies = count[nodes[node, 1]]
            less = float(nodes[node, 2])
            slot = nodes[node, 3]
            if nodes[node, 4]:
                after = weight[depth]
                for lane in range(lanes):
                    after[lane] = before[lane] * (copies[lane] - less)
            if slot >= 0:
                sums = part[slot]
                ways = orders[node]
                for lane in range(lanes):
                    sums[lane] += ways * before[lane] * (copies[lane] - less)
        for lane in range(here):
            row = found[first + lane]
            scale = 1.0
            for drawn in range(longest):
                left = size[lane] - drawn
                # A shoe that could run out is refused, so an empty one is never reached.
                scale = scale / left if left > 0 else 0.0
                for outcome in range(outcomes):
                    row[outcome] += part[outcome * longest + drawn, lane] * scale
            rest = 1.0
            for outcome in range(outcomes):
                rest -= row[outcome]
            row[bust] = rest
