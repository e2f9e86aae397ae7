"""A house killed at every write, resumed by another process: promised is done, and done once."""

from __future__ import annotations

import multiprocessing
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.aggregates import AGGREGATES
from pitboss.aggregates.house import STREAM, ExclusionRecorded
from pitboss.chaos.checks import check_cards, check_money
from pitboss.journal.proof.integrity import check
from pitboss.journal.record import read_line
from pitboss.journal.sql import SqlStore
from pitboss.ledger import post
from pitboss.service.tables import Tables
from pitboss.table import read_event
from tests.journal.crashing import Proxy
from tests.postgres import Cluster
from tests.service.crashing import COUPS, ONE, TWO, Script, opened, work
from tests.service.people.test_records import house_events
from tests.service.play import Rig, player

MOST = 20_000
SHARED_MEMORY_FILE = 32_768
Promised = dict[tuple[str, str], int]

server = multiprocessing.get_context("forkserver")
server.set_forkserver_preload(["tests.service.crashing"])


def killed(url: str, layer: str, at: int, proxy: Proxy | None = None) -> tuple[Promised, bool]:
    """Run the house until it dies; what it promised, and whether it came to its end."""
    mine, its = server.Pipe(duplex=False)
    process = server.Process(target=work, args=(url, layer, at, its), daemon=True)
    process.start()
    its.close()
    if proxy is not None:
        proxy.kill = process.kill
    promised: Promised = {}
    ended = False
    with closing(mine):
        while True:
            try:
                told = mine.recv()
            except EOFError:
                break
            if told is None:
                ended = True
                break
            name, key, sequence = told
            promised[name, key] = sequence
    process.join(60)
    assert process.exitcode is not None
    process.close()
    return promised, ended


def look(tables: Tables, promised: Promised) -> None:
    """Every promise is kept, no command is there in part or twice, nothing is lost or made."""
    assert isinstance(tables.store, SqlStore)
    check(tables.store, AGGREGATES)
    found: Promised = {}
    for name in tables.names():
        balances: dict[str, int] = {}
        before = ""
        for sequence, line in tables.store.read(name):
            record = read_line(line)
            assert record.command == before or (name, record.command) not in found, "done twice"
            before = record.command
            found[name, before] = sequence
            balances = dict(post(balances, read_event(record.event).transfers()))
        table = tables.table(name).stream.table
        held = {account: cents for account, cents in table.balances.items() if cents}
        assert held == {account: cents for account, cents in balances.items() if cents}
        check_money(table)
        check_cards(table)
    assert {one: found.get(one) for one in promised} == promised, "a promise was not kept"
    commands = [read_line(line).command for _, line in tables.store.read(STREAM)]
    assert len(commands) == len(set(commands)), "delivered twice"
    assert tables.store.pending() == [], "what crosses streams was not carried over"


def again(rig: Rig) -> Promised:
    """Do it all under the ids of before; what is promised now."""
    found: Promised = {}

    def told(name: str, key: str, sequence: int) -> None:
        found[name, key] = sequence

    Script(rig, told).run()
    return found


def resumed(url: str, promised: Promised) -> None:
    """Look at what was left, then go on to the end under the same ids, twice."""
    with closing(opened(url)) as rig:
        look(rig.tables, promised)
        for _ in range(2):
            retold = again(rig)
            assert {one: at for one, at in retold.items() if promised.get(one, at) != at} == {}
            rig.tables.deliver()
            look(rig.tables, promised | retold)
        assert len(rig.table(ONE).results) == COUPS
        told = [event for event in house_events(rig) if isinstance(event, ExclusionRecorded)]
        assert len(told) == 1
        answer = rig.ask(player(0), "cash-out", TWO, command="late", amount_cents=100)
        assert answer.refusal is None or answer.refusal.code == "excluded"


def sqlite_run(folder: Path, layer: str, at: int) -> bool:
    for old in folder.glob("crash.db*"):
        old.unlink()
    url = f"sqlite:///{folder / 'crash.db'}"
    promised, ended = killed(url, layer, at)
    resumed(url, promised)
    return ended


def postgres_run(cluster: Cluster, way: str, at: int) -> bool:
    name = cluster.database()
    with tempfile.TemporaryDirectory(prefix="pitboss-") as folder:
        proxy = Proxy(Path(folder), cluster.folder, way, at)
        try:
            promised, ended = killed(cluster.address(name, Path(folder)), "socket", at, proxy)
        finally:
            proxy.close()
    resumed(cluster.address(name), promised)
    return ended


def deaths(places: range, run: object) -> int:
    """Kill at each place in turn until the house comes to its end; how often it was killed."""
    assert callable(run)
    for number, place in enumerate(places):
        if run(place):
            return number
    raise AssertionError("the house never came to its end")


def test_a_house_that_nobody_kills_comes_to_its_end(tmp_path: Path) -> None:
    assert sqlite_run(tmp_path, "none", 0)


def test_killed_before_statements_all_along(tmp_path: Path) -> None:
    assert deaths(range(7, MOST, 29), lambda at: sqlite_run(tmp_path, "statement", at)) > 3


def test_killed_inside_writes_all_along(tmp_path: Path) -> None:
    places = range(SHARED_MEMORY_FILE + 1, 100 * SHARED_MEMORY_FILE, 16_381)
    assert deaths(places, lambda at: sqlite_run(tmp_path, "file", at)) > 2


@pytest.mark.parametrize("way", ["asked", "heard", "answered"])
def test_killed_at_messages_to_postgresql_all_along(cluster: Cluster, way: str) -> None:
    assert deaths(range(13, MOST, 47), lambda at: postgres_run(cluster, way, at)) > 2


@pytest.mark.long
def test_killed_before_every_statement(tmp_path: Path) -> None:
    assert deaths(range(1, MOST), lambda at: sqlite_run(tmp_path, "statement", at)) > 100


@pytest.mark.long
def test_killed_at_every_length_of_a_file(tmp_path: Path) -> None:
    places = range(SHARED_MEMORY_FILE, 100 * SHARED_MEMORY_FILE, 509)
    assert deaths(places, lambda at: sqlite_run(tmp_path, "file", at)) > 100


@pytest.mark.long
@pytest.mark.parametrize("way", ["asked", "heard", "answered"])
def test_killed_at_every_message_to_postgresql(cluster: Cluster, way: str) -> None:
    assert deaths(range(1, MOST), lambda at: postgres_run(cluster, way, at)) > 100
