"""Limits that a player sets for themself: at once where lower, a day later where higher."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import TABLE, House

OTHER = "star-premium-baccarat"
HOUR = 3600


@pytest.fixture
def seated(house: House) -> House:
    house.seat("player1", "player2")
    house.ready()
    return house


def choose(house: House, **chosen: int | None) -> Any:
    answer = house.put("player1", "/own/limits", chosen)
    assert answer.status_code == 200, answer.text
    return answer.json()


def told(house: House) -> Any:
    return house.get("player1", "/own/limits").json()


def wager(house: House, cents: int, what: str = "tie", table: str = TABLE) -> Any:
    body = {"do": "place-wager", "wager": what, "amount_cents": cents}
    return house.post("player1", f"/tables/{table}/commands", body)


def wait(house: House, seconds: float) -> None:
    house.clock.wait(seconds)
    house._tokens.clear()


def test_a_lower_limit_holds_at_once_and_a_higher_one_a_day_later(seated: House) -> None:
    assert choose(seated, stake_cents=10_000)["stake_cents"]["value"] == 10_000
    assert choose(seated, stake_cents=5_000)["stake_cents"]["value"] == 5_000
    waits = choose(seated, stake_cents=20_000)["stake_cents"]
    assert (waits["value"], waits["then"]) == (5_000, 20_000)
    wait(seated, 24 * HOUR - 1)
    assert told(seated)["stake_cents"]["value"] == 5_000
    wait(seated, 1)
    assert told(seated)["stake_cents"] == {"value": 20_000, "then": None, "since": None}
    # To have none is the highest: a day later too, and a lower one meanwhile ends the waiting.
    assert choose(seated)["stake_cents"]["value"] == 20_000
    assert choose(seated, stake_cents=2_500)["stake_cents"] == {
        "value": 2_500,
        "then": None,
        "since": None,
    }


def test_a_stake_beyond_ones_own_limit_is_refused_whole(seated: House) -> None:
    choose(seated, stake_cents=5_000)
    assert wager(seated, 5_100).json()["code"] == "own-stake"
    assert wager(seated, 2_500).status_code == 200
    before = seated.context.floor.get(TABLE).sequence
    steps = [
        {"do": "place-wager", "wager": "banker", "amount_cents": 2_500},
        {"do": "place-wager", "wager": "player-pair", "amount_cents": 500},
    ]
    answer = seated.post("player1", f"/tables/{TABLE}/wagers", {"steps": steps})
    assert answer.status_code == 409
    assert (
        answer.json()["sentence"]
        == "Your own limit is $50.00 on a round: $25.00 lies there already."
    )
    assert seated.context.floor.get(TABLE).sequence == before
    # Taken back and laid anew it is no more than it was; others have no limit of mine.
    number = next(iter(seated.context.floor.get(TABLE).table.wagers))
    steps = [{"do": "withdraw-wager", "number": number}, {**steps[0], "amount_cents": 5_000}]
    answer = seated.post("player1", f"/tables/{TABLE}/wagers", {"steps": steps})
    assert answer.status_code == 200, answer.text
    seated.do("player2", "place-wager", wager="tie", amount_cents=20_000)


def test_what_lies_and_what_is_lost_count_against_the_loss(seated: House) -> None:
    choose(seated, loss_cents=10_000)
    assert wager(seated, 10_100).json()["code"] == "own-loss"
    assert wager(seated, 7_500).status_code == 200
    refused = wager(seated, 2_600, "banker")
    assert refused.json()["sentence"] == (
        "Your own loss limit is $100.00 in 24 hours: $25.00 of it is left."
    )
    seated.coup()
    seated.ready()
    lost = told(seated)["used"]["lost_cents"]
    net = seated.get("player1", f"/tables/{TABLE}/own").json()["net_cents"]
    assert lost == -net
    assert wager(seated, 10_000 - lost + 100).json()["code"] == "own-loss"
    # At another table it is the same limit.
    seated.do("player1", "arrive", OTHER, seat=1)
    seated.ready(OTHER)
    assert wager(seated, 10_000 - lost + 100, "banker", OTHER).json()["code"] == "own-loss"
    wait(seated, 24 * HOUR + 1)
    assert told(seated)["used"]["lost_cents"] == 0
    seated.ready()
    assert wager(seated, 2_500).status_code == 200


def test_time_is_counted_once_at_two_tables(seated: House) -> None:
    choose(seated, minutes=60)
    seated.do("player1", "arrive", OTHER, seat=1)
    seated.clock.wait(10 * 60)
    assert told(seated)["used"]["minutes"] == 10
    seated.do("player1", "leave")
    seated.do("player1", "leave", OTHER)
    seated.clock.wait(10 * 60)
    seated.do("player1", "arrive", seat=1)
    seated.clock.wait(10 * 60)
    assert told(seated)["used"]["minutes"] == 20
    assert wager(seated, 2_500).status_code == 200
    wait(seated, 40 * 60)
    answer = wager(seated, 2_500, "banker")
    assert answer.json()["sentence"] == (
        "Your own time is 60 minutes in 24 hours: you have played 60."
    )
    number = next(iter(seated.context.floor.get(TABLE).table.wagers))
    seated.do("player1", "withdraw-wager", number=number)  # what lies is one's own to take back


def test_who_stops_takes_part_nowhere_until_then(seated: House) -> None:
    until = seated.post("player1", "/own/stop", {"hours": 24}).json()["stopped"]
    assert seated.post("player1", "/own/stop", {"hours": 1}).json()["stopped"] == until
    answer = wager(seated, 2_500)
    assert answer.status_code == 409
    assert answer.json()["sentence"] == "You chose to stop until 2026-11-18 07:00 AEDT."
    seated.do("player1", "leave")
    body = {"do": "arrive", "seat": 1}
    assert seated.post("player1", f"/tables/{OTHER}/commands", body).json()["code"] == "own-stop"
    wait(seated, 24 * HOUR)
    seated.do("player1", "arrive", seat=1)
    assert told(seated)["stopped"] is None


def test_limits_hold_after_a_restart(seated: House) -> None:
    choose(seated, stake_cents=5_000)
    seated.post("player1", "/own/stop", {"hours": 2})
    again = House(store=seated.store, clock=seated.clock)
    assert again.tables.house.state.own == seated.tables.house.state.own
    assert again.tables.house.state.own[seated.person("player1")].stake_cents.value == 5_000


def test_what_is_no_limit_is_refused_in_a_sentence(house: House) -> None:
    for bad in ({"loss_cents": -1}, {"minutes": 1_441}, {"stake_cents": "many"}, {"more": 1}):
        answer = house.put("player1", "/own/limits", bad)
        assert answer.status_code == 422, answer.text
        assert answer.json()["sentence"].endswith(".")
    assert house.post("player1", "/own/stop", {"hours": 0}).status_code == 422
    assert house.put("dealer", "/own/limits", {}).status_code == 403
