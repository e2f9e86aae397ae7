"""The kernel of blackjack: eight shoes shuffled, then walked in lockstep; one look-up a card.

Rules, strategy and pays are in the automaton (`pitboss.games.blackjack.simulate.automaton`); here
is only the order of the cards. No branch depends on a card until the cutting card: each card
moves its shoe's state on and adds one to the count of that state, the states in the middle of
a round being counted together in a spare place for each shoe. Wagers on the first cards are
counted in a second pass over the starts of the rounds.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.kernel import kernel
from pitboss.simulate.generator import WORDS
from pitboss.simulate.lanes import LANES, price, shuffle_lanes
from pitboss.simulate.pays import Integers


class Round(NamedTuple):
    """What the kernel needs to deal rounds and to name what it dealt."""

    cards: Integers
    """The shoe in factory order: (value - 1) * 256 + id."""
    next: Integers
    """By state and value: the state after the card; see `Automaton`."""
    two: Integers
    """By the ids of the player's first two cards: the row of `three` that they lead to."""
    three: Integers
    """By that row and the id of the dealer's first card: the class of the three."""


class Plan(NamedTuple):
    """Sizes, and how long a shoe lasts."""

    size: int
    burned: int
    unfinished: int
    """The first state in the middle of a round; lower ones are ends, each a start again."""
    width: int
    """Entries of a state in `next`."""
    least_cards: int
    rounds: int
    """Rounds dealt from every shoe; 0 where the cutting card ends it."""
    when_first: int
    when_later: int
    depths: Any
    """The cards after which each part of the shoe ends, the last one the cutting card's place."""
    marked: bool
    """Whether the starts of rounds are kept, for wagers on the first cards."""


class Lanes(NamedTuple):
    """What eight shoes need while they are dealt; made once for a task."""

    words: Integers
    cards: Integers
    state: Integers
    part: Integers
    """The part of the shoe in which the round in progress began."""
    rounds: Integers
    starts: Integers
    ends: Integers
    """By part of the shoe and state: rounds begun in it that came to that end."""
    classes: Integers


PAGE = 4096


def apart(size: int, kind: Any) -> Integers:
    """A small array with a page to itself: no other thread's writes slow it down."""
    return np.zeros(PAGE, kind)[:size]


def make_lanes(plan: Plan, classes: int) -> Lanes:
    """Room for eight shoes."""
    most_rounds = plan.size // plan.least_cards + 2
    return Lanes(
        words=apart(WORDS, np.uint64),
        cards=np.zeros(LANES * plan.size, np.uint32),
        state=apart(LANES, np.uint32),
        part=apart(LANES, np.int64),
        rounds=apart(LANES, np.uint32),
        starts=np.zeros(LANES * most_rounds, np.uint32),
        ends=np.zeros((len(plan.depths), plan.unfinished + LANES * plan.width), np.uint32),
        classes=apart(classes, np.uint32),
    )


@kernel
def step(lanes: Any, deal: Any, lane: Any, at: Any) -> Any:
    """The state of a shoe after its card `at`."""
    state = np.uint32(deal.next[lanes.state[lane] + (lanes.cards[at] >> np.uint32(8))])
    lanes.state[lane] = state
    return state


@kernel
def counted(state: Any, plan: Any, lane: Any) -> Any:
    """Where a state is counted: an end of a round by itself, others in the shoe's own place."""
    return min(state, np.uint32(plan.unfinished + lane * plan.width))


@kernel
def mark(lanes: Any, lane: Any, after: Any, ended: Any) -> None:
    """Keep the place after a card as the start of the next round, should this one have ended.

    It is written at every card: what stays is the place after the last.
    """
    rounds = lanes.rounds[lane]
    most = np.uint64(len(lanes.starts) // LANES)
    lanes.starts[np.uint64(lane) * most + rounds + np.uint64(1)] = after
    lanes.rounds[lane] = rounds + np.uint32(ended)


@kernel
def walk(lanes: Any, deal: Any, plan: Any, ends: Any, first: Any, stop: Any) -> None:
    """The cards from `first` to `stop` of every shoe."""
    for place in range(np.uint64(first), np.uint64(stop)):
        for lane in range(LANES):
            state = step(lanes, deal, lane, np.uint64(lane) * np.uint64(plan.size) + place)
            ends[counted(state, plan, lane)] += np.uint32(1)


@kernel
def walk_marking(lanes: Any, deal: Any, plan: Any, ends: Any, first: Any, stop: Any) -> None:
    """The same, and the starts of rounds are kept."""
    for place in range(np.uint64(first), np.uint64(stop)):
        for lane in range(LANES):
            at = np.uint64(lane) * np.uint64(plan.size) + place
            state = step(lanes, deal, lane, at)
            ends[counted(state, plan, lane)] += np.uint32(1)
            mark(lanes, lane, at + np.uint64(1), state < np.uint32(plan.unfinished))


@kernel
def walk_on(lanes: Any, deal: Any, plan: Any, part: Any, first: Any, stop: Any) -> Any:
    """Walk until every shoe's round is one that began in `part`; the place reached.

    A round in progress where a part of the shoe begins is counted to the part it began in.
    """
    unfinished = np.uint32(plan.unfinished)
    going = False
    for lane in range(LANES):
        if lanes.state[lane] < unfinished:
            lanes.part[lane] = part
        going |= lanes.part[lane] != part
    place = np.uint64(first)
    while going and place < np.uint64(stop):
        going = False
        for lane in range(LANES):
            at = np.uint64(lane) * np.uint64(plan.size) + place
            state = step(lanes, deal, lane, at)
            began = lanes.part[lane]
            lanes.ends[began, counted(state, plan, lane)] += np.uint32(1)
            ended = state < unfinished
            mark(lanes, lane, at + np.uint64(1), ended)
            began = np.int64(part) if ended else began
            lanes.part[lane] = began
            going |= began != part
        place += np.uint64(1)
    return np.int64(place)


@kernel
def finish(lanes: Any, deal: Any, plan: Any, lane: Any, place: Any, left: Any) -> Any:
    """Deal one shoe on to so many more ends of rounds; False where its cards ran out."""
    at = np.uint64(lane) * np.uint64(plan.size) + np.uint64(place)
    end = (np.uint64(lane) + np.uint64(1)) * np.uint64(plan.size)
    part = lanes.part[lane]
    while left > 0:
        if at == end:
            return False
        state = step(lanes, deal, lane, at)
        at += np.uint64(1)
        ended = state < np.uint32(plan.unfinished)
        mark(lanes, lane, at, ended)
        if ended:
            lanes.ends[part, state] += np.uint32(1)
            part = len(plan.depths) - 1
            left -= 1
    return True


@kernel
def deal_to_cutting_card(lanes: Any, deal: Any, plan: Any) -> Any:
    """Every shoe to its cutting card, then to its last round (4.1.2, 4.1.3)."""
    place = plan.burned
    for part in range(len(plan.depths)):
        stop = plan.depths[part]
        place = walk_on(lanes, deal, plan, part, place, stop)
        if plan.marked:
            walk_marking(lanes, deal, plan, lanes.ends[part], place, stop)
        else:
            walk(lanes, deal, plan, lanes.ends[part], place, stop)
        place = stop
    whole = True
    for lane in range(LANES):
        first = lanes.state[lane] < np.uint32(plan.unfinished)
        left = plan.when_first if first else plan.when_later + 1
        whole &= finish(lanes, deal, plan, lane, place, left)
    return whole


@kernel
def deal_rounds(lanes: Any, deal: Any, plan: Any) -> Any:
    """The same number of rounds from every shoe."""
    place = plan.burned
    while True:
        left = plan.rounds
        for lane in range(LANES):
            left = min(left, plan.rounds - np.int64(lanes.rounds[lane]))
        # No shoe can end more rounds than that with so few cards.
        stop = min(place + left * plan.least_cards, plan.size)
        if stop == place:
            break
        walk_marking(lanes, deal, plan, lanes.ends[0], place, stop)
        place = stop
    whole = True
    for lane in range(LANES):
        left = plan.rounds - np.int64(lanes.rounds[lane])
        whole &= finish(lanes, deal, plan, lane, place, left)
    return whole


@kernel
def count_first_cards(lanes: Any, deal: Any) -> None:
    """The class of player's two cards and the dealer's first, for every round."""
    most = len(lanes.starts) // LANES
    low = np.uint32(63)
    one = np.uint64(1)
    for lane in range(LANES):
        for number in range(lanes.rounds[lane]):
            start = np.uint64(lanes.starts[lane * most + number])
            first = lanes.cards[start] & low
            up = lanes.cards[start + one] & low
            second = lanes.cards[start + np.uint64(2)] & low
            row = deal.two[first << np.uint32(6) | second]
            lanes.classes[deal.three[row + up]] += np.uint32(1)


@kernel
def deal_block(lanes: Any, deal: Any, plan: Any) -> Any:
    """Deal eight shuffled shoes and count what happened; False where a shoe ran out."""
    lanes.ends[:] = 0
    lanes.classes[:] = 0
    most = len(lanes.starts) // LANES
    for lane in range(LANES):
        lanes.state[lane] = 0
        lanes.part[lane] = 0
        lanes.rounds[lane] = 0
        lanes.starts[lane * most] = lane * plan.size + plan.burned
    whole = (
        deal_rounds(lanes, deal, plan) if plan.rounds else deal_to_cutting_card(lanes, deal, plan)
    )
    if plan.marked:
        count_first_cards(lanes, deal)
    return whole


class Prices(NamedTuple):
    """Pays and offers: by end of a round, and by class of the first cards."""

    ends_pay: Any
    ends_count: Any
    classes_pay: Any
    classes_count: Any


@kernel
def price_block(lanes: Any, plan: Any, prices: Any, counts: Any, gain: Any, stakes: Any) -> None:
    """What every wager gained in the block, then the main wager by part of the shoe."""
    gain[:] = 0.0
    stakes[:] = 0.0
    counts[:] = 0
    wagers = prices.ends_pay.shape[1]
    parts = wagers + prices.classes_pay.shape[1]
    for part in range(len(plan.depths)):
        gained = 0.0
        rounds = np.int64(0)
        for number in range(len(counts)):
            times = lanes.ends[part, number * plan.width]
            counts[number] += times
            rounds += np.int64(times)
            gained += np.float64(times) * prices.ends_pay[number, 0]
        if len(plan.depths) > 1:
            gain[parts + part] = gained
            stakes[parts + part] = np.float64(rounds)
    price(counts, prices.ends_pay, prices.ends_count, gain, stakes, 0)
    price(lanes.classes, prices.classes_pay, prices.classes_count, gain, stakes, wagers)


@kernel
def run_blocks(
    lanes: Any,
    deal: Any,
    plan: Any,
    prices: Any,
    seed: Any,
    first: Any,
    blocks: Any,
    sums: Any,
) -> Any:
    """Shuffle, deal and price some blocks; add each block's totals to `sums`.

    Returns the rounds dealt, and whether every shoe had cards enough. `sums` is that of
    `pitboss.games.baccarat.simulate.kernel.run_blocks`; the main wager is its first.
    """
    wagers = sums.shape[0]
    gain = np.zeros(wagers)
    stakes = np.zeros(wagers)
    counts = np.zeros(prices.ends_pay.shape[0], np.uint32)
    rounds = np.int64(0)
    half = np.int64(32)
    for block in range(first, first + blocks):
        shuffle_lanes(lanes, deal, plan, seed, block)
        if not deal_block(lanes, deal, plan):
            return rounds, False
        price_block(lanes, plan, prices, counts, gain, stakes)
        rounds += np.int64(stakes[0])
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
    return rounds, True
