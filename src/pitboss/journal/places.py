"""Where a house on one machine keeps its database and its keys, unless it says otherwise."""

from __future__ import annotations

import os
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
