"""The writer of the house's stream."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Mapping, Sequence

from pitboss.aggregates.house import HOUSE, STREAM, HouseEvent, evolve, read_event
from pitboss.journal.proof.checkpoint import Checkpoint, Signer
from pitboss.journal.store import ConflictError, RepeatedError, Store, TakenError, Write
from pitboss.journal.writer import Writer
from pitboss.service.streams import Chain, carried

TRIES = 50

Told = Callable[[int, HouseEvent], None]


class House:
    """The writer of the house's stream; each record is committed before the call returns.

    Never call `record` on the thread that commits: it waits for it.
    """

    def __init__(self, store: Store, writer: Writer) -> None:
        self.store = store
        self.state = HOUSE.start
        self.listeners: list[Told] = []
        self._writer = writer
        self._chain = Chain(STREAM, HOUSE)
        self._lock = threading.RLock()
        self.follow()

    @property
    def sequence(self) -> int:
        """The sequence of the last event taken in."""
        return self._chain.sequence

    def checkpoint(self, signer: Signer, at: dt.datetime) -> Checkpoint | None:
        """The stream as it is taken in, signed and not kept; nothing where it is empty."""
        with self._lock:
            tree = self._chain.tree.copy()
        return signer.sign(STREAM, tree.size, tree.root(), at.isoformat()) if tree.size else None

    def excluded(self, person: str) -> str | None:
        """Why a person is excluded from every table; nothing where they are not."""
        return self.state.excluded.get(person)

    def follow(self) -> int:
        """Take in what was written to the stream since, here or by another process."""
        with self._lock:
            lines = self.store.read(STREAM, self._chain.sequence)
            for sequence, line in lines:
                event = read_event(self._chain.follow(line))
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
            if taken and self._again(command):
                self._mark(taken)
                return False
            for _ in range(TRIES):
                chain = self._chain
                lines = chain.lines(events, command)
                write = Write(
                    stream=STREAM,
                    after=chain.sequence,
                    previous=chain.previous,
                    lines=[line.body for line in lines],
                    command=command,
                    answer=b'{"sequence":%d}' % (chain.sequence + len(lines)),
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

    def _again(self, command: str) -> bool:
        """Whether a message was carried out before, whatever the index says."""
        return self._chain.heard.perhaps(command) and carried(self.store, STREAM, command)

    def _mark(self, taken: Sequence[str]) -> None:
        """A message that was carried out before is only taken off the outbox."""
        if taken:
            done = Write(stream=STREAM, after=self._chain.sequence, taken=taken)
            self._writer.submit(done).exception()

    def _take(self, sequence: int, event: HouseEvent) -> None:
        self.state = evolve(self.state, event)
        for listener in self.listeners:
            listener(sequence, event)
