"""Two servers in processes of their own, on one PostgreSQL, ask for one terminal at one moment."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import IO, Any

import pytest

from pitboss.journal.sql import SqlStore
from pitboss.table.terminals.parts import terminals_of
from tests.service.stations import DEE, StationRig
from tests.service.test_stations import ONE, TWO, owed, sound, two_tables

ROOT = Path(__file__).parents[2]
TIMES = 12
PLAYER = ("player", None)
Answer = list[str] | None
"""The code and the sentence of a refusal; none where it was done."""


class Server:
    """A server, and the pipes to it."""

    def __init__(self, url: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.service.one_server", url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            text=True,
        )

    @property
    def _out(self) -> IO[str]:
        assert self.process.stdout is not None
        return self.process.stdout

    def ready(self) -> None:
        assert self._out.readline() == "serving\n"

    def ask(self, **said: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(said) + "\n")
        self.process.stdin.flush()

    def answer(self) -> Answer:
        found: Answer = json.loads(self._out.readline())
        return found

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert self.process.wait(30) == 0
        self._out.close()


class House:
    """Two tables that two servers serve; `rig` only looks."""

    def __init__(self, url: str) -> None:
        self.url = url
        rig = two_tables(SqlStore(url))
        rig.do(ONE, DEE, "credit-terminal", terminal="a", amount_cents=5_000)
        rig.do(ONE, DEE, "introduce-cards", backs="red")
        rig.do(ONE, DEE, "call-bets", call="place your bets")
        rig.close()
        self.servers = Server(url), Server(url)
        self._keys = count()
        for server in self.servers:
            server.ready()

    def both(self, *said: dict[str, Any]) -> list[Answer]:
        """Each server is asked its own at the same moment."""
        for server, words in zip(self.servers, said, strict=True):
            server.ask(key=f"k{next(self._keys)}", **words)
        return [server.answer() for server in self.servers]

    def delivered(self) -> None:
        self.both({"do": "deliver"}, {"do": "deliver"})

    def rig(self) -> StationRig:
        """The house as its journal has it."""
        return StationRig(SqlStore(self.url))

    def close(self) -> None:
        for server in self.servers:
            server.close()


@pytest.fixture
def house(postgres_url: str) -> Iterator[House]:
    made = House(postgres_url)
    yield made
    made.close()


def refusals(answers: list[Answer]) -> list[list[str]]:
    return [one for one in answers if one is not None]


def test_a_terminal_is_bound_by_one_server_and_refused_by_the_other(house: House) -> None:
    bound = {"do": "bind-terminal", "layout": "14"}
    for number in range(TIMES):
        said = [{**bound, "terminal": f"c{number}", "table": table} for table in (ONE, TWO)]
        answers = house.both(*said)
        ((code, sentence),) = refusals(answers)
        where = (ONE, TWO)[answers.index(None)]
        assert code == "terminal-bound"
        assert f"c{number}" in sentence
        assert where in sentence
        assert sentence.count(".") == 1
    house.delivered()
    rig = house.rig()
    for number in range(TIMES):
        stands = [
            name for name in (ONE, TWO) if f"c{number}" in terminals_of(rig.table(name)).terminals
        ]
        assert stands == [rig.register().terminals[f"c{number}"].table]
    assert sound(rig.store)
    rig.close()


def test_a_terminal_used_at_both_servers_stakes_its_credit_once(house: House) -> None:
    """All the credit is staked at each of them: one wager lies, and is taken back again."""
    by = {"at": ONE, "by": ("a", *PLAYER)}
    for _ in range(TIMES):
        touched = [
            {**by, "do": "touch-wager", "wager": wager, "amount_cents": 5_000}
            for wager in ("player", "banker")
        ]
        ((code, _),) = refusals(house.both(*touched))
        assert code == "credit-short"
        cancelled = {**by, "do": "cancel-touch"}
        ((code, _),) = refusals(house.both(cancelled, cancelled))
        assert code == "nothing-there"
    rig = house.rig()
    assert rig.credit(ONE, "a") == 5_000
    assert terminals_of(rig.table(ONE)).terminals["a"].stakes == {}
    assert sound(rig.store)
    rig.close()


def test_a_ticket_is_made_once_and_paid_once_by_two_servers(house: House) -> None:
    printed = {"at": ONE, "by": ("a", *PLAYER), "do": "print-ticket"}
    ((code, _),) = refusals(house.both(printed, printed))
    assert code == "no-credit"
    house.delivered()
    rig = house.rig()
    (ticket,) = rig.printed(ONE, "a")
    rig.close()
    said = [
        {"do": "insert-ticket", "ticket": ticket, "at": table, "by": (name, *PLAYER)}
        for table, name in ((ONE, "a"), (TWO, "b"))
    ]
    assert refusals(house.both(*said)) == []
    house.delivered()
    house.delivered()
    rig = house.rig()
    assert sorted((rig.credit(ONE, "a"), rig.credit(TWO, "b"))) == [0, 5_000]
    assert (owed(rig), rig.register().redeemed) == (5_000, 1)
    last = [
        terminals_of(rig.table(table)).terminals[name].refused
        for table, name in ((ONE, "a"), (TWO, "b"))
    ]
    assert sorted(last, key=str) == [None, "used"]
    assert sound(rig.store)
    rig.close()
