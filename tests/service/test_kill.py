"""Two servers on one PostgreSQL, 50 clients over HTTP, servers killed one after the other."""

from __future__ import annotations

import asyncio
import datetime as dt
import random
import signal
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from benchmarks.clients import Person
from benchmarks.service import prepare
from pitboss.api.first_start import all_books
from pitboss.journal.proof.checkpoint import Signer
from pitboss.journal.sql import SqlStore
from pitboss.journal.trust.anchor import codes_of
from pitboss.service.people.seal import Seal
from pitboss.service.tables import Tables
from tests.api.test_serve import Served
from tests.service.crashing import Promised
from tests.service.play import SECRET
from tests.service.test_crash import look

TABLES, CLIENTS = 5, 50
SECONDS_BETWEEN = 1.5


class Floor:
    """The servers, the clients, and what the clients were promised."""

    def __init__(self, folder: Path, database: str, kills: int) -> None:
        self.folder, self.database, self.kills = folder, database, kills
        self.servers = [self.start(), self.start()]
        self.over = False
        self.promised: Promised = {}
        self.retried = 0
        self.answers: dict[int, int] = {}

    def start(self) -> Served:
        people = ("--demo", "--demo-in-public", "--keep-passwords")
        options = ("--database", self.database, *people, "--proxy", "127.0.0.1")
        return Served(self.folder, *options)

    async def ask(self, http: httpx.AsyncClient, path: str, body: Any, first: int) -> Any:
        """Ask one server, then the other, until one of them has answered."""
        for turn in count(first):
            url = self.servers[turn % 2].url
            try:
                answer = await http.post(f"{url}/api{path}", json=body)
            except httpx.TransportError:
                self.retried += 1
            else:
                if answer.status_code not in (429, 503):
                    self.answers[answer.status_code] = self.answers.get(answer.status_code, 0) + 1
                    return answer
            await asyncio.sleep(0.1)
        raise AssertionError

    async def sign_in(self, http: httpx.AsyncClient, one: Person) -> str:
        given = {"login": one.login, "password": one.password}
        answer = await self.ask(http, "/session", given, 0)
        assert answer.status_code == 201, answer.text
        http.headers["Authorization"] = f"Bearer {answer.json()['token']}"
        http.cookies.clear()
        return str(answer.json()["person"])

    async def play(self, one: Person, number: int) -> None:
        """Bet and give up bets; what has no answer is tried again under the same id."""
        chance = random.Random(number)
        address = {"X-Forwarded-For": f"10.0.0.{number}"}
        async with httpx.AsyncClient(headers=address, timeout=30) as http:
            person = await self.sign_in(http, one)
            path = f"/tables/{one.table}/commands"
            for turn in count():
                if self.over:
                    return
                key = f"turn-{turn:06}"
                body: dict[str, Any] = {"do": "place-wager", "wager": "tie", "amount_cents": 2_500}
                if turn == 0:
                    body = {"do": "arrive"}
                elif chance.random() < 0.3:
                    body = {"do": "cash-out", "amount_cents": 100}
                server = chance.randrange(2)
                for again in range(1 + (chance.random() < 0.2)):
                    given = {**body, "command_id": key}
                    answer = await self.ask(http, path, given, server + again)
                    if answer.status_code == 200:
                        name = f"table:{one.table}", f"{person}/{key}"
                        at = answer.json()["sequence"]
                        assert self.promised.setdefault(name, at) == at, "two answers to one id"
                    else:
                        assert answer.status_code == 409, answer.text

    async def deal(self, one: Person, number: int) -> None:
        """The house's next act, again and again."""
        address = {"X-Forwarded-For": f"10.0.1.{number}"}
        async with httpx.AsyncClient(headers=address, timeout=30) as http:
            await self.sign_in(http, one)
            while not self.over:
                await self.ask(http, f"/tables/{one.table}/autodeal", None, number)
                await asyncio.sleep(0.05)

    async def kill(self) -> None:
        """Kill one server after the other, each time the next one is there again."""
        for number in range(self.kills):
            await asyncio.sleep(SECONDS_BETWEEN)
            before = len(self.promised)
            dead = self.servers[number % 2]
            dead.process.send_signal(signal.SIGKILL)
            dead.process.communicate()
            while len(self.promised) < before + 20:  # the other goes on
                await asyncio.sleep(0.01)
            self.servers[number % 2] = await asyncio.to_thread(self.start)
        self.over = True

    async def run(self, players: list[Person], dealers: list[Person]) -> None:
        async with asyncio.timeout(600):
            await asyncio.gather(
                *(self.play(one, number) for number, one in enumerate(players)),
                *(self.deal(one, number) for number, one in enumerate(dealers)),
                self.kill(),
            )


@pytest.mark.parametrize("kills", [2, pytest.param(8, marks=pytest.mark.long)])
def test_servers_killed_under_50_clients_keep_every_promise(
    tmp_path: Path, postgres_url: str, kills: int
) -> None:
    for name in ("sealing.key", "signing.key"):
        (tmp_path / name).write_bytes(SECRET)
    players, dealers = prepare(tmp_path, postgres_url, TABLES, CLIENTS)
    floor = Floor(tmp_path, postgres_url, kills)
    try:
        asyncio.run(floor.run(players, dealers))
    finally:
        for server in floor.servers:
            server.process.kill()
            server.process.communicate()
    assert floor.retried > 0, "somebody was waiting when a server died"
    books = all_books()
    clock = lambda: dt.datetime.now(dt.UTC)  # noqa: E731
    signer = Signer(SECRET)
    store = SqlStore(postgres_url, codes_of(signer))  # the servers have coded every row
    tables = Tables(store, Seal(SECRET), signer, clock, books)
    assert len(tables.resume()) >= TABLES
    look(tables, floor.promised)
    dealt = [tables.table(f"table:{one.table}").stream.table for one in dealers]
    assert all(table.results for table in dealt), "every table dealt on"
    assert len(floor.promised) > 2 * CLIENTS
    tables.close()
