"""Every route against every role: a route that is not in the matrix fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from litestar.exceptions import WebSocketDisconnect, WebSocketException

from pitboss.api.guard import SESSION_OVER
from tests.api.conftest import TABLE, House
from tests.api.test_records import visitor

WHO = {
    None: None,
    "player": "player1",
    "display": "display",
    "inspector": "inspector",
    "surveillance": "surveillance",
    "Dealer": "dealer",
    "Gaming Supervisor": "gaming-supervisor",
    "Assistant Gaming Manager": "assistant-gaming-manager",
    "Gaming Manager": "gaming-manager",
}
STAFF = {"Dealer", "Gaming Supervisor", "Assistant Gaming Manager", "Gaming Manager"}
HOUSE = STAFF | {"inspector", "surveillance"}
AT_TABLE = HOUSE | {"player"}
SIGNED_IN = AT_TABLE | {"display"}
ANYONE: set[str | None] = {*SIGNED_IN, None}
TOP = {"Gaming Manager"}

T = "/api/tables/{name}"
B = "/api/rulebooks/{rulebook}"
L = "/api/links/{link}"
P = "/api/promotions/{promotion}"
W = "/api/tournaments/{tournament}"
MATRIX: dict[tuple[str, str], Any] = {
    ("GET", "/"): ANYONE,
    ("GET", "/{path}"): ANYONE,
    ("POST", "/api/session"): ANYONE,
    ("POST", "/api/session/demo"): ANYONE,
    ("GET", "/api/session"): SIGNED_IN,
    ("DELETE", "/api/session"): SIGNED_IN,
    ("POST", "/api/session/password"): SIGNED_IN,
    ("GET", "/api/sessions"): SIGNED_IN,
    ("DELETE", "/api/sessions/{session_id}"): SIGNED_IN,
    ("POST", "/api/people"): STAFF - {"Dealer"},
    ("POST", "/api/people/find"): HOUSE - {"Dealer"},
    ("GET", "/api/people/{person}"): HOUSE - {"Dealer"},
    ("PUT", "/api/people/{person}"): STAFF - {"Dealer"},
    ("DELETE", "/api/people/{person}"): TOP,
    ("POST", "/api/people/{person}/exclusion"): STAFF - {"Dealer"},
    ("DELETE", "/api/people/{person}/exclusion"): STAFF - {"Dealer"},
    ("GET", "/api/people/{person}/accesses"): TOP | {"inspector", "surveillance"},
    ("GET", "/api/accounts"): TOP,
    ("POST", "/api/accounts"): TOP,
    ("DELETE", "/api/accounts/{login}"): TOP,
    ("POST", "/api/accounts/{login}/unlock"): TOP,
    ("POST", "/api/clock"): TOP,
    ("GET", "/api/rulebooks"): ANYONE,
    ("GET", B): ANYONE,
    ("GET", f"{B}/clauses"): ANYONE,
    ("GET", f"{B}/clauses/{{clause}}"): ANYONE,
    ("GET", f"{B}/readings"): ANYONE,
    ("GET", f"{B}/words/{{language}}"): ANYONE,
    ("GET", f"{B}/commands"): ANYONE,
    ("GET", f"{B}/odds"): HOUSE,
    ("GET", f"{B}/contents"): ANYONE,
    ("GET", f"{B}/definitions"): ANYONE,
    ("GET", f"{B}/clauses/{{clause}}/proof"): ANYONE,
    ("GET", f"{B}/proofs"): ANYONE,
    ("GET", f"{B}/proof"): ANYONE,
    ("GET", f"{B}/amendments"): ANYONE,
    ("GET", f"{B}/payouts"): ANYONE,
    ("GET", f"{B}/card"): ANYONE,
    ("GET", f"{B}/layouts"): ANYONE,
    ("GET", f"{B}/layouts/{{layout}}"): ANYONE,
    ("GET", f"{B}/edges"): HOUSE,
    ("GET", f"{B}/charts/edges"): HOUSE,
    ("POST", f"{B}/what-if"): HOUSE,
    ("GET", f"{B}/strategy"): HOUSE,
    ("GET", f"{B}/charts/strategy"): HOUSE,
    ("POST", f"{B}/simulations"): HOUSE,
    ("GET", "/api/simulations"): HOUSE,
    ("GET", "/api/simulations/{number}"): HOUSE,
    ("DELETE", "/api/simulations/{number}"): HOUSE,
    ("GET", "/api/simulations/{number}/chart"): HOUSE,
    ("WEBSOCKET", "/api/simulations/{number}/stream"): HOUSE,
    ("GET", "/api/compare"): ANYONE,
    ("GET", "/api/compare/clauses"): ANYONE,
    ("GET", f"{B}/answers"): ANYONE,
    ("GET", f"{B}/clauses/{{clause}}/neighbours"): ANYONE,
    ("GET", f"{B}/clauses/{{clause}}/example"): ANYONE,
    ("GET", "/api/clauses"): ANYONE,
    ("GET", "/api/tables"): SIGNED_IN,
    ("GET", "/api/lobby"): SIGNED_IN,
    ("POST", "/api/tables"): TOP,
    ("GET", T): SIGNED_IN,
    ("GET", f"{T}/events"): SIGNED_IN,
    ("GET", f"{T}/coups"): SIGNED_IN,
    ("GET", f"{T}/coups/{{number}}"): SIGNED_IN,
    ("GET", f"{T}/coups/{{number}}/replay"): SIGNED_IN,
    ("GET", f"{T}/coups/{{number}}/settlement"): AT_TABLE,
    ("GET", f"{T}/coups/{{number}}/scenario"): AT_TABLE,
    ("GET", f"{T}/coups/{{number}}/csv"): AT_TABLE,
    ("GET", f"{T}/coups/{{number}}/svg"): AT_TABLE,
    ("GET", f"{T}/float-slips/{{number}}"): HOUSE - {"Dealer"},
    ("GET", f"{T}/float-slips/{{number}}/{{form}}"): HOUSE - {"Dealer"},
    ("GET", "/api/shift"): HOUSE - {"Dealer"},
    ("GET", "/api/shift/{form}"): HOUSE - {"Dealer"},
    ("GET", f"{T}/coups/{{number}}/why"): AT_TABLE,
    ("GET", f"{T}/payout"): HOUSE,
    ("GET", f"{T}/draws"): AT_TABLE,
    ("GET", f"{T}/sheet"): SIGNED_IN,
    ("GET", f"{T}/roads"): SIGNED_IN,
    ("GET", f"{T}/coup"): AT_TABLE,
    ("GET", f"{T}/next"): STAFF,
    ("GET", f"{T}/own"): {"player"},
    ("GET", f"{T}/own/coups"): {"player"},
    ("GET", "/api/own/favourites"): {"player"},
    ("PUT", "/api/own/favourites"): {"player"},
    ("DELETE", "/api/own/favourites/{rulebook}"): {"player"},
    ("GET", "/api/own/days"): {"player"},
    ("GET", "/api/own/days/{day}"): {"player"},
    ("GET", "/api/own/days/{day}/{form}"): {"player"},
    ("GET", f"{T}/session"): {"player"},
    ("POST", f"{T}/slips"): {"player"},
    ("GET", f"{T}/slips/{{person}}"): HOUSE - {"Dealer", "inspector", "surveillance"},
    ("GET", "/api/own/limits"): {"player"},
    ("PUT", "/api/own/limits"): {"player"},
    ("POST", "/api/own/stop"): {"player"},
    ("GET", f"{T}/pool"): SIGNED_IN,
    ("GET", f"{T}/terminal"): {"player"},
    ("GET", f"{T}/period"): SIGNED_IN,
    ("GET", f"{T}/hall"): HOUSE,
    ("GET", f"{T}/terminal/tickets"): {"player"},
    ("GET", "/api/terminals"): HOUSE,
    ("POST", "/api/terminals"): STAFF,
    ("POST", f"{T}/commands"): AT_TABLE,
    ("POST", f"{T}/wagers"): {"player"},
    ("POST", f"{T}/autodeal"): STAFF,
    ("GET", f"{T}/offers"): AT_TABLE,
    ("GET", f"{T}/console"): STAFF,
    ("GET", f"{T}/situations"): HOUSE,
    ("GET", f"{T}/approvals"): AT_TABLE,
    ("POST", f"{T}/approvals"): STAFF | {"player"},
    ("POST", f"{T}/approvals/{{number}}/grant"): STAFF,
    ("POST", f"{T}/approvals/{{number}}/refuse"): STAFF,
    ("POST", f"{T}/approvals/{{number}}/withdraw"): STAFF | {"player"},
    ("GET", "/api/duties"): HOUSE,
    ("GET", f"{T}/duties"): HOUSE,
    ("POST", f"{T}/duties/{{number}}/discharge"): HOUSE,
    ("GET", f"{T}/report"): HOUSE - {"Dealer"},
    ("GET", "/api/alerts"): HOUSE,
    ("GET", "/api/pit"): HOUSE,
    ("GET", "/api/promotions"): HOUSE,
    ("POST", "/api/promotions"): STAFF,
    ("GET", P): HOUSE,
    ("GET", f"{P}/draw"): ANYONE,
    ("GET", "/api/draws"): ANYONE,
    ("POST", f"{P}/commands"): STAFF,
    ("GET", "/api/tournaments"): HOUSE,
    ("POST", "/api/tournaments"): STAFF - {"Dealer"},
    ("GET", W): HOUSE,
    ("GET", f"{W}/board"): ANYONE,
    ("POST", f"{W}/commands"): STAFF,
    ("GET", f"{W}/conditions"): ANYONE,
    ("GET", f"{W}/conditions.pdf"): ANYONE,
    ("PUT", f"{W}/conditions"): STAFF,
    ("GET", f"{W}/own"): {"player"},
    ("POST", f"{W}/own"): {"player"},
    ("GET", f"{B}/conditions"): HOUSE,
    ("GET", "/api/compliance/duties"): HOUSE - {"Dealer"},
    ("GET", "/api/compliance/duties/{form}"): HOUSE - {"Dealer"},
    ("GET", "/api/compliance/months/{month}"): HOUSE - {"Dealer"},
    ("GET", "/api/compliance/months/{month}/{form}"): HOUSE - {"Dealer"},
    ("GET", "/api/compliance/days/{day}"): HOUSE - {"Dealer"},
    ("GET", "/api/compliance/days/{day}/{form}"): HOUSE - {"Dealer"},
    ("GET", "/api/links"): SIGNED_IN,
    ("POST", "/api/links"): STAFF,
    ("GET", L): HOUSE,
    ("GET", f"{L}/events"): HOUSE,
    ("POST", f"{L}/tables"): STAFF,
    ("POST", f"{L}/determination"): {"surveillance"},
    ("POST", f"{L}/decision"): STAFF,
    ("POST", f"{L}/order"): STAFF,
    ("GET", f"{T}/export"): HOUSE - {"Dealer"},
    ("GET", f"{T}/coups/{{number}}/extract"): HOUSE - {"Dealer"},
    ("GET", f"{T}/ruling"): HOUSE,
    ("POST", f"{T}/ruling/preview"): HOUSE,
    ("GET", f"{T}/shoes"): ANYONE,
    ("GET", f"{T}/shoes/{{number}}"): ANYONE,
    ("GET", f"{T}/shoes/{{number}}/verification"): ANYONE,
    ("GET", "/api/health"): ANYONE,
    ("GET", "/api/metrics"): HOUSE,
    ("GET", "/api/openapi.json"): ANYONE,
    ("WEBSOCKET", f"{T}/stream"): SIGNED_IN,
}
SAME = {
    "stake_cents": 500,
    "pay_table": "none",
    "increment_millionths": 1,
    "seed_cents": 1,
    "reset_cents": 1,
}
BODIES: dict[str, Any] = {
    "/api/session": {"login": "nobody", "password": "nothing"},
    "/api/session/demo": {"role": "player"},
    "/api/session/password": {"old": "x", "new": "y"},
    "/api/accounts": {"login": "X", "role": "player"},
    "/api/people": {"name": "Ann", "login": "nobody", "why": "new"},
    "/api/people/find": {"player_card": "none", "why": "x"},
    "/api/people/{person}": {"name": "Ann", "why": "x"},
    "/api/people/{person}/exclusion": {"reason": "x"},
    "/api/tables": {"table": TABLE, "rulebook": TABLE},
    "/api/links": {"link": "x", "rulebook": TABLE, **SAME},
    "/api/terminals": {"login": "nobody", "table": TABLE, "layout": "14"},
    "/api/promotions": {
        "promotion": "x",
        "rulebook": TABLE,
        "title": "x",
        **dict.fromkeys(("starts", "closes", "draws"), "2026-11-20T09:00:00Z"),
    },
    f"{P}/commands": {"do": "x"},
    "/api/tournaments": {"tournament": "x", "rulebook": TABLE, "conditions": {"title": "x"}},
    f"{W}/commands": {"do": "x"},
    f"{W}/conditions": {"conditions": {"title": "x"}},
    f"{W}/own": {"do": "withdraw-entry"},
    f"{L}/tables": {"table": TABLE, **SAME},
    f"{L}/determination": {"moments": [[1]]},
    f"{L}/decision": {"order": ["x"], "reason": "x"},
    f"{L}/order": {},
    f"{T}/commands": {"do": "leave"},
    f"{T}/wagers": {"steps": [{"do": "withdraw-wager", "number": 1}]},
    "/api/own/limits": {},
    "/api/own/stop": {"hours": 1},
    "/api/own/favourites": {
        "rulebook": TABLE,
        "name": "x",
        "stakes": [{"wager": "tie", "stake_cents": 500}],
    },
    f"{T}/approvals": {"key": "none"},
    f"{T}/duties/{{number}}/discharge": {"how": "x"},
    f"{T}/ruling/preview": {"ruling": "void"},
    f"{B}/what-if": {"wager": "none", "pays": [{"row": 0, "pays": "1 to 1"}]},
    f"{B}/simulations": {"decks": 5},  # refused: nothing is started
}


def routes(house: House) -> set[tuple[str, str]]:
    """Every route that the application has."""
    found = set()
    for route in house.client.app.routes:
        methods = getattr(route, "methods", None) or {"WEBSOCKET"}
        if type(route).__name__ == "WebSocketRoute":
            methods = {"WEBSOCKET"}
        found |= {(str(method), route.path_format) for method in methods if method != "OPTIONS"}
    return found


def ask(house: House, who: str | None, method: str, path: str) -> Any:
    login = WHO[who]
    values = {
        "name": TABLE,
        "link": "none",
        "promotion": "none",
        "tournament": "none",
        "rulebook": TABLE,
        "number": 1,
        "clause": "1.1",
        "month": "2026-01",
        "day": "2026-01-02",
        "form": "csv",
        "layout": "A",
        "login": "nobody",
        "language": "zh",
    }
    values["path"] = "tables"
    values |= {"person": "p-00", "session_id": "0" * 16}
    url = path.format(**values)
    if method == "DELETE" and "/people/" in path:
        url += "?why=x"
    headers = house.headers(login) | {"Idempotency-Key": "abcdefgh12345678"}
    if method == "DELETE" and "/favourites/" in path:
        url += "?name=x"
    if path.endswith("/odds"):
        url += "?wager=tie"
    if path == "/api/clauses":
        url += "?find=tie"
    if path.startswith("/api/compare"):
        url += f"?first={TABLE}&second=crown-perth-baccarat&clause=5.1.1"
    if path.endswith("/proof"):
        url += "?name=none"
    body = BODIES.get(path) if method in ("POST", "PUT") else None
    answer = house.client.request(method, url, headers=headers, json=body)
    house.client.cookies.clear()
    return answer


def test_every_route_is_in_the_matrix(house: House) -> None:
    assert routes(house) == set(MATRIX)


@pytest.mark.parametrize("who", list(WHO), ids=str)
def test_every_route_for_every_role(house: House, who: str | None) -> None:
    wrong = []
    last = [("POST", "/api/session/password"), ("DELETE", "/api/session")]
    for method, path in sorted(MATRIX, key=lambda one: last.index(one) if one in last else -1):
        if method == "WEBSOCKET":
            continue
        answer = ask(house, who, method, path)
        status = answer.status_code
        if path == "/api/session" and method == "POST":
            assert answer.json()["code"] == "sign-in-failed"
            continue
        if path == "/api/session/demo":
            assert answer.json()["code"] == "no-demonstration"
            continue
        if who in MATRIX[method, path]:
            fits = status not in (401, 403) and status < 500
        else:
            fits = status == (401 if who is None else 403)
        if not fits:
            wrong.append((method, path, status, answer.text[:100]))
    assert wrong == []


def test_the_highest_rank_of_another_house_reaches_no_table(house: House) -> None:
    login = visitor(house)
    reached, before = [], {name: house.store.head(name) for name in house.store.streams()}
    for (method, path), roles in MATRIX.items():
        if "{name}" not in path or None in roles or method == "WEBSOCKET":
            continue
        if set(roles) == {"player"}:
            continue  # no staff of any house
        headers = house.headers(login) | {"Idempotency-Key": "abcdefgh12345678"}
        url = path.format(name=TABLE, number=1, form="csv", person="p-00")
        body = BODIES.get(path) if method == "POST" else None
        answer = house.client.request(method, url, headers=headers, json=body)
        if (answer.status_code, answer.json()["code"]) != (403, "another-house"):
            reached.append((method, path, answer.text[:100]))
    assert reached == []
    assert {name: house.store.head(name) for name in house.store.streams()} == before
    path = f"/api/tables/{TABLE}/stream"
    with (
        pytest.raises(WebSocketException),
        house.client.websocket_connect(path, headers=house.headers(login)),
    ):
        pass
    mine = {one["login"] for one in house.get(login, "/accounts").json()["accounts"]}
    assert not mine & {"dealer", "gaming-supervisor", "gaming-manager"}
    headers = house.headers(login)
    assert house.client.delete("/api/accounts/dealer", headers=headers).status_code == 404


@pytest.mark.parametrize("who", list(WHO), ids=str)
def test_the_stream_is_for_the_signed_in(house: House, who: str | None) -> None:
    headers = house.headers(WHO[who])
    path = f"/api/tables/{TABLE}/stream"
    if who is None:
        with (
            pytest.raises(WebSocketException),
            house.client.websocket_connect(path, headers=headers),
        ):
            pass
        return
    with house.client.websocket_connect(path, headers=headers) as socket:
        assert socket.receive_json()["view"]["role"]


OVER: dict[str, Callable[[House, dict[str, str]], httpx.Response]] = {
    "signed out": lambda house, own: house.client.delete("/api/session", headers=own),
    "ended from elsewhere": lambda house, own: house.client.delete(
        f"/api/sessions/{_current(house, own)}", headers=house.headers("player1")
    ),
    "password changed": lambda house, _: house.client.post(
        "/api/session/password",
        json={"old": house.passwords["player1"], "new": "a long sentence of one's own"},
        headers=house.headers("player1"),
    ),
    "account ended": lambda house, _: house.client.delete(
        "/api/accounts/player1", headers=house.headers("gaming-manager")
    ),
}


def _current(house: House, own: dict[str, str]) -> str:
    found = house.client.get("/api/sessions", headers=own).json()["sessions"]
    return next(str(one["id"]) for one in found if one["current"])


@pytest.mark.parametrize("how", OVER)
def test_a_stream_ends_with_its_session_and_no_beat_comes_between(
    house: House, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr("pitboss.api.routes.tables.stream.BEAT_SECONDS", 3600.0)
    given = {"login": "player1", "password": house.passwords["player1"]}
    own = {
        "Authorization": f"Bearer {house.client.post('/api/session', json=given).json()['token']}"
    }
    house.client.cookies.clear()
    house.headers("player1")  # another session of theirs
    path = f"/api/tables/{TABLE}/stream"
    with house.client.websocket_connect(path, headers=own) as socket:
        assert socket.receive_json()["type"] == "update"
        assert OVER[how](house, own).is_success
        with pytest.raises(WebSocketDisconnect) as ended:
            socket.receive_json(timeout=10)
    assert ended.value.code == SESSION_OVER


def test_a_quiet_stream_beats(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.api.routes.tables.stream.BEAT_SECONDS", 0.05)
    path = f"/api/tables/{TABLE}/stream"
    with house.client.websocket_connect(path, headers=house.headers("player1")) as socket:
        first = socket.receive_json()
        beats = [socket.receive_json() for _ in range(3)]
    at = first["sequence"]
    wanted = {"type": "beat", "table": TABLE, "after": at, "sequence": at, "events": []}
    assert beats == [wanted] * 3


def test_a_stream_of_another_site_is_not_opened(house: House) -> None:
    headers = {"Origin": "https://elsewhere.example", "Cookie": "pitboss_session=x"}
    path = f"/api/tables/{TABLE}/stream"
    with (
        pytest.raises(WebSocketException),
        house.client.websocket_connect(path, headers=headers),
    ):
        pass
