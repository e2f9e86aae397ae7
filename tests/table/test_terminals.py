"""Terminals while the register has not answered, and at a table of an edition made for a test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pitboss.book import Rulebook, rulebook
from pitboss.editions.load import load_folder
from pitboss.refusal import Refusal
from pitboss.scenarios.read import Actor, Scenario
from pitboss.scenarios.run import Play
from pitboss.scenarios.streams import Answer, AtTable, Streams
from pitboss.table.terminals.parts import TICKETS_KEPT, terminals_of

BOOK = "crown-perth-baccarat"
PEOPLE = (
    Actor(name="Dee", role="staff", rank="Dealer"),
    Actor(name="Cas", role="staff", rank="Casino Manager Table Games"),
    Actor(name="clock", role="clock"),
)
TICKET = "1.1.AAAAAAAAAAAAAAAA"


class Unanswered(Streams):
    """What the table says to others is on its way and stays there."""

    def give(self, who: str, data: dict[str, Any], at_table: AtTable) -> Answer:
        """The table hears, and nobody hears the table."""
        return at_table(who, data)


def table(change: Callable[[dict[str, Any]], None] | None = None, **fields: Any) -> Play:
    """A table with one terminal that has a credit of 50 dollars, from which nothing arrives."""
    folder = Path(rulebook(BOOK).edition.folder)
    book = rulebook(BOOK) if change is None else Rulebook(load_folder(folder, change))
    scenario = Scenario(
        title="set up",
        rulebook=BOOK,
        layout="1",
        sign={"minimum": 25},
        people=PEOPLE,
        table=fields,
    )
    play = Play(book, scenario)
    play.set_up()
    play.must("Cas", "bind-terminal", terminal="T1", table="table:1", layout="14")
    play.beside = Unanswered(play.rules, play.scenario.people)
    play.must("T1", "insert-note", amount=50)
    return play


def refused(play: Play, who: str, do: str, **fields: Any) -> str:
    """The code by which an act is refused; nothing changes by it."""
    before = play.table
    done = play.act(who, do, **fields)
    assert isinstance(done, Refusal), done
    assert play.table == before
    return done.code


def test_neither_terminal_nor_table_goes_while_a_ticket_is_on_its_way() -> None:
    play = table()
    play.must("T1", "print-ticket")
    assert refused(play, "Dee", "release-terminal", terminal="T1") == "ticket-on-its-way"
    assert refused(play, "Cas", "close-table") == "ticket-on-its-way"
    play.must("clock", "note-ticket", terminal="T1", cause="1", number=1)
    play.must("Dee", "release-terminal", terminal="T1")
    play.must("Cas", "close-table")


def test_a_terminal_asks_for_no_more_tickets_than_it_keeps() -> None:
    play = table()
    for _ in range(TICKETS_KEPT):
        play.must("T1", "print-ticket", amount=1)
    assert refused(play, "T1", "print-ticket", amount=1) == "ticket-on-its-way"
    play.must("clock", "note-ticket", terminal="T1", cause="1", number=1)
    play.must("T1", "print-ticket", amount=1)


def test_one_ticket_at_a_time_waits_in_the_slot() -> None:
    play = table()
    play.must("T1", "insert-ticket", ticket=TICKET)
    assert refused(play, "T1", "insert-ticket", ticket=TICKET) == "ticket-on-its-way"
    assert refused(play, "Dee", "pay-ticket", terminal="T1", ticket=TICKET) == "ticket-on-its-way"
    assert len(terminals_of(play.table).terminals["T1"].inserted) == 1


def test_a_dealer_takes_no_cash_for_a_terminal_where_a_table_is_cashless() -> None:
    def change(raw: dict[str, Any]) -> None:
        rule = {"says": "a cashless table takes no cash", "clauses": ["3.16"]}
        raw["table/conduct.toml"]["rule"]["cashless"] = rule

    play = table(change, cashless=True)
    given = {"terminal": "T1", "amount": 100}
    assert refused(play, "Dee", "credit-terminal", means="cash", **given) == "cashless-table"
    play.must("Dee", "credit-terminal", means="chips", **given)
