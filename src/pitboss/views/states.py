"""States of a table along its journal, so that a coup is shown again without reading from line 1.

A mark is the state after some event; the snapshot that the service keeps is one too. A state is
worked out from the nearest mark before it, and the newest events are at hand. No mark is the
truth: with none of them the same state comes from the first event.
"""

from __future__ import annotations

import threading
from bisect import bisect_right, insort
from collections import deque

from pitboss.aggregates import TABLE
from pitboss.journal.record import Record, read_line
from pitboss.journal.snapshots import kept_state
from pitboss.journal.store import Store
from pitboss.table import Event, Table, evolve

EVERY = 250
MOST = 64
BATCH = 1_000
RECENT = 1_000


class States:
    """The marks and the newest events of one table."""

    def __init__(self, store: Store, stream: str, public: str) -> None:
        self._store = store
        self._stream = stream
        self._public = public
        self._sizes: list[int] = []
        self._tables: dict[int, Table] = {}
        self._recent: deque[Event] = deque(maxlen=RECENT)
        self._last = 0
        self._lock = threading.Lock()

    def take(self, before: Table, event: Event, after: Table, record: Record) -> None:
        """Keep the event, and now and then the state."""
        with self._lock:
            self._recent.append(event)
            self._last = record.sequence
        if record.sequence % EVERY == 0:
            self._leave(record.sequence, after)

    def events(self, after: int, until: int) -> tuple[Event, ...]:
        """The events after one sequence up to another; older ones are read from the journal."""
        with self._lock:
            first = self._last - len(self._recent)
            if first <= after and until <= self._last:
                return tuple(self._recent)[after - first : until - first]
        lines = self._store.read(self._stream, after, until - after)
        return tuple(TABLE.read(read_line(line)) for _, line in lines)

    def before(self, sequence: int) -> Table:
        """The table as it was just before an event."""
        wanted = sequence - 1
        size, table = self._nearest(wanted)
        while size < wanted:
            events = self.events(size, min(size + BATCH, wanted))
            if not events:
                raise LookupError(f"the journal of {self._stream} has no event {sequence}")
            for event in events:
                table, size = evolve(table, event), size + 1
                if size % EVERY == 0 or size == wanted:
                    self._leave(size, table)
        return table

    def _nearest(self, wanted: int) -> tuple[int, Table]:
        with self._lock:
            place = bisect_right(self._sizes, wanted)
            size = self._sizes[place - 1] if place else 0
            table = self._tables.get(size, Table())
        if wanted - size > EVERY:
            kept = kept_state(self._store, self._stream, TABLE, self._public)
            if kept is not None and size < kept.tree.size <= wanted:
                self._leave(kept.tree.size, kept.state)
                return kept.tree.size, kept.state
        return size, table

    def _leave(self, size: int, table: Table) -> None:
        with self._lock:
            if size not in self._tables:
                insort(self._sizes, size)
            self._tables[size] = table
            if len(self._sizes) > MOST:
                for gone in self._sizes[1::2]:
                    del self._tables[gone]
                self._sizes = self._sizes[::2]
