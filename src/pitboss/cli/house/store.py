"""The store of a house, opened by a command."""

from __future__ import annotations

from pathlib import Path

from pitboss.cli.term.output import fail
from pitboss.journal.paths import database_url
from pitboss.journal.sql import SqlStore


def open_store(database: str | None, *, must_be: bool = True) -> SqlStore:
    """The store named, or the embedded one; a clear end where a file must be there and is not."""
    url = database or database_url()
    if must_be and url.startswith("sqlite:///"):
        path = Path(url.removeprefix("sqlite:///"))
        if not path.is_file():
            fail(f"There is no database {path}.")
    return SqlStore(url)
