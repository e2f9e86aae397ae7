"""A program in a process of its own, killed wherever a test wants it to die."""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import socket
import tempfile
import threading
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from pitboss.journal import sql
from pitboss.journal.engine import open_engine
from tests.postgres import Cluster

SMALL_LOG = 8
SHARED_MEMORY_FILE = 32_768
"""SQLite's index of the log is a file of this size from the start."""

Told = Callable[..., None]
"""How a program tells what it acknowledged."""
Program = Callable[[str, Told], None]
"""What works on the store at an address from its beginning to its end, the same each time."""

server = multiprocessing.get_context("forkserver")
server.set_forkserver_preload(["tests.service.play", "tests.journal.crashing"])


# Where it dies ----------------------------------------------------------------------------


def nowhere() -> None:
    """It comes to its end, unless somebody else kills it."""


def before_statement(at: int) -> None:
    """The process ends when SQLite is about to carry out the n-th statement."""
    left = [at]

    def counted(_statement: str) -> None:
        left[0] -= 1
        if left[0] <= 0:
            os._exit(9)

    listening(lambda connection, _: connection.set_trace_callback(counted))


def at_size(at: int) -> None:
    """The process ends in the write that would make a file longer; what fits is written.

    The log is kept short, so that the database file itself is written as well.
    """
    listening(lambda connection, _: connection.execute(f"pragma wal_autocheckpoint={SMALL_LOG}"))
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (at, at))


def listening(listener: Callable[[Any, Any], None]) -> None:
    """Have every connection of a store that is opened from now on listened to."""

    def opened(url: str) -> sa.Engine:
        engine = open_engine(url)
        sa.event.listen(engine, "connect", listener)
        return engine

    sql.open_engine = opened


# Killing it -------------------------------------------------------------------------------


def _work(program: Callable[[Told], None], dies: Callable[[], None], told: Connection) -> None:
    dies()
    program(lambda *words: told.send(words))
    told.send(None)
    told.close()
    os._exit(0)


def killed(
    program: Callable[[Told], None],
    dies: Callable[[], None] = nowhere,
    proxy: Proxy | None = None,
) -> tuple[list[Any], bool]:
    """Run it until it dies; what it acknowledged, and whether it came to its end."""
    mine, its = server.Pipe(duplex=False)
    process = server.Process(target=_work, args=(program, dies, its), daemon=True)
    process.start()
    its.close()
    if proxy is not None:
        proxy.kill = process.kill
    told: list[Any] = []
    with closing(mine):
        while not told or told[-1] is not None:
            try:
                told.append(mine.recv())
            except EOFError:
                break
    process.join(60)
    assert process.exitcode is not None
    process.close()
    ended = bool(told) and told[-1] is None
    return (told[:-1] if ended else told), ended


@dataclass(frozen=True)
class Crash:
    """A program, and who looks at what it left and goes on to the end."""

    program: Program
    resumed: Callable[[str, list[Any]], None]

    def on_sqlite(self, folder: Path, dies: Callable[[], None] = nowhere) -> bool:
        """Killed once on a new file; whether it came to its end."""
        for old in folder.glob("crash.db*"):
            old.unlink()
        url = f"sqlite:///{folder / 'crash.db'}"
        told, ended = killed(partial(self.program, url), dies)
        self.resumed(url, told)
        return ended

    def on_postgres(self, cluster: Cluster, way: str, at: int) -> bool:
        """Killed once at a message to a new database; whether it came to its end."""
        name = cluster.database()
        with tempfile.TemporaryDirectory(prefix="pitboss-") as folder:
            proxy = Proxy(Path(folder), cluster.folder, way, at)
            try:
                through = cluster.address(name, Path(folder))
                told, ended = killed(partial(self.program, through), proxy=proxy)
            finally:
                proxy.close()
        self.resumed(cluster.address(name), told)
        return ended

    def before_statements(self, folder: Path, places: Iterable[int]) -> int:
        """Killed before each of these statements in turn; how often."""
        return deaths(places, lambda at: self.on_sqlite(folder, partial(before_statement, at)))

    def at_sizes(self, folder: Path, places: Iterable[int]) -> int:
        """Killed at each of these lengths of a file in turn; how often."""
        return deaths(places, lambda at: self.on_sqlite(folder, partial(at_size, at)))

    def at_messages(self, cluster: Cluster, way: str, places: Iterable[int]) -> int:
        """Killed at each of these messages in turn; how often."""
        return deaths(places, lambda at: self.on_postgres(cluster, way, at))


def deaths(places: Iterable[int], run: Callable[[int], bool]) -> int:
    """Kill at each place in turn until it comes to its end; how often it was killed."""
    for number, place in enumerate(places):
        if run(place):
            return number
    raise AssertionError("it never came to its end")


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
