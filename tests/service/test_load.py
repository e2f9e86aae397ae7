"""Killed under load, again and again: nothing acknowledged is lost, nothing is done twice."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from pitboss.chaos.checks import check_cards, check_money
from pitboss.journal.record import read_line
from pitboss.journal.sql import SqlStore
from pitboss.ledger import post
from pitboss.table import read_event
from tests.service.play import Rig

TABLES, CLIENTS, KILLS = 4, 50, 4


def serve(url: str, acknowledged: Path, begun: int) -> subprocess.Popen[bytes]:
    words = [url, str(acknowledged), str(TABLES), str(CLIENTS), str(begun)]
    found = subprocess.Popen(
        [sys.executable, "-m", "tests.service.server", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    assert found.stdout is not None
    assert found.stdout.readline() == b"serving\n", found.stderr.read() if found.stderr else b""
    return found


def wait_for_promises(server: subprocess.Popen[bytes], acknowledged: Path, begun: int) -> None:
    """Wait until this server has acknowledged a command of its own clients."""
    own = f"/{begun}."
    while not (acknowledged.exists() and own in acknowledged.read_text()):
        assert server.poll() is None, server.communicate()[1]
        time.sleep(0.02)


def check_store(url: str, acknowledged: Path) -> int:
    """Every promise is in the journal, once; every table is sound; how many were promised."""
    rig = Rig(SqlStore(url))
    promised: dict[tuple[str, str], int] = {}
    for promise in acknowledged.read_text().splitlines():
        stream, key, at, _ = promise.split(" ")
        assert promised.setdefault((stream, key), int(at)) == int(at)
    found: dict[tuple[str, str], int] = {}
    assert len(rig.tables.names()) == TABLES
    for name in rig.tables.names():
        balances: dict[str, int] = {}
        ended = set()
        before = ""
        for sequence, line in rig.store.read(name):
            record = read_line(line)
            if record.command != before:
                assert record.command not in ended, "a command was applied twice"
                ended.add(record.command)
            before = record.command
            found[name, record.command] = sequence
            balances = dict(post(balances, read_event(record.event).transfers()))
        table = rig.table(name)
        assert dict(table.balances) == balances
        check_money(table)
        check_cards(table)
        rig.house(name)  # and it goes on
    lost = {one: at for one, at in promised.items() if found.get(one) != at}
    assert lost == {}
    rig.close()
    return len(promised)


def test_killed_under_load_with_50_clients(url: str, tmp_path: Path) -> None:
    acknowledged = tmp_path / "acknowledged"
    chance = random.Random(20)
    promised = 0
    for begun in range(KILLS):
        server = serve(url, acknowledged, begun)
        wait_for_promises(server, acknowledged, begun)
        time.sleep(chance.uniform(0.3, 1.2))
        os.kill(server.pid, signal.SIGKILL)
        server.communicate()
        now = check_store(url, acknowledged)
        assert now > promised
        promised = now
