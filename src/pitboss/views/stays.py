"""The setting of each coup when it was settled, and the stays of people at a table.

A settlement is explained by what held when it was made: the game, the sign, the wagers as they
lay. A player's net position is what play moved, not what was carried on and off.
"""

from __future__ import annotations

import datetime as dt
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.journal.record import Record
from pitboss.ledger import OUTSIDE, chips_of, tokens_of
from pitboss.table import Event, Table
from pitboss.table.people.bank import BoughtIn, CashedOut
from pitboss.table.people.presence import Arrived, Left
from pitboss.table.settlement.settle import CoupSettled, CoupVoided, Payment, WagersSettled
from pitboss.table.state import House, Placed, SignState
from pitboss.table.tournament.session import of_session


@dataclass(frozen=True)
class CoupSetting:
    """What held when a coup was settled: `moments` of wagers that were settled before its end."""

    house: House
    sign: SignState
    wagers: Mapping[int, Placed]
    moments: Mapping[int, str] = field(default_factory=dict)


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
    last_coup: int = 0


KEPT = dt.timedelta(hours=25)
"""So far back the moves and the visits of each person are kept one by one."""


class Stays:
    """The stays at one table, and the setting of each of its coups.

    `moves` are what play moved of a person's money, `visits` when they came and went.
    """

    def __init__(self) -> None:
        self._accounts: dict[str, str] = {}
        self._paid: dict[int, tuple[Placed, str]] = {}
        self.coups: dict[int, CoupSetting] = {}
        self.stays: dict[str, Stay] = {}
        self.moves: dict[str, deque[tuple[dt.datetime, int]]] = {}
        self.visits: dict[str, deque[tuple[dt.datetime, dt.datetime | None]]] = {}

    def take(self, before: Table, event: Event, after: Table, record: Record) -> None:
        """Take the next event."""
        if isinstance(event, WagersSettled):
            for one in event.lines:
                self._paid[one.number] = (before.wagers[one.number], event.moment)
        if isinstance(event, CoupSettled | CoupVoided) and before.house is not None:
            wagers, moments = before.wagers, {}
            if self._paid:
                earlier = {number: placed for number, (placed, _) in self._paid.items()}
                wagers = {**earlier, **wagers}
                moments = {number: moment for number, (_, moment) in self._paid.items()}
                self._paid = {}
            self.coups[event.coup] = CoupSetting(before.house, before.sign, wagers, moments)
        if isinstance(event, Arrived):
            self.stays[event.by] = Stay(event.at)
            visits = self.visits.setdefault(event.by, deque())
            while visits and visits[0][1] is not None and visits[0][1] < event.at - KEPT:
                visits.popleft()
            visits.append((event.at, None))
            for account in (chips_of(event.by), tokens_of(event.by)):
                self._accounts[account] = event.by
        if of_session(before, event):
            return
        if isinstance(event, Payment):
            self._settled(event)
        self._money(event)

    def _settled(self, event: Payment) -> None:
        people = {one.person for one in event.lines}
        for person in people & self.stays.keys():
            stay = self.stays[person]
            stay.coups += event.coup != stay.last_coup
            stay.last_coup = event.coup
            stay.wagered_cents += sum(
                one.line.stake_cents for one in event.lines if one.person == person
            )

    def _money(self, event: Event) -> None:
        """What is carried on or off is no play; all else that moves a person's money is."""
        moved = event.transfers()
        if isinstance(event, Left) and event.person in self.stays:
            self.stays[event.person].until = event.at
            visits = self.visits[event.person]
            visits.append((visits.pop()[0], event.at))
        if isinstance(event, BoughtIn) and event.person in self.stays:
            self.stays[event.person].bought_cents += event.amount_cents
        elif isinstance(event, CashedOut) and event.by in self.stays:
            self.stays[event.by].cashed_out_cents += event.amount_cents
        if not moved or any(OUTSIDE in (one.source, one.target) for one in moved):
            return
        for one in moved:
            for account, cents in ((one.source, -one.cents), (one.target, one.cents)):
                if account in self._accounts:
                    person = self._accounts[account]
                    self.stays[person].moved_cents += cents
                    moves = self.moves.setdefault(person, deque())
                    while moves and moves[0][0] < event.at - KEPT:
                        moves.popleft()
                    moves.append((event.at, cents))
