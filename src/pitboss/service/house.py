"""The house's own stream: exclusions, duties of all tables, alarms, who read about whom.

Its events carry opaque ids only. Kinds that another part of the service writes into the same
stream are passed over here.
"""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, Union

import msgspec

from pitboss.journal.store import ConflictError, RepeatedError, Store, TakenError, Write
from pitboss.journal.writer import Writer
from pitboss.service.streams import Chain

STREAM = "house"
TRIES = 50
ALERTS_KEPT = 1_000


@cache
def _word(name: str) -> str:
    return "".join("-" + letter.lower() if letter.isupper() else letter for letter in name)[1:]


class HouseEvent(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event", tag=_word
):
    """Something that concerns the whole house; `cause` names the event it came from."""

    by: str
    at: dt.datetime
    cause: str = ""


class ExclusionRecorded(HouseEvent, frozen=True, kw_only=True):
    """A person may take no part at any table of the house; until a time, where one is named."""

    person: str
    reason: str
    until: dt.datetime | None = None


class ExclusionLifted(HouseEvent, frozen=True, kw_only=True):
    """A person may come to the tables again."""

    person: str
    reason: str


class DutyGathered(HouseEvent, frozen=True, kw_only=True):
    """A table raised a duty."""

    table: str
    duty: int
    key: str
    to: str
    what: str
    channel: str
    due: dt.datetime | None = None


class DutyDone(HouseEvent, frozen=True, kw_only=True):
    """A duty of a table was discharged."""

    table: str
    duty: int
    how: str


class DutyOverdue(HouseEvent, frozen=True, kw_only=True):
    """The time of a duty has passed and it is not done."""

    table: str
    duty: int
    due: dt.datetime


class NoticeDue(HouseEvent, frozen=True, kw_only=True):
    """The time on a table's sign has come: what it announced may be done."""

    table: str
    kind: str
    change_at: dt.datetime


class SequenceAlarm(HouseEvent, frozen=True, kw_only=True):
    """The cards of a shoe came in an order that chance does not give."""

    table: str
    shoe: int
    found: str
    used: bool


class ClockWentBack(HouseEvent, frozen=True, kw_only=True):
    """The wall clock was found behind the journal; time stood still at the tables."""

    seconds: float


class HoldAlert(HouseEvent, frozen=True, kw_only=True):
    """A table's win is further from its expectation than the band allows."""

    table: str
    win_cents: int
    expected_cents: float
    deviations: float


class HoldReturned(HouseEvent, frozen=True, kw_only=True):
    """A table's win is inside the band again: the next time it leaves it is told anew."""

    table: str
    win_cents: int
    expected_cents: float
    deviations: float


class PersonEvent(HouseEvent, frozen=True, kw_only=True):
    """Something was done with what is known of a person; `casino` is whose record it is."""

    person: str
    why: str
    casino: str = ""


class PersonKept(PersonEvent, frozen=True, kw_only=True):
    """Something about a person was entered or changed."""


class PersonRead(PersonEvent, frozen=True, kw_only=True):
    """What is known of a person was read."""


class PersonForgotten(PersonEvent, frozen=True, kw_only=True):
    """The key to a person was destroyed."""


KINDS: tuple[type[HouseEvent], ...] = (
    ExclusionRecorded,
    ExclusionLifted,
    DutyGathered,
    DutyDone,
    DutyOverdue,
    NoticeDue,
    SequenceAlarm,
    ClockWentBack,
    HoldAlert,
    HoldReturned,
    PersonKept,
    PersonRead,
    PersonForgotten,
)
_WORDS = {_word(kind.__name__) for kind in KINDS}
_UNION: Any = Union[KINDS]  # noqa: UP007 - a union made at run time
_decoder = msgspec.json.Decoder(_UNION)
_tag = msgspec.json.Decoder(dict[str, Any])


def read_event(raw: bytes | msgspec.Raw) -> HouseEvent | None:
    """A house event; nothing where it is of a kind that is not read here."""
    if _tag.decode(raw).get("event") not in _WORDS:
        return None
    found: HouseEvent = _decoder.decode(raw)
    return found


class Term(NamedTuple):
    """An exclusion that ends: when it was recorded, and until when it holds."""

    since: dt.datetime
    until: dt.datetime


@dataclass
class HouseState:
    """What the house's events give.

    `terms` says when an exclusion ends that has an end; `crossings` counts how often a table's
    win left its band or came back, so that it is outside while the number is odd; `alarmed`
    counts all alerts by kind, those no longer listed too.
    """

    excluded: dict[str, str] = field(default_factory=dict)
    terms: dict[str, Term] = field(default_factory=dict)
    crossings: dict[str, int] = field(default_factory=dict)
    alarmed: dict[str, int] = field(default_factory=dict)
    duties: dict[tuple[str, int], DutyGathered] = field(default_factory=dict)
    overdue: set[tuple[str, int]] = field(default_factory=set)
    notices: set[tuple[str, str, dt.datetime]] = field(default_factory=set)
    alerts: list[HouseEvent] = field(default_factory=list)

    def apply(self, event: HouseEvent) -> None:
        """Take in an event."""
        match event:
            case ExclusionRecorded():
                self._exclude(event)
            case ExclusionLifted():
                self.excluded.pop(event.person, None)
                self.terms.pop(event.person, None)
            case HoldAlert() | HoldReturned():
                self.crossings[event.table] = self.crossings.get(event.table, 0) + 1
            case DutyGathered():
                self.duties[event.table, event.duty] = event
            case DutyDone():
                self.duties.pop((event.table, event.duty), None)
                self.overdue.discard((event.table, event.duty))
            case DutyOverdue():
                self.overdue.add((event.table, event.duty))
            case NoticeDue():
                self.notices.add((event.table, event.kind, event.change_at))
            case _:
                pass
        if isinstance(event, SequenceAlarm | ClockWentBack | HoldAlert | DutyOverdue | NoticeDue):
            self.alerts.append(event)
            del self.alerts[:-ALERTS_KEPT]
            kind = _word(type(event).__name__)
            self.alarmed[kind] = self.alarmed.get(kind, 0) + 1

    def _exclude(self, event: ExclusionRecorded) -> None:
        """Of two exclusions the longer holds."""
        person, until = event.person, event.until
        known, before = person in self.excluded, self.terms.pop(person, None)
        self.excluded[person] = event.reason
        if until is not None and not (known and before is None):
            self.terms[person] = Term(
                event.at, until if before is None else max(until, before.until)
            )

    def outside(self, table: str) -> bool:
        """Whether a table's win was last found outside its band."""
        return self.crossings.get(table, 0) % 2 == 1


Told = Callable[[int, HouseEvent], None]


class House:
    """The writer of the house's stream; each record is committed before the call returns.

    Never call `record` on the thread that commits: it waits for it.
    """

    def __init__(self, store: Store, writer: Writer) -> None:
        self.store = store
        self.state = HouseState()
        self.listeners: list[Told] = []
        self._writer = writer
        self._chain = Chain(STREAM)
        self._lock = threading.RLock()
        self.follow()

    @property
    def sequence(self) -> int:
        """The sequence of the last event taken in."""
        return self._chain.sequence

    def excluded(self, person: str) -> str | None:
        """Why a person is excluded from every table; nothing where they are not."""
        return self.state.excluded.get(person)

    def follow(self) -> int:
        """Take in what was written to the stream since, here or by another process."""
        with self._lock:
            lines = self.store.read(STREAM, self._chain.sequence)
            for sequence, line in lines:
                event = read_event(self._chain.follow(line).event)
                if event is not None:
                    self._take(sequence, event)
            return len(lines)

    def record(
        self,
        events: Sequence[HouseEvent],
        command: str,
        *,
        secrets: Mapping[str, bytes | None] | None = None,
        taken: Sequence[str] = (),
    ) -> bool:
        """Write events under a command id; False where that id was written before."""
        with self._lock:
            for _ in range(TRIES):
                chain = self._chain
                lines = chain.lines(events, command)
                write = Write(
                    stream=STREAM,
                    after=chain.sequence,
                    previous=chain.previous,
                    lines=[line.body for line in lines],
                    command=command,
                    answer=b"{}",
                    secrets=dict(secrets or {}),
                    taken=taken,
                )
                error = self._writer.submit(write).exception()
                if error is None:
                    begun = chain.sequence
                    chain.take(lines, command)
                    for sequence, event in enumerate(events, begun + 1):
                        self._take(sequence, event)
                    return True
                if not isinstance(error, ConflictError | RepeatedError):
                    raise error
                self.follow()
                if isinstance(error, RepeatedError | TakenError):
                    self._mark(taken)
                    return False
            raise ConflictError(f"{STREAM} is written to by others without a pause")

    def _mark(self, taken: Sequence[str]) -> None:
        """A message that was carried out before is only taken off the outbox."""
        if taken:
            done = Write(stream=STREAM, after=self._chain.sequence, taken=taken)
            self._writer.submit(done).exception()

    def _take(self, sequence: int, event: HouseEvent) -> None:
        self.state.apply(event)
        for listener in self.listeners:
            listener(sequence, event)
