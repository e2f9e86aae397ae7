"""Where a house on one machine keeps its database and its keys, unless it says otherwise."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

DATABASE = "journal.db"


def data_folder() -> Path:
    """The folder: `PITBOSS_HOME`, or the user's own data folder."""
    named = os.environ.get("PITBOSS_HOME")
    if named:
        return Path(named)
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "pitboss"


def database_url() -> str:
    """The address of the embedded database."""
    return f"sqlite:///{data_folder() / DATABASE}"


def signing_key() -> Path:
    """The file of the house's signing key."""
    return data_folder() / "signing.key"


def kept(path: Path, make: Callable[[], bytes]) -> bytes:
    """The secret in a file that only its owner may read; made when there is none.

    A new one is whole on the disk before it has its name, and of two processes that make one
    at the same moment both get the first.
    """
    if not path.exists():
        new = path.with_name(f"{path.name}.{os.getpid()}.new")
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(make())
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(new)
        new.unlink()
    return path.read_bytes()
