"""A sample of every aggregate: the suites of the journal run over each of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pitboss.aggregates import HOUSE, TABLE
from pitboss.aggregates.house import (
    STREAM,
    ClockWentBack,
    DutyDone,
    DutyGathered,
    DutyOverdue,
    ExclusionLifted,
    ExclusionRecorded,
    HoldAlert,
    HoldReturned,
    NoticeDue,
    PersonForgotten,
    PersonKept,
    PersonRead,
    SequenceAlarm,
)
from pitboss.journal.aggregate import Aggregate
from pitboss.journal.memory import MemoryStore
from pitboss.journal.proof.checkpoint import Checkpoint
from pitboss.journal.proof.export import export_lines
from pitboss.journal.snapshots import StreamState
from pitboss.journal.store import Message, Store, Write
from tests.journal.counter import COUNTER, counted
from tests.journal.forging import split
from tests.journal.playing import AT, RULEBOOKS, SIGNER, Pen, half_signed, steady

BEGUN = dt.datetime(2026, 11, 16, 9, tzinfo=dt.UTC)


def housed(rounds: int) -> Pen:
    """A house at which everything happens that a house records, so many times."""
    pen = Pen(None, STREAM)
    for number in range(1, rounds + 1):
        at = BEGUN + dt.timedelta(hours=number)
        who: dict[str, Any] = {"by": "sue", "at": at}
        table = f"table:{number}"
        hold: dict[str, Any] = {
            "table": table,
            "win_cents": -5,
            "expected_cents": 2.5,
            "deviations": 4.0,
        }
        duty: dict[str, Any] = {
            "key": "report",
            "to": "Inspector",
            "what": "tell",
            "channel": "phone",
        }
        person: dict[str, Any] = {"person": f"p{number}", "why": "asked"}
        excluded = ExclusionRecorded(person="p", reason="a test", until=at, **who)
        pen.write([PersonKept(**person, **who), excluded])
        pen.write([DutyGathered(table=table, duty=1, due=at, cause=f"{table}/9", **duty, **who)])
        pen.write([DutyGathered(table=table, duty=2, cause=f"{table}/10", **duty, **who)])
        pen.write([DutyOverdue(table=table, duty=1, due=at, **who)])
        pen.write([NoticeDue(table=table, kind="limits", change_at=at, **who)])
        pen.write([SequenceAlarm(table=table, shoe=1, found="sorted", used=True, **who)])
        pen.write([ClockWentBack(seconds=1.5, by="clock", at=at - dt.timedelta(minutes=9))])
        pen.write([HoldAlert(**hold, **who)])
        pen.write([DutyDone(table=table, duty=1, how="told", **who)])
        if number % 2:
            pen.write([HoldReturned(**hold, **who), ExclusionLifted(person="p", reason="x", **who)])
        pen.write([PersonRead(**person, **who)])
        pen.write([PersonForgotten(**person, **who)])
    return pen


@dataclass(frozen=True)
class Sample:
    """The journal of one aggregate, longer or shorter."""

    aggregate: Aggregate[Any, Any]
    pen: Callable[[int], Pen]

    @cached_property
    def whole(self) -> Pen:
        """Its stream."""
        return self.pen(4)

    @property
    def stream(self) -> str:
        """The name of its stream."""
        return self.whole.stream

    @cached_property
    def lines(self) -> tuple[bytes, ...]:
        """The lines of its stream."""
        return tuple(line for _, lines in self.whole.groups for line in lines)

    @cached_property
    def store(self) -> MemoryStore:
        """A store that holds it, with a checkpoint half-way."""
        return half_signed(self.whole)

    @cached_property
    def exported(self) -> tuple[bytes, ...]:
        """The lines of a file: checkpoints half-way and at the end."""
        return tuple(export_lines(self.store, SIGNER, AT))

    @cached_property
    def signed(self) -> list[Checkpoint]:
        """The checkpoints of that file."""
        return split(self.exported)[1]

    @property
    def half(self) -> int:
        """The size at the first checkpoint."""
        return self.signed[0].size

    def replayed(self, size: int | None = None) -> StreamState[Any, Any]:
        """Its state after so many lines."""
        state = StreamState(self.aggregate, self.aggregate.start)
        for line in self.lines[:size]:
            state.take(line)
        return state


def _table(coups: int) -> Pen:
    return steady(RULEBOOKS[0], coups)


SAMPLES = {
    "table": Sample(TABLE, _table),
    "house": Sample(HOUSE, housed),
    "counter": Sample(COUNTER, counted),
}


def fill(store: Store) -> None:
    """Every sample with a checkpoint, a secret and a message."""
    for sample in SAMPLES.values():
        after = 0
        for command, lines in sample.whole.groups:
            assert store.write([Write(sample.stream, after, lines, command, b'{"a":1}')]) == [None]
            after += len(lines)
        store.keep_checkpoint(sample.signed[0])
    messages = [Message("m", "house", b"tell")]
    secrets: dict[str, bytes | None] = {"s": b"sealed"}
    assert store.write([Write("x", 0, (), "c", b"", secrets, messages)]) == [None]
