"""A writer in a process of its own, killed wherever a test wants it to die."""

from __future__ import annotations

import os
import resource
import signal
import socket
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from pitboss.journal import sql
from pitboss.journal.engine import open_engine
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Message, Write
from pitboss.journal.writer import Writer
from tests.journal.playing import Pen
from tests.journal.samples import SAMPLES

PENS = {name: sample.pen(1 if name == "table" else 2) for name, sample in SAMPLES.items()}
"""The streams that are written, by kind of aggregate."""
TOGETHER = 3
SMALL_LOG = 8


def writes_of(pen: Pen) -> list[Write]:
    """A write for each command: lines, answer, a secret and a message."""
    found, after = [], 0
    for command, lines in pen.groups:
        found.append(
            Write(
                pen.stream,
                after,
                lines,
                command,
                b"answer to " + command.encode(),
                {f"secret of {command}": command.encode()},
                [Message(f"message of {command}", "house", command.encode())],
            )
        )
        after += len(lines)
    return found


def work(url: str, kind: str, layer: str, at: int, told: Connection) -> None:
    """Write every command, a few at a time, and tell of each that was acknowledged."""
    if layer == "statement":
        _die_at_statement(at)
    elif layer == "file":
        _die_at_size(at)
    store = SqlStore(url)
    writer = Writer(store)
    writes = writes_of(PENS[kind])
    for first in range(0, len(writes), TOGETHER):
        batch = writes[first : first + TOGETHER]
        for write, done in [(write, writer.submit(write)) for write in batch]:
            done.result()
            told.send(write.command)
    told.send(None)
    told.close()
    os._exit(0)


def _listening(listener: Callable[[Any, Any], None]) -> None:
    """Have every connection of a store that is opened from now on listened to."""

    def opened(url: str) -> sa.Engine:
        engine = open_engine(url)
        sa.event.listen(engine, "connect", listener)
        return engine

    sql.open_engine = opened


def _die_at_statement(at: int) -> None:
    """The process ends when SQLite is about to carry out the n-th statement."""
    left = [at]

    def counted(_statement: str) -> None:
        left[0] -= 1
        if left[0] <= 0:
            os._exit(9)

    _listening(lambda connection, _: connection.set_trace_callback(counted))


def _die_at_size(at: int) -> None:
    """The process ends in the write that would make a file longer; what fits is written.

    The log is kept short, so that the database file itself is written as well.
    """
    _listening(lambda connection, _: connection.execute(f"pragma wal_autocheckpoint={SMALL_LOG}"))
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (at, at))


class Proxy:
    """A socket before the server's, which kills the client at the n-th message.

    `way` says which: one of the client's, not passed on (`asked`) or passed on first (`heard`),
    or one of the server's that the client does not get (`answered`).
    """

    def __init__(self, folder: Path, server: Path, way: str, at: int) -> None:
        self.folder, self.server = folder, server
        self.way, self.left = way, at
        self.kill: Callable[[], None] = lambda: None
        self.seen = 0
        self._lock = threading.Lock()
        self._open: list[socket.socket] = []
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / ".s.PGSQL.5432"))
        self._listener.listen()
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def _start(self, target: Callable[..., None], *args: object) -> None:
        thread = threading.Thread(target=target, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(str(self.server / ".s.PGSQL.5432"))
            self._open += [client, server]
            self._start(self._pass, client, server, False)
            self._start(self._pass, server, client, True)

    def _pass(self, source: socket.socket, target: socket.socket, answer: bool) -> None:
        try:
            while body := source.recv(65536):
                if answer == (self.way == "answered") and self._now():
                    if self.way == "heard":
                        target.sendall(body)
                    self.kill()
                    return
                target.sendall(body)
        except OSError:
            pass
        finally:
            for end in (source, target):
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue

    def _now(self) -> bool:
        with self._lock:
            self.seen += 1
            self.left -= 1
            return self.left == 0

    def close(self) -> None:
        """No more connections; every socket closed."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(timeout=10)
        for one in self._open:
            one.close()
