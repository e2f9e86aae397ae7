"""What the clock brings: notices whose time has come, overdue duties, shoes to be opened.

Also exclusions whose term is over, and tables whose win leaves its band or comes back into it.

`fire_due` does what is due at a moment and may be called at any time, by any process, as often
as one likes: everything it records has an id of its own. `Ticker` calls it every second.
"""

from __future__ import annotations

import datetime as dt
import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from pitboss.aggregates.house import (
    STREAM,
    ClockJumped,
    ClockWentBack,
    DutyOverdue,
    ExclusionLifted,
    HouseEvent,
    NoticeDue,
)
from pitboss.journal.proof.checkpoint import Checkpoint
from pitboss.journal.store import TakenError
from pitboss.service.people.exclusions import CLOCK, give_by_clock
from pitboss.service.reports import Tally, crossing_of
from pitboss.service.tables import Tables
from pitboss.table import Table
from pitboss.table.authority.duties import open_duties
from pitboss.table.terminals.parts import round_of, running, terminals_of

SECONDS = 1.0
SIGN_EVERY = 60
HOLD_EVERY = 300
KEEP_EVERY = 1_000
FAILURES_KEPT = 10
LATE = dt.timedelta(seconds=5)
"""So long after its instant the end of a period is recorded at the latest, by any server."""

log = logging.getLogger("pitboss.ticker")

Due = tuple[HouseEvent, str]
"""What is to be recorded, and under which command id."""


def fire_due(tables: Tables, now: dt.datetime) -> list[HouseEvent]:
    """Record what is due, once each, and open virtual shoes that are over; what was recorded."""
    fired = _recorded(tables, chain(_clock(tables, now), _terms(tables, now)))
    for name in tables.names():
        table = tables.table(name).stream.table
        due = chain(_notices(tables, name, table, now), _duties(tables, name, table, now))
        fired += _recorded(tables, due)
        _open_shoe(tables, name, table)
        if tables.table(name).stream.rules.edition.conduct.period is not None:
            _end_period(tables, name, table, now)
    return fired


def watch_hold(tables: Tables, now: dt.datetime) -> list[HouseEvent]:
    """Record each table whose win has left its band, or has come back, since it was last told.

    The id of the record is the number of the crossing, so that it is told once by all processes.
    """
    return _recorded(tables, _crossings(tables, now))


def _recorded(tables: Tables, due: Iterable[Due]) -> list[HouseEvent]:
    """Those that nobody has recorded yet, each recorded before the next is looked for."""
    return [event for event, command in due if tables.house.record([event], command)]


def _crossings(tables: Tables, now: dt.datetime) -> Iterator[Due]:
    state = tables.house.state
    for name in tables.names():
        number = state.crossings.get(name, 0)
        report = tables.table(name).follower.of(Tally).report(now)
        found = crossing_of(report, now, outside=state.outside(name))
        if found is not None:
            yield found, f"hold/{name}/{number + 1}"


def _clock(tables: Tables, now: dt.datetime) -> Iterator[Due]:
    back = tables.moments.went_back()
    if back is not None:
        event = ClockWentBack(by=CLOCK.person, at=now, seconds=back.total_seconds())
        yield event, f"clock/{now.isoformat()}"
    jump = tables.moments.jumped()
    if jump:
        seconds = jump.total_seconds()
        told = ClockJumped(by=CLOCK.person, at=now, seconds=seconds)
        minutes = (tables.moments.wall() - now).total_seconds() // 60
        yield told, f"clock-jumped/{now.date()}/{minutes:.0f}"


def _terms(tables: Tables, now: dt.datetime) -> Iterator[Due]:
    """An exclusion for a term ends with it."""
    for person, (since, until) in list(tables.house.state.terms.items()):
        if until <= now:
            event = ExclusionLifted(by=CLOCK.person, at=now, person=person, reason="its term")
            yield event, f"term/{person}/{since.isoformat()}"


def _notices(tables: Tables, name: str, table: Table, now: dt.datetime) -> Iterator[Due]:
    for notice in table.notices.values():
        kind, change = notice.kind, notice.change
        if change <= now and (name, kind, change) not in tables.house.state.notices:
            event = NoticeDue(by=CLOCK.person, at=now, table=name, kind=kind, change_at=change)
            yield event, f"notice/{name}/{kind}/{change.isoformat()}"


def _duties(tables: Tables, name: str, table: Table, now: dt.datetime) -> Iterator[Due]:
    for duty in open_duties(table):
        if duty.due is None or duty.due >= now:
            continue
        if (name, duty.number) not in tables.house.state.overdue:
            event = DutyOverdue(by=CLOCK.person, at=now, table=name, duty=duty.number, due=duty.due)
            yield event, f"overdue/{name}/{duty.number}"


def _open_shoe(tables: Tables, name: str, table: Table) -> None:
    """A virtual shoe that is over is opened by the clock, if nobody has done it."""
    shoe = table.shoe
    if shoe is None or shoe.over is None or shoe.revealed or shoe.commitment is None:
        return
    number = str(shoe.number)
    give_by_clock(tables, name, table, {"do": "reveal-shoe"}, "reveal", number)


def _end_period(tables: Tables, name: str, table: Table, now: dt.datetime) -> None:
    """A wagering period whose instant has come is over.

    Where nobody recorded that for a while, the system had stopped before it.
    """
    ends = table.betting.closes_at
    if ends is None or now < ends or not running(table):
        return
    if now - ends > LATE:
        # Another server may have ended it while this one heard nothing.
        tables.follow(name)
        table = tables.table(name).stream.table
        if not running(table) or table.betting.closes_at != ends:
            return
        _stopped(tables, name, table)
    number = f"{round_of(table)}/{ends.isoformat()}"
    give_by_clock(tables, name, table, {"do": "end-period"}, "period", number)


def after_stop(tables: Tables) -> None:
    """What a stop of the system inside a wagering period means for wagers of terminals.

    Called once when the only server of a floor starts: it was not there until now.
    """
    for name in tables.names():
        table = tables.table(name).stream.table
        if running(table):
            _stopped(tables, name, table)


def _stopped(tables: Tables, name: str, table: Table) -> None:
    """The system stopped after what it recorded last."""
    known, ends, last = terminals_of(table).terminals, table.betting.closes_at, table.now
    if ends is None or last is None or not any(one.stakes for one in known.values()):
        return
    data = {
        "do": "declare-malfunction",
        "what": "system",
        "grounds": ["c"],
        "reason": "the system stopped inside the wagering period",
        "happened": last,
    }
    number = f"{round_of(table)}/{ends.isoformat()}"
    give_by_clock(tables, name, table, data, "stopped", number)


@dataclass
class Trouble:
    """How one part of the clock's work goes: when it failed last, and since when it fails."""

    failing_since: dt.datetime | None = None
    failed_at: dt.datetime | None = None
    failures: int = 0


class Ticker:
    """The thread that does what is due, delivers what crosses, signs, and watches the hold.

    Each part fails for itself: what is due is recorded also while nothing can be signed.
    """

    def __init__(self, tables: Tables, seconds: float = SECONDS) -> None:
        self._tables = tables
        self._seconds = seconds
        self._ending = threading.Event()
        self.failures: list[Exception] = []
        self.parts = {name: Trouble() for name in ("outbox", "clock", "signing", "hold")}
        self._signed: dict[str, int] = {}
        self._kept: dict[str, int] = {}
        self._thread = threading.Thread(target=self._run, name="ticker", daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether the clock's thread goes."""
        return self._thread.is_alive()

    def _run(self) -> None:
        ticks = 0
        while not self._ending.is_set():
            self._tables.crossed.wait(self._seconds)
            ticks += 1
            fine = self._part("outbox", self._tables.deliver)
            fine &= self._part("clock", self.fire)
            if ticks % SIGN_EVERY == 0:
                fine &= self._part("signing", self.sign)
            if ticks % HOLD_EVERY == 0:
                fine &= self._part("hold", self.watch)
            if not fine:
                self._ending.wait(self._seconds)

    def _part(self, name: str, work: Callable[[], object]) -> bool:
        """Do one part; the clock goes on whatever happens, and health tells of it."""
        trouble = self.parts[name]
        try:
            work()
        except TakenError:
            pass  # another process did it
        except Exception as error:
            at = self._tables.moments.now()
            if trouble.failing_since is None:
                log.exception("the %s fails", name)
                trouble.failing_since = at
            trouble.failed_at = at
            trouble.failures += 1
            self.failures.append(error)
            del self.failures[:-FAILURES_KEPT]
            return False
        trouble.failing_since = None
        return True

    def fire(self) -> None:
        """Record what is due now."""
        fire_due(self._tables, self._tables.moments.now())

    def watch(self) -> None:
        """Tell of tables whose win has left its band."""
        watch_hold(self._tables, self._tables.moments.now())

    def sign(self) -> None:
        """Sign every journal that has grown since, and keep its state when it has grown much."""
        tables, found = self._tables, list[Checkpoint | None]()
        tables.aside.report(tables.house, tables.moments.now())
        for name in tables.names():
            size = tables.table(name).stream.sequence
            tables.signing.watch(name, tables.table(name).told)
            if name in tables.aside.streams():
                continue
            if size != self._signed.get(name):
                found.append(tables.checkpoint(name))
            if size - self._kept.get(name, 0) >= KEEP_EVERY:
                self._kept[name] = tables.keep_snapshot(name) or self._kept.get(name, 0)
        for repository in tables.repositories:
            for name in repository.names():
                if repository.stream(name).sequence != self._signed.get(name):
                    found.append(repository.checkpoint(name))
                    repository.keep_snapshot(name)
        if tables.house.sequence != self._signed.get(STREAM):
            found.append(tables.house.checkpoint(tables.signer, tables.moments.now()))
        signed = [one for one in found if one is not None]
        tables.signing.enter(signed)
        self._signed |= {one.stream: one.size for one in signed}

    def close(self) -> None:
        """Stop; what was begun is finished."""
        self._ending.set()
        self._tables.crossed.set()
        self._thread.join()
        self.sign()
