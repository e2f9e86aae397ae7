"""500 terminals at 10 tables touch in the last second of their wagering period, over HTTP.

`python -m benchmarks.touches` is the clients' process: it reads a `Plan` from its standard input
and writes what it saw, a `Seen`, to its standard output, as `benchmarks.clients` does.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec

from benchmarks.clients import (
    ACCEPTED,
    LAST_SECOND,
    REFUSED,
    Coup,
    Line,
    Person,
    Plan,
    Seen,
    deal_out,
    timed,
)
from benchmarks.service import HOST, QUICK, SOURCES, served
from pitboss.aggregates import TABLE, TICKETS
from pitboss.api.first_start import first_opening, slug
from pitboss.book import rulebook
from pitboss.errors import BadDataError
from pitboss.journal import paths
from pitboss.journal.proof.checkpoint import signer_at
from pitboss.journal.sql import SqlStore
from pitboss.refusal import Refusal
from pitboss.service.people.accounts import Accounts, Role
from pitboss.service.people.seal import Seal, key_at
from pitboss.service.tables import Actor, Tables

RULEBOOK = "crown-perth-baccarat"
CREDIT_CENTS = 10**8
PERIOD_MS = 15_000
MARGIN = 0.05
"""So much before the instant of expiry the last touch goes out."""


class House:
    """A data folder and a store with tables and terminals, for a server that is started on it."""

    def __init__(self, folder: Path) -> None:
        seal = Seal(key_at(folder / "sealing.key"))
        store = SqlStore(f"sqlite:///{folder / paths.DATABASE}")
        self.book = rulebook(RULEBOOK)
        self.tables = Tables(
            store,
            seal,
            signer_at(folder / "signing.key"),
            lambda: dt.datetime.now(dt.UTC),
            {RULEBOOK: self.book},
        )
        self.accounts = Accounts(store, seal, lambda: self.tables.clock().timestamp(), QUICK)
        self.numbers = 0

    def account(self, login: str, role: Role, table: str, rank: str | None) -> tuple[Person, str]:
        """Someone who signs in, and under which id they are known."""
        of = None if rank is None else self.book.edition.identity.house
        found = self.accounts.make(login, role, rank, of, demo=True)
        if isinstance(found, Refusal):
            raise BadDataError(found.sentence)
        return Person(login, found.password, table), found.account.person

    def do(self, stream: str, actor: Actor, word: str, **fields: object) -> None:
        """One command; refused is an error."""
        self.numbers += 1
        given = {"do": word, **fields}
        answer = self.tables.submit(stream, given, actor, f"made-{self.numbers}").result()
        if answer.refusal is not None:
            raise RuntimeError(f"{word} at {stream}: {answer.refusal}")

    def open(self, name: str, terminals: list[tuple[Person, str]]) -> Person:
        """A virtual table with its terminals, each with credit; its dealer."""
        edition, stream = self.book.edition, TABLE.stream_of(name)
        ladder = edition.ranks.ladder
        dealer, person = self.account(f"dealer-{name}", "staff", name, ladder[0])
        self.tables.table(stream, edition.name)
        dee, boss = Actor(person, "staff", ladder[0]), Actor("boss", "staff", ladder[-1])
        for actor in (dee, boss):
            self.do(stream, actor, "sign-on")
        opening = first_opening(edition) | {"float_cents": 10**10}
        self.do(stream, boss, "open-table", **opening)
        self.do(stream, boss, "set-period", milliseconds=PERIOD_MS)
        register = TICKETS.stream_of(slug(edition.identity.house))
        for terminal, known in terminals:
            said = {
                "do": "bind-terminal",
                "terminal": known,
                "table": stream,
                "layout": "14",
                "label": terminal.login,
            }
            key = f"bind-{terminal.login}"
            bound = self.tables.tickets.give(register, said, boss, key, edition.name)
            if bound.refusal is not None:
                raise RuntimeError(str(bound.refusal))
        self.tables.deliver()
        for _, known in terminals:
            given = {"terminal": known, "amount_cents": CREDIT_CENTS}
            self.do(stream, dee, "credit-terminal", **given)
        return dealer


def last_touches(rounds: int, tables: int, terminals: int) -> Seen:
    """So many periods with everyone's touch in the last second."""
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as name:
        house = House(Path(name))
        names = [f"bench-{number}" for number in range(tables)]
        players: list[Person] = []
        dealers: list[Person] = []
        for place, table in enumerate(names):
            made = [
                house.account(f"terminal-{number}", "player", table, None)
                for number in range(place, terminals, tables)
            ]
            dealers.append(house.open(table, made))
            players += [person for person, _ in made]
        house.tables.close()
        with served(Path(name)) as port:
            plan = Plan(host=HOST, port=port, players=players, dealers=dealers, coups=rounds)
            done = subprocess.run(
                [sys.executable, "-m", "benchmarks.touches"],
                cwd=SOURCES,
                input=msgspec.json.encode(plan),
                stdout=subprocess.PIPE,
                check=True,
            )
    return msgspec.json.decode(done.stdout, type=Seen)


async def period(number: int, players: list[Line], dealers: list[Line]) -> Coup:
    """Every dealer calls; everyone touches in the last second, and the coup is dealt."""
    chance = random.Random(number)
    moments = [chance.uniform(0, LAST_SECOND - MARGIN) for _ in players]
    floor, _ = await timed(moments, lambda n: players[n].ask("GET", "/api/session"))
    for dealer in dealers:
        key = f"place-{number:04}"
        status, body = await dealer.do("call-bets", key, call="place your bets")
        if status != ACCEPTED:
            raise RuntimeError(f"no period began: {status} {body!r}")
    # The tables' periods end one after another: the first to end is the one that is waited for.
    _, body = await dealers[0].ask("GET", f"/api/tables/{dealers[0].person.table}/period")
    told = msgspec.json.decode(body)["period"]
    ends, at = (dt.datetime.fromisoformat(told[name]) for name in ("ends", "at"))
    await asyncio.sleep((ends - at).total_seconds() - LAST_SECOND)

    async def touch(n: int) -> tuple[int, bytes]:
        key = f"touch-{number:04}"
        return await players[n].do("touch-wager", key, wager="player", amount_cents=10_000)

    took, answers = await timed(moments, touch)
    accepted = sum(status == ACCEPTED for status, _ in answers)
    refused = sum(
        status == REFUSED and bool(msgspec.json.decode(body).get("clauses"))
        for status, body in answers
    )
    standing = 0
    for dealer in dealers:
        standing += await _expired(dealer, f"end-{number:04}")
        await deal_out(dealer)
    return Coup(
        wagers_ms=took,
        floor_ms=floor,
        accepted=accepted,
        refused=refused,
        undecided=len(answers) - accepted - refused,
        standing=standing,
        reads=0,
    )


async def _expired(dealer: Line, key: str) -> int:
    """The period is over and betting is called closed; how many wagers of terminals stand."""
    for attempt in range(100):
        status, _ = await dealer.do("call-bets", f"{key}-{attempt}", call="no more bets")
        if status == ACCEPTED:
            break
        await asyncio.sleep(0.05)
    _, body = await dealer.ask("GET", f"/api/tables/{dealer.person.table}")
    return len(msgspec.json.decode(body)["view"]["table"]["wagers"])


async def play(plan: Plan) -> Seen:
    """Sign everyone in, and play the periods."""
    players = [Line(plan, one, number) for number, one in enumerate(plan.players)]
    dealers = [Line(plan, one, 10_000 + number) for number, one in enumerate(plan.dealers)]
    for line in (*players, *dealers):
        await line.sign_in()
    for dealer in dealers:
        await deal_out(dealer)
    coups = [await period(number, players, dealers) for number in range(plan.coups)]
    for line in (*players, *dealers):
        line.close()
    return Seen(sign_in_seconds=0, coups=coups, heard=0)


if __name__ == "__main__":
    seen = asyncio.run(play(msgspec.json.decode(sys.stdin.buffer.read(), type=Plan)))
    sys.stdout.buffer.write(msgspec.json.encode(seen))
