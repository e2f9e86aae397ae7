"""Failures to sign in slow down who fails, and nobody else."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.journal.memory import MemoryStore
from pitboss.journal.store import Write
from pitboss.service.people import codes as totp
from pitboss.service.people.accounts import Account, Accounts, Made
from pitboss.service.people.failures import FAILURES_ALLOWED, SPREAD_ALLOWED
from pitboss.service.people.seal import Seal
from tests.api.conftest import QUICK, TABLE, House

HOME, AWAY = "192.0.2.1", "198.51.100.7"


class Desk:
    """Accounts and a clock; what somebody says at a place comes back as a word."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0
        self.store = MemoryStore()
        self.accounts = Accounts(self.store, Seal(bytes(32)), lambda: self.now, hasher=QUICK)
        self.passwords: dict[str, str] = {}

    def make(self, login: str, *, coded: bool = False) -> str:
        made = self.accounts.make(login, "player", demo=not coded, coded=coded)
        assert isinstance(made, Made)
        self.passwords[login] = made.password
        return made.secret or ""

    def say(self, login: str, place: str, password: str = "", code: str | None = None) -> str:
        found = self.accounts.admit(login, password or self.passwords[login], code, place)
        return "in" if isinstance(found, Account) else found.code


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_who_fails_elsewhere_locks_nobody_out_at_home(desk: Desk) -> None:
    desk.make("ann")
    assert desk.say("ann", HOME) == "in"
    for number in range(200):
        desk.say("ann", f"203.0.113.{number % 100}", "a wrong password")
        desk.now += 2
    assert desk.say("ann", HOME) == "in"
    assert desk.say("ann", AWAY) == "locked", "who tries from everywhere is slowed everywhere else"


def test_names_that_are_tried_from_many_places_are_tried_seldom(desk: Desk) -> None:
    desk.make("ann")
    said = [desk.say("ann", f"203.0.113.{number}", "a wrong password") for number in range(250)]
    assert said.count("sign-in-failed") == SPREAD_ALLOWED
    hour = 0
    for number in range(3600):
        desk.now += 1
        hour += desk.say("ann", f"203.0.{number % 200}.1", "wrong again") == "sign-in-failed"
    assert hour <= 3600 / 30 + 1


def test_each_further_failure_waits_longer_and_the_wait_ends(desk: Desk) -> None:
    desk.make("ann")
    waits = []
    for _ in range(FAILURES_ALLOWED + 6):
        desk.now += desk.accounts.wait("ann", HOME)
        assert desk.say("ann", HOME, "a wrong password") == "sign-in-failed"
        waits.append(round(desk.accounts.wait("ann", HOME)))
    assert waits == [0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900]
    desk.now += 900
    assert desk.say("ann", HOME) == "in"
    assert desk.accounts.wait("ann", HOME) == 0


def test_a_code_that_is_wrong_or_missing_counts_and_waits_a_minute_at_most(desk: Desk) -> None:
    secret = desk.make("ann", coded=True)
    for number in range(30):
        said = desk.say("ann", HOME, code=None if number % 2 else "000000")
        assert said in {"code-needed", "sign-in-failed", "locked"}
        assert desk.accounts.wait("ann", HOME) <= 60
    assert desk.say("ann", HOME) == "locked", "the right password is not told for ever"
    desk.now += 60
    code = totp.code_at(secret, totp.step_of(desk.now))
    assert desk.say("ann", HOME, code=code) == "in"


def test_rows_for_names_that_nobody_has_are_bounded(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.service.people.accounts.BUCKETS", 16)
    written: set[str] = set()
    write = desk.store.write

    def noted(one: Write) -> Exception | None:
        written.update(one.secrets)
        return write([one])[0]

    monkeypatch.setattr(desk.accounts, "_write", noted)
    for number in range(300):
        said = desk.say(f"nobody-{number}", f"203.0.113.{number}", "x")
        assert said in {"sign-in-failed", "locked"}  # they share their rows, and so their waits
    assert len(written) == 16


def post(house: House, login: str | None, path: str, body: Any = None) -> Any:
    return house.client.post(f"/api{path}", headers=house.headers(login), json=body)


def test_a_manager_unlocks_another_and_never_oneself(house: House) -> None:
    """Everyone of the tests comes from one place, so that the owner is slowed there as well."""
    for _ in range(FAILURES_ALLOWED):
        post(house, None, "/session", {"login": "dealer", "password": "a wrong password"})
    given = {"login": "dealer", "password": house.passwords["dealer"]}
    assert post(house, None, "/session", given).status_code == 429
    assert post(house, "gaming-supervisor", "/accounts/dealer/unlock").status_code == 403
    assert post(house, "gaming-manager", "/accounts/gaming-manager/unlock").status_code == 409
    assert post(house, "gaming-manager", "/accounts/nobody/unlock").status_code == 404
    assert post(house, "gaming-manager", "/accounts/dealer/unlock").status_code == 204
    assert post(house, None, "/session", given).status_code == 201


def test_what_is_done_with_accounts_is_history_of_the_house(house: House) -> None:
    manager = house.person("gaming-manager")
    made = post(house, "gaming-manager", "/accounts", {"login": "sue", "role": "player"})
    assert made.status_code == 201
    sue = made.json()["person"]
    given = {"login": "sue", "password": made.json()["password"]}
    token = post(house, None, "/session", given).json()["token"]
    chosen = house.client.post(
        "/api/session/password",
        headers={"Authorization": f"Bearer {token}"},
        json={"old": given["password"], "new": "tarpaulin wombat 7"},
    )
    assert chosen.status_code == 201, chosen.text
    post(house, "gaming-manager", "/accounts/sue/unlock")
    house.client.delete("/api/accounts/sue", headers=house.headers("gaming-manager"))
    lines = [line.decode() for _, line in house.store.read("house")]
    told = [line for line in lines if f'"person":"{sue}"' in line]
    words = ["account-opened", "password-chosen", "account-unlocked", "account-ended"]
    assert [next(word for word in words if word in line) for line in told] == words
    by = [manager, sue, manager, manager]
    assert all(f'"by":"{who}"' in line for who, line in zip(by, told, strict=True))
    assert not any("sue" in line.replace(sue, "") or "tarpaulin" in line for line in told)


def test_disputes_of_one_player_do_not_grow_what_staff_see(house: House) -> None:
    house.seat("player1")
    house.ready()
    path = f"/tables/{TABLE}/commands"
    long = house.post("player1", path, {"do": "raise-dispute", "about": "x" * 501})
    assert (long.status_code, long.json()["code"]) == (422, "text-too-long")
    taken = 0
    for _ in range(40):
        answer = house.post("player1", path, {"do": "raise-dispute", "about": "y" * 500})
        taken += answer.status_code == 200
        assert answer.status_code in {200, 409, 429}
    assert taken == 3
    view = house.get("gaming-manager", f"/tables/{TABLE}")
    assert view.json()["view"]["matters_in_all"] == 3
    assert len(view.content) < 20_000
