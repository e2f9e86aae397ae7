"""A house killed at every write, resumed by another process: promised is done, and done once."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pitboss.aggregates.house import STREAM, ExclusionRecorded
from pitboss.chaos.checks import check_cards, check_money
from pitboss.journal.record import read_line
from pitboss.service.tables import Tables
from tests.crashing import SHARED_MEMORY_FILE, Crash
from tests.postgres import Cluster
from tests.service.crashing import MOST, TIMES, Promised, added_up, kept, promised, repeated
from tests.service.house_script import COUPS, ONE, TWO, Script, opened, run
from tests.service.people.test_records import house_events
from tests.service.play import player


def look(tables: Tables, promises: Promised) -> None:
    """Every promise is kept, no command is there in part or twice, nothing is lost or made."""
    kept(tables.store, tables.names(), promises)
    for name in tables.names():
        table = tables.table(name).stream.table
        added_up(tables.store, name, table)
        check_money(table)
        check_cards(table)
    commands = [read_line(line).command for _, line in tables.store.read(STREAM)]
    assert len(commands) == len(set(commands)), "delivered twice"
    assert tables.store.pending() == [], "what crosses streams was not carried over"


def resumed(url: str, told: list[Any]) -> None:
    """Look at what was left, then go on to the end under the same ids, twice."""
    promises = promised(told)
    with closing(opened(url)) as rig:
        look(rig.tables, promises)
        for _ in range(TIMES):
            promises = repeated(lambda told: Script(rig, told).run(), promises)
            rig.tables.deliver()
            look(rig.tables, promises)
        assert len(rig.table(ONE).results) == COUPS
        excluded = [one for one in house_events(rig) if isinstance(one, ExclusionRecorded)]
        assert len(excluded) == 1
        answer = rig.ask(player(0), "cash-out", TWO, command="late", amount_cents=100)
        assert answer.refusal is None or answer.refusal.code == "excluded"


CRASH = Crash(run, resumed)


def test_a_house_that_nobody_kills_comes_to_its_end(tmp_path: Path) -> None:
    assert CRASH.on_sqlite(tmp_path)


def test_killed_before_statements_all_along(tmp_path: Path) -> None:
    assert CRASH.before_statements(tmp_path, range(7, MOST, 29)) > 3


def test_killed_inside_writes_all_along(tmp_path: Path) -> None:
    places = range(SHARED_MEMORY_FILE + 1, 100 * SHARED_MEMORY_FILE, 16_381)
    assert CRASH.at_sizes(tmp_path, places) > 2


@pytest.mark.parametrize("way", ["asked", "heard", "answered"])
def test_killed_at_messages_to_postgresql_all_along(cluster: Cluster, way: str) -> None:
    assert CRASH.at_messages(cluster, way, range(13, MOST, 47)) > 2


@pytest.mark.long
def test_killed_before_every_statement(tmp_path: Path) -> None:
    assert CRASH.before_statements(tmp_path, range(1, MOST)) > 100


@pytest.mark.long
def test_killed_at_every_length_of_a_file(tmp_path: Path) -> None:
    places = range(SHARED_MEMORY_FILE, 100 * SHARED_MEMORY_FILE, 509)
    assert CRASH.at_sizes(tmp_path, places) > 100


@pytest.mark.long
@pytest.mark.parametrize("way", ["asked", "heard", "answered"])
def test_killed_at_every_message_to_postgresql(cluster: Cluster, way: str) -> None:
    assert CRASH.at_messages(cluster, way, range(1, MOST)) > 100
