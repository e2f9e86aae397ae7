"""A tournament and a promotion killed at every write: nothing lost, nothing done twice."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.aggregates import AGGREGATES
from pitboss.aggregates.tournament.state import POOL
from pitboss.errors import PitbossError
from pitboss.journal.proof.integrity import check
from pitboss.journal.record import read_line
from pitboss.journal.sql import SqlStore
from pitboss.ledger import ASIDE, FLOAT, TOURNAMENT, chips_of
from pitboss.table.tournament.play import play_of
from tests.service.cup_script import CUP, DRAW, PLAYERS, Script, opened, work
from tests.service.play import Rig

MOST = 20_000
SHARED_MEMORY_FILE = 32_768
Promised = dict[tuple[str, str], int]

server = multiprocessing.get_context("forkserver")
server.set_forkserver_preload(["tests.service.cup_script"])


def killed(url: str, layer: str, at: int) -> tuple[Promised, bool]:
    """Run it until it dies; what it promised, and whether it came to its end."""
    mine, its = server.Pipe(duplex=False)
    process = server.Process(target=work, args=(url, layer, at, its), daemon=True)
    process.start()
    its.close()
    promised: Promised = {}
    ended = False
    with closing(mine):
        while not ended:
            try:
                told = mine.recv()
            except EOFError:
                break
            ended = told is None
            if told is not None:
                name, key, sequence = told
                promised[name, key] = sequence
    process.join(60)
    process.close()
    return promised, ended


def look(rig: Rig, promised: Promised) -> None:
    """Every promise is kept, no command is there in part or twice, every stream holds."""
    assert isinstance(rig.store, SqlStore)
    check(rig.store, AGGREGATES)
    found: Promised = {}
    for name in rig.store.streams():
        before = ""
        for sequence, line in rig.store.read(name):
            record = read_line(line)
            assert record.command == before or (name, record.command) not in found, "done twice"
            before = record.command
            found[name, before] = sequence
    assert {one: found.get(one) for one in promised} == promised, "a promise was not kept"


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


def resumed(url: str, promised: Promised) -> None:
    """Look at what was left, then go on to the end under the same ids, twice."""
    with closing(opened(url)) as rig:
        look(rig, promised)
        chips_agree(rig)
        for _ in range(2):
            again: Promised = {}

            def told(name: str, key: str, at: int, again: Promised = again) -> None:
                again[name, key] = at

            Script(rig, told).run()
            assert {one: at for one, at in again.items() if promised.get(one, at) != at} == {}
            look(rig, promised | again)
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


def deaths(folder: Path, layer: str, places: Iterable[int]) -> int:
    """Kill at each place in turn until it comes to its end; how often it was killed."""
    for number, place in enumerate(places):
        for old in folder.glob("crash.db*"):
            old.unlink()
        url = f"sqlite:///{folder / 'crash.db'}"
        promised, ended = killed(url, layer, place)
        resumed(url, promised)
        if ended:
            return number
    raise AssertionError("it never came to its end")


def test_a_cup_killed_before_statements_all_along(tmp_path: Path) -> None:
    assert deaths(tmp_path, "statement", range(7, MOST, 61)) > 3


def test_a_cup_killed_inside_writes_all_along(tmp_path: Path) -> None:
    places = range(SHARED_MEMORY_FILE + 1, 100 * SHARED_MEMORY_FILE, 32_767)
    assert deaths(tmp_path, "file", places) > 2


@pytest.mark.long
def test_a_cup_killed_before_every_statement(tmp_path: Path) -> None:
    assert deaths(tmp_path, "statement", range(1, MOST)) > 100


@pytest.mark.long
def test_a_cup_killed_at_every_length_of_a_file(tmp_path: Path) -> None:
    places = range(SHARED_MEMORY_FILE, 100 * SHARED_MEMORY_FILE, 509)
    assert deaths(tmp_path, "file", places) > 100
