"""A command's id stands for that command: not for another one, not for two."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import TABLE, House
from tests.api.test_serve import Served

COMMANDS = f"/tables/{TABLE}/commands"


@pytest.fixture
def house() -> Any:
    found = House()
    with found.client:
        yield found


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_another_command_under_the_id_of_an_accepted_one_is_told_so(house: House) -> None:
    house.seat("player1")
    house.ready()
    key = secrets.token_hex(8)
    first = house.post("player1", COMMANDS, {"do": "cash-out", "amount_cents": 100}, key)
    for other in (
        {"do": "cash-out", "amount_cents": 99_900},
        {"do": "place-wager", "wager": "tie", "amount_cents": 2_500},
        {"do": "leave"},
    ):
        assert code(house.post("player1", COMMANDS, other, key)) == (422, "id-reused")
    again = house.post("player1", COMMANDS, {"amount_cents": 100, "do": "cash-out"}, key)
    assert again.json() == first.json(), "the order in which it is said is not what is said"


def test_another_command_under_the_id_of_a_refused_one_is_told_so(house: House) -> None:
    house.seat("player1")
    key = secrets.token_hex(8)
    much = {"do": "cash-out", "amount_cents": 10**12}
    first = house.post("player1", COMMANDS, much, key)
    assert first.status_code == 409
    other = house.post("player1", COMMANDS, {**much, "amount_cents": 100}, key)
    assert code(other) == (422, "id-reused")
    assert house.post("player1", COMMANDS, much, key).json() == first.json()


def test_two_ids_of_one_command_are_none(house: House) -> None:
    house.seat("player1")
    body = {"do": "leave", "command_id": "in-the-body"}
    assert code(house.post("player1", COMMANDS, body, "in-the-header")) == (400, "two-ids")
    assert house.post("player1", COMMANDS, body, "in-the-body").status_code == 200


def test_keys_said_twice_are_understood_by_nobody(house: House) -> None:
    house.seat("player1")
    headers = house.headers("player1") | {"content-type": "application/json"}
    head = house.store.head(f"table:{TABLE}")
    for body in (
        b'{"do":"cash-out","amount_cents":100,"amount_cents":99900,"command_id":"abcdefgh"}',
        b'{"do":"leave","do":"cash-out","amount_cents":1,"command_id":"abcdefgh"}',
        b'{"do":"leave","command_id":"abcdefgh","\\u0064o":"cash-out"}',
    ):
        answer = house.client.post(f"/api{COMMANDS}", content=body, headers=headers)
        assert code(answer) == (400, "said-twice")
    assert house.store.head(f"table:{TABLE}") == head


def test_an_id_is_known_for_its_command_after_a_restart(tmp_path: Path) -> None:
    body = {"do": "arrive", "seat": 1, "command_id": "arrive-00001"}
    path = f"/api{COMMANDS}"
    server = Served(tmp_path)
    try:
        first = server.client("player1").post(path, json=body)
        assert first.status_code == 200
    finally:
        assert server.stop() == 0
    again = Served(tmp_path)
    try:
        player = again.client("player1")
        assert player.post(path, json=body).json() == first.json()
        assert code(player.post(path, json={**body, "seat": 2})) == (422, "id-reused")
    finally:
        assert again.stop() == 0
