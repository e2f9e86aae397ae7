"""Simulations beside the server: followed, stopped, refused, and never in its own process."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.exceptions import WebSocketException

import pitboss
from pitboss.jobs import pool as jobs
from pitboss.settle.setting import choose
from tests.api.conftest import House

STAFF = "gaming-supervisor"
STAR = "/rulebooks/star-baccarat"


@pytest.fixture
def house() -> Iterator[House]:
    made = House()
    with made.client:
        yield made
    made.close()


def follow(house: House, number: str) -> list[dict[str, Any]]:
    """Everything that is told of a simulation until it is over."""
    path = f"/api/simulations/{number}/stream"
    found: list[dict[str, Any]] = []
    with house.client.websocket_connect(path, headers=house.headers(STAFF)) as socket:
        while not found or found[-1]["state"] not in jobs.OVER:
            found.append(socket.receive_json())
        with pytest.raises(WebSocketException):
            socket.receive_json()
    return found


def started(house: House, rulebook: str = STAR, **asked: Any) -> str:
    answer = house.post(STAFF, f"{rulebook}/simulations", asked)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_a_simulation_is_followed_to_its_end(house: House) -> None:
    before = "numba" in sys.modules
    number = started(house, kind="edges", coups=300_000, seed=7)
    told = follow(house, number)
    assert [one["done"] for one in told] == sorted(one["done"] for one in told)
    last = told[-1]
    assert last["state"] == "done"
    assert last["done"] >= 300_000
    assert ("numba" in sys.modules) == before  # it ran elsewhere
    banker = next(one for one in last["wagers"] if one["wager"] == "banker")
    assert banker["title"] == "Banker's Hand"
    assert abs(banker["mean"] - banker["exact"]) < 6 * banker["stderr"]
    # The same as asked for at a desk, whatever the process and its threads.
    from pitboss.games.baccarat.simulate.run import simulate  # noqa: PLC0415 - needs numba

    book = pitboss.rulebook("star-baccarat")
    setting = choose(book.edition, None, None, None, None)
    report = simulate(book.compiled, setting, coups=300_000, seed=7)  # type: ignore[arg-type]
    again = next(one for one in report.wagers if one.wager == "banker")  # type: ignore[union-attr]
    assert (again.mean, again.n) == (banker["mean"], banker["n"])
    drawn = house.get(STAFF, f"/simulations/{number}/chart", theme="light")
    assert drawn.text.startswith("<svg")
    listed = house.get(STAFF, "/simulations").json()["simulations"]
    assert [(one["id"], one["report"]) for one in listed] == [(number, None)]


def test_game_protection_tracks_shoes_and_is_drawn(house: House) -> None:
    number = started(house, kind="protection", shoes=3)
    assert house.get(STAFF, f"/simulations/{number}/chart").json()["code"] == "nothing-yet"
    last = follow(house, number)[-1]
    assert (last["state"], last["unit"], last["report"]["shoes"]) == ("done", "shoes", 3)
    assert last["report"]["wagers"][0]["by_depth"]
    assert house.get(STAFF, f"/simulations/{number}/chart").text.startswith("<svg")


def test_a_bankroll_is_played(house: House) -> None:
    number = started(house, kind="bankroll", wager="player", sessions=200, coups_per_session=20)
    last = follow(house, number)[-1]
    assert last["state"] == "done"
    assert last["report"]["sessions"] == 200


def test_a_simulation_is_stopped(house: House) -> None:
    number = started(house, kind="edges", coups=200_000_000)
    path = f"/api/simulations/{number}"
    answer = house.client.delete(path, headers=house.headers(STAFF))
    assert answer.status_code == 200
    last = follow(house, number)[-1]
    assert last["state"] == "stopped"
    assert last["done"] < 200_000_000
    assert house.client.delete(path, headers=house.headers(STAFF)).json()["state"] == "stopped"


def test_what_the_worker_refuses_is_told(house: House) -> None:
    last = follow(house, started(house, rulebook="/rulebooks/star-blackjack", kind="protection"))[
        -1
    ]
    assert last["state"] == "failed"
    assert last["problem"]["code"] == "not-baccarat"


def test_a_worker_that_dies_is_told_and_the_next_one_runs(house: House) -> None:
    number = started(house, kind="edges", coups=200_000_000)
    path = f"/api/simulations/{number}/stream"
    with house.client.websocket_connect(path, headers=house.headers(STAFF)) as socket:
        while socket.receive_json()["state"] != "running":
            pass
    os.kill(house.client.app.state.jobs.jobs[number].process.pid, signal.SIGKILL)
    last = follow(house, number)[-1]
    assert last["state"] == "failed"
    assert last["problem"]["code"] == "internal"
    assert last["problem"]["sentence"].count(".") == 1
    assert "Traceback" not in last["problem"]["sentence"]
    again = follow(house, started(house, kind="edges", coups=10_000))[-1]
    assert (again["state"], again["problem"]) == ("done", None)


@pytest.mark.parametrize(
    "asked",
    [
        {"coups": 0},
        {"coups": 10**9},
        {"kind": "protection", "shoes": 100_000},
        {"kind": "all"},
        {"decks": 5},
        {"game": "faro"},
        {"kind": "bankroll"},
        {"kind": "bankroll", "wager": "faro"},
        {"sign": {"faro": "1"}},
        {"workers": 16},
    ],
)
def test_sizes_are_bounded(house: House, asked: dict[str, Any]) -> None:
    assert house.post(STAFF, f"{STAR}/simulations", asked).status_code == 422
    assert house.get(STAFF, "/simulations").json() == {"simulations": []}


def test_only_so_many_wait(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MOST_WAITING", 1)
    number = started(house, kind="edges", coups=200_000_000)
    answer = house.post(STAFF, f"{STAR}/simulations", {"kind": "edges"})
    assert (answer.status_code, answer.json()["code"]) == (409, "too-many-simulations")
    house.client.delete(f"/api/simulations/{number}", headers=house.headers(STAFF))
    follow(house, number)
    assert house.post(STAFF, f"{STAR}/simulations", {"decks": 5}).status_code == 422


def test_players_have_no_devices(house: House) -> None:
    answer = house.post("player1", f"{STAR}/simulations", {})
    assert (answer.status_code, answer.json()["clauses"]) == (403, ["14.1"])
    assert house.get(STAFF, "/simulations/none").status_code == 404


def test_no_process_outlives_the_server() -> None:
    made = House()
    with made.client:
        number = started(made, kind="edges", coups=200_000_000)
        job = made.client.app.state.jobs.jobs[number]
        path = f"/api/simulations/{number}/stream"
        with made.client.websocket_connect(path, headers=made.headers(STAFF)) as socket:
            while socket.receive_json()["state"] != "running":
                pass
        process = job.process.pid
    made.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
