"""The one follower of a table's journal, and the projections that it feeds.

A line is read, decoded and applied once; every projection takes its event with the table before
and after it.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar, cast

from pitboss.aggregates import TABLE
from pitboss.journal.record import Record, read_line
from pitboss.journal.store import Store
from pitboss.table import Event, Table, evolve

BATCH = 2_000
MOST_HEARD = 200
"""So many lines are kept for the next question; more are read from the journal again."""


class Projection(Protocol):
    """A read model of a table."""

    def take(self, before: Table, event: Event, after: Table, record: Record) -> None:
        """Take the next event."""


P = TypeVar("P", bound=Projection)


class Fold:
    """A table's lines applied one after another."""

    def __init__(self, projections: Iterable[Projection] = (), table: Table | None = None) -> None:
        self._projections = tuple(projections)
        self.table = Table() if table is None else table

    def take(self, line: bytes) -> Event:
        """Apply the next line and feed the projections; its event."""
        record = read_line(line)
        event = TABLE.read(record)
        after = evolve(self.table, event)
        for projection in self._projections:
            projection.take(self.table, event, after, record)
        self.table = after
        return event


class Follower:
    """The journal of one table, read as far as it is written whenever a projection is asked for."""

    def __init__(self, store: Store, stream: str) -> None:
        self._store = store
        self.stream = stream
        self._makers: list[Callable[[], Projection]] = []
        self._lock = threading.Lock()
        self._heard: deque[tuple[int, bytes]] = deque(maxlen=MOST_HEARD)
        self._begin()

    def register(self, make: Callable[[], Projection]) -> None:
        """Add a projection; those there are begin again with it, at the first line."""
        with self._lock:
            self._makers.append(make)
            self._begin()

    def hear(self, after: int, lines: Sequence[bytes]) -> None:
        """Lines that were just written: whoever asks next need not read them from the journal."""
        if self._read:  # nobody has asked about the table yet
            self._heard.extend(enumerate(lines, after + 1))

    def up_to(self, sequence: int) -> None:
        """Have every projection take the lines up to a sequence at least."""
        if self._read >= sequence:
            return
        with self._lock:
            self._take_heard()
            if self._read < sequence:
                self._catch_up()

    def of(self, kind: type[P]) -> P:
        """The projection of a class, up to date with the journal."""
        with self._lock:  # several requests may ask at once
            self._take_heard()
            self._catch_up()
            return self.so_far(kind)

    def so_far(self, kind: type[P]) -> P:
        """The projection of a class as it is; nothing is read."""
        return cast(P, self._projections[kind])

    def _begin(self) -> None:
        made = [make() for make in self._makers]
        self._projections: dict[type[Projection], Projection] = {type(one): one for one in made}
        self._fold = Fold(made)
        self._read = 0

    def _take_heard(self) -> None:
        while self._heard:
            sequence, line = self._heard.popleft()
            if sequence == self._read + 1:
                self._take([(sequence, line)])

    def _catch_up(self) -> None:
        more = True
        while more:
            lines = self._store.read(self.stream, self._read, BATCH)
            self._take(lines)
            more = len(lines) == BATCH

    def _take(self, lines: Sequence[tuple[int, bytes]]) -> None:
        try:
            for sequence, line in lines:
                self._fold.take(line)
                self._read = sequence
        except BaseException:
            self._begin()  # some projections have taken the line, others have not
            raise
