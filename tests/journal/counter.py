"""A counter that takes deposits: an aggregate that nothing but the journal's tests knows."""

from __future__ import annotations

import datetime as dt
from typing import Any, TypeVar

import msgspec

from pitboss.aggregates import AGGREGATES
from pitboss.journal.aggregate import Aggregate, Aggregates, Check, Unit, Wrong
from pitboss.journal.record import Record
from tests.journal.playing import Pen

STREAM = "counter:1"
BEGUN = dt.datetime(2026, 11, 16, 9, tzinfo=dt.UTC)


class Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """Something that happens at the counter."""

    by: str
    at: dt.datetime


class Deposited(Entry, frozen=True, kw_only=True, tag="deposited"):
    """Money is paid in."""

    cents: int


class DepositedBefore(Entry, frozen=True, kw_only=True, tag="deposited"):
    """The same as it was written in the first version: in dollars."""

    dollars: int


class Withdrawn(Entry, frozen=True, kw_only=True, tag="withdrawn"):
    """Money is paid out."""

    cents: int


class DayClosed(Entry, frozen=True, kw_only=True, tag="day-closed"):
    """The counter is counted."""

    day: int
    cents: int


class Till(msgspec.Struct, frozen=True, kw_only=True):
    """What lies in the counter, and how many days were closed."""

    cents: int = 0
    days: int = 0
    now: dt.datetime | None = None


def evolve(till: Till, event: Entry) -> Till:
    """The till after an event."""
    cents, days = till.cents, till.days
    match event:
        case Deposited():
            cents += event.cents
        case Withdrawn():
            cents -= event.cents
        case DayClosed():
            days = event.day
        case _:
            raise TypeError(event)
    return Till(cents=cents, days=days, now=event.at)


class CounterCheck(Check[Till, Entry]):
    """Time goes on, nobody takes what is not there, and what is counted is there."""

    def follows(self, before: Till, event: Entry) -> Wrong | None:
        if before.now is not None and event.at < before.now:
            return "clock-backwards", "it is earlier than the event before it"
        return None

    def holds(self, before: Till, event: Entry, after: Till) -> Wrong | None:
        if after.cents < 0:
            return "overdrawn", "after it less than nothing is there"
        if isinstance(event, DayClosed) and (event.cents, event.day) != (
            before.cents,
            before.days + 1,
        ):
            return "miscounted", "what was counted is not what is there"
        return None


def _in_cents(event: dict[str, Any]) -> dict[str, Any]:
    if event["event"] != "deposited":
        return event
    changed = dict(event)
    changed["cents"] = changed.pop("dollars") * 100
    return changed


def ended_day(record: Record) -> int | None:
    """The day that this event ended."""
    data = record.data()
    return int(data["day"]) if data.get("event") == "day-closed" else None


COUNTER: Aggregate[Till, Entry] = Aggregate(
    prefix="counter:",
    start=Till(),
    decode=msgspec.json.Decoder(Deposited | Withdrawn | DayClosed).decode,
    evolve=evolve,
    check=CounterCheck,
    version=2,
    steps={1: _in_cents},
    unit=Unit("day", ended_day),
)
EVERY: Aggregates = (*AGGREGATES, COUNTER)
"""What the program knows, and the counter."""

E = TypeVar("E", bound=Entry)


def counted(days: int, stream: str = STREAM) -> Pen:
    """A counter after so many days; those of the first are written in the first version."""
    pen, there, minutes = Pen(None, stream, 1), 0, 0

    def event(kind: type[E], **data: Any) -> E:
        nonlocal minutes
        minutes += 1
        return kind(by="sue", at=BEGUN + dt.timedelta(minutes=minutes), **data)

    for day in range(1, days + 1):
        for dollars in range(1, 8):
            there += dollars * 100
            if day == 1:
                pen.write([event(DepositedBefore, dollars=dollars)])
            else:
                pen.write([event(Deposited, cents=dollars * 100)])
        there -= 150
        pen.write([event(Withdrawn, cents=100), event(Withdrawn, cents=50)])
        pen.write([event(DayClosed, day=day, cents=there)])
        pen.version = COUNTER.version
    return pen
