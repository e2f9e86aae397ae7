"""A house with its anchor killed at every write: it starts again, and nothing promised is lost."""

from __future__ import annotations

import multiprocessing
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.aggregates import AGGREGATES
from pitboss.cli.house.trust import anchor_path
from pitboss.journal.proof.export import export_lines
from pitboss.journal.proof.verify import verify_lines
from pitboss.journal.sql import SqlStore
from tests.attack.journal.crashing import anchored, work
from tests.attack.journal.house import SIGNER, sign
from tests.journal.crashing import Proxy
from tests.postgres import Cluster
from tests.service.crashing import Script
from tests.service.test_crash import Promised, deaths, look

MOST = 20_000

server = multiprocessing.get_context("forkserver")
server.set_forkserver_preload(["tests.attack.journal.crashing"])


def killed(
    url: str, folder: Path, layer: str, at: int, proxy: Proxy | None = None
) -> tuple[Promised, bool]:
    """Run the house until it dies; what it promised, and whether it came to its end."""
    mine, its = server.Pipe(duplex=False)
    process = server.Process(target=work, args=(url, str(folder), layer, at, its), daemon=True)
    process.start()
    its.close()
    if proxy is not None:
        proxy.kill = process.kill
    promised: Promised = {}
    ended = False
    with closing(mine):
        while not ended:
            try:
                told = mine.recv()
            except EOFError:
                break
            if told is None:
                ended = True
            else:
                name, key, sequence = told
                promised[name, key] = sequence
    process.join(60)
    assert process.exitcode is not None
    process.close()
    return promised, ended


def resumed(url: str, folder: Path, promised: Promised) -> None:
    """It starts without a word; all that was promised is there; it goes on to its end."""
    with anchored(url, folder) as rig:
        assert rig.tables.aside.streams() == {}
        look(rig.tables, promised)
        found: Promised = {}
        Script(rig, lambda name, key, sequence: found.update({(name, key): sequence})).run()
        assert {one: at for one, at in found.items() if promised.get(one, at) != at} == {}
        rig.tables.deliver()
        sign(rig)
        look(rig.tables, promised | found)
        assert isinstance(rig.store, SqlStore)
        file = list(export_lines(rig.store, SIGNER, "now", None, AGGREGATES))
    verdict = verify_lines(file, AGGREGATES, [SIGNER.public])
    assert verdict.findings == []
    assert "log" in verdict.streams


def sqlite_run(folder: Path, layer: str, at: int) -> bool:
    with tempfile.TemporaryDirectory(dir=folder) as place:
        url, keys = f"sqlite:///{Path(place) / 'crash.db'}", Path(place) / "keys"
        promised, ended = killed(url, keys, layer, at)
        resumed(url, keys, promised)
    return ended


def postgres_run(cluster: Cluster, place: Path, way: str, at: int) -> bool:
    name = cluster.database()
    with (
        tempfile.TemporaryDirectory(prefix="pitboss-") as folder,
        tempfile.TemporaryDirectory(dir=place) as keys,
    ):
        proxy = Proxy(Path(folder), cluster.folder, way, at)
        try:
            through = cluster.address(name, Path(folder))
            promised, ended = killed(through, Path(keys), "socket", at, proxy)
        finally:
            proxy.close()
        # The anchor's name holds the address: through the proxy it was another.
        for anchor in [one for one in Path(keys).glob("anchor-*") if not one.suffix]:
            anchor.rename(anchor_path(Path(keys), cluster.address(name)))
        resumed(cluster.address(name), Path(keys), promised)
    return ended


def test_a_house_that_nobody_kills_comes_to_its_end(tmp_path: Path) -> None:
    assert sqlite_run(tmp_path, "none", 0)


def test_killed_before_statements_all_along(tmp_path: Path) -> None:
    assert deaths(range(11, MOST, 97), lambda at: sqlite_run(tmp_path, "statement", at)) > 2


def test_killed_in_writes_of_the_anchor_all_along(tmp_path: Path) -> None:
    assert deaths(range(1, MOST, 23), lambda at: sqlite_run(tmp_path, "anchor", at)) > 2


@pytest.mark.parametrize("way", ["asked", "heard", "answered"])
def test_killed_at_messages_to_postgresql_all_along(
    cluster: Cluster, tmp_path: Path, way: str
) -> None:
    places = range(29, MOST, 131)
    assert deaths(places, lambda at: postgres_run(cluster, tmp_path, way, at)) > 1


@pytest.mark.long
def test_killed_before_every_statement(tmp_path: Path) -> None:
    assert deaths(range(1, MOST), lambda at: sqlite_run(tmp_path, "statement", at)) > 100


@pytest.mark.long
def test_killed_in_every_write_of_the_anchor(tmp_path: Path) -> None:
    assert deaths(range(1, MOST), lambda at: sqlite_run(tmp_path, "anchor", at)) > 50


@pytest.mark.long
@pytest.mark.parametrize("way", ["asked", "heard", "answered"])
def test_killed_at_every_message_to_postgresql(cluster: Cluster, tmp_path: Path, way: str) -> None:
    assert deaths(range(1, MOST), lambda at: postgres_run(cluster, tmp_path, way, at)) > 100
