"""A throw-away PostgreSQL cluster: as durable as a real one, gone when the tests are over."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

USER = "postgres"
MOST_KEPT = 50
"""So many databases of a cluster are there at a time; a test needs a few."""
MISSING = "PostgreSQL is not installed: 'make test' installs it (apt-get install postgresql)"


class MissingPostgresError(AssertionError):
    """There are no binaries to start a cluster with."""


def binaries() -> Path:
    """The folder of initdb and postgres."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    named = shutil.which("initdb")
    if named is None:
        raise MissingPostgresError(MISSING)
    return Path(named).resolve().parent


def _as_user(*words: object) -> list[str]:
    """PostgreSQL does not run as root: then its own user runs it."""
    plain = [str(word) for word in words]
    return ["runuser", "-u", USER, "--", *plain] if os.geteuid() == 0 else plain


class Cluster:
    """A running server that listens on a socket in its own folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._numbers = count(1)

    def address(self, database: str, folder: Path | None = None) -> str:
        """The address of a database for SQLAlchemy."""
        return f"postgresql+psycopg://{USER}@/{database}?host={folder or self.folder}"

    def database(self) -> str:
        """A new, empty database; its name. The oldest is dropped: they lie in memory."""
        number = next(self._numbers)
        name, oldest = f"journal_{number}", f"journal_{number - MOST_KEPT}"
        with psycopg.connect(self.plain("postgres"), autocommit=True) as connection:
            connection.execute(f"create database {name} template template0".encode())
            if number > MOST_KEPT:
                connection.execute(f"drop database {oldest} with (force)".encode())
        return name

    def plain(self, database: str) -> str:
        """The address of a database for psycopg."""
        return f"host={self.folder} user={USER} dbname={database}"


@contextmanager
def running(*settings: str) -> Iterator[Cluster]:
    """A cluster of its own, with these settings on top."""
    programs = binaries()
    base = Path("/dev/shm")  # noqa: S108 - a commit still calls fsync, only quicker
    folder = Path(tempfile.mkdtemp(prefix="pitboss-", dir=base if base.is_dir() else None))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, USER)
        folder.chmod(0o755)
        data = folder / "data"
        made = _as_user(
            programs / "initdb", "-D", data, "-U", USER, "-A", "trust", "-N", "-E", "UTF8"
        )
        subprocess.run(made, check=True, capture_output=True, cwd="/")
        given = " ".join(
            [
                f"-c unix_socket_directories={folder}",
                "-c listen_addresses=",
                "-c max_connections=200",
                "-c shared_buffers=32MB",
                *(f"-c {setting}" for setting in settings),
            ]
        )
        control = programs / "pg_ctl"
        start = _as_user(control, "-D", data, "-o", given, "-l", folder / "log", "-w", "start")
        subprocess.run(start, check=True, stdout=subprocess.DEVNULL, cwd="/")
        try:
            yield Cluster(folder)
        finally:
            stop = _as_user(control, "-D", data, "-m", "immediate", "-w", "stop")
            subprocess.run(stop, check=True, capture_output=True, cwd="/")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
