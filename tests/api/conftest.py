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
from pitboss.api.first_start import all_books, demo_people, first_opening, open_floor
from pitboss.api.guard import Limiter
from pitboss.book import Rulebook, rulebook
from pitboss.journal.memory import MemoryStore
from pitboss.journal.proof.checkpoint import Signer
from pitboss.service.people.seal import Seal
from pitboss.service.tables import Tables

BOOKS = all_books()
TABLE = "star-baccarat"
FACES = ("9h", "2c", "Kd", "3c", "4s", "5d", "7h")
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
        books: dict[str, Rulebook] | None = None,
    ) -> None:
        books = books or BOOKS
        self.clock = clock or Clock()
        self.store: Any = MemoryStore() if store is None else store
        signer, seal = Signer(bytes(32)), Seal(bytes(32))
        self.tables = Tables(self.store, seal, signer, self.clock, books)
        chosen = settings or Settings(
            hasher=QUICK,
            requests_at_once=1e9,
            sign_ins_at_once=1e9,
            metrics_key="a key for the monitor",
        )
        self.context: Context = make_context(self.tables, books, chosen)
        self.context.strangers_work = Limiter(1e9, 1e9)  # a test asks much without an account
        open_floor(self.tables, books)
        self.passwords = {
            entry.login: entry.password for entry in demo_people(self.context.accounts, books)
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

    def put(self, login: str | None, path: str, body: Any = None) -> Any:
        headers = self.headers(login) | {"Idempotency-Key": secrets.token_hex(8)}
        return self.client.put(f"/api{path}", json=body, headers=headers)

    def do(self, login: str, word: str, table: str = TABLE, **fields: Any) -> Any:
        """Give a command that must be accepted."""
        answer = self.post(login, f"/tables/{table}/commands", {"do": word, **fields})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def real_cards(self) -> None:
        """The table closed and opened again with real cards: dealers tell what they deal."""
        for login in ("dealer", "gaming-supervisor", "gaming-manager"):
            self.do(login, "sign-on")
        self.do("gaming-manager", "close-table")
        fields = {**first_opening(rulebook(TABLE).edition), "virtual": False}
        self.do("gaming-manager", "open-table", **fields)

    def autodeal(self, login: str = "dealer", table: str = TABLE) -> Any:
        here = self.context.floor.get(table).table
        if here.house is not None and not here.house.virtual:
            return self._by_hand(login, table)
        return self.post(login, f"/tables/{table}/autodeal")

    def _by_hand(self, login: str, table: str) -> Any:
        """The next act of the house at a table of real cards, its card told where one is asked."""
        following = self.get(login, f"/tables/{table}/console").json()["next"]
        if following is None:
            return self.post(login, f"/tables/{table}/autodeal")
        fields = dict(following["fields"])
        if following["ask"]:
            shoe = self.context.floor.get(table).table.shoe
            fields["card"] = FACES[len(shoe.drawn) % len(FACES)] if shoe is not None else FACES[0]
        who = login if following["yours"] else "gaming-supervisor"
        return self.post(who, f"/tables/{table}/commands", {"do": following["do"], **fields})

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
