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
from tests.service.compliance.text_of_pdf import pdf_text

MANAGER, DEALER, PLAYER = "gaming-manager", "dealer", "player1"
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


def _entered(desk: Desk, *people: str) -> None:
    assert desk.begin().status_code == 201
    desk.do("publish-conditions")
    desk.do("appoint-manager", person=_me(desk))
    desk.do("designate-tables", tables=["table:8", "table:9"])
    for person in people:
        desk.do("enter", person=person, fee_cents=10_000)


def test_the_desk_knows_how_far_it_is(desk: Desk) -> None:
    assert desk.begin().json()["stage"] == "draft"
    assert desk.do("publish-conditions")["stage"] == "tables"
    desk.do("appoint-manager", person=_me(desk))
    seen = desk.do("designate-tables", tables=["table:8", "table:9"])
    assert (seen["stage"], seen["called"]) == ("entries", "Tournament Manager")
    for person in ("ann", "bob", "cal", "don"):
        desk.do("enter", person=person, fee_cents=10_000)
    assert desk.do("close-tournament")["stage"] == "draw"
    assert desk.do("commit-draw")["stage"] == "open"
    seen = desk.do("open-draw")
    assert seen["stage"] == "play"
    assert seen["draws"][0]["seed"]


def test_conditions_are_written_as_a_file_has_them_and_read_by_anybody(desk: Desk) -> None:
    sample = desk.house.get(MANAGER, "/rulebooks/star-baccarat/conditions").json()["conditions"]
    assert sample["entry_fee"] == "100.00"
    desk.begin()
    body = {"conditions": {**sample, "title": "Autumn <Cup>", "entry_fee": "50.00"}}
    answer = desk.house.put(MANAGER, "/tournaments/spring/conditions", body)
    assert answer.status_code == 200, answer.text
    assert answer.json()["conditions"]["entry_fee"] == "50.00"
    assert desk.house.client.get("/api/tournaments/spring/conditions").status_code == 404
    desk.do("publish-conditions")
    page = desk.house.client.get("/api/tournaments/spring/conditions")
    assert "Autumn &lt;Cup&gt;" in page.text
    assert "15.4.2(j)" in page.text
    assert "60% of the pool" in page.text
    pdf = desk.house.client.get("/api/tournaments/spring/conditions.pdf")
    text = pdf_text(pdf.content)
    assert "Autumn <Cup>" in text
    assert "60% of the pool" in text
    assert "50.00" in text
    bad = {"conditions": {**sample, "rounds": 3}}
    assert desk.house.put(MANAGER, "/tournaments/spring/conditions", bad).status_code == 400
    none = desk.house.get(MANAGER, "/rulebooks/star-premium-baccarat/conditions")
    assert none.status_code == 409


def test_the_lowest_rank_takes_entries_and_runs_nothing(desk: Desk) -> None:
    _entered(desk)

    def ask(do: str, **fields: Any) -> Any:
        body = {"do": do, "fields": fields}
        return desk.house.post(DEALER, "/tournaments/spring/commands", body)

    assert ask("enter", person="ann", fee_cents=10_000).status_code == 200
    for do in ("publish-conditions", "designate-tables", "close-tournament", "award-prizes"):
        answer = ask(do)
        assert (answer.status_code, answer.json()["code"]) == (403, "rank-too-low")
        assert answer.json()["clauses"]
    new = {"tournament": "x", "rulebook": "star-baccarat", "conditions": _conditions()}
    assert desk.house.post(DEALER, "/tournaments", new).status_code == 403
    sample = {"conditions": _conditions()}
    assert desk.house.put(DEALER, "/tournaments/spring/conditions", sample).status_code == 403


def test_a_player_sees_their_own_part_and_nobody_elses(desk: Desk) -> None:
    _entered(desk)
    house = desk.house
    me = house.person(PLAYER)
    seen = house.get(PLAYER, "/tournaments/spring/own").json()
    assert seen["entrant"] is None
    desk.do("enter", person=me, fee_cents=10_000)
    desk.do("enter", person="ann", fee_cents=10_000)
    desk.do("dispute-tournament", about="of the desk")
    desk.do("settle-dispute", number=1, decision="no")
    seen = house.get(PLAYER, "/tournaments/spring/own").json()
    assert seen["entrant"]["standing"] == "entered"
    assert "ann" not in house.get(PLAYER, "/tournaments/spring/own").text
    assert seen["disputes"] == []
    desk.do("close-tournament")
    desk.do("commit-draw")
    desk.do("open-draw")
    seen = house.get(PLAYER, "/tournaments/spring/own").json()
    assert list(seen["session"]["boxes"]) == [me]
    answer = house.post(
        PLAYER, "/tournaments/spring/own", {"do": "dispute-tournament", "about": "x"}
    )
    assert [one["about"] for one in answer.json()["disputes"]] == ["x"]
    assert house.post(PLAYER, "/tournaments/spring/own", {"do": "award-prizes"}).status_code == 422
    assert house.get(MANAGER, "/tournaments/spring/own").status_code == 403
    withdrawn = house.post(PLAYER, "/tournaments/spring/own", {"do": "withdraw-entry"})
    assert withdrawn.json()["entrant"]["standing"] == "withdrawn"
