"""Several wagers as one act: all of them or none; and what one has laid can be taken back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import TABLE, House

MAIN, SIDE = "banker", "tie"


@pytest.fixture
def seated(house: House) -> House:
    house.seat("player1", "player2")
    house.ready()
    return house


def lay(
    house: House, *steps: dict[str, Any], login: str = "player1", key: str | None = None
) -> Any:
    return house.post(login, f"/tables/{TABLE}/wagers", {"steps": list(steps)}, key)


def put(wager: str, cents: int) -> dict[str, Any]:
    return {"do": "place-wager", "wager": wager, "amount_cents": cents}


def stakes(house: House, login: str = "player1") -> dict[str, int]:
    person = house.person(login)
    wagers = house.context.floor.get(TABLE).table.wagers.values()
    return {one.wager: one.stake_cents for one in wagers if one.person == person}


def laid(house: House, login: str = "player1") -> list[list[tuple[str, int, int]]]:
    told = house.get(login, f"/tables/{TABLE}/own").json()["laid"]
    return [
        [(one["wager"], one["before_cents"], one["cents"]) for one in act["chips"]] for act in told
    ]


def numbers(house: House) -> dict[str, int]:
    wagers = house.context.floor.get(TABLE).table.wagers
    return {one.wager: number for number, one in wagers.items()}


def test_several_wagers_are_laid_at_once(seated: House) -> None:
    before = seated.context.floor.get(TABLE).sequence
    answer = lay(seated, put(MAIN, 10_000), put(SIDE, 2_500))
    assert answer.status_code == 200, answer.text
    assert [one["event"] for one in answer.json()["events"]] == ["wager-placed"] * 2
    assert stakes(seated) == {MAIN: 10_000, SIDE: 2_500}
    assert seated.context.floor.get(TABLE).sequence == before + 2


@pytest.mark.parametrize(
    ("bad", "status", "code"),
    [
        (put(SIDE, 100), 409, "below-minimum"),
        (put(SIDE, 10**9), 409, "above-maximum"),
        (put("no-such-wager", 2_500), 409, None),
        ({"do": "withdraw-wager", "number": 77}, 409, "no-such-wager"),
        ({"do": "place-wager", "wager": SIDE}, 409, "bad-command"),
        ({"do": "cash-out", "amount_cents": 100}, 400, None),
        ({"do": "place-wager", "wager": SIDE, "amount_cents": 2_500, "by": "me"}, 400, None),
    ],
)
def test_one_that_is_refused_refuses_all(
    seated: House, bad: dict[str, Any], status: int, code: str | None
) -> None:
    before = seated.context.floor.get(TABLE).sequence
    answer = lay(seated, put(MAIN, 10_000), bad)
    assert answer.status_code in (status, 422), answer.text
    assert code is None or answer.json()["code"] == code
    assert answer.json()["sentence"].endswith(".")
    assert stakes(seated) == {}
    assert seated.context.floor.get(TABLE).sequence == before


def test_more_than_one_holds_is_refused_whole(seated: House) -> None:
    """Each is within the sign, and held by itself; not all of them together."""
    seated.do("player1", "cash-out", amount_cents=10_000_00 - 50_000)
    answer = lay(seated, put(MAIN, 40_000), put(SIDE, 20_000))
    assert answer.json()["code"] == "not-enough-chips"
    assert stakes(seated) == {}


def test_an_act_is_done_once_under_one_id(seated: House) -> None:
    first = lay(seated, put(MAIN, 10_000), key="the-same-id").json()
    assert lay(seated, put(MAIN, 10_000), key="the-same-id").json() == first
    assert stakes(seated) == {MAIN: 10_000}
    other = lay(seated, put(MAIN, 20_000), key="the-same-id")
    assert other.json()["code"] == "id-reused"


def test_what_was_laid_is_told_act_by_act(seated: House) -> None:
    lay(seated, put(MAIN, 10_000), put(SIDE, 2_500))
    seated.do("player1", "increase-wager", number=numbers(seated)[MAIN], amount_cents=10_000)
    assert laid(seated) == [
        [(MAIN, 0, 10_000), (SIDE, 0, 2_500)],
        [(MAIN, 10_000, 10_000)],
    ]
    assert laid(seated, "player2") == []
    # Taken back to what lay before: the first act stands, and comes last in no other order.
    answer = lay(
        seated,
        {"do": "withdraw-wager", "number": numbers(seated)[MAIN]},
        put(MAIN, 10_000),
    )
    assert answer.status_code == 200, answer.text
    assert laid(seated) == [[(MAIN, 0, 10_000), (SIDE, 0, 2_500)]]
    chips = seated.get("player1", f"/tables/{TABLE}/own").json()["laid"][0]["chips"]
    assert {one["wager"]: one["number"] for one in chips} == numbers(seated)
    seated.do("player1", "withdraw-wager", number=numbers(seated)[SIDE])
    assert laid(seated) == [[(MAIN, 0, 10_000)]]


def test_a_round_that_is_over_is_not_taken_back(seated: House) -> None:
    lay(seated, put(MAIN, 10_000))
    seated.coup()
    assert laid(seated) == []
