"""A table's life beyond one scenario: a new edition, and minutes when the clocks change."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from pitboss.book import Rulebook, rulebook
from pitboss.cards import name as card_name
from pitboss.editions.load import load_folder, shelf
from pitboss.refusal import Refusal
from pitboss.scenarios.read import Actor, Scenario, Step
from pitboss.scenarios.run import Play
from pitboss.table import Event, Rules, Table, act, read_command
from pitboss.table.cards.shoe import ShoeEnded

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


def later_edition(name: str, since: dt.date, without: tuple[str, str] | None = None) -> Rules:
    def change(raw: dict[str, Any]) -> None:
        raw["edition.toml"]["identity"].update(edition="later", approved=since)
        if without is not None:
            kind, key = without
            file = next(data for data in raw.values() if kind in data)
            del file[kind][key]

    folder = Path(rulebook(name).edition.folder)
    return Rulebook(load_folder(folder, change)).rules


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


@pytest.mark.parametrize("name", BOOKS)
def test_no_table_moves_to_a_new_edition_over_wagers(name: str) -> None:
    new = later_edition(name, dt.date(2026, 11, 1))
    play = opened(name, ready=False)
    play.must("Ann", "place-wager", wager="player", amount=25)
    assert code(give(new, play.table, "move-edition", play.now)) == "wagers-on-layout"


def test_no_table_moves_to_an_edition_that_has_not_its_layout() -> None:
    new = later_edition("star-baccarat", dt.date(2026, 11, 1), without=("layout", "A"))
    play = opened("star-baccarat", ready=False)
    assert play.table.house is not None
    assert play.table.house.layout == "A"
    assert code(give(new, play.table, "move-edition", play.now)) == "unknown-layout"


def test_no_table_moves_to_an_edition_that_has_not_its_method() -> None:
    new = later_edition("star-baccarat", dt.date(2026, 11, 1), without=("method", "C"))
    play = opened("star-baccarat", ready=False)
    play.must("Dee", "change-method", method="C")
    assert code(give(new, play.table, "move-edition", play.now)) == "unknown-method"


@pytest.mark.parametrize("name", BOOKS)
def test_a_coup_of_an_earlier_edition_is_not_settled_anew(name: str) -> None:
    new = later_edition(name, dt.date(2026, 11, 1))
    play = opened(name, ready=True)
    play.must("Dee", "show-cutting-card")
    play.must("Ann", "place-wager", wager="player", amount=100)
    played = play.take(Step(number=1, who="Dee", do="play-coup", fields={}))
    assert played.refusal is None
    assert isinstance(played.events[-1], ShoeEnded)
    moved = give(new, play.table, "move-edition", play.now)
    assert not isinstance(moved, Refusal), moved
    fields = {"situation": "misdeal", "told": {"error": "dealt incorrectly"}, "by": "Ann"}
    reported = give(new, moved[0], "report-irregularity", play.now, **fields)
    assert not isinstance(reported, Refusal), reported
    result = play.table.results[-1]
    player, banker = (
        " ".join(card_name(card) for card in hand)
        for hand in (result.hands["player"], result.hands["banker"])
    )
    ruling = {"ruling": "correct", "player": player, "banker": banker}
    refused = give(new, reported[0], "give-ruling", play.now, **ruling)
    assert code(refused) == "another-edition"


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


@pytest.mark.parametrize("name", BOOKS)
def test_what_waits_for_a_check_of_the_cards_says_whose_act_is_missing(name: str) -> None:
    play = opened(name, ready=True)
    play.must("Ann", "place-wager", wager="player", amount=25)
    play.must("Sue", "order-card-check")
    refusal = play.act("Dee", "deal-card", card=play.next_card())
    assert code(refusal) == "check-ordered"
    assert "the dealer verifies them first" in str(refusal)
    assert "'verify-cards'" in str(refusal)
    play.must("Dee", "verify-cards", correct=True)
    play.must("Dee", "report-dropped-cards")
    refusal = play.act("Dee", "deal-card", card=play.next_card())
    assert code(refusal) == "cards-dropped"
    assert "a Casino Supervisor or above confirms" in str(refusal)
    assert "'confirm-collected'" in str(refusal)


@pytest.mark.parametrize("name", shelf())
def test_cards_that_are_dropped_are_reported_only_where_somebody_verifies_them(name: str) -> None:
    """Found by the chaos dealer: without that rule the shoe could never be dealt from again."""
    ladder = rulebook(name).edition.ranks.ladder
    people = (
        Actor(name="Low", role="staff", rank=ladder[0]),
        Actor(name="High", role="staff", rank=ladder[-1]),
    )
    play = Play(rulebook(name), Scenario(title="dropped", rulebook=name, people=people))
    play.set_up()
    answer = play.act("Low", "report-dropped-cards")
    if "collect-cards" not in play.rules.edition.approvals:
        assert code(answer) == "not-provided"
        assert play.table.unverified is None
        return
    assert not isinstance(answer, Refusal)
    play.must("High", "confirm-collected", complete=True)
    assert play.table.unverified is None


def test_an_act_waits_for_what_the_ruling_asks() -> None:
    play = opened("star-baccarat", ready=True)
    play.must("Ann", "place-wager", wager="player", amount=25)
    play.must("Dee", "deal-card", card=play.next_card())
    play.must(
        "Dee", "report-irregularity", situation="missing-or-foreign", told={"what": "missing"}
    )
    refusal = play.act("Dee", "deal-card", card=play.next_card())
    assert "must be ruled on first ('give-ruling')" in str(refusal)
    play.must("Sue", "give-ruling", ruling="void-and-check")
    refusal = play.act("Dee", "deal-card", card=play.next_card())
    assert code(refusal) == "ruling-first"
    assert "('record-card-check')" in str(refusal)


def test_the_article_of_a_rank_suits_it() -> None:
    play = opened("star-premium-baccarat", ready=True)
    refusal = play.act("Sue", "authorise-no-bet-coups", ground="no-wagers", coups=1)
    assert "Needs an Assistant Gaming Manager" in str(refusal)


def test_a_layout_may_say_how_many_places_a_wager_has() -> None:
    def change(raw: dict[str, Any]) -> None:
        raw["edition.toml"]["layout"]["A"]["spots"] = {"player-pair": 1}

    book = Rulebook(load_folder(Path(rulebook("star-baccarat").edition.folder), change))
    sign = {"offered": ["player-pair"], "wagers": {"player-pair": {"minimum": 5}}}
    people = (*STAFF, Actor(name="Ann", seat=1, chips=1000), Actor(name="Bob", seat=2, chips=1000))
    scenario = Scenario(title="x", rulebook="star-baccarat", layout="A", sign=sign, people=people)
    play = Play(book, scenario)
    play.set_up()
    play.must("Ann", "place-wager", wager="player-pair", amount=5)
    answer = play.act("Bob", "place-wager", wager="player-pair", amount=5)
    assert code(answer) == "no-position-left"
