"""An alarm on orders that chance does not give: one seen before, or that of a new deck.

Two things are looked for, each with a bound on how often a fair shoe raises the alarm:

- *repeated*: a run of `WINDOW` cards in a row that stood in a row in one of the last `KEPT`
  shoes. For one earlier shoe there are fewer than n x n pairs of places, and each further card
  of a run is a given kind with a chance of at most d / (n - WINDOW), of d decks and n cards.
- *factory order*: `t` or more neighbours of one suit and next ranks. Any `t` given places hold
  such neighbours with a chance of at most (2d / (n - 2t)) to the t, and there are C(n - 1, t)
  ways to choose them; `t` is the least for which that is under `RATE`.

Both are bounds by summing chances, not estimates.
"""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import comb, exp, log

from pitboss.aggregates.house import SequenceAlarm
from pitboss.cards import CARDS_IN_DECK, Card
from pitboss.journal.store import Message
from pitboss.service.outbox import to_house
from pitboss.table import Event, Table
from pitboss.table.cards.shoe import ShoeEnded

WINDOW = 10
KEPT = 100
RATE = 1e-9
SUITS = 4

Known = Sequence[Card | None]


def repeat_rate(decks: int) -> float:
    """At most this share of fair shoes repeats a window of those kept by chance."""
    cards = decks * CARDS_IN_DECK
    return KEPT * cards * cards * (decks / (cards - WINDOW)) ** WINDOW


def factory_rate(decks: int, neighbours: int, pairs: int | None = None) -> float:
    """At most this share of fair shoes has so many neighbours of a new deck, by chance."""
    cards = decks * CARDS_IN_DECK
    free = cards - 2 * neighbours
    if free <= 2 * decks:
        return 0.0
    ways = comb(cards - 1 if pairs is None else pairs, neighbours)
    return exp(min(0.0, log(ways) + neighbours * log(2 * decks / free))) if ways else 0.0


@cache
def factory_limit(decks: int, pairs: int) -> int | None:
    """The fewest neighbours that raise the alarm; none where so few cards cannot tell."""
    for neighbours in range(1, pairs + 1):
        if factory_rate(decks, neighbours, pairs) < RATE:
            return neighbours
    return None


def neighbours_of(order: Known) -> tuple[int, int]:
    """How many cards lie beside the next of their suit, and of how many pairs seen."""
    found = pairs = 0
    for first, second in pairwise(order):
        if first is None or second is None:
            continue
        pairs += 1
        found += abs(first - second) == SUITS
    return found, pairs


class Monitor:
    """The orders of the last shoes of a house, and what a new one is held against."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._shoes: deque[tuple[str, frozenset[int]]] = deque()
        self._seen: Counter[int] = Counter()
        self._lock = threading.Lock()

    def check(self, order: Known, decks: int, shoe: str) -> str | None:
        """What is wrong with an order, in words; a shoe is not held against itself."""
        neighbours, pairs = neighbours_of(order)
        limit = factory_limit(decks, pairs) if pairs else None
        if limit is not None and neighbours >= limit:
            return f"factory order: {neighbours} neighbours of a new deck, {limit} alarm"
        with self._lock:
            own = next((seen for name, seen in self._shoes if name == shoe), frozenset())
            for window in self._windows(order):
                if self._seen[window] > (window in own):
                    return f"repeated: {WINDOW} cards in a row as in an earlier shoe"
        return None

    def keep(self, order: Known, shoe: str) -> None:
        """Remember a shoe under its name, in place of what was known of it."""
        windows = frozenset(self._windows(order))
        with self._lock:
            for known in [known for known in self._shoes if known[0] == shoe]:
                self._shoes.remove(known)
                self._seen.subtract(known[1])
            self._shoes.append((shoe, windows))
            self._seen.update(windows)
            while len(self._shoes) > self._kept:
                self._seen.subtract(self._shoes.popleft()[1])
            self._seen += Counter()  # what counts nothing is dropped

    def _windows(self, order: Known) -> Iterator[int]:
        for start in range(len(order) - WINDOW + 1):
            cards = order[start : start + WINDOW]
            if None not in cards:
                yield hash(tuple(cards))


def alarms(
    monitor: Monitor,
    stream: str,
    after: int,
    table: Table,
    events: Sequence[Event],
    thrown_away: Sequence[str],
) -> list[Message]:
    """What the monitor says of orders drawn now, and of an outside shoe that is over."""
    found = [(alarm, False) for alarm in thrown_away]
    house, shoe = table.house, table.shoe
    over = any(isinstance(event, ShoeEnded) for event in events)
    if over and house is not None and shoe is not None and not house.virtual:
        key = f"shoe:{stream}:{table.shoes}"
        alarm = monitor.check(shoe.drawn, house.decks, key)
        monitor.keep(shoe.drawn, key)
        found += [(alarm, True)] if alarm else []
    cause = f"{stream}/{after + 1}"
    return [
        to_house(
            f"{cause}/alarm/{number}",
            SequenceAlarm(
                by="monitor",
                at=events[0].at,
                cause=cause,
                table=stream,
                shoe=table.shoes,
                found=alarm,
                used=used,
            ),
        )
        for number, (alarm, used) in enumerate(found)
    ]
