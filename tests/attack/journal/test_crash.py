"""A house with its anchor killed at every write: it starts again, and nothing promised is lost."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pitboss.aggregates import AGGREGATES
from pitboss.cli.house.trust import anchor_path
from pitboss.journal.proof.export import export_lines
from pitboss.journal.proof.verify import verify_lines
from pitboss.journal.sql import SqlStore
from tests.attack.journal.crashing import anchored, in_anchor, work
from tests.attack.journal.house import SIGNER, sign
from tests.crashing import Proxy, before_statement, deaths, killed, nowhere
from tests.postgres import Cluster
from tests.service.crashing import MOST, promised, repeated
from tests.service.house_script import Script
from tests.service.test_crash import look


def resumed(url: str, folder: Path, told: list[Any]) -> None:
    """It starts without a word; all that was promised is there; it goes on to its end."""
    promises = promised(told)
    with anchored(url, folder) as rig:
        assert rig.tables.aside.streams() == {}
        look(rig.tables, promises)
        promises = repeated(lambda told: Script(rig, told).run(), promises)
        rig.tables.deliver()
        sign(rig)
        look(rig.tables, promises)
        assert isinstance(rig.store, SqlStore)
        file = list(export_lines(rig.store, SIGNER, "now", None, AGGREGATES))
    verdict = verify_lines(file, AGGREGATES, [SIGNER.public])
    assert verdict.findings == []
    assert "log" in verdict.streams


def sqlite_run(folder: Path, dies: Callable[[], None] = nowhere) -> bool:
    with tempfile.TemporaryDirectory(dir=folder) as place:
        url, keys = f"sqlite:///{Path(place) / 'crash.db'}", Path(place) / "keys"
        told, ended = killed(partial(work, url, keys), dies)
        resumed(url, keys, told)
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
            told, ended = killed(partial(work, through, Path(keys)), proxy=proxy)
        finally:
            proxy.close()
        # The anchor's name holds the address: through the proxy it was another.
        for anchor in [one for one in Path(keys).glob("anchor-*") if not one.suffix]:
            anchor.rename(anchor_path(Path(keys), cluster.address(name)))
        resumed(cluster.address(name), Path(keys), told)
    return ended


def before_each(folder: Path, places: range) -> int:
    return deaths(places, lambda at: sqlite_run(folder, partial(before_statement, at)))


def in_each_of_the_anchor(folder: Path, places: range) -> int:
    return deaths(places, lambda at: sqlite_run(folder, partial(in_anchor, at)))


def test_a_house_that_nobody_kills_comes_to_its_end(tmp_path: Path) -> None:
    assert sqlite_run(tmp_path)


def test_killed_before_statements_all_along(tmp_path: Path) -> None:
    assert before_each(tmp_path, range(11, MOST, 97)) > 2


def test_killed_in_writes_of_the_anchor_all_along(tmp_path: Path) -> None:
    assert in_each_of_the_anchor(tmp_path, range(1, MOST, 23)) > 2


@pytest.mark.parametrize("way", ["asked", "heard", "answered"])
def test_killed_at_messages_to_postgresql_all_along(
    cluster: Cluster, tmp_path: Path, way: str
) -> None:
    places = range(29, MOST, 131)
    assert deaths(places, lambda at: postgres_run(cluster, tmp_path, way, at)) > 1


@pytest.mark.long
def test_killed_before_every_statement(tmp_path: Path) -> None:
    assert before_each(tmp_path, range(1, MOST)) > 100


@pytest.mark.long
def test_killed_in_every_write_of_the_anchor(tmp_path: Path) -> None:
    assert in_each_of_the_anchor(tmp_path, range(1, MOST)) > 50


@pytest.mark.long
@pytest.mark.parametrize("way", ["asked", "heard", "answered"])
def test_killed_at_every_message_to_postgresql(cluster: Cluster, tmp_path: Path, way: str) -> None:
    assert deaths(range(1, MOST), lambda at: postgres_run(cluster, tmp_path, way, at)) > 100
