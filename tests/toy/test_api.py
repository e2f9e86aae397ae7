"""The same game over HTTP: signed in, seated, dealt by the automatic dealer, chosen, paid."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.api.conftest import House
from tests.toy.shelf import NAME, toy


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with toy(tmp_path_factory.mktemp("shelf")) as book:
        found = House(books={NAME: book})
        with found.client:
            yield found
        found.close()


def test_a_round_is_dealt_chosen_and_paid(house: House) -> None:
    house.seat("player1", table=NAME)
    house.ready(NAME)
    house.do("player1", "place-wager", NAME, wager="high", amount_cents=10_000)
    assert house.autodeal(table=NAME).status_code == 200
    waits = house.get("player1", f"/tables/{NAME}").json()["view"]["table"]["coup"]
    assert [hand["id"] for hand in waits["hands"]] == ["hand"]
    assert house.autodeal(table=NAME).status_code == 409, "the player's choice comes first"
    house.do("player1", "choose", NAME, choice="swap")
    for _ in range(3):
        assert house.autodeal(table=NAME).status_code == 200
    (row,) = house.get("player1", f"/tables/{NAME}/coups").json()["coups"]
    assert row["outcome"] in ("high", "low")


@pytest.mark.parametrize(
    "path", ["", "/sheet", "/console", "/roads", "/draws", "/coups", "/own", "/ruling", "/events"]
)
@pytest.mark.parametrize("login", ["player1", "dealer", "display"])
def test_no_page_of_it_is_broken(house: House, login: str, path: str) -> None:
    answer = house.get(login, f"/tables/{NAME}{path}")
    assert answer.status_code in (200, 403, 404, 409), answer.text
