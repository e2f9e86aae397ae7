"""A tournament and a promotion killed at every write: nothing lost, nothing done twice."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pitboss.aggregates.tournament.state import POOL
from pitboss.errors import PitbossError
from pitboss.ledger import ASIDE, FLOAT, TOURNAMENT, chips_of
from pitboss.table.tournament.play import play_of
from tests.crashing import SHARED_MEMORY_FILE, Crash
from tests.service.crashing import MOST, TIMES, kept, promised, repeated
from tests.service.cup_script import CUP, DRAW, PLAYERS, Script, opened, run
from tests.service.play import Rig


def chips_agree(rig: Rig) -> None:
    """What the tournament tells and what the table holds are the same once messages are there."""
    rig.tables.deliver()
    assert rig.store.pending() == []
    try:
        table, cup = rig.table(), rig.tables.tournaments.stream(CUP).state
    except PitbossError:
        return  # nothing was written of the one or the other yet
    play, one = play_of(table), cup.sessions.get(1)
    if play is not None and one is not None:
        assert one.chips == {name: table.balances[chips_of(name)] for name in PLAYERS}
    assert sum(table.balances.values()) == 0
    assert sum(cup.balances.values()) == 0


def resumed(url: str, told: list[Any]) -> None:
    """Look at what was left, then go on to the end under the same ids, twice."""
    promises = promised(told)
    with closing(opened(url)) as rig:
        kept(rig.store, rig.store.streams(), promises)
        chips_agree(rig)
        for _ in range(TIMES):
            promises = repeated(lambda told: Script(rig, told).run(), promises)
            kept(rig.store, rig.store.streams(), promises)
            chips_agree(rig)
        over(rig)


def over(rig: Rig) -> None:
    """All is paid and given back, once."""
    cup, balances = rig.tables.tournaments.stream(CUP).state, rig.table().balances
    assert cup.final == tuple(reversed(PLAYERS))
    # Of the guaranteed pool, which is more than the fees.
    assert [one.cents for one in cup.awards] == [60_000, 40_000]
    assert cup.balances[POOL] == 0
    assert cup.sessions[1].deducted == {PLAYERS[0]: 1}
    assert play_of(rig.table()) is None
    assert (balances[FLOAT], balances[ASIDE], balances[TOURNAMENT]) == (10**9, 0, 0)
    promotion = rig.tables.promotions.stream(DRAW).state
    assert promotion.stage == "drawn"
    assert [one.entrant for one in promotion.entries] == list(PLAYERS)


CRASH = Crash(run, resumed)


def test_a_cup_killed_before_statements_all_along(tmp_path: Path) -> None:
    assert CRASH.before_statements(tmp_path, range(7, MOST, 61)) > 3


def test_a_cup_killed_inside_writes_all_along(tmp_path: Path) -> None:
    places = range(SHARED_MEMORY_FILE + 1, 100 * SHARED_MEMORY_FILE, 32_767)
    assert CRASH.at_sizes(tmp_path, places) > 2


@pytest.mark.long
def test_a_cup_killed_before_every_statement(tmp_path: Path) -> None:
    assert CRASH.before_statements(tmp_path, range(1, MOST)) > 100


@pytest.mark.long
def test_a_cup_killed_at_every_length_of_a_file(tmp_path: Path) -> None:
    places = range(SHARED_MEMORY_FILE, 100 * SHARED_MEMORY_FILE, 509)
    assert CRASH.at_sizes(tmp_path, places) > 100
