"""Eight shoes that are shuffled together, and what their counts pay: for the kernel of any game."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.kernel import kernel
from pitboss.simulate.generator import seed_block, shuffle

LANES = 8
MOST_DECKS = 31
"""Six draws from one word need that the sixth power of the cards fits in 64 bits."""
VALUE_SHIFT = 8
"""A card in a lane is its value above its id."""


@kernel
def shuffle_lanes(lanes: Any, deal: Any, shape: Any, seed: Any, block: Any) -> None:
    """Eight shoes in factory order, each shuffled; the generator is this block's own."""
    seed_block(lanes.words, seed, block)
    size = np.uint64(shape.size)
    for lane in range(LANES):
        first = np.uint64(lane) * size
        for card in range(size):
            lanes.cards[first + card] = deal.cards[card]
        shuffle(lanes.words, lanes.cards, first, size)


@kernel
def price(counts: Any, pay: Any, count: Any, gain: Any, stakes: Any, first: Any) -> None:
    """Add what so many of each class pay on the wagers from column `first` on."""
    for number in range(len(counts)):
        times = np.float64(counts[number])
        if times == 0.0:
            continue
        for wager in range(pay.shape[1]):
            gain[first + wager] += times * pay[number, wager]
            stakes[first + wager] += times * count[number, wager]
