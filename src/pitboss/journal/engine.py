"""Opening a database for journals: what durability needs is set, read back, or refused."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from pitboss.errors import StoreError

SQLITE_NEEDS = (("journal_mode", "wal", "wal"), ("synchronous", "full", 2))
TRIES, PAUSE_SECONDS = 100, 0.05
POOL = 12
"""Connections kept, and no more made: as many as the threads that read, and some to spare."""

POSTGRES_NEEDS = (("fsync", "on"), ("synchronous_commit", "on"), ("full_page_writes", "on"))


def open_engine(url: str) -> sa.Engine:
    """An engine for the address of a database, with what durability needs."""
    try:
        address = sa.make_url(url)
    except sa.exc.ArgumentError:
        raise StoreError(f"'{url}' is no address of a database") from None
    kind = address.get_backend_name()
    if kind == "sqlite":
        if address.database in (None, "", ":memory:"):
            raise StoreError("a journal in SQLite needs a file")
        if not address.database.startswith("file:"):
            _make_private(Path(address.database))
        engine = sa.create_engine(address, pool_size=POOL, max_overflow=0)
        sa.event.listen(engine, "connect", _sqlite)
        sa.event.listen(engine, "begin", _begin_immediate)
        return engine
    if kind != "postgresql":
        raise StoreError(f"{kind} is no store for journals: sqlite or postgresql")
    if address.drivername == "postgresql":
        address = address.set(drivername="postgresql+psycopg")
    try:
        engine = sa.create_engine(address, pool_size=POOL, max_overflow=0, pool_pre_ping=True)
    except ModuleNotFoundError:
        raise StoreError("PostgreSQL needs the extra: pip install 'pitboss[postgres]'") from None
    sa.event.listen(engine, "connect", _postgres)
    return engine


def _make_private(path: Path) -> None:
    """Make a new file for its owner alone; what SQLite puts beside it has the same mode."""
    with contextlib.suppress(OSError):  # what is wrong with the place is told when it is opened
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _sqlite(connection: Any, _record: object) -> None:
    """Write-ahead log and full synchronisation, set and read back."""
    connection.isolation_level = None
    cursor = connection.cursor()
    try:
        for left in range(TRIES, -1, -1):
            try:
                _set(cursor)
                break
            except sqlite3.OperationalError as error:
                # The change to a write-ahead log does not wait for others who open the file.
                if "locked" not in str(error) or not left:
                    raise
                time.sleep(PAUSE_SECONDS)
    except sqlite3.Error as error:
        connection.close()
        raise StoreError(f"this is no database for a journal: {error}") from None
    except StoreError:
        connection.close()
        raise
    cursor.close()


def _set(cursor: sqlite3.Cursor) -> None:
    cursor.execute("pragma busy_timeout=5000")
    for pragma, value, wanted in SQLITE_NEEDS:
        cursor.execute(f"pragma {pragma}={value}")
        found = cursor.execute(f"pragma {pragma}").fetchone()[0]
        if found != wanted:
            raise StoreError(f"this database has {pragma} {found}; a journal needs {wanted}")
    cursor.execute("pragma cell_size_check=on")
    cursor.execute("pragma secure_delete=on")  # a destroyed key leaves no bytes behind
    cursor.close()


def _postgres(connection: Any, _record: object) -> None:
    """A commit is on the disk when it is answered: the server's settings, read back."""
    with connection.cursor() as cursor:
        for setting, wanted in POSTGRES_NEEDS:
            found = cursor.execute(f"show {setting}").fetchone()[0]
            if found != wanted:
                connection.close()
                raise StoreError(f"this database has {setting} {found}; a journal needs {wanted}")
    connection.rollback()


def _begin_immediate(connection: sa.Connection) -> None:
    if not connection.get_execution_options().get("reading"):
        driver: Any = connection.connection.driver_connection
        driver.execute("begin immediate")
