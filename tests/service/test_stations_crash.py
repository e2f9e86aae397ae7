"""A house with terminals killed at every write: debit, expiry, settlement, ticket, redemption."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.aggregates import AGGREGATES
from pitboss.journal.proof.integrity import check
from pitboss.journal.record import read_line
from pitboss.journal.sql import SqlStore
from pitboss.ledger import post
from pitboss.table import read_event
from tests.service.station_script import ONE, TWO, Script, opened, work
from tests.service.stations import StationRig

MOST = 20_000
SHARED_MEMORY_FILE = 32_768
NOTE, WON = 10_000, 1_000
PAID_OUT = 1_000
Promised = dict[tuple[str, str], int]

server = multiprocessing.get_context("forkserver")
server.set_forkserver_preload(["tests.service.station_script"])


def killed(url: str, layer: str, at: int) -> tuple[Promised, bool]:
    """Run the house until it dies; what it promised, and whether it came to its end."""
    mine, its = server.Pipe(duplex=False)
    process = server.Process(target=work, args=(url, layer, at, its), daemon=True)
    process.start()
    its.close()
    promised: Promised = {}
    ended = False
    with closing(mine):
        while not ended:
            try:
                told = mine.recv()
            except EOFError:
                break
            ended = told is None
            if told is not None:
                name, key, sequence = told
                promised[name, key] = sequence
    process.join(60)
    process.close()
    return promised, ended


def look(rig: StationRig, promised: Promised) -> None:
    """Every promise is kept, no command is there in part or twice, the journal adds up."""
    assert isinstance(rig.store, SqlStore)
    check(rig.store, AGGREGATES)
    found: Promised = {}
    for name in rig.tables.names():
        balances: dict[str, int] = {}
        before = ""
        for sequence, line in rig.store.read(name):
            record = read_line(line)
            assert record.command == before or (name, record.command) not in found, "done twice"
            before = record.command
            found[name, before] = sequence
            balances = dict(post(balances, read_event(record.event).transfers()))
        held = {account: cents for account, cents in rig.table(name).balances.items() if cents}
        assert held == {account: cents for account, cents in balances.items() if cents}
        assert sum(held.values()) == 0
    assert {one: found.get(one) for one in promised} == promised, "a promise was not kept"
    assert rig.register().adds_up


def owed(rig: StationRig) -> int:
    """What is owed to players: credit, what lies on the layout, and tickets on their way."""
    total = 0
    for name in rig.tables.names():
        table = rig.table(name)
        total += sum(table.balances.get(one, 0) for one in ("player:a", "player:b"))
        total += table.balances.get("layout", 0) + table.balances.get("tickets", 0)
    return total


def resumed(url: str, promised: Promised) -> None:
    """Look at what was left, then go on to the end under the same ids, twice."""
    with closing(opened(url)) as rig:
        look(rig, promised)
        assert owed(rig) in (0, NOTE, NOTE + WON, NOTE + WON - PAID_OUT)
        for _ in range(2):
            again: Promised = {}

            def told(name: str, key: str, at: int, again: Promised = again) -> None:
                again[name, key] = at

            Script(rig, told).run()
            assert {one: at for one, at in again.items() if promised.get(one, at) != at} == {}
            look(rig, promised | again)
            assert owed(rig) == NOTE + WON - PAID_OUT
            assert (rig.credit(ONE, "a"), rig.register().redeemed) == (0, 1)
            assert rig.credit(TWO, "b") == NOTE + WON - PAID_OUT


def deaths(folder: Path, layer: str, places: Iterable[int]) -> int:
    """Kill at each place in turn until the house comes to its end; how often it was killed."""
    for number, place in enumerate(places):
        for old in folder.glob("crash.db*"):
            old.unlink()
        url = f"sqlite:///{folder / 'crash.db'}"
        promised, ended = killed(url, layer, place)
        resumed(url, promised)
        if ended:
            return number
    raise AssertionError("the house never came to its end")


def test_terminals_killed_before_statements_all_along(tmp_path: Path) -> None:
    assert deaths(tmp_path, "statement", range(7, MOST, 41)) > 3


def test_terminals_killed_inside_writes_all_along(tmp_path: Path) -> None:
    places = range(SHARED_MEMORY_FILE + 1, 100 * SHARED_MEMORY_FILE, 16_381)
    assert deaths(tmp_path, "file", places) > 2


@pytest.mark.long
def test_terminals_killed_before_every_statement(tmp_path: Path) -> None:
    assert deaths(tmp_path, "statement", range(1, MOST)) > 100


@pytest.mark.long
def test_terminals_killed_at_every_length_of_a_file(tmp_path: Path) -> None:
    places = range(SHARED_MEMORY_FILE, 100 * SHARED_MEMORY_FILE, 509)
    assert deaths(tmp_path, "file", places) > 100
