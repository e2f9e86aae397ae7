"""A tournament and its table tell each other exactly once, whatever dies between two writes."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import count
from typing import Any

import msgspec
import pytest

from pitboss.aggregates.tournament import Tournament
from pitboss.journal.record import read_line
from pitboss.journal.sql import SqlStore
from pitboss.ledger import ASIDE, FLOAT, TOURNAMENT, chips_of
from pitboss.scenarios.samples import conditions
from pitboss.table.tournament.play import play_of
from tests.service.play import BOOK, MAX, TABLE, Rig, player

CUP = "tournament:cup"
PLAYERS = ("p0", "p1")
IDS = count()


def give(rig: Rig, do: str, **data: Any) -> None:
    """A command to the tournament, which must be accepted."""
    key = f"cup-{do}-{next(IDS)}"
    answer = rig.tables.tournaments.give(CUP, {"do": do, **data}, MAX, key, BOOK.edition.name)
    assert answer.refusal is None, (do, answer.refusal)


def cup(rig: Rig) -> Tournament:
    return rig.tables.tournaments.stream(CUP).state


def ready(rig: Rig) -> None:
    """A table, and a tournament of two players up to the start of its only session."""
    rig.open(players=0)
    stages = [{"tables": 1, "coups": 3, "advance": 1}]
    given = {"order_of_wagering": False, "rounds": stages, "guarantee_players": 2}
    terms = conditions(BOOK.edition.folder, given)
    give(rig, "set-conditions", conditions=msgspec.to_builtins(terms))
    give(rig, "publish-conditions")
    give(rig, "appoint-manager", person=MAX.person)
    give(rig, "designate-tables", tables=[TABLE])
    for person in PLAYERS:
        give(rig, "enter", person=person, fee_cents=10_000, agreed=True)
    give(rig, "close-tournament")
    give(rig, "commit-draw")
    give(rig, "open-draw")


def begun(rig: Rig) -> None:
    ready(rig)
    give(rig, "start-session", session=1)
    rig.tables.deliver()


def coup(rig: Rig) -> None:
    """Both players wager, and the coup is dealt and settled."""
    rig.ready()
    for number, wager in enumerate(("player", "banker")):
        rig.do(player(number), "place-wager", wager=wager, amount_cents=2_500)
    for _ in range(40):
        if rig.house() == "settle":
            return
    raise AssertionError(rig.table())


def noted(rig: Rig) -> list[str | None]:
    """The commands by which coups were noted, one for each note."""
    lines = [read_line(line) for _, line in rig.store.read(CUP)]
    return [one.command for one in lines if one.data()["event"] == "coup-noted"]


def test_chips_at_the_table_are_those_of_the_tournament(light: Rig) -> None:
    begun(light)
    play = play_of(light.table())
    assert play is not None
    assert (play.tournament, set(play.boxes)) == (CUP, set(PLAYERS))
    for number in range(3):
        coup(light)
        light.tables.deliver()
        one, balances = cup(light).sessions[1], light.table().balances
        assert one.coups == number + 1
        assert one.chips == {name: balances[chips_of(name)] for name in PLAYERS}
    give(light, "end-session", session=1)
    light.tables.deliver()
    balances = light.table().balances
    assert play_of(light.table()) is None
    assert (balances[FLOAT], balances[ASIDE], balances[TOURNAMENT]) == (10**9, 0, 0)
    assert light.store.pending() == []


KILLED = """
import sys
from pitboss.journal.sql import SqlStore
from tests.service.play import Rig
from tests.service.test_sessions import {at}
url, where = sys.argv[1:]
{at}(Rig(SqlStore(url)), where)
"""


def dying(rig: Rig, stream: str, where: str) -> None:
    """Let the process die at the next write into a stream: before it, or after it."""
    plain = rig.store.write

    def write(writes):  # type: ignore[no-untyped-def]
        if any(one.stream == stream and one.lines for one in writes):
            if where == "after":
                plain(writes)
            os._exit(9)
        return plain(writes)

    rig.store.write = write  # type: ignore[method-assign]


def at_the_table(rig: Rig, where: str) -> None:
    """It dies when the table hears of its session."""
    ready(rig)
    give(rig, "start-session", session=1)
    dying(rig, TABLE, where)
    rig.tables.deliver()


def at_the_tournament(rig: Rig, where: str) -> None:
    """It dies when the tournament hears of a coup."""
    begun(rig)
    coup(rig)
    dying(rig, CUP, where)
    rig.tables.deliver()


@pytest.mark.parametrize("where", ["before", "after"])
@pytest.mark.parametrize("at", ["at_the_table", "at_the_tournament"])
def test_killed_between_two_writes_each_hears_once(url: str, at: str, where: str) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED.format(at=at), url, where], check=False)
    assert done.returncode == 9
    for turn in range(2):  # the second start finds nothing left to do
        rig = Rig(SqlStore(url))
        rig.tables.deliver()
        play = play_of(rig.table())
        assert play is not None
        if at == "at_the_table" and not turn:
            coup(rig)
            rig.tables.deliver()
        play = play_of(rig.table())
        assert play is not None
        assert play.coups == 1
        assert len(noted(rig)) == 1
        one, balances = cup(rig).sessions[1], rig.table().balances
        assert one.coups == 1
        assert one.chips == {name: balances[chips_of(name)] for name in PLAYERS}
        assert sum(balances.values()) == 0
        begins = [
            line
            for _, line in rig.store.read(TABLE)
            if read_line(line).data()["event"] == "tournament-session-begun"
        ]
        assert len(begins) == 1
        assert rig.store.pending() == []
        rig.close()
