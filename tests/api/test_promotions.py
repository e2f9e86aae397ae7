"""Promotions over HTTP: from a draft to a paid prize, and a draw that an outsider runs again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import House

MANAGER, DEALER = "gaming-manager", "dealer"
PROGRAM = Path(__file__).parents[2] / "docs" / "how-to" / "verify_draw.py"
NEW = {
    "promotion": "spring",
    "rulebook": "star-baccarat",
    "title": "Spring draw",
    "starts": "2026-11-18T09:00:00+11:00",
    "closes": "2026-11-20T18:00:00+11:00",
    "draws": "2026-11-20T20:00:00+11:00",
}
HOUR = 3_600


class Desk:
    """A promotion desk; whoever is away for hours signs in again."""

    def __init__(self, house: House) -> None:
        self.house = house

    def wait(self, hours: float) -> None:
        self.house.clock.wait(hours * HOUR)
        self.house.known = ""
        self.house._tokens.clear()
        self.house.tables.deliver()

    def ask(self, login: str, do: str, **fields: Any) -> Any:
        path = "/promotions/spring/commands"
        return self.house.post(login, path, {"do": do, "fields": fields})

    def do(self, do: str, **fields: Any) -> Any:
        answer = self.ask(MANAGER, do, **fields)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def started(self, *prizes: tuple[str, str, int]) -> None:
        """Terms that say everything, lodged in time, and the promotion begun."""
        assert self.house.post(DEALER, "/promotions", NEW).status_code == 201
        for name, kind, cents in prizes:
            self.do("offer-prize", name=name, kind=kind, value_cents=cents)
        seen = self.house.get(MANAGER, "/promotions/spring").json()
        self.do("state-terms", items={one["item"]: "stated" for one in seen["items"]})
        self.do("register-terms")
        self.do("publish-terms", channels=["casino"], material="the leaflet")
        self.do("lodge-terms", receipt="1")
        self.wait(48)
        self.do("start-promotion")


@pytest.fixture
def desk() -> Any:
    house = House()
    with house.client:
        yield Desk(house)
    house.tables.close()


def problem(answer: Any) -> tuple[int, str, list[str]]:
    body = answer.json()
    return answer.status_code, body["code"], body.get("clauses", [])


def test_a_draw_is_run_again_by_a_program_of_nobody(desk: Desk, tmp_path: Path) -> None:
    desk.started(("a sum", "money", 50_000), ("a pen", "goods", 2_000))
    for number in range(40):
        desk.do("record-entry", entrant=f"p{number}", tickets=1 + number % 3)
    before = desk.house.get(None, "/promotions/spring/draw").json()
    assert before["secret"] is None
    assert _again(tmp_path, before) == (1, "", "The draw is not open yet.")
    desk.wait(60)  # entries close by themselves
    late = desk.ask(MANAGER, "record-entry", entrant="late")
    assert problem(late)[:2] == (409, "wrong-stage")
    desk.wait(10)
    drawn = desk.do("draw-winners", word="heads")
    draw = desk.house.get(None, "/promotions/spring/draw").json()
    assert draw["commitment"] == before["commitment"]
    assert [prize["winner"] for prize in drawn["prizes"]] == draw["winners"]
    told = "".join(f"{p}: {w}\n" for p, w in zip(draw["prizes"], draw["winners"], strict=True))
    assert _again(tmp_path, draw) == (0, told, "")
    for change, sentence in (
        ({"entries": draw["entries"][1:]}, "The entries are not those that were in the draw."),
        ({"secret": "00" * 32}, "The secret is not the one that was committed to."),
        ({"winners": draw["winners"][::-1]}, "Other winners were published."),
        ({"word": "tails"}, "Other winners were published."),
    ):
        assert _again(tmp_path, {**draw, **change})[::2] == (1, sentence)


def test_anyone_finds_the_draws_that_were_committed_to(desk: Desk) -> None:
    def listed() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = desk.house.get(None, "/draws").json()["draws"]
        return found

    assert listed() == []
    assert desk.house.post(DEALER, "/promotions", NEW | {"promotion": "other"}).status_code == 201
    assert listed() == []
    desk.started(("a sum", "money", 50_000))
    (row,) = listed()
    assert (row["promotion"], row["title"], row["opened"]) == ("spring", "Spring draw", False)
    desk.do("record-entry", entrant="p1")
    desk.wait(71)
    desk.do("draw-winners", word="heads")
    assert [one["opened"] for one in listed()] == [True]


def test_a_prize_is_paid_to_its_winner_once(desk: Desk) -> None:
    desk.started(("a sum", "money", 50_000))
    desk.do("record-entry", entrant="p1")
    desk.wait(71)
    desk.do("draw-winners", word="heads")
    desk.do("close-draw")
    part = {"method": "cash", "amount_cents": 50_000, "payee": "p1"}
    cash = desk.ask(MANAGER, "pay-prize", prize=1, parts=[part])
    assert problem(cash) == (409, "other-method", ["16.4"])
    paid = desk.do("pay-prize", prize=1, parts=[{**part, "method": "transfer"}])
    assert paid["prizes"][0]["handed"] is True
    again = desk.ask(MANAGER, "pay-prize", prize=1, parts=[{**part, "method": "transfer"}])
    assert problem(again)[1] == "prize-given"


def test_a_late_notice_is_counted(desk: Desk) -> None:
    desk.started(("a sum", "money", 50_000))
    desk.do("record-entry", entrant="p1")
    desk.wait(71)
    desk.do("draw-winners", word="heads")
    rows = desk.house.get(MANAGER, "/promotions").json()["promotions"]
    assert [row["overdue"] for row in rows] == [0]
    desk.wait(49)
    rows = desk.house.get(MANAGER, "/promotions").json()["promotions"]
    assert [row["overdue"] for row in rows] == [1]
    desk.do("tell-winner", prize=1, channel="telephone", reached=True)
    seen = desk.house.get(MANAGER, "/promotions/spring").json()
    assert [one["overdue"] for one in seen["notices"]] == [False]


def test_who_is_refused_a_larger_claim_is_in_the_sealed_records(desk: Desk) -> None:
    desk.started(("a sum", "money", 50_000))
    unknown = desk.ask(
        MANAGER, "deny-claim", claimant="p1", reason="late", value_cents=20_000, register="nobody"
    )
    assert problem(unknown)[:2] == (409, "unknown-person")
    person = {"name": "Ann Example", "address": "1 Some Street", "why": "a refused claim"}
    entered = desk.house.post(MANAGER, "/people", person).json()["person"]
    denied = desk.do(
        "deny-claim", claimant="p1", reason="late", value_cents=20_000, register=entered
    )
    assert denied["denials"][0]["register"] == entered
    assert "Example" not in json.dumps(denied)


def test_bad_requests_are_refused_with_their_clause(desk: Desk) -> None:
    house = desk.house
    assert problem(house.post(DEALER, "/promotions", {**NEW, "rulebook": "crown-perth-baccarat"}))[
        0
    ] in (403, 409)
    other = {**NEW, "closes": NEW["starts"]}
    assert problem(house.post(DEALER, "/promotions", other)) == (
        409,
        "times-disorderly",
        ["16.7.7"],
    )
    assert problem(house.get(None, "/promotions/spring/draw"))[:2] == (404, "no-such-promotion")
    assert house.get("player1", "/promotions").status_code == 403
    assert house.post(DEALER, "/promotions", NEW).status_code == 201
    seen = house.get(MANAGER, "/promotions/spring").json()
    assert seen["lacks"][0] == {"item": "manner", "clauses": ["16.7.1", "16.7"]}
    for do, fields, code in (
        ("start-promotion", {}, "wrong-stage"),
        ("nothing", {}, "bad-command"),
        ("offer-prize", {"name": "x", "kind": "tobacco", "value_cents": 5}, "prize-banned"),
        ("offer-prize", {"name": "x", "kind": "money", "value_cents": -5}, "bad-command"),
        ("pay-prize", {"prize": 0, "parts": []}, "bad-command"),
    ):
        assert problem(desk.ask(MANAGER, do, **fields))[1] == code
    assert house.get(MANAGER, "/promotions/spring").json() == seen


def _again(folder: Path, draw: Any) -> tuple[int, str, str]:
    path = folder / "draw.json"
    path.write_text(json.dumps(draw), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", PROGRAM, path], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr.strip()
