"""A table's life beyond one scenario: a new edition, and minutes when the clocks change."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from pitboss.book import Rulebook, rulebook
from pitboss.editions.load import load_folder
from pitboss.refusal import Refusal
from pitboss.scenarios.read import Actor, Scenario
from pitboss.scenarios.run import Play
from pitboss.table import Event, Rules, Table, act, read_command

SYDNEY = ZoneInfo("Australia/Sydney")
STAFF = (
    Actor(name="Dee", role="staff", rank="Dealer"),
    Actor(name="Sue", role="staff", rank="Gaming Supervisor"),
)


def opened(name: str, *, ready: bool, date: str = "2026-11-16") -> Play:
    people = (*STAFF, Actor(name="Ann", seat=1, chips=1000))
    scenario = Scenario(
        title="set up", rulebook=name, people=people, ready=ready, date=date, start="00:30:00"
    )
    play = Play(rulebook(name), scenario)
    play.set_up()
    return play


def later_edition(name: str, since: dt.date) -> Rules:
    def change(raw: dict[str, Any]) -> None:
        raw["edition.toml"]["identity"].update(edition="later", approved=since)

    folder = Path(rulebook(name).edition.folder)
    return Rules(Rulebook(load_folder(folder, change)).compiled)


def give(
    rules: Rules, table: Table, do: str, at: dt.datetime, **fields: Any
) -> tuple[Table, tuple[Event, ...]] | Refusal:
    return act(rules, table, read_command({"do": do, "by": "Sue", "at": at, **fields}))


def code(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


BOOKS = ("star-baccarat", "star-premium-baccarat")


@pytest.mark.clause("star-baccarat", "order")
@pytest.mark.clause("star-premium-baccarat", "order")
@pytest.mark.parametrize("name", BOOKS)
def test_a_table_moves_to_a_new_edition_between_shoes_from_its_day(name: str) -> None:
    new = later_edition(name, dt.date(2026, 11, 17))
    between = opened(name, ready=False)
    eve = dt.datetime(2026, 11, 16, 23, 59, 59, tzinfo=SYDNEY)
    day = eve + dt.timedelta(seconds=1)
    assert code(give(new, between.table, "move-edition", eve)) == "not-in-force"
    moved = give(new, between.table, "move-edition", day)
    assert not isinstance(moved, Refusal), moved
    table, events = moved
    assert table.house is not None
    assert table.house.edition == f"{name}/later"
    assert "order" in events[-1].clauses
    assert table.balances == between.table.balances
    assert code(give(new, table, "move-edition", day)) == "same-edition"


@pytest.mark.parametrize("name", BOOKS)
def test_no_table_moves_to_a_new_edition_in_a_shoe(name: str) -> None:
    new = later_edition(name, dt.date(2026, 11, 1))
    play = opened(name, ready=True)
    refused = give(new, play.table, "move-edition", play.now)
    assert code(refused) == "shoe-in-play"


def test_no_table_moves_to_another_rulebook() -> None:
    new = later_edition("star-premium-baccarat", dt.date(2026, 11, 1))
    play = opened("star-baccarat", ready=False)
    assert code(give(new, play.table, "move-edition", play.now)) == "another-rulebook"


@pytest.mark.clause("star-baccarat", "6.7")
@pytest.mark.clause("star-premium-baccarat", "6.6")
@pytest.mark.parametrize("name", BOOKS)
def test_twenty_minutes_are_twenty_minutes_when_the_clocks_go_forward(name: str) -> None:
    play = opened(name, ready=False, date="2026-10-04")
    rules, sign = play.rules, {"kind": "raise-minimum", "minimum_cents": 5000}
    shown = dt.datetime(2026, 10, 4, 1, 50, tzinfo=SYDNEY)
    # The clock says an hour and twenty minutes less one second later; it was 19:59.
    short = dt.datetime(2026, 10, 4, 3, 9, 59, tzinfo=SYDNEY)
    refused = give(rules, play.table, "post-notice", shown, change_at=short, **sign)
    assert code(refused) == "notice-too-short"
    due = short + dt.timedelta(seconds=1)
    posted = give(rules, play.table, "post-notice", shown, change_at=due, **sign)
    assert not isinstance(posted, Refusal), posted
    assert code(give(rules, posted[0], "change-limits", short, minimum_cents=5000))
    done = give(rules, posted[0], "change-limits", due, minimum_cents=5000)
    assert not isinstance(done, Refusal), done


@pytest.mark.clause("star-baccarat", "14.9")
@pytest.mark.clause("star-premium-baccarat", "15.9")
@pytest.mark.parametrize("name", BOOKS)
def test_twenty_minutes_are_twenty_minutes_when_the_clocks_go_back(name: str) -> None:
    play = opened(name, ready=False, date="2027-04-04")
    rules = play.rules
    summer, winter = (dt.timezone(dt.timedelta(hours=hours)) for hours in (11, 10))
    shown = dt.datetime(2027, 4, 4, 2, 50, tzinfo=summer)
    due = dt.datetime(2027, 4, 4, 2, 10, tzinfo=winter)
    posted = give(rules, play.table, "post-notice", shown, kind="close-table", change_at=due)
    assert not isinstance(posted, Refusal), posted
    early = due - dt.timedelta(seconds=1)
    assert code(give(rules, posted[0], "close-table", early)) == "notice-needed"
    assert not isinstance(give(rules, posted[0], "close-table", due), Refusal)
