"""Tables of the demonstration live: robots bet in time, rounds follow, a person may deal."""

from __future__ import annotations

import datetime as dt
from random import Random

import pytest

from pitboss.aggregates import TABLE
from pitboss.api.first_start import all_books
from pitboss.journal.memory import MemoryStore
from pitboss.journal.proof.checkpoint import Signer
from pitboss.journal.record import read_line
from pitboss.service.people.seal import Seal
from pitboss.service.robots.cast import cast, is_robot
from pitboss.service.robots.house import open_stages
from pitboss.service.robots.table import FIRST_ROUNDS, LivingTable
from pitboss.service.tables import Actor, Tables
from pitboss.table import Event
from pitboss.table.betting.place import WagerPlaced
from pitboss.table.betting.window import BetsCalled, BettingClosed
from pitboss.table.procedures.period import betting_time
from tests.api.conftest import Clock

BOOKS, CAST = all_books(), cast()


class Going:
    """One table of the cast, its clock moved by as much as each step rests."""

    def __init__(self, name: str, seed: int = 1) -> None:
        self.clock = Clock()
        self.tables = Tables(MemoryStore(), Seal(bytes(32)), Signer(bytes(32)), self.clock, BOOKS)
        open_stages(self.tables, BOOKS, CAST)
        self.stream, self.seen = TABLE.stream_of(name), True
        stage = CAST.table[name]
        self.living = LivingTable(
            self.tables, self.stream, stage, CAST.robot, lambda: self.seen, Random(seed)
        )

    @property
    def table(self):  # type: ignore[no-untyped-def]
        return self.tables.table(self.stream).shown

    def until(self, rounds: int, most: int = 4_000) -> None:
        for _ in range(most):
            if self.table.coups >= rounds and self.table.coup is None:
                return
            self.clock.wait(self.living.step())
        raise AssertionError(f"{self.table.coups} rounds, then nothing")

    def events(self) -> list[Event]:
        lines = self.tables.store.read(self.stream, 0)
        return [TABLE.read(read_line(line)) for _, line in lines]


def test_every_rulebook_has_a_table_and_every_robot_is_known() -> None:
    assert {stage.rulebook for stage in CAST.table.values()} == set(BOOKS)
    assert {name for stage in CAST.table.values() for name in stage.robots} == set(CAST.robot)


@pytest.mark.parametrize("name", CAST.table)
def test_rounds_follow_one_another_and_wagers_keep_to_the_time(name: str) -> None:
    going = Going(name)
    going.until(FIRST_ROUNDS + 6)
    assert betting_time(going.table) == CAST.table[name].seconds
    opened = closes = None
    timed = 0
    for event in going.events():
        if isinstance(event, BetsCalled) and event.call == "place your bets":
            opened, closes = event.at, event.until
        elif isinstance(event, BettingClosed):
            opened = closes = None
        elif isinstance(event, WagerPlaced) and opened is not None and closes is not None:
            assert opened <= event.at < closes
            assert is_robot(event.by)
            timed += 1
    assert timed > 4
    assert all(one.no_bet is False for one in going.table.results)


def test_a_shoe_is_followed_by_another() -> None:
    going = Going("star-baccarat")
    while going.table.shoes < 2:
        going.until(going.table.coups + 10)
    going.until(going.table.coups + 2)


def test_while_a_person_deals_only_robots_act() -> None:
    going = Going("star-baccarat")
    going.until(FIRST_ROUNDS + 1)
    dealer = Actor("Ana", "staff", "Dealer")
    assert going.tables.give(going.stream, {"do": "sign-on"}, dealer, "on").accepted
    call = {"do": "call-bets", "call": "place your bets"}
    going.clock.wait(60)
    assert going.tables.give(going.stream, call, dealer, "call").accepted
    before = len(going.events())
    for _ in range(60):
        going.clock.wait(going.living.step())
    new = going.events()[before:]
    assert new
    assert all(is_robot(event.by) for event in new)
    assert going.tables.give(going.stream, {"do": "sign-off"}, dealer, "off").accepted
    going.until(going.table.coups + 1)


def test_a_person_who_says_nothing_holds_nobody_up() -> None:
    going = Going("star-blackjack")
    going.until(FIRST_ROUNDS + 1)
    person = Actor("p-1", "player")
    arrive = {"do": "arrive", "chips_cents": 100_000, "seat": 1}
    assert going.tables.give(going.stream, arrive, person, "in").accepted
    laid = 0
    for number in range(4_000):
        going.clock.wait(going.living.step())
        table = going.table
        if table.betting.closes_at is not None and table.coup is None and not laid:
            bet = {"do": "place-wager", "wager": "main", "amount_cents": 2_500}
            laid += going.tables.give(going.stream, bet, person, f"bet-{number}").accepted
        if laid and table.coups > FIRST_ROUNDS + 4:
            return
    raise AssertionError("the table waits")


def test_a_table_without_anybody_goes_slower() -> None:
    fast, slow = Going("star-baccarat"), Going("star-baccarat")
    slow.seen = False
    for going in (fast, slow):
        going.until(FIRST_ROUNDS + 5)
    assert slow.clock() - fast.clock() > dt.timedelta(seconds=60)
