"""The kernel of baccarat: eight shoes shuffled, then walked in lockstep; dealing order only.

No branch depends on a card while every shoe has six cards before its cutting card: a coup is
six loads, one look-up for the draws and one for the pairs, and one count. What a count pays
is multiplied in at the end of a block. The end of a shoe is `deal_shoe` of
`pitboss.shoe`, lane by lane.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.kernel import kernel
from pitboss.simulate.generator import WORDS
from pitboss.simulate.lanes import LANES, price, shuffle_lanes
from pitboss.simulate.pays import Integers

FEWEST_CARDS, MOST_CARDS = 4, 6
CACHE_LINE = 64
UNSEEN = 1 << 30
"""Coups left to deal while the cutting card has not shown."""
ENDED = 3
"""The letter after the last coup of a shoe; 0, 1 and 2 are Player, Banker and Tie."""


class Spans(NamedTuple):
    """The automaton of all wagers that span coups; see `pitboss.games.baccarat.simulate.spans`."""

    next: Integers
    """By state and letter: the state after it. States are multiples of four."""
    start: int
    done: int


class Shape(NamedTuple):
    """Sizes and the edition's values for the end of a shoe."""

    size: int
    front: int
    when_first: int
    when_later: int
    pair_classes: int
    classes: int


class Lanes(NamedTuple):
    """What eight shoes need while they are dealt; made once for a task."""

    words: Integers
    cards: Integers
    place: Integers
    end: Integers
    state: Integers
    letters: Integers
    coups: Integers
    counts: Integers
    points: Integers
    pairs: Integers
    moves: Integers


def make_lanes(shape: Shape, spans: Spans) -> Lanes:
    """Room for eight shoes, a little more than they fill: a coup looks six cards ahead."""
    lanes = Lanes(
        words=apart(WORDS, np.uint64),
        cards=apart(LANES * shape.size + MOST_CARDS, np.uint32),
        place=apart(LANES, np.uint64),
        end=apart(LANES, np.uint64),
        state=apart(LANES, np.uint32),
        letters=apart((shape.size // FEWEST_CARDS + 1) * LANES, np.uint8).reshape(-1, LANES),
        coups=apart(LANES, np.int64),
        counts=apart(shape.pair_classes * shape.classes, np.uint32),
        points=apart(shape.classes, np.uint32),
        pairs=apart(shape.pair_classes, np.uint32),
        moves=apart(len(spans.next), np.uint32),
    )
    lanes.end[:] = [lane * shape.size + shape.front for lane in range(LANES)]
    return lanes


def apart(size: int, kind: Any) -> Integers:
    """Zeros on cache lines of their own: threads that shared a line would wait for each other."""
    room: Integers = np.zeros(size + 2 * CACHE_LINE, kind)
    return room[CACHE_LINE : CACHE_LINE + size]


@kernel
def deal_coup(cards: Any, place: Any, deal: Any) -> Any:
    """One coup at `place`: its entry in the draw table (class, result, cards) and pair class."""
    one = np.uint64(1)
    first = cards[place]
    second = cards[place + one]
    third = cards[place + np.uint64(2)]
    fourth = cards[place + np.uint64(3)]
    fifth = cards[place + np.uint64(4)] >> np.uint32(8)
    sixth = cards[place + np.uint64(5)] >> np.uint32(8)
    player = (first + third) >> np.uint32(8)
    banker = (second + fourth) >> np.uint32(8)
    ten = np.uint32(10)
    player = player - ten if player >= ten else player
    banker = banker - ten if banker >= ten else banker
    entry = deal.draw[player * np.uint32(1000) + banker * np.uint32(100) + fifth * ten + sixth]
    low = np.uint32(63)
    twin = np.uint32(16) if ((first ^ second) & np.uint32(60)) == np.uint32(0) else np.uint32(0)
    kinds = deal.kinds[(first ^ third) & low] + np.uint32(4) * deal.kinds[(second ^ fourth) & low]
    return np.uint32(entry), deal.pair_class[kinds + twin]


@kernel
def walk_together(lanes: Any, deal: Any, shape: Any, coups: Any) -> None:
    """Deal so many coups in every shoe, all of which must lie before the cutting cards."""
    width = np.uint32(shape.classes)
    for _ in range(coups):
        for lane in range(LANES):
            entry, pair = deal_coup(lanes.cards, lanes.place[lane], deal)
            lanes.place[lane] += np.uint64(entry & np.uint32(7))
            lanes.counts[pair * width + (entry >> np.uint32(5))] += np.uint32(1)


@kernel
def walk_together_spanning(lanes: Any, deal: Any, shape: Any, spans: Any, coups: Any) -> None:
    """The same, and each shoe's results through the automaton of spanning wagers."""
    width = np.uint32(shape.classes)
    dealt = lanes.coups[0]
    for coup in range(dealt, dealt + coups):
        for lane in range(LANES):
            entry, pair = deal_coup(lanes.cards, lanes.place[lane], deal)
            lanes.place[lane] += np.uint64(entry & np.uint32(7))
            lanes.counts[pair * width + (entry >> np.uint32(5))] += np.uint32(1)
            letter = (entry >> np.uint32(3)) & np.uint32(3)
            lanes.letters[coup, lane] = letter
            move = lanes.state[lane] + letter
            lanes.moves[move] += np.uint32(1)
            lanes.state[lane] = spans.next[move]


@kernel
def left_before(left: Any, place: Any, end: Any, shape: Any) -> Any:
    """Coups left to deal, this one included, seen before its first card."""
    return shape.when_first if left == UNSEEN and place == end else left


@kernel
def left_after(left: Any, place: Any, end: Any, shape: Any) -> Any:
    """Coups left to deal after one, the cutting card having shown in it or not."""
    if left != UNSEEN:
        return left - 1
    return shape.when_later if place > end else UNSEEN


@kernel
def finish(lanes: Any, deal: Any, shape: Any, spans: Any, lane: Any) -> None:
    """Deal one shoe to its last coup, the cutting card showing on the way."""
    left = UNSEEN
    while left > 0:
        left = left_before(left, lanes.place[lane], lanes.end[lane], shape)
        entry, pair = deal_coup(lanes.cards, lanes.place[lane], deal)
        lanes.place[lane] += np.uint64(entry & np.uint32(7))
        lanes.counts[pair * np.uint32(shape.classes) + (entry >> np.uint32(5))] += np.uint32(1)
        letter = (entry >> np.uint32(3)) & np.uint32(3)
        lanes.letters[lanes.coups[lane], lane] = letter
        lanes.coups[lane] += 1
        move = lanes.state[lane] + letter
        lanes.moves[move] += np.uint32(1)
        lanes.state[lane] = spans.next[move]
        left = left_after(left, lanes.place[lane], lanes.end[lane], shape)


@kernel
def run_out(lanes: Any, spans: Any, lane: Any) -> None:
    """End one shoe, and let what outlives it run into the table's next.

    The next shoe of the table is the next lane's, the first lane's after the last: shoes are
    alike and independent, so a ring of eight is as good as an endless row of shoes, and no
    wager is left open at the end of a block.
    """
    move = lanes.state[lane] + np.uint32(ENDED)
    other = (lane + 1) % LANES
    coup = 0
    while True:
        lanes.moves[move] += np.uint32(1)
        state = spans.next[move]
        if state == spans.done:
            break
        move = state + np.uint32(lanes.letters[coup, other])
        coup += 1


@kernel
def deal_block(lanes: Any, deal: Any, shape: Any, spans: Any) -> None:
    """Deal eight shuffled shoes from burn to last coup and count what happened."""
    lanes.counts[:] = 0
    lanes.moves[:] = 0
    for lane in range(LANES):
        first = np.uint64(lane * shape.size)
        lanes.place[lane] = first + deal.burned[lanes.cards[first] >> np.uint32(8)]
        lanes.state[lane] = spans.start
        lanes.coups[lane] = 0
    while True:
        coups = np.uint64(shape.size)
        for lane in range(LANES):
            coups = min(coups, (lanes.end[lane] - lanes.place[lane]) // np.uint64(MOST_CARDS))
        if coups == 0:
            break
        if len(spans.next) > ENDED + 1:
            walk_together_spanning(lanes, deal, shape, spans, coups)
        else:
            walk_together(lanes, deal, shape, coups)
        for lane in range(LANES):
            lanes.coups[lane] += coups
    for lane in range(LANES):
        finish(lanes, deal, shape, spans, lane)
    for lane in range(LANES):
        run_out(lanes, spans, lane)


class Prices(NamedTuple):
    """Pays and offers of the wagers of points, of pairs and of spans, by what was counted."""

    points_pay: Any
    points_count: Any
    pairs_pay: Any
    pairs_count: Any
    spans_pay: Any
    spans_count: Any


@kernel
def price_block(lanes: Any, shape: Any, prices: Any, gain: Any, stakes: Any) -> None:
    """What every wager gained in the block, and how many stakes of it there were."""
    gain[:] = 0.0
    stakes[:] = 0.0
    lanes.points[:] = 0
    lanes.pairs[:] = 0
    for pair in range(shape.pair_classes):
        for number in range(shape.classes):
            times = lanes.counts[pair * shape.classes + number]
            lanes.points[number] += times
            lanes.pairs[pair] += times
    price(lanes.points, prices.points_pay, prices.points_count, gain, stakes, 0)
    first = prices.points_pay.shape[1]
    price(lanes.pairs, prices.pairs_pay, prices.pairs_count, gain, stakes, first)
    first += prices.pairs_pay.shape[1]
    price(lanes.moves, prices.spans_pay, prices.spans_count, gain, stakes, first)


@kernel
def run_blocks(
    lanes: Any,
    deal: Any,
    shape: Any,
    spans: Any,
    prices: Any,
    seed: Any,
    first: Any,
    blocks: Any,
    sums: Any,
) -> Any:
    """Shuffle, deal and price some blocks; add each block's totals to `sums`; coups dealt.

    `sums` has for each wager the sums of R, R squared (in two halves, so that no sum can
    overflow), R times N, N and N squared, R and N being gain and stakes of a block.
    """
    wagers = sums.shape[0]
    gain = np.zeros(wagers)
    stakes = np.zeros(wagers)
    coups = 0
    half = np.int64(32)
    for block in range(first, first + blocks):
        shuffle_lanes(lanes, deal, shape, seed, block)
        deal_block(lanes, deal, shape, spans)
        price_block(lanes, shape, prices, gain, stakes)
        for lane in range(LANES):
            coups += lanes.coups[lane]
        for wager in range(wagers):
            total = np.int64(gain[wager])
            number = np.int64(stakes[wager])
            square = total * total
            sums[wager, 0] += total
            sums[wager, 1] += square >> half
            sums[wager, 2] += square & np.int64(0xFFFFFFFF)
            sums[wager, 3] += total * number
            sums[wager, 4] += number
            sums[wager, 5] += number * number
    return coups
