"""The writer of links: what people ask of them, and what tables tell them.

A lock keeps deciding to one thread at a time. What many tables told is decided in its order and
written together, each line under the key of its message, which is taken off the outbox in the
same write. So it is there once, whoever dies.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from pitboss.aggregates.link import LINK, Link, LinkEvent, Terms, act, evolve, hear, terms_of
from pitboss.aggregates.link.commands import LeaveLink, read_command, read_told
from pitboss.aggregates.link.machine import CLOCK, TABLE, reject
from pitboss.errors import UnknownLinkError
from pitboss.journal.proof.checkpoint import Signer
from pitboss.journal.record import Kept, Record
from pitboss.journal.snapshots import StreamState, load_state, take_snapshot
from pitboss.journal.store import ConflictError, Message, RepeatedError, Store, Write
from pitboss.journal.writer import Writer
from pitboss.refusal import Refusal
from pitboss.service.clock import Moments
from pitboss.service.intake import Actor
from pitboss.service.outbox import MOST_TOGETHER, messages_of, source_of
from pitboss.service.streams import Chain, Line
from pitboss.table import Rules
from pitboss.words import not_fitting

TRIES = 50
CLOCK_ACTOR = Actor(CLOCK, CLOCK)

Deciding = Callable[["LinkStream"], tuple[Link, tuple[LinkEvent, ...]] | Refusal]


@dataclass
class LinkStream(Chain):
    """A link's stream: its chain, and the state that its events give."""

    rules: Rules = field(kw_only=True)
    terms: Terms = field(kw_only=True)
    link: Link = LINK.start

    def follow(self, line: bytes) -> Record:
        """Take a line that was read; it must follow the last one."""
        record = super().follow(line)
        self.link = evolve(self.link, LINK.read(record))
        return record

    def record(
        self, events: Sequence[LinkEvent], command: str, before: Sequence[Line] = ()
    ) -> list[Line]:
        """The lines of events of this link."""
        compiled = self.rules.compiled
        return self.lines(events, command, self.rules.edition.name, compiled.fingerprint, before)


class LinkAnswer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of a command: the sequence of its last event, or the refusal."""

    sequence: int
    events: tuple[msgspec.Raw, ...] = ()
    refusal: Refusal | None = None


class Links:
    """Every link of this process. Never call what writes on the thread that commits."""

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
        self._open: dict[str, LinkStream] = {}

    # Links in hand ------------------------------------------------------------------------

    def names(self) -> list[str]:
        """The links in hand."""
        with self._lock:
            return sorted(self._open)

    def resume(self) -> list[str]:
        """Read every link's journal; the links' names."""
        for name in self.store.streams():
            if LINK.owns(name):
                self.stream(name)
        return self.names()

    def stream(self, name: str, edition: str | None = None) -> LinkStream:
        """A link in hand; read from its journal when it is first asked for."""
        with self._lock:
            found = self._open.get(name)
            if found is None:
                first = self.store.read(name, 0, 1)
                if first:
                    edition = str(msgspec.json.decode(first[0][1])["edition"])
                rules = None if edition is None else self._rules.get(edition)
                terms = None if rules is None else terms_of(rules.edition)
                if not LINK.owns(name) or rules is None or terms is None:
                    raise UnknownLinkError(f"there is no link '{LINK.name_of(name)}'")
                found = LinkStream(name, LINK, rules=rules, terms=terms)
                found.known.unsure = True  # the store has the index
                if first:
                    self._load(found)
                    self._open[name] = found
                    self._moments.now(found.link.now)  # the journal's time is past already
            return found

    def _load(self, stream: LinkStream) -> None:
        state = load_state(self.store, stream.name, LINK, self._signer.public)
        stream.link, stream.tree, stream.previous = state.state, state.tree, state.previous

    def follow(self, name: str) -> int:
        """Take in what was written to a link since, here or by another process."""
        with self._lock:
            return _catch_up(self.store, self.stream(name))

    def link(self, name: str) -> Link:
        """A link as it was last written."""
        return self.stream(name).link

    # What people ask ----------------------------------------------------------------------

    def give(
        self,
        name: str,
        data: Mapping[str, Any],
        actor: Actor,
        command: str,
        edition: str | None = None,
    ) -> LinkAnswer:
        """Decide a command, and have it written before the answer."""
        fields = {**data, "by": actor.person, "role": actor.role, "rank": actor.rank}

        def decide(stream: LinkStream) -> tuple[Link, tuple[LinkEvent, ...]] | Refusal:
            try:
                wanted = read_command({**fields, "at": self._moments.now(stream.link.now)})
            except msgspec.ValidationError as error:
                return Refusal.of("bad-command.decide", what=not_fitting(error))
            return act(stream.terms, stream.link, wanted)

        with self._lock:
            stream = self.stream(name, edition)
            return self._written(stream, f"{actor.person}/{command}", decide)

    def _written(
        self, stream: LinkStream, key: str, decide: Deciding, taken: Sequence[str] = ()
    ) -> LinkAnswer:
        """Called with the lock held."""
        for _ in range(TRIES):
            kept = self.store.answer(stream.name, key)
            if kept is not None:
                return self._first(stream, msgspec.json.decode(kept, type=Kept))
            decided = decide(stream)
            if isinstance(decided, Refusal):
                return LinkAnswer(sequence=stream.sequence, refusal=decided)
            link, events = decided
            lines = stream.record(events, key)
            answer = Kept(sequence=stream.sequence + len(lines), count=len(lines))
            error = self._write(
                stream, lines, events, key, msgspec.json.encode(answer), taken=taken
            )
            if error is None:
                self._take(stream, lines, link)
                found = tuple(line.event for line in lines)
                return LinkAnswer(sequence=stream.sequence, events=found)
            if not isinstance(error, ConflictError | RepeatedError):
                self._open.pop(stream.name, None)  # whether it was written, the journal says
                raise error
            _catch_up(self.store, stream)
        raise ConflictError(f"{stream.name} is written to by others without a pause")

    def _first(self, stream: LinkStream, kept: Kept) -> LinkAnswer:
        _catch_up(self.store, stream)
        lines = self.store.read(stream.name, kept.sequence - kept.count, kept.count)
        events = tuple(msgspec.json.decode(line, type=Record).event for _, line in lines)
        return LinkAnswer(sequence=kept.sequence, events=events)

    def _take(self, stream: LinkStream, lines: Sequence[Line], link: Link) -> None:
        self._open[stream.name] = stream
        stream.take(lines, "")
        stream.link = link

    def _write(
        self,
        stream: LinkStream,
        lines: Sequence[Line],
        events: Sequence[LinkEvent],
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

    # What tables tell ---------------------------------------------------------------------

    def take(self, name: str, messages: Sequence[Message]) -> int:
        """Write what tables told a link, in the order given; how many were taken."""
        with self._lock:
            try:
                stream = self.stream(name)
            except UnknownLinkError:
                return 0
            if not messages or self._heard(stream, messages):
                return len(messages)
            _catch_up(self.store, stream)
            # Another process took some of them: one by one it is found which.
            return sum(self._heard(stream, [one]) or self._again(stream, one) for one in messages)

    def _again(self, stream: LinkStream, message: Message) -> bool:
        _catch_up(self.store, stream)
        return self._heard(stream, [message])

    def _heard(self, stream: LinkStream, messages: Sequence[Message]) -> bool:
        """Decide and write these together; False where others wrote meanwhile."""
        link, lines, events = stream.link, list[Line](), list[LinkEvent]()
        for message in messages:
            link, new = self._hear(stream, link, message)
            lines += stream.record(new, message.key, lines)
            events += new
        error = self._write(stream, lines, events, taken=[one.key for one in messages])
        if error is None:
            self._take(stream, lines, link)
            return True
        if isinstance(error, ConflictError):
            return False
        self._open.pop(stream.name, None)
        raise error

    def _hear(
        self, stream: LinkStream, link: Link, message: Message
    ) -> tuple[Link, tuple[LinkEvent, ...]]:
        said: dict[str, Any] = msgspec.json.decode(message.body)
        at, table = self._moments.now(link.now), source_of(message)
        try:
            told = read_told({**said, "table": table, "at": at, "role": TABLE})
        except msgspec.ValidationError as error:
            refusal = Refusal.of("bad-command.decide", what=not_fitting(error))
            unread = LeaveLink(by=table, at=at, role=TABLE, table=table)
            return reject(stream.terms, link, unread, str(said.get("do")), refusal)
        return hear(stream.terms, link, told)

    def unheard(self, message: Message, refusal: Refusal) -> bool:
        """A table does not take what a link told it: one that will not be linked leaves it.

        Whatever else a table refuses waits, and is told again.
        """
        said: dict[str, Any] = msgspec.json.decode(message.body)
        if said.get("do") != "note-link":
            return False

        def decide(stream: LinkStream) -> tuple[Link, tuple[LinkEvent, ...]] | Refusal:
            at = self._moments.now(stream.link.now)
            gone = LeaveLink(
                by=CLOCK, at=at, role=CLOCK, table=message.target, reason=refusal.sentence
            )
            return act(stream.terms, stream.link, gone)

        with self._lock:
            stream = self.stream(source_of(message))
            key = f"{CLOCK}/{message.key}"
            return self._written(stream, key, decide, [message.key]).refusal is None

    # What the clock brings ----------------------------------------------------------------

    def settle(self) -> int:
        """Share out wins whose moment is over; at how many links something was done."""
        done = 0
        for name in self.names():
            link = self.link(name)
            ready = link.waiting and not link.questioned and not link.held
            if ready and not self._told(name):
                key = f"settle/{self.stream(name).sequence}"
                done += self.give(name, {"do": "settle-wins"}, CLOCK_ACTOR, key).refusal is None
        return done

    def _told(self, name: str) -> bool:
        """Whether tables told a link what it has not taken yet."""
        return any(message.target == name for message in self.store.pending(MOST_TOGETHER))

    def keep(self, name: str) -> int:
        """Sign a link's journal and keep its state; the events in it."""
        with self._lock:
            stream = self.stream(name)
            state = StreamState(LINK, stream.link, stream.tree.copy(), stream.previous)
        at = self._moments.now().isoformat()
        size = state.tree.size
        self.store.keep_checkpoint(self._signer.sign(name, size, state.tree.root(), at))
        self.store.keep_snapshot(take_snapshot(name, state, self._signer))
        return size


def _catch_up(store: Store, stream: LinkStream) -> int:
    lines = store.read(stream.name, stream.sequence)
    for _, line in lines:
        stream.follow(line)
    return len(lines)
