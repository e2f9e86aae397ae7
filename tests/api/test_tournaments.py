"""Tournaments over HTTP: from a file of conditions to drawn seats, and a board for everyone."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import pitboss
from pitboss.aggregates.tournament.draws import commitment_of, drawn_order
from pitboss.journal.record import read_line
from pitboss.scenarios.samples import CONDITIONS_FILE
from tests.api.conftest import House

MANAGER, DEALER = "gaming-manager", "dealer"
SAMPLE = pitboss.rulebook("star-baccarat").edition.folder / CONDITIONS_FILE


def _conditions(**given: Any) -> dict[str, Any]:
    data = tomllib.loads(SAMPLE.read_text(encoding="utf-8"))
    return {
        key: value.isoformat() if hasattr(value, "isoformat") else value
        for key, value in (data | given).items()
    }


class Desk:
    """A tournament at the desk of whoever runs it."""

    def __init__(self, house: House) -> None:
        self.house = house

    def begin(self, **given: Any) -> Any:
        new = {"tournament": "spring", "rulebook": "star-baccarat"}
        new["conditions"] = _conditions(**given)  # type: ignore[assignment]
        return self.house.post(MANAGER, "/tournaments", new)

    def ask(self, do: str, **fields: Any) -> Any:
        return self.house.post(
            MANAGER, "/tournaments/spring/commands", {"do": do, "fields": fields}
        )

    def do(self, do: str, **fields: Any) -> Any:
        answer = self.ask(do, **fields)
        assert answer.status_code == 200, answer.text
        return answer.json()


@pytest.fixture
def desk() -> Any:
    house = House()
    with house.client:
        yield Desk(house)
    house.tables.close()


def test_a_gap_is_told_and_nothing_is_published(desk: Desk) -> None:
    without = _conditions()["texts"] | {"payment": " "}
    seen = desk.begin(texts=without).json()
    assert [one["item"] for one in seen["items"] if one["missing"]] == ["payment"]
    answer = desk.ask("publish-conditions")
    assert answer.status_code == 409
    assert answer.json()["clauses"] == ["15.4.2", "15.4.2(j)"]
    assert desk.house.client.get("/api/tournaments/spring/board").status_code == 404


def test_bad_conditions_and_rulebooks_without_tournaments_are_refused(desk: Desk) -> None:
    assert desk.begin(colour="red").status_code == 400
    assert desk.begin(entry_fee="-1").status_code == 400
    body = {"tournament": "x", "rulebook": "star-premium-baccarat", "conditions": _conditions()}
    answer = desk.house.post(MANAGER, "/tournaments", body)
    assert (answer.status_code, answer.json()["code"]) == (409, "no-tournaments")
    assert desk.house.get(MANAGER, "/tournaments").json() == {"tournaments": []}


def test_seats_are_drawn_by_a_seed_that_was_committed_to(desk: Desk) -> None:
    assert desk.begin().status_code == 201
    desk.do("publish-conditions")
    manager = desk.do("appoint-manager", person=_me(desk))["managers"][0]
    assert manager == _me(desk)
    desk.do("designate-tables", tables=["table:8", "table:9"])
    people = ["ann", "bob", "cal", "don"]
    for person in people:
        seen = desk.do("enter", person=person, fee_cents=10_000)
    assert seen["pool_cents"] == 40_000
    assert desk.ask("enter", person="ann", fee_cents=10_000).status_code == 409
    assert desk.ask("enter", person="eve", fee_cents=1).json()["code"] == "wrong-fee"
    assert desk.ask("fly").json()["code"] == "bad-command"
    desk.do("close-tournament")
    # A commitment that a client makes up is not the one that is written.
    desk.do("commit-draw", commitment="0" * 64)
    desk.do("open-draw", nonce="0" * 64, seed="0" * 64)
    lines = desk.house.tables.store.read("tournament:spring")
    events = [read_line(line).data() for _, line in lines]
    committed = next(one for one in events if one["event"] == "draw-committed")
    drawn = next(one for one in events if one["event"] == "seats-drawn")
    assert committed["commitment"] == commitment_of(drawn["nonce"], drawn["seed"]) != "0" * 64
    order = drawn_order(drawn["seed"], people)
    boxes = [set(one["boxes"]) for one in drawn["sessions"]]
    assert boxes == [{order[0], order[2]}, {order[1], order[3]}]
    board = desk.house.client.get("/api/tournaments/spring/board").json()
    assert [one["session"] for one in board["sessions"]] == [1, 2]
    assert {line["person"] for one in board["sessions"] for line in one["lines"]} == set(people)


def test_it_is_there_after_a_restart_and_another_house_does_not_see_it(desk: Desk) -> None:
    desk.begin()
    desk.do("publish-conditions")
    before = desk.house.get(MANAGER, "/tournaments/spring").json()
    tournaments = desk.house.tables.tournaments
    tournaments._open.clear()
    assert tournaments.resume() == ["tournament:spring"]
    assert desk.house.get(MANAGER, "/tournaments/spring").json() == before


def _me(desk: Desk) -> str:
    lines = desk.house.tables.store.read("tournament:spring", 0, 1)
    return str(read_line(lines[0][1]).data()["by"])
