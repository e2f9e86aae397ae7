"""What a player is told at a terminal of their own approvals, coups and refused stakes."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.cards import parse
from pitboss.games.baccarat.facts.points import count
from tests.api.conftest import TABLE, House


def own(house: House, login: str, path: str = "") -> Any:
    answer = house.get(login, f"/tables/{TABLE}/own{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.fixture
def seated(house: House) -> House:
    house.seat("player1", "player2")
    house.ready()
    return house


@pytest.mark.parametrize(
    ("word", "state"), [("grant-approval", "granted"), ("refuse-approval", "refused")]
)
def test_who_asked_is_told_what_became_of_it(seated: House, word: str, state: str) -> None:
    seated.do("gaming-supervisor", "sign-on")
    (event,) = seated.do("player1", "request-approval", key="both-hands")["events"]
    number = event["fields"]["approval"]
    assert own(seated, "player1")["approvals"] == [
        {"number": number, "key": "both-hands", "state": "waits"}
    ]
    seated.do("gaming-supervisor", word, approval=number)
    assert [one["state"] for one in own(seated, "player1")["approvals"]] == [state]
    assert own(seated, "player2")["approvals"] == []
    if state == "granted":
        seated.do("player1", "place-wager", wager="player", amount_cents=2_500)
        seated.do("player1", "place-wager", wager="banker", amount_cents=2_500, approval=number)
        assert [one["state"] for one in own(seated, "player1")["approvals"]] == ["used"]


def test_own_coups_have_their_point_counts(seated: House) -> None:
    seated.do("player1", "place-wager", wager="tie", amount_cents=2_500)
    seated.coup()
    (coup,) = own(seated, "player1", "/coups")["coups"]
    assert [hand["id"] for hand in coup["hands"]] == ["player", "banker"]
    for hand in coup["hands"]:
        cards = parse(" ".join(hand["cards"]))
        assert isinstance(cards, tuple)
        assert hand["count"] == count(cards)


def test_a_refused_stake_is_named_in_dollars(seated: House) -> None:
    def sentence(**fields: Any) -> str:
        body = {"do": "place-wager", "wager": "banker", **fields}
        answer = seated.post("player1", f"/tables/{TABLE}/commands", body)
        assert answer.status_code == 409, answer.text
        return str(answer.json()["sentence"])

    assert sentence(amount_cents=500) == "The minimum is $25.00."
    assert sentence(amount_cents=2_000_000_00) == "The maximum is $10,000.00."
    answer = seated.post(
        "player1", f"/tables/{TABLE}/commands", {"do": "cash-out", "amount_cents": 10**9}
    )
    assert "holds $10,000.00 in chips." in answer.json()["sentence"]
