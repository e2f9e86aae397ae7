"""The store of a house, opened by a command."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from pitboss.cli.term.output import fail
from pitboss.journal.paths import database_url, signing_key
from pitboss.journal.sql import SqlStore

SQLITE = "sqlite:///"


def open_store(
    database: str | None, *, must_be: bool = True, key: Path | None = None, whole: bool = False
) -> SqlStore:
    """The store named, or the embedded one; a clear end where a file must be there and is not.

    Where the store was served with an anchor, its rows must carry the house's code, and with
    `whole` the anchor must find in it what it knows.
    """
    from pitboss.cli.house.trust import read_trusted
    from pitboss.journal.proof.checkpoint import signer_at
    from pitboss.journal.trust.guard import check_anchored

    url, found = database or database_url(), key or signing_key()
    store = SqlStore(readable(url, must_be=must_be))
    known = read_trusted(store, url, found)
    if whole and known is not None:
        check_anchored(store, known, [signer_at(found).public])
    return store


def readable(url: str, *, must_be: bool = True) -> str:
    """The address to read from: of a copy, where the file lies where nothing can be written.

    A journal in SQLite is more than one file, and reading it writes beside it. Evidence on a
    medium that cannot be written is therefore read from a copy, which is gone afterwards.
    """
    path = Path(url.removeprefix(SQLITE))
    if not url.startswith(SQLITE) or not must_be:
        return url
    if not path.is_file():
        fail(f"There is no database {path}.")
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        return url
    folder = Path(tempfile.mkdtemp(prefix="pitboss-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for part in (path, path.with_name(f"{path.name}-wal")):
        if part.is_file():
            shutil.copyfile(part, folder / part.name)
            (folder / part.name).chmod(0o600)
    return f"{SQLITE}{folder / path.name}"
