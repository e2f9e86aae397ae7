"""Streams in hand: the place of a stream in its journal, and the state of a table.

A chain knows the last line's hash, so that a line which does not follow it is found when it
is read and never written after.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from pitboss.aggregates import TABLE
from pitboss.errors import BrokenStreamError
from pitboss.journal.aggregate import Aggregate
from pitboss.journal.proof.merkle import Tree, leaf_hash
from pitboss.journal.record import INDEXED, Kept, Record, read_line
from pitboss.journal.snapshots import load_state
from pitboss.journal.store import Store
from pitboss.table import Event, Rules, Table, evolve

MOST_READ = 200_000
"""Of a longer stream the command ids are not read through when it is opened."""

LATE = 128
"""So many answers are written to the index together."""

MOST_LATE = 4 * LATE
"""With more, another process is asked of: it may have written them."""

BITS_LOG = 18
MASK = (1 << BITS_LOG) - 1

_encode = msgspec.json.Encoder().encode


class Line(NamedTuple):
    """A line made but not written yet, with its hash and its event."""

    body: bytes
    leaf: bytes
    event: msgspec.Raw


class Known:
    """The command ids that a stream may have had: a Bloom filter of 32 KB that forgets none.

    Before a command is decided it must be certain that it was not decided before. The filter says
    "no" for certain; at "perhaps" the store is asked, of 20,000 ids for about one new one in 100.
    So a new command costs no read, and a retry finds its first answer however old it is.

    It is `unsure` where not every id was told to it: then the store is always asked. The
    places are parts of the text's own hash, which differs from process to process: nobody can
    choose ids that collide.
    """

    __slots__ = ("_bits", "unsure")

    def __init__(self) -> None:
        self._bits: bytearray | None = None
        self.unsure = False

    def add(self, command: str) -> None:
        """Remember that an id was used."""
        if self._bits is None:
            self._bits = bytearray((MASK + 1) // 8)
        for place in _places(command):
            self._bits[place >> 3] |= 1 << (place & 7)

    def __contains__(self, command: str) -> bool:
        bits = self._bits
        if bits is None or self.unsure:
            return self.unsure
        one, two, three = _places(command)
        return bool(
            bits[one >> 3] >> (one & 7)
            & bits[two >> 3] >> (two & 7)
            & bits[three >> 3] >> (three & 7)
            & 1
        )


def _places(command: str) -> tuple[int, int, int]:
    digest = hash(command)
    return digest & MASK, (digest >> BITS_LOG) & MASK, (digest >> 2 * BITS_LOG) & MASK


class Heard:
    """How far a stream has heard each of the others, by the keys of their messages.

    A message is `stream/sequence` and more. One that is not further than the last heard of its
    source may be a replay of it: then the lines say whether it was carried out.
    """

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: dict[str, int] = {}

    def add(self, command: str) -> None:
        """A line was written under this id."""
        source, sequence = _message(command)
        if sequence > self._last.get(source, 0):
            self._last[source] = sequence

    def perhaps(self, command: str) -> bool:
        """Whether this may have been heard before."""
        source, sequence = _message(command)
        return sequence <= self._last.get(source, 0)


def _message(command: str) -> tuple[str, int]:
    """The source of a message and the sequence of the event that told it; 0 for other ids."""
    source, _, rest = command.partition("/")
    number = rest.partition("/")[0]
    return source, int(number) if number.isascii() and number.isdigit() else 0


def carried(store: Store, stream: str, command: str) -> bool:
    """Whether a line of a stream was written under this id, whatever the index says."""
    return any(read_line(line).command == command for _, line in store.read(stream))


@dataclass
class Chain:
    """A stream as its writer holds it."""

    name: str
    aggregate: Aggregate[Any, Any]
    tree: Tree = field(default_factory=Tree)
    previous: str = ""
    known: Known = field(default_factory=Known)
    heard: Heard = field(default_factory=Heard)

    @property
    def sequence(self) -> int:
        """The sequence of the last event."""
        return self.tree.size

    def lines(
        self,
        events: Sequence[msgspec.Struct],
        command: str,
        edition: str = "",
        print_: str = "",
        before: Sequence[Line] = (),
        asked: str = "",
    ) -> list[Line]:
        """The lines of new events, as they would follow; the chain is left as it is.

        `before` are lines that would follow it first.
        """
        found: list[Line] = []
        previous = before[-1].leaf.hex() if before else self.previous
        for event in events:
            raw = msgspec.Raw(_encode(event))
            record = Record(
                stream=self.name,
                sequence=self.tree.size + len(before) + len(found) + 1,
                previous=previous,
                version=self.aggregate.version,
                edition=edition,
                fingerprint=print_,
                command=command,
                event=raw,
                asked=asked,
            )
            body = record.line()
            leaf = leaf_hash(body)
            found.append(Line(body, leaf, raw))
            previous = leaf.hex()
        return found

    def take(self, lines: Sequence[Line], command: str, asked: str = "") -> None:  # noqa: ARG002
        """Lines of our own are in the stream."""
        self.known.add(command)
        self.heard.add(command)
        for line in lines:
            self.tree.append(line.leaf)
        if lines:
            self.previous = lines[-1].leaf.hex()

    def follow(self, line: bytes) -> Record:
        """Take a line that was read; it must follow the last one."""
        record = read_line(line)
        place = (record.stream, record.sequence, record.previous)
        if place != (self.name, self.sequence + 1, self.previous):
            raise BrokenStreamError(
                f"event {self.sequence + 1} of {self.name} does not follow the one before it"
            )
        self.known.add(record.command)
        self.heard.add(record.command)
        leaf = leaf_hash(line)
        self.tree.append(leaf)
        self.previous = leaf.hex()
        return record


@dataclass
class Stream(Chain):
    """A table's stream: its chain, and the state that its events give.

    `late` are the answers which only the lines tell so far: an index of commands written with
    every line would cost as much again as the line. They are written together, now and then.
    """

    rules: Rules = field(kw_only=True)
    table: Table = field(default_factory=Table)
    late: dict[str, Kept] = field(default_factory=dict)
    indexing: bool = False

    def take(self, lines: Sequence[Line], command: str, asked: str = "") -> None:
        """Lines of our own are in the stream."""
        super().take(lines, command)
        self.late[command] = Kept(sequence=self.sequence, count=len(lines), asked=asked)

    def follow(self, line: bytes) -> Record:
        """Take a line that was read; it must follow the last one."""
        record = super().follow(line)
        self.note(record)
        return record

    def note(self, record: Record) -> None:
        """A line's command was answered with its lines."""
        before = self.late.get(record.command)
        count = 1 if before is None else before.count + 1
        kept = Kept(sequence=record.sequence, count=count, asked=record.asked)
        self.late[record.command] = kept

    def to_index(self) -> dict[str, bytes]:
        """The late answers where they are many, and up to where all are then known."""
        if self.indexing or len(self.late) < LATE:
            return {}
        self.indexing = True
        found = {key: _encode(kept) for key, kept in self.late.items()}
        found[INDEXED] = _encode(Kept(sequence=self.sequence))
        return found

    def indexed(self, written: Iterable[str]) -> None:
        """These answers are in the store now."""
        self.indexing = False
        for key in written:
            self.late.pop(key, None)

    def record(self, events: Sequence[Event], command: str, asked: str = "") -> list[Line]:
        """The lines of events of this table."""
        edition, print_ = self.rules.edition.name, self.rules.compiled.fingerprint
        return self.lines(events, command, edition, print_, asked=asked)


def catch_up(store: Store, stream: Stream) -> tuple[Event, ...]:
    """Take in what was written to the stream since; the events, in order."""
    found = []
    for _, line in store.read(stream.name, stream.sequence):
        event = TABLE.read(stream.follow(line))
        stream.table = evolve(stream.table, event)
        found.append(event)
    if len(stream.late) > MOST_LATE and not stream.indexing:
        _forget(stream, _indexed(store, stream.name))  # another process writes the index
    return tuple(found)


def _indexed(store: Store, name: str) -> int:
    """Up to which sequence every command is in the index."""
    marked = store.answer(name, INDEXED)
    return 0 if marked is None else msgspec.json.decode(marked, type=Kept).sequence


def _forget(stream: Stream, indexed: int) -> None:
    stream.indexed([key for key, kept in stream.late.items() if kept.sequence <= indexed])


def load(
    store: Store,
    name: str,
    rules: Rules,
    public: str | None = None,
    known: tuple[Known, int] | None = None,
) -> Stream:
    """A stream from its journal, replayed; from a snapshot signed with `public`, where given.

    `known` are command ids that hold all up to a sequence, where one has them: then the lines
    before it are not read through again.
    """
    stream = Stream(name, TABLE, rules=rules)
    indexed = _indexed(store, name)
    if public is not None and store.snapshot(name) is not None:
        state = load_state(store, name, TABLE, public)
        stream.table, stream.tree, stream.previous = state.state, state.tree, state.previous
        stream.known, complete = known or (stream.known, 0)
        if stream.sequence - complete > MOST_READ:
            stream.known.unsure = True
        unread = stream.sequence if stream.known.unsure else complete
        first = min(indexed, unread)
        for sequence, line in store.read(name, first, stream.sequence - first):
            record = read_line(line)
            stream.known.add(record.command)
            if sequence > indexed:
                stream.note(record)
    catch_up(store, stream)
    _forget(stream, indexed)
    return stream
