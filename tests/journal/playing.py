"""Real journals for tests: tables played straight and tables played badly, written as lines."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import msgspec

from pitboss import aggregates
from pitboss.book import rulebook
from pitboss.cards import full_shoe
from pitboss.chaos.dealer import Chaos
from pitboss.chaos.steady import Steady, sign_for
from pitboss.journal.memory import MemoryStore
from pitboss.journal.proof.checkpoint import Checkpoint, Signer
from pitboss.journal.proof.export import export_lines
from pitboss.journal.proof.merkle import leaf_hash, root_of
from pitboss.journal.record import Record, read_line
from pitboss.journal.store import Write
from pitboss.table import Rules

SIGNER = Signer(b"a key for tests, known to all...")
OTHER_SIGNER = Signer(b"a key of somebody else, not ours")
AT = "2026-11-16T12:00:00+00:00"
TABLE = "table:1"
RULEBOOKS = ("star-baccarat", "star-premium-baccarat")
PEOPLE = ("ann", "bob", "cyd")


@dataclass
class Pen:
    """Writes the events of commands as the lines of a stream."""

    rules: Rules | None
    stream: str = TABLE
    version: int = 0
    groups: list[tuple[str, list[bytes]]] = field(default_factory=list)
    size: int = 0
    previous: str = ""

    def __post_init__(self) -> None:
        of_table = aggregates.TABLE.owns(self.stream)
        self.version = self.version or (aggregates.TABLE.version if of_table else 1)

    def write(self, events: Sequence[msgspec.Struct]) -> None:
        command = f"c{len(self.groups) + 1}"
        lines = []
        edition = self.rules.edition.name if self.rules else ""
        fingerprint = self.rules.compiled.fingerprint if self.rules else ""
        for event in events:
            self.size += 1
            record = Record(
                stream=self.stream,
                sequence=self.size,
                previous=self.previous,
                version=self.version,
                edition=edition,
                fingerprint=fingerprint,
                command=command,
                event=msgspec.Raw(msgspec.json.encode(event)),
            )
            lines.append(record.line())
            self.previous = leaf_hash(lines[-1]).hex()
        self.groups.append((command, lines))


def steady(name: str, coups: int, stream: str = TABLE) -> Pen:
    """A table dealt by the book for so many coups."""
    rules = rulebook(name).rules
    pen = Pen(rules, stream)
    table = Steady(rules, pen.write)
    table.open(sign=sign_for((), {"chip": "0.50"}))
    table.seat(PEOPLE, 100_000_000)
    cards = full_shoe(8)
    chance = random.Random(7)
    for coup in range(coups):
        if table.over:
            chance.shuffle(cards)
            table.new_shoe(tuple(cards), 26)
        hands = ("player", "banker", "tie")
        table.coup(
            [(person, hands[(coup + place) % 3], 2_500) for place, person in enumerate(PEOPLE)]
        )
    return pen


def chaotic(name: str, seed: int, events: int, stream: str) -> Pen:
    """The table of the chaos dealer that came to so many events."""
    rules = rulebook(name).rules
    chaos = Chaos(rules, seed)
    world = chaos.world
    pen, tables = Pen(rules, stream), world.tables
    while len(world.events) < events:
        before = len(world.events)
        chaos.step()
        if world.tables != tables:
            pen, tables, before = Pen(rules, stream), world.tables, 0
        if len(world.events) > before:
            pen.write(world.events[before:])
    return pen


def kept(*pens: Pen) -> MemoryStore:
    """A store that holds these streams."""
    store = MemoryStore()
    for pen in pens:
        after = 0
        for command, lines in pen.groups:
            (error,) = store.write([Write(pen.stream, after, lines, command, b"{}")])
            assert error is None
            after += len(lines)
    return store


def half_signed(pen: Pen) -> MemoryStore:
    """A store with one stream, and a checkpoint half-way."""
    store = kept(pen)
    lines = store.read(pen.stream)
    half = len(lines) // 2
    store.keep_checkpoint(sign_prefix([line for _, line in lines[:half]], SIGNER))
    return store


@cache
def steady_store(name: str = RULEBOOKS[0], coups: int = 4) -> MemoryStore:
    """A store with one table, and a checkpoint half-way."""
    return half_signed(steady(name, coups))


def sign_prefix(lines: Sequence[bytes], signer: Signer) -> Checkpoint:
    """A checkpoint over these lines of a stream."""
    stream = read_line(lines[0]).stream
    return signer.sign(stream, len(lines), root_of([leaf_hash(line) for line in lines]), AT)


@cache
def exported(name: str = RULEBOOKS[0]) -> tuple[bytes, ...]:
    """A file's lines: one table of a few coups, checkpoints half-way and at the end."""
    return tuple(export_lines(steady_store(name), SIGNER, AT))
