"""A writer killed at every write: nothing acknowledged is lost, nothing is written twice."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from pitboss.journal.proof.export import export_lines
from pitboss.journal.proof.integrity import check
from pitboss.journal.proof.verify import verify_lines
from pitboss.journal.sql import SqlStore
from tests.crashing import SHARED_MEMORY_FILE, Crash, at_size, before_statement
from tests.journal.counter import EVERY
from tests.journal.crashing import PENS, work, writes_of
from tests.journal.playing import AT, SIGNER
from tests.postgres import Cluster

MOST = 5_000


def resumed(url: str, told: list[tuple[str]], *, kind: str) -> None:
    """Open what a killed writer left, look at everything, and go on to the end."""
    pen, acknowledged = PENS[kind], [command for (command,) in told]
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


def crash(kind: str) -> Crash:
    return Crash(partial(work, kind=kind), partial(resumed, kind=kind))


# SQLite -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", PENS)
@pytest.mark.parametrize("at", [1, 2, 5, 17, 23, 40, 41, 42, 43, 44, 45, 61, 75, 90, 107])
def test_sqlite_killed_before_a_statement(tmp_path: Path, kind: str, at: int) -> None:
    crash(kind).on_sqlite(tmp_path, partial(before_statement, at))


@pytest.mark.parametrize("kind", PENS)
@pytest.mark.parametrize("more", [1, 700, 4_000, 4_121, 9_000, 17_777, 30_001, 52_000, 71_003])
def test_sqlite_killed_inside_a_write(tmp_path: Path, kind: str, more: int) -> None:
    crash(kind).on_sqlite(tmp_path, partial(at_size, SHARED_MEMORY_FILE + more))


@pytest.mark.parametrize("kind", PENS)
@pytest.mark.long
def test_sqlite_killed_before_every_statement(tmp_path: Path, kind: str) -> None:
    assert crash(kind).before_statements(tmp_path, range(1, MOST)) > 50


@pytest.mark.parametrize("kind", PENS)
@pytest.mark.long
def test_sqlite_killed_at_every_length_of_a_file(tmp_path: Path, kind: str) -> None:
    places = range(SHARED_MEMORY_FILE, 100 * SHARED_MEMORY_FILE, 509)
    assert crash(kind).at_sizes(tmp_path, places) > 20


# PostgreSQL -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", PENS)
@pytest.mark.parametrize("way", ["asked", "heard", "answered"])
@pytest.mark.parametrize("at", [3, 20, 45, 52, 53, 54, 55, 70])
def test_postgresql_killed_at_a_message(cluster: Cluster, kind: str, way: str, at: int) -> None:
    crash(kind).on_postgres(cluster, way, at)


@pytest.mark.parametrize("kind", PENS)
@pytest.mark.long
@pytest.mark.parametrize("way", ["asked", "heard", "answered"])
def test_postgresql_killed_at_every_message(cluster: Cluster, kind: str, way: str) -> None:
    assert crash(kind).at_messages(cluster, way, range(1, MOST)) > 50
