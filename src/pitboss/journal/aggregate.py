"""Aggregates: what has a stream of its own, as far as a journal must know it.

The journal stores, proves and replays streams without knowing what happens in them. Each
aggregate says how its events are read, which state they lead to and what must hold of it. The
journal is handed the list (`pitboss.aggregates.AGGREGATES`) and imports none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from pitboss.journal.record import Record
from pitboss.journal.versions import Step, renewed

State = TypeVar("State")
Event = TypeVar("Event")

Wrong = tuple[str, str]
"""A code and a sentence."""


class Check(Generic[State, Event]):
    """What must hold of one stream, event by event. An aggregate overrides what it knows."""

    def admits(self, record: Record) -> Wrong | None:  # noqa: ARG002
        """What is wrong with a record before its event is read."""
        return None

    def follows(self, before: State, event: Event) -> Wrong | None:  # noqa: ARG002
        """Why an event cannot come after this state."""
        return None

    def holds(self, before: State, event: Event, after: State) -> Wrong | None:  # noqa: ARG002
        """What is wrong with the state that an event led to."""
        return None


@dataclass(frozen=True)
class Unit:
    """A part of a stream that is extracted alone, such as a coup of a table."""

    name: str
    ended: Callable[[Record], int | None]
    """The number of the unit that an event ended."""


@dataclass(frozen=True, eq=False)
class Aggregate(Generic[State, Event]):
    """How the streams of one kind are read. States are values: `evolve` never changes one."""

    prefix: str
    """How the names of its streams begin, up to a colon; without one, its only stream."""
    start: State
    decode: Callable[[bytes | msgspec.Raw], Event]
    """The event of today's version; `msgspec.DecodeError` where it is none."""
    evolve: Callable[[State, Event], State]
    check: Callable[[], Check[State, Event]]
    version: int = 1
    """The version of the events that are written today."""
    steps: Mapping[int, Step] = field(default_factory=dict)
    """By version: from an event of that version to one of the next."""
    meaning: int = 1
    """Goes up when the same events lead to another state than before: snapshots are dropped."""
    parts: Callable[[type[Any], Any], Any] | None = None
    """Reads the parts of a snapshot that the state's own types do not tell."""
    unit: Unit | None = None
    late: bool = False
    """Whether its commands are indexed after they were written, not with them."""
    tells: Callable[[str, Event], Sequence[tuple[str, bytes]]] | None = None
    """What an event of a stream tells others: each stream, and the message for it."""
    heard: Callable[[str], str | None] | None = None
    """The key of the message that a command carries out; none where nobody told it."""

    logs: Callable[[Event], Any] | None = None
    """The checkpoint of another stream that an event keeps; none where it keeps none."""
    cosigns: Callable[[Event], str | None] | None = None
    """The note of a witness that an event keeps."""

    def owns(self, stream: str) -> bool:
        """Whether a stream is one of these."""
        if self.prefix.endswith(":"):
            return stream.startswith(self.prefix)
        return stream == self.prefix

    def stream_of(self, name: str) -> str:
        """The stream of the one with this name."""
        return self.prefix + name

    def name_of(self, stream: str) -> str:
        """The name of the one with this stream."""
        return stream.removeprefix(self.prefix)

    def read(self, record: Record) -> Event:
        """The event of a record of any version; an error of msgspec or of `versions` otherwise."""
        if record.version == self.version:
            return self.decode(record.event)
        data = renewed(record.version, record.data(), self.steps, self.version)
        return self.decode(msgspec.json.encode(data))


Aggregates = Sequence[Aggregate[Any, Any]]


def aggregate_of(aggregates: Aggregates, stream: str) -> Aggregate[Any, Any] | None:
    """The aggregate that a stream belongs to; none where nobody replays it."""
    return next((one for one in aggregates if one.owns(stream)), None)


def unit_of(aggregates: Aggregates, stream: str) -> Unit | None:
    """The unit that is extracted from a stream; none where there is none."""
    return next((one.unit for one in aggregates if one.owns(stream)), None)


def is_late(aggregates: Aggregates, stream: str) -> bool:
    """Whether the commands of a stream are indexed after they were written."""
    return any(one.late for one in aggregates if one.owns(stream))
