"""Sessions: listed for their owner, ended one by one, cleaned away, never brought back."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal

import pytest
from argon2 import PasswordHasher

from pitboss.api import app
from pitboss.api.first_start import demo_people, first_manager
from pitboss.journal.memory import MemoryStore
from pitboss.journal.sql import SqlStore
from pitboss.service.people import codes as totp
from pitboss.service.people.accounts import (
    ONE_TIME_SECONDS,
    Account,
    Accounts,
    Made,
)
from pitboss.service.people.failures import FAILURES_ALLOWED, LOCKED_SECONDS
from pitboss.service.people.seal import Seal
from pitboss.service.people.sessions import TOUCH_SECONDS, TRUSTED_SECONDS, Sessions
from tests.api.conftest import BOOKS, QUICK, House
from tests.api.test_people import sign_in


def bearer(answer: Any) -> dict[str, str]:
    return {"Authorization": f"Bearer {answer.json()['token']}"}


def kept(house: House) -> int:
    return sum(key.startswith("session:") for key in house.store._secrets)


def test_ones_own_sessions_are_listed_and_ended_one_by_one(house: House) -> None:
    mine = [bearer(sign_in(house, "dealer", house.passwords["dealer"])) for _ in range(3)]
    other = bearer(sign_in(house, "player1", house.passwords["player1"]))
    found = house.client.get("/api/sessions", headers=mine[1]).json()["sessions"]
    assert [one["current"] for one in found] == [False, True, False]
    assert len({one["id"] for one in found}) == 3
    for one in found:  # an id opens nothing
        forged = {"Authorization": f"Bearer {one['id']}"}
        assert house.client.get("/api/session", headers=forged).status_code == 401
        assert not any(one["id"] in key for key in house.store._secrets)
        not_theirs = house.client.delete(f"/api/sessions/{one['id']}", headers=other)
        assert (not_theirs.status_code, not_theirs.json()["code"]) == (404, "no-such-session")
    ended = house.client.delete(f"/api/sessions/{found[0]['id']}", headers=mine[1])
    assert ended.status_code == 204
    statuses = [house.client.get("/api/session", headers=one).status_code for one in mine]
    assert statuses == [401, 200, 200]
    assert (
        house.client.delete(f"/api/sessions/{found[1]['id']}", headers=mine[1]).status_code == 204
    )
    assert house.client.get("/api/session", headers=mine[1]).status_code == 401
    assert len(house.client.get("/api/sessions", headers=mine[2]).json()["sessions"]) == 1


def test_sessions_that_are_over_are_cleaned_at_the_next_sign_in(house: House) -> None:
    for _ in range(4):
        sign_in(house, "dealer", house.passwords["dealer"])
    sign_in(house, "player1", house.passwords["player1"])
    assert kept(house) == 5
    house.clock.wait(house.context.settings.idle_seconds + 1)
    sign_in(house, "dealer", house.passwords["dealer"])
    assert kept(house) == 2  # the new one, and the player's, which waits for the job
    assert house.context.sessions.clean() == 1
    assert kept(house) == 1
    assert house.context.sessions.clean() == 0


def test_the_job_beside_the_requests_cleans(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "CLEAN_SECONDS", 0.02)
    house = House()
    with house.client:
        sign_in(house, "dealer", house.passwords["dealer"])
        sign_in(house, "player1", house.passwords["player1"])
        assert kept(house) == 2
        house.clock.wait(house.context.settings.whole_seconds + 1)
        ending = time.monotonic() + 20
        while kept(house):
            assert time.monotonic() < ending
            time.sleep(0.01)
    house.close()


def test_a_password_change_leaves_one_session(house: House) -> None:
    made = house.context.accounts.make("ann", "player")
    assert isinstance(made, Made)
    sessions = [bearer(sign_in(house, "ann", made.password)) for _ in range(3)]
    body = {"old": made.password, "new": "tarpaulin wombat 7"}
    changed = house.client.post("/api/session/password", headers=sessions[0], json=body)
    house.client.cookies.clear()
    assert changed.status_code == 201
    assert kept(house) == 1
    for one in sessions:
        assert house.client.get("/api/session", headers=one).status_code == 401
    listed = house.client.get("/api/sessions", headers=bearer(changed)).json()["sessions"]
    assert [one["current"] for one in listed] == [True]


def test_signing_in_anew_ends_the_session_one_came_with(house: House) -> None:
    first = house.client.post(
        "/api/session", json={"login": "player1", "password": house.passwords["player1"]}
    )
    planted = first.json()["token"]
    second = house.client.post(  # the browser sends the cookie it had
        "/api/session", json={"login": "dealer", "password": house.passwords["dealer"]}
    )
    assert second.json()["token"] != planted
    house.client.cookies.clear()
    assert house.client.get("/api/session", headers=bearer(first)).status_code == 401
    assert house.client.get("/api/session", headers=bearer(second)).json()["login"] == "dealer"


def test_nobody_is_signed_in_from_another_site(house: House) -> None:
    given = {"login": "dealer", "password": house.passwords["dealer"]}
    for headers in (
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "http://[broken"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        crossed = house.client.post("/api/session", json=given, headers=headers)
        assert (crossed.status_code, crossed.json()["code"]) == (403, "cross-site")
        assert "set-cookie" not in crossed.headers
    own = {"Origin": str(house.client.base_url).rstrip("/"), "Sec-Fetch-Site": "same-origin"}
    assert house.client.post("/api/session", json=given, headers=own).status_code == 201
    house.client.cookies.clear()


def test_what_one_process_ended_another_does_not_bring_back() -> None:
    store, now = MemoryStore(), [1000.0]

    def process() -> tuple[Accounts, Sessions]:
        accounts = Accounts(store, Seal(bytes(32)), lambda: now[0], hasher=QUICK)
        return accounts, Sessions(store, Seal(bytes(32)), accounts, lambda: now[0])

    (accounts, here), (_, there) = process(), process()
    made = accounts.make("ann", "player", demo=True)
    assert isinstance(made, Made)
    token, session = here.begin(made.account)
    now[0] += TOUCH_SECONDS - 0.5
    assert there.find(token) is not None  # read, and trusted for a second
    now[0] += 0.6
    here.end(session)
    assert there.find(token) is None  # it would have been written again now
    assert store.secret(session.key) is None
    now[0] += 5
    assert here.find(token) is None
    assert there.find(token) is None


def test_a_touch_that_crosses_the_end_is_taken_away() -> None:
    now = [1000.0]
    ending: list[Any] = []

    class Crossing(MemoryStore):
        """Ends the session, in another process, just before its touch is written."""

        def write(self, writes: Any) -> list[Exception | None]:
            if ending and any(
                body is not None and key.startswith("session:")
                for write in writes
                for key, body in write.secrets.items()
            ):
                ending.pop()()
            return super().write(writes)

    store = Crossing()
    accounts = Accounts(store, Seal(bytes(32)), lambda: now[0], hasher=QUICK)
    here = Sessions(store, Seal(bytes(32)), accounts, lambda: now[0])
    there = Sessions(store, Seal(bytes(32)), accounts, lambda: now[0])
    made = accounts.make("ann", "player", demo=True)
    assert isinstance(made, Made)
    token, session = here.begin(made.account)
    now[0] += TOUCH_SECONDS + 1
    ending.append(lambda: there.end(session))
    here.find(token)
    assert ending == []
    assert store.secret(session.key) is None
    assert here.find(token) is None


class Counting(MemoryStore):
    """Counts what is read one by one, and does something just after a reading of many."""

    def __init__(self) -> None:
        super().__init__()
        self.readings = 0
        self.then: list[Callable[[], object]] = []

    def secret(self, key: str) -> bytes | None:
        self.readings += 1
        return super().secret(key)

    def secrets(self, keys: Sequence[str]) -> dict[str, bytes]:
        found = super().secrets(keys)
        while self.then:
            self.then.pop()()
        return found


def test_sessions_in_use_are_read_again_together_and_what_ended_elsewhere_is_noticed() -> None:
    store, now = Counting(), [1000.0]
    accounts = Accounts(store, Seal(bytes(32)), lambda: now[0], hasher=QUICK)
    here = Sessions(store, Seal(bytes(32)), accounts, lambda: now[0])
    there = Sessions(store, Seal(bytes(32)), accounts, lambda: now[0])
    made = [accounts.make(login, "player", demo=True) for login in ("ann", "ben", "cat", "dan")]
    begun = [here.begin(one.account) for one in made if isinstance(one, Made)]
    tokens = [token for token, _ in begun]

    def recalled() -> list[str | None]:
        found = [here.recall(token) for token in tokens]
        return [None if one is None else one.login for one in found]

    before = store.readings
    for _ in range(5):
        now[0] += TRUSTED_SECONDS / 2
        here.refresh()
        assert recalled() == ["ann", "ben", "cat", "dan"]
    assert store.readings == before
    now[0] += TRUSTED_SECONDS
    assert recalled() == [None] * 4  # without the reading nobody is trusted for longer
    there.end(begun[0][1])
    accounts.change("ben", enabled=False)
    accounts.change("cat", epoch=1)
    here.refresh()
    assert recalled() == [None, None, None, "dan"]
    store.then.append(lambda: here.end(begun[3][1]))  # between the reading and its use
    here.refresh()
    assert recalled() == [None] * 4
    assert here.find(tokens[3]) is None


def test_a_session_that_idles_is_not_read_again_until_it_is_asked_for() -> None:
    store, now = Counting(), [1000.0]
    accounts = Accounts(store, Seal(bytes(32)), lambda: now[0], hasher=QUICK)
    here = Sessions(store, Seal(bytes(32)), accounts, lambda: now[0])
    made = accounts.make("ann", "player", demo=True)
    assert isinstance(made, Made)
    token, _ = here.begin(made.account)
    now[0] += TOUCH_SECONDS
    here.refresh()
    assert here.recall(token) is None
    assert here.find(token) is not None  # touched: it is in use again
    now[0] += TRUSTED_SECONDS / 2
    here.refresh()
    assert here.recall(token) is not None


def test_a_lockout_at_one_server_holds_at_the_other(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    one = House(store=SqlStore(url))
    two = House(store=SqlStore(url), clock=one.clock)  # its people's passwords are drawn anew
    with one.client, two.client:
        for number in range(FAILURES_ALLOWED):
            house = (one, two)[number % 2]
            assert sign_in(house, "dealer", "a wrong password").status_code == 401
        for house in (one, two):
            locked = sign_in(house, "dealer", two.passwords["dealer"])
            assert (locked.status_code, locked.json()["code"]) == (429, "locked")
        one.clock.wait(LOCKED_SECONDS + 1)
        session = sign_in(one, "dealer", two.passwords["dealer"])
        assert session.status_code == 201
        # A session of one server serves at the other, and ends there within a second.
        assert two.client.get("/api/session", headers=bearer(session)).status_code == 200
        assert one.client.delete("/api/session", headers=bearer(session)).status_code == 204
        one.clock.wait(1.1)
        assert two.client.get("/api/session", headers=bearer(session)).status_code == 401
    one.close()
    two.close()


def test_an_open_session_is_no_place_to_try_passwords(house: House) -> None:
    headers = house.headers("dealer")
    statuses = []
    for number in range(FAILURES_ALLOWED + 1):
        body = {"old": f"guess number {number}", "new": "tarpaulin wombat 7"}
        answer = house.client.post("/api/session/password", headers=headers, json=body)
        statuses.append(answer.status_code)
    assert statuses == [422] * FAILURES_ALLOWED + [429]
    body = {"old": house.passwords["dealer"], "new": "tarpaulin wombat 7"}
    locked = house.client.post("/api/session/password", headers=headers, json=body)
    assert (locked.status_code, locked.json()["code"]) == (429, "locked")


def test_common_passwords_are_refused_and_passphrases_taken(house: House) -> None:
    made = house.context.accounts.make("ann", "player")
    assert isinstance(made, Made)
    headers = bearer(sign_in(house, "ann", made.password))
    for new, code in (
        ("Password1234!", "password-common"),
        ("casino-pitboss-2026", "password-common"),
        ("ann of green gables", "password-weak"),
        ("short", "password-length"),
        (made.password, "password-weak"),
    ):
        body = {"old": made.password, "new": new}
        answer = house.client.post("/api/session/password", headers=headers, json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, code), new
    long = "a herd of quiet llamas crosses the river at dawn, twice"
    body = {"old": made.password, "new": long}
    answer = house.client.post("/api/session/password", headers=headers, json=body)
    house.client.cookies.clear()
    assert answer.status_code == 201
    assert sign_in(house, "ann", long).status_code == 201


def test_a_one_time_password_is_not_taken_for_ever(house: House) -> None:
    made = house.context.accounts.make("ann", "player")
    assert isinstance(made, Made)
    house.clock.wait(ONE_TIME_SECONDS - 1)
    assert sign_in(house, "ann", made.password).status_code == 201
    house.clock.wait(2)
    assert sign_in(house, "ann", made.password).status_code == 401


@pytest.mark.parametrize("role", ["inspector", "surveillance"])
def test_who_sees_everything_signs_in_with_a_code(house: House, role: str) -> None:
    made = house.post("gaming-manager", "/accounts", {"login": "ivy", "role": role}).json()
    assert sign_in(house, "ivy", made["password"]).json()["code"] == "code-needed"


def test_a_code_is_taken_once_by_all_processes() -> None:
    store, now = MemoryStore(), 1_000_000.0
    first = Accounts(store, Seal(bytes(32)), lambda: now, hasher=QUICK)
    made = first.make("sue", "staff", "Dealer", "House")
    assert isinstance(made, Made)
    assert made.secret is not None
    code = totp.code_at(made.secret, totp.step_of(now))
    processes = [Accounts(store, Seal(bytes(32)), lambda: now, hasher=QUICK) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda one: one.admit("sue", made.password, code), processes))
    assert sum(isinstance(one, Account) for one in found) == 1


def test_a_name_that_nobody_has_costs_as_much_as_one_that_somebody_has() -> None:
    class Counting(PasswordHasher):
        """Counts how many hashes were worked out."""

        verified = 0

        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002
            self.verified += 1
            return super().verify(hash, password)

    hasher = Counting(time_cost=1, memory_cost=64, parallelism=1)
    accounts = Accounts(MemoryStore(), Seal(bytes(32)), lambda: 0.0, hasher=hasher)
    assert isinstance(accounts.make("ann", "player", demo=True), Made)
    accounts.make("bob", "player", demo=True)
    accounts.change("bob", enabled=False)
    for login in ("ann", "nobody", "bob"):
        before = hasher.verified
        accounts.admit(login, "wrong", None)
        assert hasher.verified == before + 1


def test_first_managers_who_never_came_are_told_anew() -> None:
    now = [1_000_000.0]
    accounts = Accounts(MemoryStore(), Seal(bytes(32)), lambda: now[0], hasher=QUICK)
    first = first_manager(accounts, BOOKS)
    assert first
    assert first_manager(accounts, BOOKS) == []
    now[0] += ONE_TIME_SECONDS + 1
    again = first_manager(accounts, BOOKS)
    assert [one.login for one in again] == [one.login for one in first]
    assert {one.password for one in again}.isdisjoint(one.password for one in first)
    entry = again[0]
    assert entry.secret is not None
    code = totp.code_at(entry.secret, totp.step_of(now[0]))
    assert isinstance(accounts.admit(entry.login, entry.password, code), Account)
    assert first_manager(accounts, BOOKS) == []


def test_a_restart_of_the_demonstration_signs_nobody_out(house: House) -> None:
    before = dict(house.passwords)
    open_ = bearer(sign_in(house, "dealer", before["dealer"]))
    again = {one.login: one.password for one in demo_people(house.context.accounts, BOOKS)}
    house.context.sessions.forget("dealer")
    assert house.client.get("/api/session", headers=open_).status_code == 200
    assert sign_in(house, "dealer", before["dealer"]).status_code == 401
    assert sign_in(house, "dealer", again["dealer"]).status_code == 201


def test_a_password_drawn_for_anybody_else_ends_their_sessions(house: House) -> None:
    accounts, sessions = house.context.accounts, house.context.sessions
    made = accounts.make("ann", "player")
    assert isinstance(made, Made)
    token, _ = sessions.begin(made.account)
    accounts.draw_password("ann")
    sessions.forget("ann")
    assert sessions.find(token) is None
