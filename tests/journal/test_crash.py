"""A writer killed at every write: nothing acknowledged is lost, nothing is written twice."""

from __future__ import annotations

import multiprocessing
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.journal.proof.export import export_lines
from pitboss.journal.proof.integrity import check
from pitboss.journal.proof.verify import verify_lines
from pitboss.journal.sql import SqlStore
from tests.journal.counter import EVERY
from tests.journal.crashing import PENS, Proxy, work, writes_of
from tests.journal.playing import AT, SIGNER
from tests.postgres import Cluster

MOST = 5_000
SHARED_MEMORY_FILE = 32_768
"""SQLite's index of the log is a file of this size from the start."""

server = multiprocessing.get_context("forkserver")
server.set_forkserver_preload(["tests.journal.crashing"])


def killed(
    url: str, kind: str, layer: str, at: int, proxy: Proxy | None = None
) -> tuple[list[str], bool]:
    """Run the writer until it dies; what it acknowledged, and whether it came to its end."""
    mine, its = server.Pipe(duplex=False)
    process = server.Process(target=work, args=(url, kind, layer, at, its), daemon=True)
    process.start()
    its.close()
    if proxy is not None:
        proxy.kill = process.kill
    acknowledged: list[str | None] = []
    with closing(mine):
        while True:
            try:
                acknowledged.append(mine.recv())
            except EOFError:
                break
    process.join(30)
    assert process.exitcode is not None
    process.close()
    ended = bool(acknowledged) and acknowledged[-1] is None
    return [command for command in acknowledged if command is not None], ended


def resumed(url: str, kind: str, acknowledged: list[str]) -> None:
    """Open what a killed writer left, look at everything, and go on to the end."""
    pen = PENS[kind]
    with closing(SqlStore(url)) as store:
        check(store, EVERY)
        there = {command for _, command, _ in store.answers()}
        assert set(acknowledged) <= there, "an acknowledged command was lost"
        whole = [lines for command, lines in pen.groups if command in there]
        assert len(there) == len(whole)
        assert there == {command for command, _ in pen.groups[: len(there)]}
        kept = [line for _, line in store.read(pen.stream)]
        assert kept == [line for lines in whole for line in lines], "a command in part or twice"
        assert len(store.pending()) == len(there)
        for command, _ in pen.groups:
            secret = command.encode() if command in there else None
            assert store.secret(f"secret of {command}") == secret
        for write, (command, _) in zip(writes_of(pen), pen.groups, strict=True):
            (error,) = store.write([write])
            assert (error is None) == (command not in there)
        file = list(export_lines(store, SIGNER, AT))
        assert len(store.pending()) == len(pen.groups)
    verdict = verify_lines(file, EVERY, [SIGNER.public])
    assert verdict.findings == []
    assert verdict.replayed == sum(len(lines) for _, lines in pen.groups)


def until_it_lives(places: Iterator[int], run: object) -> int:
    """Kill at each place in turn until the writer comes to its end; how often it was killed."""
    assert callable(run)
    for number, place in enumerate(places):
        if run(place):
            return number
    raise AssertionError("the writer never came to its end")


# SQLite -----------------------------------------------------------------------------------


def sqlite_run(folder: Path, kind: str, layer: str, at: int) -> bool:
    for old in folder.glob("crash.db*"):
        old.unlink()
    url = f"sqlite:///{folder / 'crash.db'}"
    acknowledged, ended = killed(url, kind, layer, at)
    resumed(url, kind, acknowledged)
    return ended


@pytest.mark.parametrize("kind", PENS)
@pytest.mark.parametrize("at", [1, 2, 5, 17, 23, 40, 41, 42, 43, 44, 45, 61, 75, 90, 107])
def test_sqlite_killed_before_a_statement(tmp_path: Path, kind: str, at: int) -> None:
    sqlite_run(tmp_path, kind, "statement", at)


@pytest.mark.parametrize("kind", PENS)
@pytest.mark.parametrize("more", [1, 700, 4_000, 4_121, 9_000, 17_777, 30_001, 52_000, 71_003])
def test_sqlite_killed_inside_a_write(tmp_path: Path, kind: str, more: int) -> None:
    sqlite_run(tmp_path, kind, "file", SHARED_MEMORY_FILE + more)


@pytest.mark.parametrize("kind", PENS)
@pytest.mark.long
def test_sqlite_killed_before_every_statement(tmp_path: Path, kind: str) -> None:
    deaths = until_it_lives(
        iter(range(1, MOST)), lambda at: sqlite_run(tmp_path, kind, "statement", at)
    )
    assert deaths > 50


@pytest.mark.parametrize("kind", PENS)
@pytest.mark.long
def test_sqlite_killed_at_every_length_of_a_file(tmp_path: Path, kind: str) -> None:
    places = iter(range(SHARED_MEMORY_FILE, 100 * SHARED_MEMORY_FILE, 509))
    assert until_it_lives(places, lambda at: sqlite_run(tmp_path, kind, "file", at)) > 20


# PostgreSQL -------------------------------------------------------------------------------


def postgres_run(cluster: Cluster, kind: str, way: str, at: int) -> bool:
    name = cluster.database()
    with tempfile.TemporaryDirectory(prefix="pitboss-") as folder:
        proxy = Proxy(Path(folder), cluster.folder, way, at)
        try:
            through = cluster.address(name, Path(folder))
            acknowledged, ended = killed(through, kind, "socket", at, proxy)
        finally:
            proxy.close()
    resumed(cluster.address(name), kind, acknowledged)
    return ended


@pytest.mark.parametrize("kind", PENS)
@pytest.mark.parametrize("way", ["asked", "heard", "answered"])
@pytest.mark.parametrize("at", [3, 20, 45, 52, 53, 54, 55, 70])
def test_postgresql_killed_at_a_message(cluster: Cluster, kind: str, way: str, at: int) -> None:
    postgres_run(cluster, kind, way, at)


@pytest.mark.parametrize("kind", PENS)
@pytest.mark.long
@pytest.mark.parametrize("way", ["asked", "heard", "answered"])
def test_postgresql_killed_at_every_message(cluster: Cluster, kind: str, way: str) -> None:
    deaths = until_it_lives(iter(range(1, MOST)), lambda at: postgres_run(cluster, kind, way, at))
    assert deaths > 50
