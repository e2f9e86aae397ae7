"""Bad input: a status below 500, a code and a sentence, and the journal as it was."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from pitboss.api.context import Settings
from tests.api.conftest import QUICK, TABLE, House

COMMANDS = f"/api/tables/{TABLE}/commands"


def told(answer: Any) -> tuple[int, str]:
    body = answer.json()
    assert set(body) - {"key", "params"} == {"code", "sentence", "clauses"}, body
    assert body["sentence"].endswith(".")
    return answer.status_code, body["code"]


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b"null", 422),
        (b"[]", 422),
        (b'{"do": 7}', 422),
        (b'{"do": "no-such-command", "command_id": "abcdefgh"}', 422),
        (b'{"do": "leave", "extra": 1, "command_id": "abcdefgh"}', 422),
        (b'{"do": "leave"}', 422),
        (b'{"do": "leave", "command_id": "a b"}', 422),
        (b'{"do": "place-wager", "wager": "x", "amount_cents": 1.5}', 422),
        (b'{"do": "place-wager", "wager": "x", "amount_cents": 1' + b"0" * 40 + b"}", 422),
        (b"[" * 50_000, 422),
        (b'{"do":"leave","x":' + b"[" * 20_000, 422),
        (b'{"do": "leave", "command_id": "' + b"a" * 70_000 + b'"}', 413),
    ],
    ids=lambda one: str(one)[:30],
)
def test_a_body_that_is_no_command(house: House, content: bytes, status: int) -> None:
    before = house.store.head(f"table:{TABLE}")
    headers = house.headers("player1") | {"content-type": "application/json"}
    answer = house.client.post(COMMANDS, content=content, headers=headers)
    assert told(answer)[0] == status
    assert house.store.head(f"table:{TABLE}") == before


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", 422),
        (b"{", 400),
        (b"\xff", 400),
        (b"[" * 50_000, 400),
        (b"{}", 422),
        (b'{"login": "a", "password": 1}', 422),
        (b'{"login": "a", "password": "b", "code": "12345x"}', 422),
        (b'{"login": "a", "password": "' + b"b" * 70_000 + b'"}', 413),
        (b'{"login": "a", "password": "b", "and": 1}', 422),
    ],
    ids=lambda one: str(one)[:30],
)
def test_a_body_that_is_no_sign_in(house: House, content: bytes, status: int) -> None:
    headers = {"content-type": "application/json"}
    answer = house.client.post("/api/session", content=content, headers=headers)
    assert told(answer)[0] == status


def test_only_json_is_read(house: House) -> None:
    headers = house.headers("player1") | {"content-type": "application/xml"}
    assert told(house.client.post(COMMANDS, content=b"<a/>", headers=headers)) == (415, "not-json")


@pytest.mark.parametrize(
    "path",
    [
        "/tables/none",
        "/tables/..%2f..%2fetc",
        "/tables/%00",
        "/tables/none/coups",
        f"/tables/{TABLE}/coups/1",
        f"/tables/{TABLE}/coups/999999/replay",
        f"/tables/{TABLE}/shoes/7",
        "/rulebooks/none",
        "/rulebooks/star-baccarat/clauses/99.99",
        "/nothing/here",
    ],
)
def test_what_is_not_there_is_not_found(house: House, path: str) -> None:
    assert told(house.get("gaming-manager", path))[0] == 404


@pytest.mark.parametrize(
    "query",
    [
        {"after": -1},
        {"after": "x"},
        {"after": 10**30},
        {"limit": 0},
        {"limit": 10_000},
    ],
)
def test_queries_out_of_bounds(house: House, query: dict[str, Any]) -> None:
    assert told(house.get("dealer", f"/tables/{TABLE}/events", **query)) == (422, "invalid")


def test_a_method_that_is_not_taken(house: House) -> None:
    assert told(house.client.put("/api/session")) == (405, "wrong-method")


def test_too_many_requests_are_told_to_wait() -> None:
    house = House(
        Settings(
            hasher=QUICK,
            requests_at_once=3,
            requests_a_second=0.001,
            sign_ins_at_once=2,
            sign_ins_a_second=0.001,
        )
    )
    with house.client:
        answers = [house.client.get("/api/health") for _ in range(4)]
        assert [one.status_code for one in answers] == [200, 200, 200, 429]
        assert told(answers[-1]) == (429, "too-many")
        assert int(answers[-1].headers["retry-after"]) >= 1
        wrong = {"login": "dealer", "password": "wrong"}
        tries = [house.client.post("/api/session", json=wrong).status_code for _ in range(3)]
        assert tries == [401, 401, 429]
    house.close()


def test_whoever_asks_too_much_waits_as_long_as_they_are_told_and_nobody_else_does() -> None:
    """As many requests as anybody may make at once: a console that is read without a pause."""
    house = House(Settings(hasher=QUICK))
    moments = [1_000.0]
    house.context.monotonic = lambda: moments[0]
    with house.client:
        path, command = f"/tables/{TABLE}/console", f"/tables/{TABLE}/autodeal"
        for login in ("dealer", "gaming-supervisor"):
            assert house.get(login, path).status_code == 200
        most = int(house.context.settings.requests_at_once)
        answers = [house.get("dealer", "/session") for _ in range(most)]
        assert {one.status_code for one in answers[: most - 1]} == {200}
        refused = house.get("dealer", path)
        assert told(refused) == (429, "too-many")
        sentence = refused.json()["sentence"]
        assert sentence == "There were too many requests; wait a little."
        wait = int(refused.headers["retry-after"])
        assert 1 <= wait <= 5
        assert told(house.post("dealer", command)) == (429, "too-many")
        assert house.get("gaming-supervisor", path).status_code == 200
        moments[0] += wait
        assert house.get("dealer", path).status_code == 200
        assert house.post("dealer", command).status_code in (200, 409)
    house.close()


def test_headers_that_browsers_heed(house: House) -> None:
    for path in ("/", "/api/health", "/api/nothing"):
        headers = house.client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert house.client.get("/api/health").headers["cache-control"] == "no-store"
    assert "strict-transport-security" not in house.client.get("/").headers


def test_a_clock_set_back_stands_still(house: House) -> None:
    house.do("dealer", "sign-on")
    house.clock.wait(-3600)
    done = house.do("gaming-supervisor", "sign-on")
    assert done["events"][0]["at"] >= "2026-11-16T20:00:00"


def test_metrics_need_the_monitors_key_or_staff(house: House) -> None:
    assert house.client.get("/api/metrics").status_code == 401
    headers = {"Authorization": "Bearer a key for the monitor"}
    found = house.client.get("/api/metrics", headers=headers)
    assert "pitboss_requests_total" in found.text
    assert 'pitboss_table_sequence{table="star-baccarat"}' in found.text
    assert house.get("player1", "/metrics").status_code == 403


def test_odds_are_for_staff_and_say_which_rule_forbids_devices(house: House) -> None:
    path = "/rulebooks/star-baccarat/odds"
    refused = house.get("player1", path, wager="tie")
    assert told(refused) == (403, "prohibited-device")
    assert refused.json()["clauses"]
    found = house.get("dealer", path, wager="tie").json()
    assert found["wagers"][0]["method"] == "exact"
    assert house.get("dealer", path, wager="nothing").status_code == 422


def test_the_server_does_without_numba_until_odds_are_asked_for() -> None:
    code = (
        "import sys, pitboss.cli.house.server, pitboss.api.app\n"
        "from tests.api.conftest import House\n"
        "house = House()\n"
        "with house.client:\n"
        "    house.seat('player1'); house.ready()\n"
        "    house.do('player1', 'place-wager', wager='tie', amount_cents=2500); house.coup()\n"
        "    assert house.get('dealer', '/rulebooks/star-baccarat').status_code == 200\n"
        "assert 'numba' not in sys.modules, 'numba was imported'\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
