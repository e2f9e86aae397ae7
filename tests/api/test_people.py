"""Signing in: passwords, lockout, time-outs, codes, one-time passwords, accounts."""

from __future__ import annotations

import base64
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from pitboss.journal.memory import MemoryStore
from pitboss.refusal import Refusal
from pitboss.service.people import codes as totp
from pitboss.service.people.accounts import (
    Account,
    Accounts,
    Made,
)
from pitboss.service.people.failures import FAILURES_ALLOWED, LOCKED_SECONDS
from pitboss.service.people.seal import Seal
from tests.api.conftest import QUICK, TABLE, House


def sign_in(house: House, login: str, password: str, code: str | None = None) -> Any:
    body = {"login": login, "password": password} | ({"code": code} if code else {})
    answer = house.client.post("/api/session", json=body)
    house.client.cookies.clear()
    return answer


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ],
)
def test_codes_are_those_of_rfc_6238(seconds: int, code: str) -> None:
    secret = base64.b32encode(b"12345678901234567890").decode()
    assert totp.code_at(secret, totp.step_of(seconds)) == code[-6:]


def test_the_cookie_is_kept_from_scripts_and_other_sites(house: House) -> None:
    answer = house.client.post(
        "/api/session", json={"login": "dealer", "password": house.passwords["dealer"]}
    )
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert answer.json()["rank"] == "Dealer"
    assert house.client.get("/api/session").json()["login"] == "dealer"
    foreign = {"Origin": "https://elsewhere.example"}
    crossed = house.client.post(f"/api/tables/{TABLE}/autodeal", headers=foreign)
    assert (crossed.status_code, crossed.json()["code"]) == (403, "cross-site")
    own = {"Origin": str(house.client.base_url).rstrip("/")}
    assert house.client.post(f"/api/tables/{TABLE}/autodeal", headers=own).status_code == 200
    assert house.client.delete("/api/session").status_code == 204
    house.client.cookies.clear()


def test_a_lockout_is_kept_in_the_store_and_tells_nothing_of_who_exists(house: House) -> None:
    answers: dict[str, list[tuple[int, dict[str, Any]]]] = {}
    for login in ("dealer", "nobody-of-this-name"):
        for _ in range(FAILURES_ALLOWED + 1):
            answer = sign_in(house, login, "a wrong password")
            answers.setdefault(login, []).append((answer.status_code, answer.json()))
    assert answers["dealer"] == answers["nobody-of-this-name"]
    assert [status for status, _ in answers["dealer"]] == [401] * FAILURES_ALLOWED + [429]
    locked = sign_in(house, "dealer", house.passwords["dealer"])
    assert (locked.status_code, locked.json()["code"]) == (429, "locked")
    assert int(locked.headers["retry-after"]) > 0
    # Another process on the same store locks out as well.
    other = Accounts(house.store, Seal(bytes(32)), house.context.now().timestamp, hasher=QUICK)
    refused = other.admit("dealer", house.passwords["dealer"], None, "testclient")
    assert isinstance(refused, Refusal)
    assert refused.code == "locked"
    house.clock.wait(LOCKED_SECONDS + 1)
    assert sign_in(house, "dealer", house.passwords["dealer"]).status_code == 201


def test_failures_counted_at_once_are_all_counted() -> None:
    store = MemoryStore()
    accounts = Accounts(store, Seal(bytes(32)), lambda: 0.0, hasher=QUICK)
    made = accounts.make("ann", "player", demo=True)
    assert isinstance(made, Made)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: accounts.admit("ann", "wrong", None), range(FAILURES_ALLOWED)))
    refused = accounts.admit("ann", made.password, None)
    assert isinstance(refused, Refusal)
    assert refused.code == "locked"


def test_a_session_ends_when_idle_and_when_it_is_old(house: House) -> None:
    house.token("dealer")
    house.token("display")
    settings = house.context.settings
    house.clock.wait(settings.idle_seconds - 1)
    assert house.get("dealer", "/session").status_code == 200
    house.clock.wait(settings.idle_seconds - 1)
    assert house.get("dealer", "/session").status_code == 200
    house.clock.wait(settings.idle_seconds + 1)
    assert house.get("dealer", "/session").status_code == 401
    assert house.get("display", "/session").status_code == 200  # nobody sits at a display
    house.clock.wait(settings.whole_seconds)
    assert house.get("display", "/session").status_code == 401


def test_forged_and_replayed_tokens_are_worth_nothing(house: House) -> None:
    token = house.token("dealer")
    for forged in ("x", token[:-1], token[:-1] + ("A" if token[-1] != "A" else "B"), "é" * 40):
        headers = {b"Authorization": f"Bearer {forged}".encode()}
        answer = house.client.get("/api/session", headers=headers)
        assert answer.status_code == 401
    assert house.get("dealer", "/session").status_code == 200
    assert house.client.delete("/api/session", headers=house.headers("dealer")).status_code == 204
    replayed = house.get("dealer", "/session")
    assert (replayed.status_code, replayed.json()["code"]) == (401, "not-signed-in")
    assert token.encode() not in b"".join(house.store._secrets.values())
    assert not any(token in key for key in house.store._secrets)


def test_a_new_ranked_account_changes_its_password_and_signs_in_with_a_code(house: House) -> None:
    body = {"login": "sue", "role": "staff", "rank": "Gaming Supervisor"}
    assert house.post("dealer", "/accounts", body).status_code == 403
    made = house.post("gaming-manager", "/accounts", body)
    assert made.status_code == 201, made.text
    told = made.json()
    assert told["otpauth"].startswith("otpauth://totp/")
    assert sign_in(house, "sue", told["password"]).json()["code"] == "code-needed"
    assert sign_in(house, "sue", told["password"], "000000").status_code == 401

    def code() -> str:
        return totp.code_at(told["secret"], totp.step_of(house.clock.now.timestamp()))

    first = sign_in(house, "sue", told["password"], code())
    assert first.json()["change_password"]
    again = sign_in(house, "sue", told["password"], code())
    assert again.status_code == 401  # a code is taken once
    headers = {"Authorization": f"Bearer {first.json()['token']}"}
    blocked = house.client.get("/api/tables", headers=headers)
    assert (blocked.status_code, blocked.json()["code"]) == (403, "change-password")
    for new in ("short", "sue is her name!", "aaaaaaaaaaaaaaa"):
        weak = house.client.post(
            "/api/session/password",
            headers=headers,
            json={"old": told["password"], "new": new},
        )
        assert weak.status_code == 422
    changed = house.client.post(
        "/api/session/password",
        headers=headers,
        json={"old": told["password"], "new": "a long word of mine"},
    )
    house.client.cookies.clear()
    assert changed.status_code == 201
    assert house.client.get("/api/session", headers=headers).status_code == 401
    fresh = {"Authorization": f"Bearer {changed.json()['token']}"}
    assert house.client.get("/api/tables", headers=fresh).status_code == 200
    # Ended by the manager: the session that is open ends too.
    listed = house.get("gaming-manager", "/accounts").json()["accounts"]
    assert {"login": "sue", "coded": True}.items() <= next(
        one for one in listed if one["login"] == "sue"
    ).items()
    assert house.client.delete(
        "/api/accounts/sue", headers=house.headers("gaming-manager")
    ).status_code in (200, 204)
    assert house.client.get("/api/tables", headers=fresh).status_code == 401
    house.clock.wait(60)
    assert sign_in(house, "sue", "a long word of mine", code()).status_code == 401


def test_accounts_are_refused_where_they_make_no_sense(house: House) -> None:
    for body, status in (
        ({"login": "dealer", "role": "player"}, 409),
        ({"login": "X y", "role": "player"}, 422),
        ({"login": "bob", "role": "staff"}, 422),
        ({"login": "bob", "role": "staff", "rank": "Emperor"}, 422),
        ({"login": "bob", "role": "player", "rank": "Dealer"}, 422),
        ({"login": "bob", "role": "clock"}, 422),
    ):
        assert house.post("gaming-manager", "/accounts", body).status_code == status, body
    headers = house.headers("gaming-manager")
    assert house.client.delete("/api/accounts/gaming-manager", headers=headers).status_code == 409
    assert house.client.delete("/api/accounts/nobody", headers=headers).status_code == 404


def test_passwords_are_hashed_and_everything_is_sealed(house: House) -> None:
    account = house.context.accounts.find("dealer")
    assert isinstance(account, Account)
    assert account.password.startswith("$argon2id$")
    kept = b"".join(house.store._secrets.values())
    assert b"argon2id" not in kept
    assert house.passwords["dealer"].encode() not in kept


def test_staff_of_another_house_do_not_see_the_table(house: House) -> None:
    made = house.context.accounts.make("visitor", "staff", "Dealer", "Another House", demo=True)
    assert isinstance(made, Made)
    house.passwords["visitor"] = made.password
    assert house.get("visitor", f"/tables/{TABLE}").json()["code"] == "another-house"
    assert house.get("visitor", "/tables").json() == {"tables": []}
    assert house.get("visitor", "/duties").json() == {"duties": []}


def test_every_attempt_to_sign_in_is_logged(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "pitboss.access")
    sign_in(house, "dealer", "wrong\npassword")
    sign_in(house, "dealer\nforged line", "wrong")
    sign_in(house, "dealer", house.passwords["dealer"])
    said = [record.getMessage() for record in caplog.records if record.name == "pitboss.access"]
    assert [line.rpartition(" ")[2] for line in said] == [
        "sign-in-failed",
        "sign-in-failed",
        "accepted",
    ]
    assert not any("\n" in line or "wrong" in line for line in said)
