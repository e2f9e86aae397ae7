"""Backup and restore of a whole store: streams, answers, secrets, outbox, checkpoints.

A backup is a store of its own, in one SQLite file, whatever the store it was taken from; it is
taken from one moment of the source while that goes on being written to. Secrets stay sealed in
it: the keys are not in the store and must be kept apart.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa

from pitboss.errors import BadDataError, StoreError
from pitboss.journal.aggregate import Aggregates
from pitboss.journal.proof.integrity import check
from pitboss.journal.schema import HEAD, metadata, version
from pitboss.journal.sql import SqlStore
from pitboss.journal.trust.codes import Codes

PAGE = 1_000


def backup(
    url: str, path: Path, aggregates: Aggregates, codes: Codes | None = None
) -> dict[str, int]:
    """Copy a store into a file that is not there yet; how many rows of each table."""
    if path.exists():
        raise BadDataError(f"{path} is there already")
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    source = SqlStore(url, codes)
    try:
        target = SqlStore(f"sqlite:///{new}", codes)
        try:
            found = _copy(source.engine, target.engine)
            check(target, aggregates)
        finally:
            target.close()
        new.rename(path)
    finally:
        source.close()
        new.unlink(missing_ok=True)
    return found


def restore(
    path: Path, url: str, aggregates: Aggregates, codes: Codes | None = None
) -> dict[str, int]:
    """Copy a backup into a store that has nothing in it; all of it or nothing."""
    if not path.is_file():
        raise BadDataError(f"there is no file {path}")
    source = SqlStore(f"sqlite:///{path}", codes)
    try:
        check(source, aggregates)
        target = SqlStore(url, codes)
        try:
            with target.engine.connect() as connection:
                for table in metadata.sorted_tables:
                    if connection.execute(sa.select(table).limit(1)).first() is not None:
                        raise StoreError("the store has something in it: restore into an empty one")
            found = _copy(source.engine, target.engine)
            check(target, aggregates)
        finally:
            target.close()
    finally:
        source.close()
    return found


def _copy(source: sa.Engine, target: sa.Engine) -> dict[str, int]:
    """Every row of every table, read from one moment and written in one transaction."""
    found = {}
    options: dict[str, Any] = {"reading": True}
    if source.dialect.name == "postgresql":
        options["isolation_level"] = "REPEATABLE READ"
    with source.connect() as reading, target.begin() as writing:
        reading.execution_options(**options)
        if source.dialect.name == "sqlite":
            reading.exec_driver_sql("begin")
        marked = reading.execute(sa.select(version.c.version_num)).scalar()
        if marked != HEAD:
            raise StoreError(f"the store has schema {marked}, not {HEAD}")
        for table in metadata.sorted_tables:
            number = 0
            rows = reading.execute(sa.select(table)).mappings()
            while page := rows.fetchmany(PAGE):
                writing.execute(table.insert(), [dict(row) for row in page])
                number += len(page)
            found[table.name] = number
    return found
