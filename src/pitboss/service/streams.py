"""Streams in hand: the state of a table, its Merkle tree and its place, kept by one writer."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from pitboss.journal.merkle import Tree, leaf_hash
from pitboss.journal.record import VERSION, Record, read_line
from pitboss.journal.store import Store
from pitboss.table import Event, Rules, Table, event_decoder, evolve


@dataclass
class Stream:
    """A table's stream as its writer holds it."""

    name: str
    rules: Rules
    table: Table = field(default_factory=Table)
    tree: Tree = field(default_factory=Tree)
    previous: str = ""

    @property
    def sequence(self) -> int:
        """The sequence of the last event."""
        return self.tree.size

    def lines(self, events: tuple[Event, ...], command: str) -> list[bytes]:
        """The lines of new events, which the stream takes in."""
        edition = self.rules.edition.name
        fingerprint = self.rules.compiled.fingerprint
        found = []
        for event in events:
            record = Record(
                stream=self.name,
                sequence=self.tree.size + 1,
                previous=self.previous,
                version=VERSION,
                edition=edition,
                fingerprint=fingerprint,
                command=command,
                event=msgspec.Raw(msgspec.json.encode(event)),
            )
            line = record.line()
            found.append(line)
            self.take(line)
        return found

    def take(self, line: bytes) -> None:
        """A line is in the stream."""
        leaf = leaf_hash(line)
        self.tree.append(leaf)
        self.previous = leaf.hex()


def catch_up(store: Store, stream: Stream) -> tuple[Event, ...]:
    """Take in what was written to the stream since; the events, in order."""
    found = []
    for _, line in store.read(stream.name, stream.sequence):
        event: Event = event_decoder.decode(read_line(line).event)
        stream.take(line)
        stream.table = evolve(stream.table, event)
        found.append(event)
    return tuple(found)


def load(store: Store, name: str, rules: Rules) -> Stream:
    """A stream from its journal, replayed."""
    stream = Stream(name, rules)
    catch_up(store, stream)
    return stream
