"""A coup that was dealt, as a file: played again it comes out alike, or there is no file."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.refusal import Refusal
from pitboss.scenarios.coup import coup_scenario
from pitboss.scenarios.files import read_all, text_as
from pitboss.scenarios.run import Play
from pitboss.table import Event, Table, evolve
from pitboss.table.settlement.settle import CoupSettled, CoupVoided
from tests.views.money.recounted import Played, played

LEAST = {
    "crown-melbourne-baccarat": 10,
    "crown-perth-baccarat": 10,
    "star-baccarat": 10,
    "star-premium-baccarat": 10,
}


def coups(table: Played) -> list[tuple[Table, tuple[Event, ...]]]:
    """The state before each coup, and its events."""
    found, state, began, events = [], Table(), Table(), list[Event]()
    for event in table.events:
        events.append(event)
        state = evolve(state, event)
        if isinstance(event, CoupSettled | CoupVoided):
            found.append((began, tuple(events)))
            began, events = state, []
    return found


@pytest.mark.parametrize("rulebook", LEAST)
def test_a_coup_played_from_its_file_comes_out_alike(rulebook: str, tmp_path: Path) -> None:
    given = 0
    for table in played(rulebook):
        for number, (before, events) in enumerate(coups(table)):
            found = coup_scenario(table.book, before, events)
            if isinstance(found, Refusal):
                assert found.code == "coup-not-scripted"
                continue
            file = tmp_path / f"{table.name}-{number}.scenario"
            file.write_text(text_as(found, file), encoding="utf-8")
            (scenario,) = read_all(file)
            play = Play(table.book, scenario)
            play.run()
            assert play.failures == [], file
            over = [e for told in play.told for e in told.events if isinstance(e, CoupSettled)]
            dealt = next(one for one in events if isinstance(one, CoupSettled))
            assert [one.outcome for one in over] == [dealt.outcome]
            assert [one.hands for one in over] == [dealt.hands]
            given += 1
    assert given >= LEAST[rulebook]


def test_of_a_player_there_are_only_their_own_wagers() -> None:
    for table in played("star-baccarat"):
        for before, events in coups(table):
            last = events[-1]
            if not isinstance(last, CoupSettled) or len({one.person for one in last.lines}) < 2:
                continue
            person = last.lines[0].person
            found = coup_scenario(table.book, before, events, person)
            if isinstance(found, Refusal):
                continue
            placed = [step for step in found.step if step["do"] == "place-wager"]
            assert len(placed) == sum(one.person == person for one in last.lines)
            stranger = coup_scenario(table.book, before, events, "nobody")
            assert isinstance(stranger, Refusal)
            assert stranger.code == "no-wager-of-yours"
            return
    pytest.fail("no coup of two players was dealt")
