"""The demonstration is entered with one click on its own machine; a lobby may be for anyone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from pitboss.api.context import Settings
from pitboss.api.guard import TAB
from pitboss.api.routes.people import demonstration
from tests.api.conftest import QUICK, TABLE, House


def open_house(**settings: bool) -> House:
    free = {"requests_at_once": 1e9, "sign_ins_at_once": 1e9}
    return House(Settings(hasher=QUICK, **free, **settings))  # type: ignore[arg-type]


@pytest.fixture
def demo(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A demonstration whose clients are on its machine."""
    monkeypatch.setattr(demonstration, "here", lambda _: True)
    house = open_house(spectators=True, demo_sign_in=True)
    with house.client:
        yield house


def enter(house: House, tab: str = "tab1", **body: Any) -> Any:
    return house.client.post("/api/session/demo", json=body, headers={TAB: tab})


def who(house: House, tab: str | None) -> Any:
    return house.client.get("/api/session", headers={} if tab is None else {TAB: tab})


def test_each_tab_is_somebody_with_a_name_and_a_session_of_its_own(demo: House) -> None:
    roles = {"one1": "player", "two2": "dealer", "tri3": "supervisor", "for4": "display"}
    said = {tab: enter(demo, tab, role=role) for tab, role in roles.items()}
    assert {answer.status_code for answer in said.values()} == {201}
    found = {tab: who(demo, tab).json() for tab in roles}
    assert [one["role"] for one in found.values()] == ["player", "staff", "staff", "display"]
    assert len({one["login"] for one in found.values()}) == 4
    assert found["two2"]["rank"] == "Dealer"
    assert found["tri3"]["rank"] != "Dealer"
    assert who(demo, None).status_code == 401, "nobody is signed in beside the tabs"
    assert who(demo, "not-a-tab").status_code == 401
    assert demo.client.delete("/api/session", headers={TAB: "one1"}).status_code == 204
    assert who(demo, "one1").status_code == 401
    assert who(demo, "two2").status_code == 200


def test_players_take_turns_and_staff_are_of_the_house_of_the_table(demo: House) -> None:
    first, second = (enter(demo, tab, role="player").json() for tab in ("one1", "two2"))
    assert first["person"] != second["person"]
    perth = enter(demo, "tri3", role="dealer", table="crown-perth-baccarat").json()
    assert perth["house"] == "Crown Perth"
    assert enter(demo, "for4", role="dealer", table="nowhere").status_code == 404
    assert enter(demo, "for4", role="owner").status_code == 422


def test_it_is_refused_where_there_is_no_demonstration() -> None:
    house = open_house()
    with house.client:
        answer = enter(house, role="player")
    assert (answer.status_code, answer.json()["code"]) == (403, "no-demonstration")
    assert "set-cookie" not in answer.headers


def test_it_is_refused_from_another_machine() -> None:
    house = open_house(spectators=True, demo_sign_in=True)
    with house.client:
        answer = enter(house, role="player")  # a test's client is at no address of this machine
    assert (answer.status_code, answer.json()["code"]) == (403, "not-here")


def test_a_lobby_is_for_anyone_only_where_the_house_shows_it() -> None:
    shut, shown = open_house(), open_house(spectators=True)
    with shut.client:
        assert shut.get(None, "/lobby").status_code == 401
        assert shut.get("player1", "/lobby").status_code == 200
    with shown.client:
        lobby = shown.get(None, "/lobby").json()
        assert lobby["demonstration"] is False
        assert {one["table"] for one in lobby["tables"]} == set(shown.context.floor.names())
        staff = shown.get("dealer", "/lobby").json()
        assert {one["house"] for one in staff["tables"]} == {"The Star Sydney"}


def test_a_spectator_sees_what_the_wall_sees_and_does_nothing() -> None:
    house = open_house(spectators=True)
    with house.client:
        seen = house.get(None, f"/tables/{TABLE}").json()["view"]
        assert seen["role"] == "display"
        assert house.get(None, f"/tables/{TABLE}/sheet").status_code == 200
        for path in ("coup", "own", "next", "console", "settlements"):
            assert house.get(None, f"/tables/{TABLE}/{path}").status_code in (401, 404)
        refused = house.post(None, f"/tables/{TABLE}/commands", {"do": "arrive"})
        assert refused.status_code == 401
        assert house.get(None, "/session").status_code == 401
        client: TestClient[Any] = house.client
        with client.websocket_connect(f"/api/tables/{TABLE}/stream?parts=sheet") as socket:
            first = socket.receive_json(timeout=10)
        assert first["view"]["role"] == "display"
        assert first["parts"]["sheet"]["table"] == TABLE


def test_the_cards_of_a_lobby_tell_what_the_wall_tells() -> None:
    house = open_house(spectators=True)
    with house.client:
        house.do("player1", "arrive", seat=1)
        card = next(
            one for one in house.get(None, "/lobby").json()["tables"] if one["table"] == TABLE
        )
    assert card["seats_taken"] == 1
    assert card["minimum_cents"] == 2_500
    assert "player1" not in str(card)
    assert house.person("player1") not in str(card)
