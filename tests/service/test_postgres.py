"""Several servers on one PostgreSQL: any of them serves any table, each hears everything."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from pitboss.chaos.checks import check_cards, check_money
from pitboss.journal.sql import SqlStore
from pitboss.service.listen import Listener
from pitboss.service.ticker import Ticker
from pitboss.table import Event, Table
from tests.service.play import TABLE, Rig, player
from tests.service.test_load import check_store, serve
from tests.service.test_outbox import exclude


@pytest.fixture
def database(postgres_url: str) -> str:
    return postgres_url


def until(true: Callable[[], bool], seconds: float = 20) -> None:
    ending = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ending, "it did not come to be"
        time.sleep(0.01)


class Ear:
    """Hears a table and checks that nothing is missed, repeated or out of order."""

    def __init__(self, rig: Rig) -> None:
        self.last = rig.tables.table(TABLE).told
        self.wrong: list[str] = []
        rig.tables.table(TABLE).listeners.append(self)

    def __call__(self, sequence: int, events: tuple[Event, ...], table: Table) -> None:
        if sequence != self.last + len(events) or table.events != sequence:
            self.wrong.append(f"{self.last} then {len(events)} to {sequence}")
        self.last = sequence


def test_commands_at_either_server_and_each_hears_all_in_order(database: str) -> None:
    one, two = Rig(SqlStore(database)), Rig(SqlStore(database))
    one.open(players=8)
    one.ready()
    two.tables.resume()
    ears = [Ear(one), Ear(two)]
    listeners = [Listener(one.tables, database, 0.5), Listener(two.tables, database, 0.5)]
    until(lambda: all(listener.connections for listener in listeners))
    failed: list[object] = []

    def bet(rig: Rig, number: int) -> None:
        for turn in range(15):
            data = {"do": "place-wager", "wager": "tie", "amount_cents": 100}
            answer = rig.tables.submit(TABLE, data, player(number), f"t{turn}").result(60)
            if not answer.accepted:
                failed.append(answer.refusal)

    threads = [
        threading.Thread(target=bet, args=((one, two)[number % 2], number)) for number in range(8)
    ]
    for thread in threads:
        thread.start()
    until(lambda: all(listener.connected for listener in listeners))
    with psycopg.connect(
        database.replace("+psycopg", ""), autocommit=True
    ) as nemesis:  # the listeners' connections are cut in mid-run
        nemesis.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%'"
        )
    for thread in threads:
        thread.join()
    assert failed == []
    head = one.store.head(TABLE)
    until(lambda: all(ear.last == head for ear in ears))
    assert [ear.wrong for ear in ears] == [[], []]
    until(lambda: all(listener.connections >= 2 for listener in listeners))
    assert one.table() == two.table()
    total = sum(placed.stake_cents for placed in one.table().wagers.values())
    assert total == 8 * 15 * 100
    for listener in listeners:
        listener.close()
    one.close()
    two.close()


def test_what_one_server_excludes_the_other_refuses(database: str) -> None:
    one, two = Rig(SqlStore(database)), Rig(SqlStore(database))
    one.open("table:1")
    one.open("table:2")
    two.tables.resume()
    listener = Listener(two.tables, database, 0.5)
    tickers = [Ticker(one.tables, 0.1), Ticker(two.tables, 0.1)]
    exclude(one, "table:1")
    until(lambda: two.tables.house.excluded("p0") is not None)
    answer = two.ask(player(0), "place-wager", "table:2", wager="tie", amount_cents=100)
    assert answer.refusal is not None
    assert answer.refusal.code == "excluded"
    for ticker in tickers:
        ticker.close()
        assert ticker.failures == []
    listener.close()
    one.close()
    two.close()


def test_one_of_two_servers_killed_in_mid_run_loses_nothing(database: str, tmp_path: Path) -> None:
    acknowledged = tmp_path / "acknowledged"
    first = serve(database, acknowledged, 0)
    second = serve(database, acknowledged, 1)
    time.sleep(1)
    os.kill(first.pid, signal.SIGKILL)
    before = len(acknowledged.read_text().splitlines())
    until(lambda: len(acknowledged.read_text().splitlines()) > before + 20)  # the other goes on
    os.kill(second.pid, signal.SIGKILL)
    for process in (first, second):
        process.communicate()
    assert check_store(database, acknowledged) > 20


MID_COUP = """
import sys, time
from pitboss.journal.sql import SqlStore
from tests.service.play import Rig, player
rig = Rig(SqlStore(sys.argv[1]))
rig.open()
rig.ready()
rig.do(player(0), "place-wager", wager="tie", amount_cents=100)
rig.house(); rig.house()
print("dealt", flush=True)
time.sleep(60)
"""


def test_the_writer_of_a_stream_moves_when_its_process_dies(database: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", MID_COUP, database],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"dealt\n"
    process.kill()
    process.communicate()
    after = Rig(SqlStore(database))
    assert after.table().phase == "dealing"
    while after.house() != "settle":
        pass
    check_money(after.table())
    check_cards(after.table())
    after.close()
