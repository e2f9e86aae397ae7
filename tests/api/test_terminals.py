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
