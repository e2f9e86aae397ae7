"""A table's journal is read once, whatever is asked about the table."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.journal.record import Record
from pitboss.service.publish import follower_of
from pitboss.service.reports import Tally
from pitboss.table import Event, Table
from pitboss.views.coups import History
from pitboss.views.follower import Follower
from pitboss.views.stays import Stays
from tests.api.conftest import TABLE, House
from tests.views.played import STREAM, play, played_house

COUPS = 5
QUESTIONS = (
    ("player1", "/coups"),
    ("player1", "/coups/1/why"),
    ("dealer", "/coups/2/settlement"),
    ("player1", "/own"),
    ("player1", "/own/coups"),
    ("inspector", "/coups/3/replay"),
    ("display", f"/coups/{COUPS}/replay"),
    ("gaming-manager", "/report"),
    ("gaming-supervisor", "/ruling"),
    ("dealer", "/payout"),
    ("display", "/roads"),
    (None, "/shoes"),
    ("surveillance", "/events"),
)


def ask_everything(house: House) -> list[Any]:
    answers = [house.get(login, f"/tables/{TABLE}{path}") for login, path in QUESTIONS]
    answers.append(house.get("gaming-manager", "/pit"))
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    return [answer.json() for answer in answers]


def test_each_line_is_read_once_while_everything_is_asked() -> None:
    with played_house(COUPS) as house:
        read = house.store.read_lines
        head = house.store.head(STREAM)
        read.clear()
        first = ask_everything(house)
        assert read == list(range(1, head + 1))
        again = ask_everything(house)
        assert read == list(range(1, head + 1))
        unlike = [one for one, other in zip(first, again, strict=True) if one != other]
        assert unlike == []
        play(house)
        heard = ask_everything(house)
        assert read == list(range(1, head + 1)), "what was written meanwhile was heard"
        shown = house.context.floor.get(TABLE)
        shown.follower.register(Stays)  # all begin again, at the first line
        assert ask_everything(house) == heard
        assert read[head:] == list(range(1, house.store.head(STREAM) + 1))


class Fragile:
    """A projection that fails once, in the middle of the journal."""

    failures = 1

    def __init__(self) -> None:
        self.taken = 0

    def take(self, before: Table, event: Event, after: Table, record: Record) -> None:  # noqa: ARG002
        if record.sequence == 20 and Fragile.failures:
            Fragile.failures -= 1
            raise RuntimeError("cannot take it")
        self.taken += 1


def test_what_failed_in_the_middle_of_a_line_begins_again() -> None:
    with played_house(COUPS) as house:
        head = house.store.head(STREAM)
        follower = Follower(house.store, STREAM)
        follower.register(Stays)
        follower.register(Fragile)
        with pytest.raises(RuntimeError):
            follower.of(Stays)
        assert follower.of(Fragile).taken == head
        person = house.person("player1")
        whole = follower_of(house.store, STREAM, "", house.tables.rules).of(Stays)
        assert follower.of(Stays).stays[person] == whole.stays[person]
        assert whole.stays[person].coups == COUPS


def test_a_projection_registered_late_takes_every_event() -> None:
    with played_house(COUPS) as house:
        follower = Follower(house.store, STREAM)
        follower.register(Stays)
        assert follower.of(Stays).coups
        follower.register(lambda: History(house.store, STREAM))
        assert list(follower.of(History).coups) == list(follower.of(Stays).coups)
        rules = house.tables.rules
        tally = follower_of(house.store, STREAM, "", rules).of(Tally)
        assert tally.report(house.context.now()).coups == COUPS
