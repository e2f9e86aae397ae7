"""What the clock brings: notices whose time has come, overdue duties, shoes to be opened.

`fire_due` does what is due at a moment and may be called at any time, by any process, as often
as one likes: everything it records has an id of its own. `Ticker` calls it every second.
"""

from __future__ import annotations

import datetime as dt
import threading

from pitboss.journal.store import TakenError
from pitboss.service.house import ClockWentBack, DutyOverdue, HouseEvent, NoticeDue
from pitboss.service.intake import Actor
from pitboss.service.tables import Tables
from pitboss.table import Table
from pitboss.table.duties import open_duties

CLOCK = Actor("clock", "clock")
SECONDS = 1.0
SIGN_EVERY = 60
KEEP_EVERY = 1_000
WAIT = 30


def fire_due(tables: Tables, now: dt.datetime) -> list[HouseEvent]:
    """Record what is due, once each, and open virtual shoes that are over; what was recorded."""
    fired: list[HouseEvent] = []
    back = tables.moments.went_back()
    if back is not None:
        seconds = back.total_seconds()
        event = ClockWentBack(by=CLOCK.person, at=now, seconds=seconds)
        fired += _record(tables, event, f"clock/{now.isoformat()}")
    for name in tables.names():
        table = tables.table(name).stream.table
        fired += _notices(tables, name, table, now)
        fired += _duties(tables, name, table, now)
        _open_shoe(tables, name, table)
    return fired


def _notices(tables: Tables, name: str, table: Table, now: dt.datetime) -> list[HouseEvent]:
    fired: list[HouseEvent] = []
    for notice in table.notices.values():
        key = (name, notice.kind, notice.change)
        if notice.change <= now and key not in tables.house.state.notices:
            event = NoticeDue(
                by=CLOCK.person, at=now, table=name, kind=notice.kind, change_at=notice.change
            )
            fired += _record(
                tables, event, f"notice/{name}/{notice.kind}/{notice.change.isoformat()}"
            )
    return fired


def _duties(tables: Tables, name: str, table: Table, now: dt.datetime) -> list[HouseEvent]:
    fired: list[HouseEvent] = []
    for duty in open_duties(table):
        if duty.due is None or duty.due >= now:
            continue
        if (name, duty.number) not in tables.house.state.overdue:
            event = DutyOverdue(by=CLOCK.person, at=now, table=name, duty=duty.number, due=duty.due)
            fired += _record(tables, event, f"overdue/{name}/{duty.number}")
    return fired


def _record(tables: Tables, event: HouseEvent, command: str) -> list[HouseEvent]:
    return [event] if tables.house.record([event], command) else []


def _open_shoe(tables: Tables, name: str, table: Table) -> None:
    """A virtual shoe that is over is opened by the clock, if nobody has done it."""
    shoe = table.shoe
    if shoe is None or shoe.over is None or shoe.revealed or shoe.commitment is None:
        return
    clock = table.people.get(CLOCK.person)
    if clock is None or not clock.present:
        on = f"on/{shoe.number}"
        tables.submit(name, {"do": "sign-on"}, CLOCK, on).result(WAIT)
    tables.submit(name, {"do": "reveal-shoe"}, CLOCK, f"reveal/{shoe.number}").result(WAIT)


class Ticker:
    """The thread that fires what is due, carries messages over, signs journals, keeps states."""

    def __init__(self, tables: Tables, seconds: float = SECONDS) -> None:
        self._tables = tables
        self._seconds = seconds
        self._ending = threading.Event()
        self.failures: list[Exception] = []
        self._signed: dict[str, int] = {}
        self._kept: dict[str, int] = {}
        self._thread = threading.Thread(target=self._run, name="ticker", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        ticks = 0
        while not self._ending.is_set():
            self._tables.crossed.wait(self._seconds)
            ticks += 1
            try:
                self._tables.deliver()
                fire_due(self._tables, self._tables.moments.now())
                if ticks % SIGN_EVERY == 0:
                    self.sign()
            except TakenError:
                continue
            except Exception as error:  # noqa: BLE001 - the clock goes on; health tells of it
                self.failures.append(error)
                del self.failures[:-10]
                self._ending.wait(self._seconds)

    def sign(self) -> None:
        """Sign every journal that has grown since, and keep its state when it has grown much."""
        for name in self._tables.names():
            size = self._tables.table(name).stream.sequence
            if size != self._signed.get(name):
                checkpoint = self._tables.sign(name)
                if checkpoint is not None:
                    self._signed[name] = checkpoint.size
            if size - self._kept.get(name, 0) >= KEEP_EVERY:
                self._kept[name] = self._tables.keep_snapshot(name) or self._kept.get(name, 0)

    def close(self) -> None:
        """Stop; what was begun is finished."""
        self._ending.set()
        self._tables.crossed.set()
        self._thread.join()
        self.sign()
