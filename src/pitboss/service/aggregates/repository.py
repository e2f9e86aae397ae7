"""Streams of one aggregate in hand, and the one who writes them.

A lock keeps deciding to one thread at a time. What others told is decided in its order and
written together, each line under the key of its message, which is taken off the outbox in the
same write. So it is there once, whoever dies.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from pitboss.aggregates.shapes import AggregateEvent
from pitboss.errors import UnknownError
from pitboss.journal.aggregate import Aggregate
from pitboss.journal.proof.checkpoint import Checkpoint, Signer
from pitboss.journal.record import Kept, Record, read_line
from pitboss.journal.snapshots import StreamState, load_state, take_snapshot
from pitboss.journal.store import ConflictError, Message, RepeatedError, Store, Write
from pitboss.journal.writer import Writer
from pitboss.refusal import Refusal
from pitboss.service.clock import Moments
from pitboss.service.intake import Actor, digest_of
from pitboss.service.outbox import messages_of
from pitboss.service.streams import Chain, Line, carried
from pitboss.table import Rules

TRIES = 50

State = TypeVar("State")


Event = TypeVar("Event", bound=AggregateEvent)
S = TypeVar("S", bound="StateStream[Any, Any]")

Decided = tuple[State, tuple[Event, ...]]
"""The state that events lead to, and the events."""


class StreamAnswer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of a command: the sequence of its last event, or the refusal."""

    sequence: int
    events: tuple[msgspec.Raw, ...] = ()
    refusal: Refusal | None = None


@dataclass
class StateStream(Chain, Generic[State, Event]):
    """A stream in hand: its chain, and the state that its events give."""

    rules: Rules = field(kw_only=True)
    state: State = field(kw_only=True)

    def follow(self, line: bytes) -> Record:
        """Take a line that was read; it must follow the last one."""
        record = super().follow(line)
        self.state = self.aggregate.evolve(self.state, self.aggregate.read(record))
        return record

    def record(
        self, events: Sequence[Event], command: str, before: Sequence[Line] = (), asked: str = ""
    ) -> list[Line]:
        """The lines of events of this stream."""
        edition, print_ = self.rules.edition.name, self.rules.compiled.fingerprint
        return self.lines(events, command, edition, print_, before, asked)


class Repository(ABC, Generic[S, State, Event]):
    """Every stream of one aggregate. Never call what writes on the thread that commits.

    A subclass says how a stream begins, how a command is decided and what it hears of others.
    """

    aggregate: Aggregate[State, Event]

    def __init__(
        self,
        store: Store,
        writer: Writer,
        moments: Moments,
        rules: Mapping[str, Rules],
        signer: Signer,
    ) -> None:
        self.store = store
        self._writer = writer
        self._moments = moments
        self._rules = rules
        self._signer = signer
        self._lock = threading.RLock()
        self._open: dict[str, S] = {}
        self._written_as: dict[str, State] = {}
        self.listeners: list[Callable[[str], None]] = []
        """Called with the name of each stream whose events are written; never may they wait."""

    # What an aggregate says ---------------------------------------------------------------

    @abstractmethod
    def _new(self, name: str, rules: Rules | None) -> S:
        """A stream without an event; an `UnknownError` where there can be none."""

    @abstractmethod
    def _last(self, state: State) -> Any:
        """The moment of the last event, which no later one comes before."""

    @abstractmethod
    def _decide(
        self, stream: S, data: Mapping[str, Any], actor: Actor
    ) -> Decided[State, Event] | Refusal:
        """What comes of a command."""

    def _hear(self, stream: S, state: State, message: Message) -> Decided[State, Event]:  # noqa: ARG002
        """What comes of a message; what is refused is an event, so that it is taken once."""
        raise RuntimeError(f"nobody tells {stream.name} anything")

    # Streams in hand ----------------------------------------------------------------------

    def names(self) -> list[str]:
        """The streams in hand."""
        with self._lock:
            return sorted(self._open)

    def resume(self) -> list[str]:
        """Read every journal of this aggregate; the streams' names."""
        for name in self.store.streams():
            if self.aggregate.owns(name):
                self.stream(name)
        return self.names()

    def stream(self, name: str, edition: str | None = None) -> S:
        """A stream in hand; read from its journal when it is first asked for."""
        with self._lock:
            found = self._open.get(name)
            if found is None:
                first = self.store.read(name, 0, 1) if self.aggregate.owns(name) else []
                if first:
                    edition = str(msgspec.json.decode(first[0][1])["edition"])
                found = self._new(name, None if edition is None else self._rules.get(edition))
                found.known.unsure = True  # the store has the index
                if first:
                    self._load(found)
                    self._open[name] = found
                    self._moments.now(self._last(found.state))  # the journal's time is past
            return found

    def latest(self, name: str) -> State | None:
        """The state of a stream as it was last written; unlike `stream` it never waits."""
        return self._written_as.get(name)

    def _tell(self, stream: S) -> None:
        self._written_as[stream.name] = stream.state
        for listener in self.listeners:
            listener(stream.name)

    def _load(self, stream: S) -> None:
        kept = load_state(self.store, stream.name, self.aggregate, self._signer.public)
        stream.state, stream.tree, stream.previous = kept.state, kept.tree, kept.previous
        for _, line in self.store.read(stream.name):
            stream.heard.add(read_line(line).command)
        self._tell(stream)

    def follow(self, name: str) -> int:
        """Take in what was written to a stream since, here or by another process."""
        with self._lock:
            return self._catch_up(self.stream(name))

    def _catch_up(self, stream: S) -> int:
        lines = self.store.read(stream.name, stream.sequence)
        for _, line in lines:
            stream.follow(line)
        if lines:
            self._tell(stream)
        return len(lines)

    # What people ask ----------------------------------------------------------------------

    def give(
        self,
        name: str,
        data: Mapping[str, Any],
        actor: Actor,
        command: str,
        edition: str | None = None,
    ) -> StreamAnswer:
        """Decide a command, and have it written before the answer."""
        with self._lock:
            stream = self.stream(name, edition)
            key, asked = f"{actor.person}/{command}", digest_of(data)
            return self._written(
                stream, key, lambda now: self._decide(now, data, actor), asked=asked
            )

    def _written(
        self,
        stream: S,
        key: str,
        decide: Callable[[S], Decided[State, Event] | Refusal],
        taken: Sequence[str] = (),
        asked: str = "",
    ) -> StreamAnswer:
        """Called with the lock held."""
        for _ in range(TRIES):
            kept = self.store.answer(stream.name, key)
            if kept is not None:
                first = msgspec.json.decode(kept, type=Kept)
                if first.asked and asked and first.asked != asked:
                    again = Refusal.of("id-reused")
                    return StreamAnswer(sequence=stream.sequence, refusal=again)
                return self._first(stream, first)
            decided = decide(stream)
            if isinstance(decided, Refusal):
                return StreamAnswer(sequence=stream.sequence, refusal=decided)
            state, events = decided
            lines = stream.record(events, key, asked=asked)
            answer = Kept(sequence=stream.sequence + len(lines), count=len(lines), asked=asked)
            error = self._write(
                stream, lines, events, key, msgspec.json.encode(answer), taken=taken
            )
            if error is None:
                self._take(stream, lines, state)
                found = tuple(line.event for line in lines)
                return StreamAnswer(sequence=stream.sequence, events=found)
            if not isinstance(error, ConflictError | RepeatedError):
                self._open.pop(stream.name, None)  # whether it was written, the journal says
                raise error
            self._catch_up(stream)
        raise ConflictError(f"{stream.name} is written to by others without a pause")

    def _first(self, stream: S, kept: Kept) -> StreamAnswer:
        self._catch_up(stream)
        lines = self.store.read(stream.name, kept.sequence - kept.count, kept.count)
        events = tuple(msgspec.json.decode(line, type=Record).event for _, line in lines)
        return StreamAnswer(sequence=kept.sequence, events=events)

    def _take(self, stream: S, lines: Sequence[Line], state: State) -> None:
        self._open[stream.name] = stream
        stream.take(lines, "")
        stream.state = state
        self._tell(stream)

    def _write(
        self,
        stream: S,
        lines: Sequence[Line],
        events: Sequence[Event],
        command: str | None = None,
        answer: bytes = b"",
        *,
        taken: Sequence[str],
    ) -> BaseException | None:
        messages: list[Message] = []
        for sequence, event in enumerate(events, stream.sequence + 1):
            told = event.tells(stream.name)
            if told:
                messages += messages_of(f"{stream.name}/{sequence}", event.by, told)
        write = Write(
            stream=stream.name,
            after=stream.sequence,
            previous=stream.previous,
            lines=[line.body for line in lines],
            command=command,
            answer=answer,
            messages=messages,
            taken=taken,
            end=lines[-1].leaf.hex(),
        )
        return self._writer.submit(write).exception()

    # What others tell ---------------------------------------------------------------------

    def take(self, name: str, messages: Sequence[Message]) -> int:
        """Write what others told a stream, in the order given; how many were taken."""
        with self._lock:
            try:
                stream = self.stream(name)
            except UnknownError:
                return 0
            told = len(messages)
            messages = [one for one in messages if not self._before(stream, one)]
            if not messages or self._heard(stream, messages):
                return told
            self._catch_up(stream)
            # Another process took some of them: one by one it is found which.
            done = sum(self._heard(stream, [one]) or self._again(stream, one) for one in messages)
            return told - len(messages) + done

    def _before(self, stream: S, message: Message) -> bool:
        """Whether a message was carried out before; then it is only taken off the outbox."""
        key = message.key
        if not stream.heard.perhaps(key) or not carried(self.store, stream.name, key):
            return False
        done = Write(stream=stream.name, after=stream.sequence, taken=[key])
        self._writer.submit(done).exception()
        return True

    def _again(self, stream: S, message: Message) -> bool:
        self._catch_up(stream)
        return self._heard(stream, [message])

    def _heard(self, stream: S, messages: Sequence[Message]) -> bool:
        """Decide and write these together; False where others wrote meanwhile."""
        state, lines, events = stream.state, list[Line](), list[Event]()
        for message in messages:
            state, new = self._hear(stream, state, message)
            lines += stream.record(new, message.key, lines)
            events += new
        error = self._write(stream, lines, events, taken=[one.key for one in messages])
        if error is None:
            self._take(stream, lines, state)
            for one in messages:
                stream.heard.add(one.key)
            return True
        if isinstance(error, ConflictError):
            return False
        self._open.pop(stream.name, None)
        raise error

    def unheard(self, message: Message, refusal: Refusal) -> bool:  # noqa: ARG002
        """Whether what a table refuses of this aggregate is done with; else it is told again."""
        return False

    # What the clock brings ----------------------------------------------------------------

    def tick(self) -> int:
        """Do what is due; at how many streams something was done."""
        return 0

    def checkpoint(self, name: str) -> Checkpoint:
        """A stream's journal as it is, signed and not kept."""
        with self._lock:
            tree = self.stream(name).tree.copy()
        return self._signer.sign(name, tree.size, tree.root(), self._moments.now().isoformat())

    def keep_snapshot(self, name: str) -> int:
        """Keep a stream's state, so that it is opened quickly; the events in it."""
        with self._lock:
            stream = self.stream(name)
            kept = StreamState(self.aggregate, stream.state, stream.tree.copy(), stream.previous)
        self.store.keep_snapshot(take_snapshot(name, kept, self._signer))
        return kept.tree.size
