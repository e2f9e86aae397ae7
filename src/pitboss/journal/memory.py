"""A store that lives as long as its process: for tests and studies."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from pitboss.journal.proof.checkpoint import Checkpoint
from pitboss.journal.proof.merkle import leaf_hash
from pitboss.journal.store import (
    ConflictError,
    Message,
    RepeatedError,
    Snapshot,
    TakenError,
    Write,
)


class MemoryStore:
    """Everything in dictionaries, behind one lock."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lines: dict[str, list[bytes]] = {}
        self._answers: dict[tuple[str, str], bytes] = {}
        self._secrets: dict[str, bytes] = {}
        self._messages: dict[str, Message] = {}
        self._taken: set[str] = set()
        self._snapshots: dict[str, Snapshot] = {}
        self._checkpoints: dict[str, list[Checkpoint]] = {}

    def write(self, writes: Sequence[Write]) -> list[Exception | None]:
        """Each write whole or not at all."""
        with self._lock:
            return [self._write(write) for write in writes]

    def _write(self, write: Write) -> Exception | None:
        if write.command is not None:
            first = self._answers.get((write.stream, write.command))
            if first is not None:
                return RepeatedError(first)
        lines = self._lines.get(write.stream, [])
        if write.lines and len(lines) != write.after:
            return ConflictError(f"{write.stream} is at {len(lines)}, not {write.after}")
        last = leaf_hash(lines[-1]).hex() if lines else ""
        if write.lines and write.previous not in (None, last):
            return ConflictError(f"{write.stream} has another line {len(lines)}")
        for key in write.taken:
            if key in self._taken:
                return TakenError(f"the message {key} was taken before")
        if write.lines:
            self._lines.setdefault(write.stream, lines).extend(write.lines)
        if write.command is not None:
            self._answers[write.stream, write.command] = write.answer
        for key, answer in write.answers.items():
            if not key or (write.stream, key) not in self._answers:
                self._answers[write.stream, key] = answer
        for key, body in write.secrets.items():
            if body is None:
                self._secrets.pop(key, None)
            else:
                self._secrets[key] = body
        for message in write.messages:
            if message.key not in self._taken:
                self._messages.setdefault(message.key, message)
        for key in write.taken:
            self._messages.pop(key, None)
            self._taken.add(key)
        return None

    def read(
        self, stream: str, after: int = 0, limit: int | None = None
    ) -> list[tuple[int, bytes]]:
        """Sequence and line of the events after `after`."""
        lines = self._lines.get(stream, [])
        end = len(lines) if limit is None else min(len(lines), after + limit)
        return [(place + 1, lines[place]) for place in range(after, end)]

    def head(self, stream: str) -> int:
        """The sequence of the last event."""
        return len(self._lines.get(stream, []))

    def streams(self) -> list[str]:
        """Every stream there is."""
        return sorted(self._lines)

    def answer(self, stream: str, command: str) -> bytes | None:
        """The first answer to a command."""
        return self._answers.get((stream, command))

    def answers(self) -> list[tuple[str, str, bytes]]:
        """Every command that was written, with its stream and its answer."""
        with self._lock:
            return sorted((*key, answer) for key, answer in self._answers.items())

    def secret(self, key: str) -> bytes | None:
        """A sealed secret."""
        return self._secrets.get(key)

    def secrets(self, keys: Sequence[str]) -> dict[str, bytes]:
        """The sealed secrets of these keys that there are."""
        found = ((key, self._secrets.get(key)) for key in keys)
        return {key: body for key, body in found if body is not None}

    def pending(self, limit: int = 100) -> list[Message]:
        """Messages not yet taken, oldest first."""
        return list(self._messages.values())[:limit]

    def keep_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot, unless a later one is there."""
        with self._lock:
            kept = self._snapshots.get(snapshot.stream)
            if kept is None or kept.sequence <= snapshot.sequence:
                self._snapshots[snapshot.stream] = snapshot

    def snapshot(self, stream: str) -> Snapshot | None:
        """The latest snapshot of a stream."""
        return self._snapshots.get(stream)

    def keep_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a signed checkpoint; one is enough for a size and root."""
        with self._lock:
            kept = self._checkpoints.setdefault(checkpoint.stream, [])
            if all((one.size, one.root) != (checkpoint.size, checkpoint.root) for one in kept):
                kept.append(checkpoint)
                kept.sort(key=lambda one: (one.size, one.root))

    def checkpoints(self, stream: str) -> list[Checkpoint]:
        """The checkpoints of a stream, smallest first."""
        return list(self._checkpoints.get(stream, []))

    def close(self) -> None:
        """Nothing to let go of."""
