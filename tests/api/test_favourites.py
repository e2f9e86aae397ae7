"""Named sets of wagers: each player's own, on whichever machine they sit."""

from __future__ import annotations

from typing import Any

from pitboss.service.people.favourites import MOST_SETS
from tests.api.conftest import TABLE, House

PATH = "/own/favourites"


def a_set(name: str, cents: int = 2_500, rulebook: str = TABLE) -> dict[str, Any]:
    return {
        "rulebook": rulebook,
        "name": name,
        "stakes": [{"wager": "banker", "stake_cents": cents}],
    }


def names(house: House, login: str) -> list[str]:
    return [one["name"] for one in house.get(login, PATH).json()["favourites"]]


def test_a_set_is_kept_for_its_player_alone(house: House) -> None:
    kept = house.put("player1", PATH, a_set(" Small "))
    assert kept.status_code == 200, kept.text
    assert names(house, "player1") == ["Small"]
    assert names(house, "player2") == []
    assert house.get("dealer", PATH).status_code == 403


def test_one_of_the_same_name_is_replaced(house: House) -> None:
    house.put("player1", PATH, a_set("Small"))
    house.put("player1", PATH, a_set("Small", rulebook="crown-perth-baccarat"))
    house.put("player1", PATH, a_set("Small", 5_000))
    found = house.get("player1", PATH).json()["favourites"]
    stakes = {one["rulebook"]: one["stakes"][0]["stake_cents"] for one in found}
    assert stakes == {"crown-perth-baccarat": 2_500, TABLE: 5_000}


def test_a_set_is_taken_away(house: House) -> None:
    house.put("player1", PATH, a_set("Small"))
    house.put("player1", PATH, a_set("Large / Größe"))
    headers = house.headers("player1")
    for name, left in (("nobody's", 2), ("Large / Größe", 1)):
        answer = house.client.delete(f"/api{PATH}/{TABLE}", headers=headers, params={"name": name})
        assert answer.status_code == 200, answer.text
        assert len(answer.json()["favourites"]) == left
    assert names(house, "player1") == ["Small"]


def test_there_is_an_end_to_them(house: House) -> None:
    for number in range(MOST_SETS):
        assert house.put("player1", PATH, a_set(f"Set {number}")).status_code == 200
    more = house.put("player1", PATH, a_set("One more"))
    assert more.status_code == 409
    assert more.json()["sentence"] == "You keep 30 sets already: take one away first."
    assert house.put("player1", PATH, a_set("Set 3", 7_500)).status_code == 200


def test_what_is_no_set_is_refused_in_a_sentence(house: House) -> None:
    for bad in ({}, a_set(""), a_set("  "), a_set("x", 0), {**a_set("x"), "stakes": []}):
        answer = house.put("player1", PATH, bad)
        assert answer.status_code == 422, answer.text
        assert answer.json()["sentence"].endswith(".")
    assert names(house, "player1") == []
