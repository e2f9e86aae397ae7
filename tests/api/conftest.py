"""A whole floor in memory, with a clock that stands still until it is moved."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from argon2 import PasswordHasher
from litestar.testing import TestClient

from pitboss.api.app import make_app
from pitboss.api.context import Context, Settings, make_context
from pitboss.api.opening import all_books, demo_people, open_floor
from pitboss.journal.checkpoint import Signer
from pitboss.journal.memory import MemoryStore
from pitboss.service.sealing import Seal
from pitboss.service.tables import Tables

BOOKS = all_books()
TABLE = "star-baccarat"
QUICK = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = dt.datetime(2026, 11, 16, 20, 0, tzinfo=dt.UTC)

    def __call__(self) -> dt.datetime:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += dt.timedelta(seconds=seconds)


class House:
    """A running application, and a way to sign in as anyone of it."""

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        store: Any = None,
        clock: Clock | None = None,
    ) -> None:
        self.clock = clock or Clock()
        self.store: Any = MemoryStore() if store is None else store
        signer, seal = Signer(bytes(32)), Seal(bytes(32))
        self.tables = Tables(self.store, seal, signer, self.clock, BOOKS)
        chosen = settings or Settings(
            hasher=QUICK,
            requests_at_once=1e9,
            sign_ins_at_once=1e9,
            metrics_key="a key for the monitor",
        )
        self.context: Context = make_context(self.tables, BOOKS, chosen)
        open_floor(self.tables, BOOKS)
        self.passwords = {
            entry.login: entry.password for entry in demo_people(self.context.accounts, BOOKS)
        }
        self.client = TestClient(make_app(self.context), raise_server_exceptions=False)
        self._tokens: dict[str, str] = {}
        self.known = ""
        """Someone whose record is kept, where a test has entered one."""

    def token(self, login: str) -> str:
        """Sign in once and keep the token."""
        if login not in self._tokens:
            given = {"login": login, "password": self.passwords[login]}
            answer = self.client.post("/api/session", json=given)
            assert answer.status_code == 201, answer.text
            self._tokens[login] = answer.json()["token"]
            self.client.cookies.clear()
        return self._tokens[login]

    def headers(self, login: str | None) -> dict[str, str]:
        return {} if login is None else {"Authorization": f"Bearer {self.token(login)}"}

    def person(self, login: str) -> str:
        found = self.context.accounts.find(login)
        assert found is not None
        return found.person

    def get(self, login: str | None, path: str, **query: Any) -> Any:
        return self.client.get(f"/api{path}", headers=self.headers(login), params=query)

    def post(self, login: str | None, path: str, body: Any = None, key: str | None = None) -> Any:
        headers = self.headers(login) | {"Idempotency-Key": key or secrets.token_hex(8)}
        return self.client.post(f"/api{path}", headers=headers, json=body)

    def do(self, login: str, word: str, table: str = TABLE, **fields: Any) -> Any:
        """Give a command that must be accepted."""
        answer = self.post(login, f"/tables/{table}/commands", {"do": word, **fields})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def autodeal(self, login: str = "dealer", table: str = TABLE) -> Any:
        return self.post(login, f"/tables/{table}/autodeal")

    def ready(self, table: str = TABLE) -> None:
        """A shoe in play, burned from, before its first coup."""
        for _ in range(20):
            if self.autodeal(table=table).status_code == 409:
                return
        raise AssertionError("no shoe came to be")

    def seat(self, *logins: str, table: str = TABLE) -> None:
        for number, login in enumerate(logins, 1):
            self.do(login, "arrive", table, seat=number)

    def coup(self, table: str = TABLE) -> None:
        """Deal and settle a whole coup; a wager lies on the layout."""
        shown = self.context.floor.get(table)
        before = len(shown.table.results)
        for _ in range(40):
            answer = self.autodeal(table=table)
            assert answer.status_code == 200, answer.text
            if len(shown.table.results) > before:
                return
        raise AssertionError("the coup did not end")

    def close(self) -> None:
        self.tables.close()


@pytest.fixture
def house() -> Iterator[House]:
    made = House()
    with made.client:
        yield made
    made.close()
