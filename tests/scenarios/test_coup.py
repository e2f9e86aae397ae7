"""A coup that was dealt, as a file: played again it comes out alike, or there is no file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from pitboss.refusal import Refusal
from pitboss.scenarios.again.coup import coup_scenario
from pitboss.scenarios.files import read_all, text_as
from pitboss.scenarios.run import Play
from pitboss.table import Event, Table, evolve
from pitboss.table.rulings.rule import RulingGiven
from pitboss.table.settlement.settle import CoupSettled, CoupVoided, WagersSettled
from tests.views.money.recounted import Played, played

LEAST = {
    "crown-melbourne-baccarat": 150,
    "crown-perth-baccarat": 265,
    "star-baccarat": 125,
    "star-premium-baccarat": 38,
    "star-blackjack": 265,
}
"""So many coups of the scenarios of a rulebook have a file of their own, at least."""
RULED = dict.fromkeys(LEAST, 2)
DECIDED = {"star-blackjack": 200}


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


def net(events: Iterable[object]) -> Counter[int]:
    """What each bettor of a coup won or lost, whoever they were."""
    found: Counter[str] = Counter()
    for event in events:
        if isinstance(event, CoupSettled | WagersSettled):
            for one in event.lines:
                line = one.line
                found[one.person] += line.paid_cents + line.returned_cents - line.stake_cents
    return Counter(found.values())


@pytest.mark.parametrize("rulebook", LEAST)
def test_a_coup_played_from_its_file_comes_out_alike(rulebook: str, tmp_path: Path) -> None:
    given, ruled, decided = 0, 0, 0
    for table in played(rulebook):
        for number, (before, events) in enumerate(coups(table)):
            found = coup_scenario(table.book, before, events)
            if isinstance(found, Refusal):
                assert found.code in ("coup-not-scripted", "no-wager-of-yours")
                continue
            file = tmp_path / f"{table.name}-{number}.scenario"
            file.write_text(text_as(found, file), encoding="utf-8")
            (scenario,) = read_all(file)
            play = Play(table.book, scenario)
            play.run()
            assert play.failures == [], file
            again = [event for told in play.told for event in told.events]
            for kind in (CoupSettled, CoupVoided, RulingGiven):
                last = [one for one in events if isinstance(one, kind)]
                made = [one for one in again if isinstance(one, kind)]
                if kind is RulingGiven:  # what was ruled before the wagers lay is not of the coup
                    last = last[len(last) - len(made) :]
                assert len(made) == len(last), file
                for one, other in zip(made, last, strict=True):
                    if isinstance(one, CoupSettled) and isinstance(other, CoupSettled):
                        assert (one.outcome, one.hands) == (other.outcome, other.hands)
                    if isinstance(one, RulingGiven) and isinstance(other, RulingGiven):
                        assert (one.ruling, one.facts) == (other.ruling, other.facts)
            assert net(again) == net(events), file
            given += 1
            ruled += any(isinstance(one, RulingGiven) for one in again)
            words = {step["do"] for step in scenario.step}
            decided += not words.isdisjoint({"choose", "record-choice", "record-silence"})
    print(f"{rulebook}: {given} coups, {ruled} of them ruled on, {decided} decided in")
    assert given >= LEAST[rulebook]
    assert ruled >= RULED[rulebook]
    assert decided >= DECIDED.get(rulebook, 0)


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
