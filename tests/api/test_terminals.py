"""Terminals over HTTP: bound by staff, once; a screen for its own terminal alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.service.tables import Actor
from tests.api.conftest import House
from tests.service.stations import SIGN


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    found = House()
    with found.client:
        for name in ("t1", "t2"):
            opened(found, name)
        yield found
    found.tables.close()


def opened(house: House, name: str) -> None:
    stream = f"table:{name}"
    house.tables.table(stream, "crown-perth-baccarat/2023-08-22")
    boss = Actor("boss", "staff", "Casino Manager Table Games")
    opening: dict[str, Any] = {"do": "open-table", "layout": "1", "float_cents": 10**8}
    for number, given in enumerate(
        ({"do": "sign-on"}, {**opening, "sign": SIGN, "shown": ["version"]})
    ):
        answer = house.tables.submit(stream, given, boss, f"{name}-{number}").result(30)
        assert answer.accepted, answer.refusal


STAFF = "crown-perth.table-games-manager"


def test_a_terminal_is_bound_once_and_shows_its_own_screen(house: House) -> None:
    body = {"login": "player1", "table": "t1", "layout": "14"}
    bound = house.post(STAFF, "/terminals", body)
    assert bound.status_code == 201, bound.json()
    (row,) = bound.json()["terminals"]
    assert (row["table"], row["screen"]["label"], row["screen"]["credit_cents"]) == (
        "t1",
        "player1",
        0,
    )
    again = house.post(STAFF, "/terminals", {**body, "table": "t2"})
    assert (again.status_code, again.json()["code"]) == (409, "terminal-bound")
    cloth = house.post(STAFF, "/terminals", {**body, "login": "player2", "layout": "1"})
    assert (cloth.status_code, cloth.json()["code"]) == (409, "not-a-terminal-layout")
    nobody = house.post(STAFF, "/terminals", {**body, "login": "nobody-at-all"})
    assert nobody.status_code == 404

    note = {"do": "insert-note", "amount_cents": 5_000}
    assert house.post("player1", "/tables/t1/commands", note).status_code in (200, 201)
    screen = house.get("player1", "/tables/t1/terminal").json()
    assert (screen["credit_cents"], screen["period"]["milliseconds"]) == (5_000, 20_000)
    assert house.post("player1", "/tables/t1/commands", {"do": "print-ticket"}).is_success
    house.tables.deliver()
    (ticket,) = house.get("player1", "/tables/t1/terminal/tickets").json()["tickets"]
    assert ticket["printed"].startswith("crown-perth.1.")
    assert house.get("player2", "/tables/t1/terminal").status_code == 409
    assert house.get("player2", "/tables/t1/terminal/tickets").status_code == 404


@pytest.mark.clause("crown-perth-baccarat", "1.1:wagering-period(c)", "2.2(a)", "2.2(b)", "2.2(c)")
@pytest.mark.clause("crown-perth-baccarat", "2.3(c)", "2.3(d)", "2.3(e)", "2.3(f)")
def test_1_1_every_screen_is_told_the_period_by_the_servers_time(house: House) -> None:
    assert house.get("display", "/tables/t2/period").status_code == 409
    assert house.get(STAFF, "/tables/t2/hall").json()["code"] == "no-terminals-here"
    body = {"login": "player2", "table": "t2", "layout": "15"}
    assert house.post(STAFF, "/terminals", body).status_code == 201
    boss = Actor("boss", "staff", "Casino Manager Table Games")
    note = {"do": "insert-note", "amount_cents": 10_000}
    assert house.post("player2", "/tables/t2/commands", note).is_success

    screen = house.get("player2", "/tables/t2/terminal").json()
    assert screen["rules"] == "crown-perth-baccarat/2023-08-22"
    assert screen["rules_told"] == ""
    assert "period" in screen["elements"]
    assert "roads" in screen["features"]
    read = {"do": "report-meter", "rules": screen["rules"]}
    assert house.post("player2", "/tables/t2/commands", read).is_success
    again = house.get("player2", "/tables/t2/terminal").json()
    assert again["rules_told"] == screen["rules"]

    for number, given in enumerate(
        (
            {"do": "introduce-cards", "backs": "red"},
            {"do": "call-bets", "call": "place your bets"},
        )
    ):
        answer = house.tables.submit("table:t2", given, boss, f"called-{number}").result(30)
        assert answer.accepted, answer.refusal
    told = [
        house.get("display", "/tables/t2/period").json(),
        house.get("player1", "/tables/t2/period").json(),
        house.get(STAFF, "/tables/t2/hall").json()["told"],
    ]
    screen = house.get("player2", "/tables/t2/terminal").json()
    ends = {one["period"]["ends"] for one in (*told, screen)}
    assert len(ends) == 1
    assert None not in ends
    assert all(one["period"]["milliseconds"] == 20_000 and not one["over"] for one in told)
    assert told[0]["clauses"] == ["1.1:wagering-period(c)"]


def test_2_3_the_equipment_is_named_and_what_failed_is_seen(house: House) -> None:
    hall = house.get(STAFF, "/tables/t2/hall").json()
    named = {one["what"]: one for one in hall["equipment"]}
    assert {clause for one in named.values() for clause in one["clauses"]} >= {
        *("2.3(b)", "2.3(c)", "2.3(d)", "2.3(e)", "2.3(f)"),
    }
    assert all(one["malfunction"] is None for one in named.values())
    broken = {"do": "declare-malfunction", "what": "monitor", "grounds": ["c"], "reason": "silent"}
    boss = Actor("boss", "staff", "Casino Manager Table Games")
    assert house.tables.submit("table:t2", broken, boss, "monitor").result(30).accepted
    hall = house.get(STAFF, "/tables/t2/hall").json()
    broken_now = {one["what"]: one["malfunction"] for one in hall["equipment"]}
    assert [what for what, number in broken_now.items() if number is not None] == ["monitor"]
    (case,) = hall["malfunctions"]
    assert case["facts"]["until"]
    (screen,) = hall["terminals"]
    assert screen["malfunction"] == broken_now["monitor"]
    assert house.get("display", "/tables/t2/hall").status_code == 403
