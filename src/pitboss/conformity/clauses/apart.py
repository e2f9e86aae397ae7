"""Statuses computed by a process of their own, so that a server goes on serving meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import msgspec

from pitboss.conformity.clauses.kept import statuses_of
from pitboss.conformity.clauses.status import Statuses
from pitboss.errors import NotProvedError

NICE = 10


def statuses_apart(folder: Path) -> Statuses:
    """The statuses of an edition; the process that computes them ends with this one."""
    command = [sys.executable, "-m", __name__, str(folder)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as process:  # noqa: S603 - our own
        told = process.stdout.read() if process.stdout is not None else b""
    if process.returncode != 0:
        raise NotProvedError("the process that works out statuses ended early")
    return msgspec.json.decode(told, type=Statuses)


def _end_with_whoever_asked() -> None:
    """End when the pipe from the process that asked is closed."""
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(1)


def main() -> None:
    """Compute the statuses of the edition that is named, and write them out."""
    threading.Thread(target=_end_with_whoever_asked, daemon=True).start()
    with suppress(OSError):
        os.nice(NICE)  # the tables come first
    found = statuses_of(Path(sys.argv[1]))
    sys.stdout.buffer.write(msgspec.json.encode(found))


if __name__ == "__main__":
    main()
