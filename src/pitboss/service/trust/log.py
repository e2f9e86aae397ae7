"""The writer of the house log."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Iterable, Sequence

from pitboss.aggregates.log import LOG, STREAM, CheckpointLogged, HeadCosigned, LogEvent, evolve
from pitboss.journal.proof.checkpoint import Checkpoint
from pitboss.journal.proof.merkle import Tree, leaf_hash
from pitboss.journal.store import ConflictError, Store, Write
from pitboss.journal.writer import Writer
from pitboss.service.streams import Chain

TRIES = 50
BY = "log"


class HouseLog:
    """The house log in hand. Never call what writes on the thread that commits."""

    def __init__(self, store: Store, writer: Writer) -> None:
        self._store, self._writer = store, writer
        self._lock = threading.RLock()
        self.state = LOG.start
        self._chain = Chain(STREAM, LOG)

    def follow(self) -> None:
        """Take in what was written since, here or by another process."""
        with self._lock:
            for _, line in self._store.read(STREAM, self._chain.sequence):
                self.state = evolve(self.state, LOG.read(self._chain.follow(line)))

    def tree(self) -> Tree:
        """The tree over the log, as it is."""
        with self._lock:
            return self._chain.tree.copy()

    def leaves(self, after: int) -> list[bytes]:
        """The hashes of its lines after a size."""
        return [leaf_hash(line) for _, line in self._store.read(STREAM, after)]

    def grown(self, checkpoints: Iterable[Checkpoint]) -> list[Checkpoint]:
        """Those that the log does not have yet."""
        with self._lock:
            known = self.state.signed
            return [one for one in checkpoints if _is_new(one, known.get(one.stream))]

    def keep(self, checkpoints: Sequence[Checkpoint], at: dt.datetime) -> None:
        """Enter checkpoints that are not in the log yet."""

        def wanted() -> list[LogEvent]:
            new = self.grown(checkpoints)
            return [CheckpointLogged(by=BY, at=at, checkpoint=one) for one in new]

        self._write(wanted, at)

    def cosigned(self, witness: str, size: int, note: str, at: dt.datetime) -> None:
        """Enter a head that a witness signed."""
        event = HeadCosigned(by=BY, at=at, witness=witness, size=size, note=note)
        self._write(lambda: [event], at)

    def _write(self, wanted: Callable[[], list[LogEvent]], at: dt.datetime) -> None:
        with self._lock:
            for _ in range(TRIES):
                self.follow()
                events, chain = wanted(), self._chain
                if not events:
                    return
                command = f"{BY}/{chain.sequence + 1}/{at.isoformat()}"
                lines = chain.lines(events, command)
                write = Write(
                    stream=STREAM,
                    after=chain.sequence,
                    previous=chain.previous,
                    lines=[line.body for line in lines],
                    command=command,
                    answer=b'{"sequence":%d}' % (chain.sequence + len(lines)),
                    end=lines[-1].leaf.hex(),
                )
                error = self._writer.submit(write).exception()
                if error is None:
                    chain.take(lines, command)
                    for event in events:
                        self.state = evolve(self.state, event)
                    return
                if not isinstance(error, ConflictError):
                    raise error
            raise ConflictError(f"{STREAM} is written to by others without a pause")


def _is_new(one: Checkpoint, last: Checkpoint | None) -> bool:
    return last is None or one.size > last.size
