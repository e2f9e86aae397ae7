"""A player's play by day, on every table, for that player alone."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from tests.api.conftest import TABLE, House

TODAY = "2026-11-17"
"""The clock of the tests says 20:00 UTC on the 16th: it is morning in Sydney."""


@pytest.fixture
def played(house: House) -> House:
    house.seat("player1", "player2")
    house.ready()
    for cents in (2_500, 5_000):
        house.do("player1", "place-wager", wager="banker", amount_cents=cents)
        house.do("player2", "place-wager", wager="tie", amount_cents=2_500)
        house.coup()
    house.ready()
    house.clock.wait(24 * 3600)
    house._tokens.clear()  # whoever was signed in is not, a day later
    house.do("player1", "place-wager", wager="tie", amount_cents=2_500)
    house.coup()
    return house


def get(house: House, login: str, path: str = "") -> Any:
    answer = house.get(login, f"/own/days{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_each_sees_the_days_on_which_they_played(played: House) -> None:
    days = [(one["day"], one["coups"]) for one in get(played, "player1")["days"]]
    assert days == [("2026-11-18", 1), (TODAY, 2)]
    assert [one["day"] for one in get(played, "player2")["days"]] == [TODAY]


def test_a_day_has_every_coup_of_ones_own(played: House) -> None:
    told = get(played, "player1", f"/{TODAY}")
    (table,) = told["tables"]
    assert (table["table"], told["coups"], told["staked_cents"]) == (TABLE, 2, 7_500)
    person = played.person("player1")
    lines = [line for one in table["coups"] for line in one["coup"]["lines"]]
    assert {line["person"] for line in lines} == {person}
    brought = [line["paid_cents"] + line["returned_cents"] - line["stake_cents"] for line in lines]
    assert told["net_cents"] == sum(brought) == table["net_cents"]
    before = played.get("player1", f"/tables/{TABLE}/own").json()
    assert before["person"] == person


def rows(played: House, login: str, language: str = "en") -> list[list[str]]:
    answer = played.get(login, f"/own/days/{TODAY}/csv", language=language)
    assert answer.headers["content-type"].startswith("text/csv")
    assert f'filename="statement-{TODAY}.csv"' in answer.headers["content-disposition"]
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_the_statement_has_every_wager_with_its_reason(played: House) -> None:
    told = get(played, "player1", f"/{TODAY}")
    found = rows(played, "player1")
    head = next(n for n, row in enumerate(found) if row[:1] == ["Time"])
    wagers = found[head + 1 :]
    assert len(wagers) == 2
    assert [row[5] for row in wagers] == ["$25.00", "$50.00"]
    nets = [int(row[7].replace("$", "").replace("−", "-").replace(".", "")) for row in wagers]
    assert sum(nets) == told["net_cents"]
    for row in wagers:
        assert "." in row[8]
        assert row[8].endswith(")")  # the clauses
    assert "player1" in found[1][0]
    assert played.person("player2") not in str(found)
    chinese = rows(played, "player1", "zh")
    assert "投注结单" in chinese[0][0]
    assert chinese[head][8] == "原因"
    assert [row[5] for row in chinese[head + 1 :]] == ["$25.00", "$50.00"]


def test_the_statement_is_printed(played: House) -> None:
    answer = played.get("player1", f"/own/days/{TODAY}/pdf")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")


@pytest.mark.parametrize("path", ["/2026-02-30", "/2026-02-30/csv", "/2026-11-17/doc", "/today"])
def test_what_is_no_day_is_refused_in_a_sentence(house: House, path: str) -> None:
    answer = house.get("player1", f"/own/days{path}")
    assert answer.status_code == 422, answer.text
    assert answer.json()["sentence"].endswith(".")
