"""What a table's journal tells of settings then and of people's stays, kept up to date.

A settlement is explained by what held when it was made: the game, the sign, the wagers as they
lay. A player's net position is what play moved, not what was carried on and off.
"""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.api.floor import PREFIX, Floor, Shown
from pitboss.journal.record import read_line
from pitboss.journal.store import Store
from pitboss.journal.versions import read_event
from pitboss.ledger import OUTSIDE, chips_of, tokens_of
from pitboss.table import Event, Table, evolve
from pitboss.table.bank import BoughtIn, CashedOut
from pitboss.table.people import Arrived, Left
from pitboss.table.settling import CoupSettled, CoupVoided
from pitboss.table.state import House, Placed, SignState

BATCH = 2_000


@dataclass(frozen=True)
class Then:
    """What held when a coup was settled."""

    house: House
    sign: SignState
    wagers: Mapping[int, Placed]


@dataclass
class Stay:
    """A patron's stay at the table, from arrival on."""

    since: dt.datetime
    until: dt.datetime | None = None
    moved_cents: int = 0
    bought_cents: int = 0
    cashed_out_cents: int = 0
    wagered_cents: int = 0
    coups: int = 0


class Past:
    """The journal of one table, followed event by event."""

    def __init__(self, store: Store, stream: str) -> None:
        self._store = store
        self._stream = stream
        self._read = 0
        self._table = Table()
        self._lock = threading.Lock()
        self._accounts: dict[str, str] = {}
        self.coups: dict[int, Then] = {}
        self.stays: dict[str, Stay] = {}

    def catch_up(self) -> Past:
        """Take in what was written since."""
        with self._lock:
            while True:
                lines = self._store.read(self._stream, self._read, BATCH)
                for sequence, line in lines:
                    self._take(read_event(read_line(line)))
                    self._read = sequence
                if len(lines) < BATCH:
                    return self

    def _take(self, event: Event) -> None:
        before = self._table
        self._table = evolve(before, event)
        if isinstance(event, CoupSettled | CoupVoided) and before.house is not None:
            self.coups[event.coup] = Then(before.house, before.sign, before.wagers)
        if isinstance(event, Arrived):
            self.stays[event.by] = Stay(event.at)
            for account in (chips_of(event.by), tokens_of(event.by)):
                self._accounts[account] = event.by
        if isinstance(event, CoupSettled):
            self._settled(event)
        self._money(event)

    def _settled(self, event: CoupSettled) -> None:
        people = {one.person for one in event.lines}
        for person in people & self.stays.keys():
            stay = self.stays[person]
            stay.coups += 1
            stay.wagered_cents += sum(
                one.line.stake_cents for one in event.lines if one.person == person
            )

    def _money(self, event: Event) -> None:
        """What is carried on or off is no play; all else that moves a person's money is."""
        moved = event.transfers()
        if isinstance(event, Left) and event.person in self.stays:
            self.stays[event.person].until = event.at
        if isinstance(event, BoughtIn) and event.person in self.stays:
            self.stays[event.person].bought_cents += event.amount_cents
        elif isinstance(event, CashedOut) and event.by in self.stays:
            self.stays[event.by].cashed_out_cents += event.amount_cents
        if not moved or any(OUTSIDE in (one.source, one.target) for one in moved):
            return
        for one in moved:
            for account, cents in ((one.source, -one.cents), (one.target, one.cents)):
                if account in self._accounts:
                    self.stays[self._accounts[account]].moved_cents += cents


def past_of(floor: Floor, shown: Shown) -> Past:
    """The past of a table, read as far as it is written."""
    past = shown.past
    if not isinstance(past, Past):
        past = shown.past = Past(floor.tables.store, PREFIX + shown.name)
    return past.catch_up()
