"""The streams of a tournament as they are written: chained, signed, in one file."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from pitboss.journal.aggregate import Aggregate
from pitboss.journal.proof.checkpoint import Signer
from pitboss.journal.proof.format import line_of, sign_list
from pitboss.service.streams import Chain
from pitboss.table import Rules


def signer_of(seed: int) -> Signer:
    """The key of a tournament that is made of a seed: it says that a file is whole, not whose."""
    return Signer(hashlib.sha256(f"pitboss tournament run {seed}".encode()).digest())


class Written:
    """A stream that is written as its events come."""

    def __init__(self, name: str, aggregate: Aggregate[Any, Any], rules: Rules) -> None:
        self.chain = Chain(name, aggregate)
        self.rules = rules
        self.bodies: list[bytes] = []
        self.commands = 0

    def keep(self, events: Sequence[msgspec.Struct], told: str | None = None) -> None:
        """The events of one command; `told` is the key of the message that it carries out."""
        self.commands += 1
        edition, print_ = self.rules.edition.name, self.rules.compiled.fingerprint
        command = told or f"run/{self.commands}"
        lines = self.chain.lines(events, command, edition, print_)
        self.chain.take(lines, command)
        self.bodies += [line.body for line in lines]

    @property
    def sequence(self) -> int:
        """The sequence of the last event."""
        return self.chain.sequence


def export_of(streams: Sequence[Written], signer: Signer, at: dt.datetime) -> Iterator[bytes]:
    """Every line, each stream's end signed, and the signed list of all of them."""
    when, ends = at.isoformat(timespec="seconds"), []
    for one in sorted(streams, key=lambda each: each.chain.name):
        yield from one.bodies
        tree = one.chain.tree
        end = signer.sign(one.chain.name, tree.size, tree.root(), when)
        yield line_of(end)
        ends.append(end)
    yield line_of(sign_list(signer, ends, when))
