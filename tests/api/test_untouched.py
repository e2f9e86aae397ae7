"""Whatever is refused leaves every journal, answer and secret as it was."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.conftest import TABLE, House

COMMANDS = f"/api/tables/{TABLE}/commands"
STAFF = ("dealer", "gaming-supervisor", "gaming-manager")


def kept(house: House) -> Any:
    """Everything that the store holds, but for when sessions were last seen."""
    store = house.store
    lines = {name: store.read(name) for name in store.streams()}
    hidden = {
        key: body
        for key, body in store._secrets.items()
        if not key.startswith(("session:", "sessions-of:", "failures:"))
    }
    own = {
        key: body for key, body in store._answers.items() if not key[1].startswith(("failures:",))
    }
    return lines, hidden, own, dict(store._messages)


@pytest.fixture
def still(house: House) -> Iterator[House]:
    """A house in the middle of a coup; whatever the test does must change nothing."""
    house.seat("player1")
    house.ready()
    house.do("player1", "place-wager", wager="player", amount_cents=10_000)
    house.do("gaming-supervisor", "sign-on")
    for login in (*STAFF, "player1", "player2", "inspector", "display"):
        house.token(login)
    before = kept(house)
    yield house
    assert kept(house) == before


def post(house: House, login: str | None, path: str, body: Any, **headers: str) -> Any:
    given = house.headers(login) | {"Idempotency-Key": secrets.token_hex(8)} | headers
    content = {"content": body} if isinstance(body, bytes) else {"json": body}
    if isinstance(body, bytes):
        given.setdefault("Content-Type", "application/json")
    return house.client.post(path, headers=given, **content)


def told(answer: Any, status: int) -> str:
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert set(body) - {"key", "params"} == {"code", "sentence", "clauses"}
    code: str = body["code"]
    return code


PATHS = (
    COMMANDS,
    "/api/tables",
    f"/api/tables/{TABLE}/approvals",
    f"/api/tables/{TABLE}/duties/1/discharge",
    "/api/accounts",
    "/api/people",
    "/api/people/find",
    "/api/people/p-00/exclusion",
    "/api/session/password",
)


@pytest.mark.parametrize(
    "body",
    [b"{", b"\xff\xfe", b'{"a":1}}', b"[1,2]", b"null", b"7", b'"x"', b"[" * 9_000, b"{}", b""],
    ids=lambda body: str(body)[:20],
)
def test_malformed_json_and_wrong_types(still: House, body: bytes) -> None:
    for path in PATHS:
        answer = post(still, "gaming-manager", path, body)
        assert answer.status_code in (400, 422), (path, answer.text)
        told(answer, answer.status_code)


@pytest.mark.parametrize(
    "body",
    [
        {"do": "place-wager", "wager": "player", "amount_cents": "100"},
        {"do": "place-wager", "wager": "player", "amount_cents": 10.5},
        {"do": "place-wager", "wager": "player", "amount_cents": True},
        {"do": "place-wager", "wager": "player", "amount_cents": 2**60},
        {"do": "place-wager", "wager": ["player"], "amount_cents": 100},
        {"do": "place-wager", "wager": "player", "amount_cents": 100, "by": "another"},
        {"do": "place-wager", "wager": "player", "amount_cents": 100, "at": "2020-01-01"},
        {"do": "arrive", "seat": "1"},
        {"do": None},
    ],
    ids=str,
)
def test_wrong_types_of_a_command(still: House, body: dict[str, Any]) -> None:
    told(post(still, "player1", COMMANDS, body), 422)


@pytest.mark.parametrize(
    "body",
    [
        {"do": "place-wager", "wager": "player", "amount_cents": -100},
        {"do": "place-wager", "wager": "player", "amount_cents": 0},
        {"do": "place-wager", "wager": "no-such-wager", "amount_cents": 10_000},
        {"do": "place-wager", "wager": "player", "amount_cents": 2**53},
        {"do": "withdraw-wager", "number": 999},
        {"do": "place-wager", "wager": "player\u0000", "amount_cents": 10_000},
    ],
    ids=str,
)
def test_a_command_that_makes_no_sense(still: House, body: dict[str, Any]) -> None:
    answer = post(still, "player1", COMMANDS, body)
    assert answer.status_code in (409, 422), answer.text


@pytest.mark.parametrize("path", [COMMANDS, "/api/people", "/api/accounts"])
def test_a_huge_body(still: House, path: str) -> None:
    body = b'{"do": "leave", "x": "' + b"a" * still.context.settings.body_bytes + b'"}'
    assert told(post(still, "gaming-manager", path, body), 413) == "too-large"


def test_a_body_that_is_not_json(still: House) -> None:
    answer = post(still, "player1", COMMANDS, b"do=leave", **{"Content-Type": "text/plain"})
    assert told(answer, 415) == "not-json"


@pytest.mark.parametrize(
    ("login", "path", "body"),
    [
        ("player1", "/api/tables/none/commands", {"do": "leave"}),
        ("dealer", "/api/tables/none/autodeal", None),
        ("gaming-manager", f"/api/tables/{TABLE}/approvals/999/grant", None),
        ("gaming-manager", f"/api/tables/{TABLE}/approvals/999/refuse", None),
        ("gaming-manager", f"/api/tables/{TABLE}/duties/999/discharge", {"how": "x"}),
        ("player1", COMMANDS, {"do": "cash-out", "person": "nobody"}),
        ("gaming-manager", "/api/tables", {"table": "t2", "rulebook": "none"}),
        ("gaming-manager", "/api/people/p-00/exclusion", {"reason": "x"}),
    ],
)
def test_unknown_ids(still: House, login: str, path: str, body: Any) -> None:
    answer = post(still, login, path, body)
    assert answer.status_code in (404, 409, 422), answer.text
    told(answer, answer.status_code)


def test_forged_and_replayed_tokens(house: House) -> None:
    house.seat("player1")
    house.ready()
    token = house.token("player1")
    wager = {"do": "place-wager", "wager": "player", "amount_cents": 10_000}
    assert house.client.delete("/api/session", headers=house.headers("player1")).status_code == 204
    before = kept(house)
    for forged in (token, token[:-1], token[::-1], "", "null", "a" * 10_000, "x\ty"):
        for headers in (
            {"Authorization": f"Bearer {forged}"},
            {"Cookie": f"pitboss_session={forged}"},
        ):
            answer = house.client.post(
                COMMANDS, headers=headers | {"Idempotency-Key": "abcdefgh"}, json=wager
            )
            assert told(answer, 401) == "not-signed-in"
    assert kept(house) == before


def test_commands_out_of_phase(still: House) -> None:
    """Everyone tries what the core does not offer them now."""
    tried = 0
    for login, body in (
        ("player1", {"do": "arrive", "seat": 1}),
        ("player2", {"do": "place-wager", "wager": "player", "amount_cents": 10_000}),
        ("player2", {"do": "leave"}),
        ("gaming-supervisor", {"do": "settle"}),
        ("gaming-supervisor", {"do": "reveal-shoe"}),
        ("gaming-supervisor", {"do": "load-shoe"}),
        ("gaming-supervisor", {"do": "sign-on"}),
        ("gaming-manager", {"do": "deal-card", "to": "player"}),
        ("inspector", {"do": "settle"}),
    ):
        answer = post(still, login, COMMANDS, body)
        if answer.status_code != 422:  # the field is another's word: read, at least
            assert told(answer, 409)
            tried += 1
    assert tried >= 7


def test_a_role_that_gives_no_commands(still: House) -> None:
    assert told(post(still, "display", COMMANDS, {"do": "leave"}), 403) == "forbidden"
    assert told(post(still, None, COMMANDS, {"do": "leave"}), 401) == "not-signed-in"


def test_a_clock_set_back_holds_time_and_loses_nothing(house: House) -> None:
    house.seat("player1")
    house.ready()
    stream = f"table:{TABLE}"
    before, begun = house.store.read(stream), house.clock.now
    for back in (1, 3600, 10 * 365 * 86_400):
        house.clock.wait(-back)
        head = house.store.head(stream)
        late = post(house, "player1", COMMANDS, {"do": "place-wager", "wager": "player"})
        assert told(late, 422)
        assert house.store.head(stream) == head
        done = house.do("player1", "place-wager", wager="player", amount_cents=10_000)
        assert dt.datetime.fromisoformat(done["events"][0]["at"]) == begun
        house.clock.wait(back)
    # What was written before is as it was, and time goes on when the clock has caught up.
    assert house.store.read(stream)[: len(before)] == before
    house.clock.wait(30)
    done = house.do("player1", "place-wager", wager="player", amount_cents=10_000)
    assert dt.datetime.fromisoformat(done["events"][0]["at"]) == begun + dt.timedelta(seconds=30)
    events = house.get("dealer", f"/tables/{TABLE}/events").json()["events"]
    times = [dt.datetime.fromisoformat(one["at"]) for one in events]
    assert times == sorted(times)


def test_a_session_does_not_live_longer_by_a_clock_set_back(house: House) -> None:
    house.token("player1")
    house.clock.wait(house.context.settings.idle_seconds - 10)
    assert house.get("player1", "/session").status_code == 200
    house.clock.wait(-3600)
    assert house.get("player1", "/session").status_code == 200
    house.clock.wait(3600 + house.context.settings.idle_seconds + 1)
    assert house.get("player1", "/session").status_code == 401
