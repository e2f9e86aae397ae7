"""What is told of wagers that outlive a coup: before it is settled, after, and long after."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import House

TABLE = "crown-melbourne-baccarat"
DEALER, PLAYER = "crown-melbourne.dealer", "player1"
WAGERS = {
    "banker-run-2": 500,
    "player-run-2": 500,
    "player-dragon-tail-early": 500,
    "banker-dragon-tail-early": 500,
}
MOST = 80
LAST = 100


@pytest.fixture
def floor(house: House) -> House:
    """The house, with a player at its table of Runs and Tails and a shoe that is ready."""
    house.do(PLAYER, "arrive", table=TABLE, seat=1)
    return house


def told(house: House, path: str, login: str = DEALER) -> Any:
    answer = house.get(login, f"/tables/{TABLE}{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def bets(house: House) -> None:
    """A main wager, and each of the others where it may be placed and none lies."""
    view = told(house, "", PLAYER)["view"]["table"]
    lies = {one["wager"] for one in view["wagers"]}
    house.do(PLAYER, "place-wager", table=TABLE, wager="banker", amount_cents=2_500)
    for wager in WAGERS.keys() - lies:
        body = {"do": "place-wager", "wager": wager, "amount_cents": WAGERS[wager]}
        house.post(PLAYER, f"/tables/{TABLE}/commands", body)


def test_each_line_of_a_run_or_a_tail_has_its_reason(floor: House) -> None:
    """On trial, once settled and at the end of the evening a coup is told alike."""
    shown = floor.context.floor.get(TABLE)
    outcomes: set[tuple[str, str]] = set()
    first: dict[int, Any] = {}
    wanted = {(wager, how) for wager in ("banker-run-2", "player-run-2") for how in ("win", "lose")}
    while not wanted <= outcomes or len(first) < 3:
        assert len(first) < MOST
        for _ in range(LAST):
            table = shown.table
            if table.phase == "betting" and table.shoe is not None and table.coup is None:
                break
            floor.autodeal(DEALER, TABLE)
        bets(floor)
        for _ in range(LAST):
            if shown.table.phase == "complete":
                break
            assert floor.autodeal(DEALER, TABLE).status_code == 200
        trial = told(floor, "/payout")
        floor.autodeal(DEALER, TABLE)
        settled = told(floor, "/payout")
        assert (trial.pop("settled"), settled.pop("settled")) == (False, True)
        assert trial == settled
        first[settled["coup"]] = told(floor, f"/coups/{settled['coup']}/why")
        for line in settled["lines"]:
            outcomes.add((line["wager"], line["outcome"]))
            assert all(step["sentence"] for step in line["steps"])
            if "-run-" in line["wager"]:
                cited = {one for step in line["steps"] for one in step["clauses"]}
                assert any(one.startswith(("1.1:run", "10.1:run")) for one in cited), line
                assert bool(line["odds"]) is (line["outcome"] == "win")
    # What happened since is no part of it.
    for number, before in first.items():
        assert told(floor, f"/coups/{number}/why") == before
