"""Many servers on one PostgreSQL: what others write is heard, read and passed on.

Every append tells `stream sequence` in its own transaction. Here one connection of its own
listens. A notice is only a hint: at each one, at each time-out and after each reconnection the
journal is read from where this process was, so that a lost notice loses nothing.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from sqlalchemy import make_url

from pitboss.aggregates import HOUSE, TABLE
from pitboss.service.tables import Tables

if TYPE_CHECKING:
    import psycopg

CHANNEL = "pitboss"
SECONDS = 2.0
PAUSE = 0.2


class Listener:
    """The thread that listens."""

    def __init__(self, tables: Tables, url: str, seconds: float = SECONDS) -> None:
        self._tables = tables
        self._address = make_url(url).set(drivername="postgresql").render_as_string(False)
        self._seconds = seconds
        self._ending = threading.Event()
        self.connections = 0
        self.connected = False
        self.failures = 0
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        import psycopg  # noqa: PLC0415 - only where PostgreSQL is

        while not self._ending.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True) as connection:
                    connection.execute(f"listen {CHANNEL}")
                    self.connections += 1
                    self.connected = True
                    self.read_all()
                    self._listen(connection)
            except Exception:  # noqa: BLE001 - whatever broke the connection, it is made anew
                self.failures += 1
                self.connected = False
                self._ending.wait(PAUSE)

    def _listen(self, connection: psycopg.Connection[Any]) -> None:
        while not self._ending.is_set():
            told = {
                notice.payload.rpartition(" ")[0]
                for notice in connection.notifies(timeout=self._seconds, stop_after=1)
            }
            if told:
                # What came in the meantime is taken along: one reading serves them all.
                told |= {
                    notice.payload.rpartition(" ")[0] for notice in connection.notifies(timeout=0)
                }
                for stream in told:
                    self.read(stream)
            else:
                self.read_all()

    def read(self, stream: str) -> None:
        """Take in what is new in a stream, where this process holds it."""
        if HOUSE.owns(stream):
            self._tables.house.follow()
        elif stream in self._tables.names():
            self._tables.follow(stream)
        else:
            for repository in self._tables.repositories:
                if repository.aggregate.owns(stream):
                    repository.follow(stream)

    def read_all(self) -> None:
        """Take in what is new in every stream that this process holds."""
        self._tables.house.follow()
        for repository in self._tables.repositories:
            for stream in repository.names():
                repository.follow(stream)
        for stream in self._tables.names():
            if TABLE.owns(stream):
                self._tables.follow(stream)

    def close(self) -> None:
        """Stop listening."""
        self._ending.set()
        self._thread.join(2 * self._seconds)
