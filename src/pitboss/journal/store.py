"""What a store of streams must do, whichever keeps it: memory, SQLite or PostgreSQL.

A *write* is what one command changes: the lines it appends to one stream after an expected
sequence, answers, secrets, and messages for other streams. It is kept whole or not at
all. Writes of one moment may be committed together; each is answered after the commit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

from pitboss.journal.proof.checkpoint import Checkpoint
from pitboss.journal.proof.merkle import leaf_hash


class ConflictError(Exception):
    """The stream has grown since it was read: its writer is another now."""


class TakenError(ConflictError):
    """The message was taken before, by this process or another."""


class RepeatedError(Exception):
    """The command was written before; its first answer is kept."""

    def __init__(self, answer: bytes) -> None:
        super().__init__("the command was written before")
        self.answer = answer


@dataclass(frozen=True)
class Message:
    """Something for another stream, sent from the outbox until it is taken."""

    key: str
    target: str
    body: bytes


@dataclass(frozen=True)
class Snapshot:
    """The state of a stream after so many events, with its Merkle tree."""

    stream: str
    sequence: int
    body: bytes


class Write(msgspec.Struct, frozen=True):
    """One command's change. `after` is the sequence of the last line before it.

    `previous` is the hash of that line, where the writer knows it: a stream that has as many
    lines but others is another's work; `end` is that of its own last line. `answers` are those
    of earlier commands, which only lines told until now; where one is there already it stays,
    but that of the empty key.
    """

    stream: str
    after: int
    lines: Sequence[bytes] = ()
    command: str | None = None
    answer: bytes = b""
    secrets: Mapping[str, bytes | None] = {}
    messages: Sequence[Message] = ()
    taken: Sequence[str] = ()
    previous: str | None = None
    answers: Mapping[str, bytes] = {}
    end: str | None = None


def end_of(write: Write) -> tuple[int, str]:
    """The sequence and the hash of the last line that a write makes."""
    return write.after + len(write.lines), write.end or leaf_hash(write.lines[-1]).hex()


class Store(Protocol):
    """Append-only streams, and what is kept beside them."""

    def write(self, writes: Sequence[Write]) -> list[Exception | None]:
        """Commit these together; for each, nothing, or why it was not written.

        A write that fails does not touch the others.
        """

    def read(
        self, stream: str, after: int = 0, limit: int | None = None
    ) -> list[tuple[int, bytes]]:
        """Sequence and line of the events after `after`."""

    def head(self, stream: str) -> int:
        """The sequence of the last event; 0 where there is none."""

    def streams(self) -> list[str]:
        """Every stream there is, in order of their names."""

    def answer(self, stream: str, command: str) -> bytes | None:
        """The first answer to a command, where it was written."""

    def answers(self) -> list[tuple[str, str, bytes]]:
        """Every command that was written: stream, command, first answer."""

    def secret(self, key: str) -> bytes | None:
        """A sealed secret."""

    def secrets(self, keys: Sequence[str]) -> dict[str, bytes]:
        """The sealed secrets of these keys that there are."""

    def pending(self, limit: int = 100) -> list[Message]:
        """Messages not yet taken, oldest first."""

    def keep_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot, in place of an earlier one of the stream, never of a later one."""

    def snapshot(self, stream: str) -> Snapshot | None:
        """The latest snapshot of a stream."""

    def keep_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a signed checkpoint; two of one size and different roots are both kept."""

    def checkpoints(self, stream: str) -> list[Checkpoint]:
        """The checkpoints of a stream, smallest first."""

    def close(self) -> None:
        """Let go of files and connections."""
