"""A house with terminals killed at every write: debit, expiry, settlement, ticket, redemption."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.crashing import SHARED_MEMORY_FILE, Crash
from tests.service.crashing import MOST, TIMES, Promised, added_up, kept, promised, repeated
from tests.service.station_script import ONE, TWO, Script, opened, run
from tests.service.stations import StationRig

NOTE, WON = 10_000, 1_000
PAID_OUT = 1_000


def look(rig: StationRig, promises: Promised) -> None:
    """Every promise is kept, no command is there in part or twice, the journal adds up."""
    kept(rig.store, rig.tables.names(), promises)
    for name in rig.tables.names():
        added_up(rig.store, name, rig.table(name))
    assert rig.register().adds_up


def owed(rig: StationRig) -> int:
    """What is owed to players: credit, what lies on the layout, and tickets on their way."""
    total = 0
    for name in rig.tables.names():
        table = rig.table(name)
        total += sum(table.balances.get(one, 0) for one in ("player:a", "player:b"))
        total += table.balances.get("layout", 0) + table.balances.get("tickets", 0)
    return total


def resumed(url: str, told: list[Any]) -> None:
    """Look at what was left, then go on to the end under the same ids, twice."""
    promises = promised(told)
    with closing(opened(url)) as rig:
        look(rig, promises)
        assert owed(rig) in (0, NOTE, NOTE + WON, NOTE + WON - PAID_OUT)
        for _ in range(TIMES):
            promises = repeated(lambda told: Script(rig, told).run(), promises)
            look(rig, promises)
            assert owed(rig) == NOTE + WON - PAID_OUT
            assert (rig.credit(ONE, "a"), rig.register().redeemed) == (0, 1)
            assert rig.credit(TWO, "b") == NOTE + WON - PAID_OUT


CRASH = Crash(run, resumed)


def test_terminals_killed_before_statements_all_along(tmp_path: Path) -> None:
    assert CRASH.before_statements(tmp_path, range(7, MOST, 41)) > 3


def test_terminals_killed_inside_writes_all_along(tmp_path: Path) -> None:
    places = range(SHARED_MEMORY_FILE + 1, 100 * SHARED_MEMORY_FILE, 16_381)
    assert CRASH.at_sizes(tmp_path, places) > 2


@pytest.mark.long
def test_terminals_killed_before_every_statement(tmp_path: Path) -> None:
    assert CRASH.before_statements(tmp_path, range(1, MOST)) > 100


@pytest.mark.long
def test_terminals_killed_at_every_length_of_a_file(tmp_path: Path) -> None:
    places = range(SHARED_MEMORY_FILE, 100 * SHARED_MEMORY_FILE, 509)
    assert CRASH.at_sizes(tmp_path, places) > 100
