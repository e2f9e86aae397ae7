"""States of a table along its journal, so that what is shown again is not read from the start.

A mark is the state after some event, left where it was worked out once; the snapshot that the
service keeps is one too. What is asked for is worked out from the nearest mark before it. No
mark is the truth: with none of them the same state comes from the first event.
"""

from __future__ import annotations

import threading
from bisect import bisect_right, insort

from pitboss.journal.record import read_line
from pitboss.journal.snapshots import kept_state
from pitboss.journal.store import Store
from pitboss.journal.versions import read_event
from pitboss.table import Table, evolve

EVERY = 250
MOST = 64
BATCH = 1_000


class Marks:
    """The marks of one table."""

    def __init__(self, store: Store, stream: str, public: str) -> None:
        self._store = store
        self._stream = stream
        self._public = public
        self._sizes: list[int] = []
        self._tables: dict[int, Table] = {}
        self._lock = threading.Lock()

    def before(self, sequence: int) -> Table:
        """The table as it was just before an event."""
        wanted = sequence - 1
        with self._lock:
            size, table = self._nearest(wanted)
            while size < wanted:
                lines = self._store.read(self._stream, size, min(BATCH, wanted - size))
                if not lines:
                    raise LookupError(f"the journal of {self._stream} has no event {sequence}")
                for at, line in lines:
                    table, size = evolve(table, read_event(read_line(line))), at
                    if size % EVERY == 0 or size == wanted:
                        self._leave(size, table)
            return table

    def _nearest(self, wanted: int) -> tuple[int, Table]:
        place = bisect_right(self._sizes, wanted)
        size = self._sizes[place - 1] if place else 0
        if wanted - size > EVERY:
            kept = kept_state(self._store, self._stream, self._public)
            if kept is not None and size < kept.tree.size <= wanted:
                self._leave(kept.tree.size, kept.table)
                return kept.tree.size, kept.table
        return size, self._tables.get(size, Table())

    def _leave(self, size: int, table: Table) -> None:
        if size not in self._tables:
            insort(self._sizes, size)
        self._tables[size] = table
        if len(self._sizes) > MOST:
            for gone in self._sizes[1::2]:
                del self._tables[gone]
            self._sizes = self._sizes[::2]
