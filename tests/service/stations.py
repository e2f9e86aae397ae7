"""A house with terminals: tables of Perth on a store, a register, and its people."""

from __future__ import annotations

import datetime as dt
from itertools import count
from typing import Any

import pitboss
from pitboss.aggregates.tickets import Register
from pitboss.journal.proof.checkpoint import Signer
from pitboss.journal.store import Store
from pitboss.service.aggregates.repository import StreamAnswer
from pitboss.service.people.seal import Seal
from pitboss.service.tables import Actor, Answer, Tables
from pitboss.table import Table
from pitboss.table.terminals.parts import terminals_of
from tests.service.play import SECRET, FakeClock

BOOK = pitboss.rulebook("crown-perth-baccarat")
DEE = Actor("dee", "staff", "Dealer")
TOM = Actor("tom", "staff", "Table Games Manager")
CAS = Actor("cas", "staff", "Casino Manager Table Games")
REGISTER = "tickets:crown-perth"
SIGN = {"minimum_cents": 1_000, "maximum_cents": 100_000}


def station(name: str) -> Actor:
    return Actor(name, "player")


class StationRig:
    """Tables on a store; `do` insists on being accepted."""

    def __init__(self, store: Store, clock: FakeClock | None = None) -> None:
        self.clock = clock or FakeClock(dt.datetime(2026, 11, 16, 12, tzinfo=dt.UTC))
        self.store = store
        self.tables = Tables(store, Seal(SECRET), Signer(SECRET), self.clock, {"book": BOOK})
        self.tables.resume()
        self._ids = count(sum(store.head(name) for name in store.streams()))

    def ask(self, name: str, actor: Actor, do: str, **data: Any) -> Answer:
        key = data.pop("key", None) or f"c{next(self._ids)}"
        return self.tables.submit(name, {"do": do, **data}, actor, key).result(30)

    def do(self, name: str, actor: Actor, do: str, **data: Any) -> Answer:
        answer = self.ask(name, actor, do, **data)
        assert answer.accepted, (do, answer.refusal)
        return answer

    def bind(self, table: str, terminal: str) -> StreamAnswer:
        said = {"do": "bind-terminal", "terminal": terminal, "table": table, "layout": "14"}
        key = f"bind{next(self._ids)}"
        return self.tables.tickets.give(REGISTER, said, CAS, key, BOOK.edition.name)

    def table(self, name: str) -> Table:
        return self.tables.table(name).stream.table

    def register(self) -> Register:
        return self.tables.tickets.register(REGISTER)

    def open(self, name: str, *terminals: str) -> None:
        self.tables.table(name, BOOK.edition.name)
        for actor in (DEE, TOM, CAS):
            self.do(name, actor, "sign-on")
        opening = {"layout": "1", "float_cents": 10**8, "sign": SIGN, "shown": ["version"]}
        self.do(name, CAS, "open-table", **opening)
        for terminal in terminals:
            assert self.bind(name, terminal).refusal is None
        self.tables.deliver()

    def credit(self, name: str, terminal: str) -> int:
        return self.table(name).balances.get(f"player:{terminal}", 0)

    def printed(self, name: str, terminal: str) -> list[str]:
        one = terminals_of(self.table(name)).terminals[terminal]
        return [
            self.tables.tickets.printed(REGISTER, name, terminal, each.cause, each.number)
            for each in one.printed
            if each.number is not None
        ]

    def close(self) -> None:
        self.tables.close()
