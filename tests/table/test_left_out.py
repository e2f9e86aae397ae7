"""Editions that leave a rule out: what the rule would have decided is still one sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pitboss.book import Rulebook, rulebook
from pitboss.editions.load import load_folder
from pitboss.refusal import Refusal
from pitboss.scenarios.read import Actor, Scenario
from pitboss.scenarios.run import Play

BOOK = "star-baccarat"
PEOPLE = (
    Actor(name="Dee", role="staff", rank="Dealer"),
    Actor(name="Sue", role="staff", rank="Gaming Supervisor"),
    Actor(name="Ann", seat=1, chips=1000),
)


def table(change: Callable[[dict[str, Any]], None], **sign: object) -> Play:
    """A table under the edition as it is after a change."""
    folder = Path(rulebook(BOOK).edition.folder)
    scenario = Scenario(
        title="set up",
        rulebook=BOOK,
        people=PEOPLE,
        sign={"minimum": 25, "maximum": 1000, **sign},
    )
    play = Play(Rulebook(load_folder(folder, change)), scenario)
    play.set_up()
    return play


def code(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def test_without_a_choice_about_the_differential_no_wager_is_reduced() -> None:
    def change(raw: dict[str, Any]) -> None:
        raw["edition.toml"]["limits"]["over_differential"]["then"] = "stands"

    play = table(change, differential=100)
    play.must("Ann", "place-wager", wager="player", amount=500)
    before = play.table
    refused = play.act("Dee", "reduce-wagers", area="player", limit="differential")
    assert code(refused) == "not-provided"
    assert play.table == before


def test_without_a_rule_of_final_decisions_a_dispute_is_decided_once_all_the_same() -> None:
    def change(raw: dict[str, Any]) -> None:
        del raw["table/conduct.toml"]["rule"]["decision-final"]

    play = table(change)
    play.must("Ann", "raise-dispute", about="my wager was moved")
    play.must("Sue", "decide-dispute", matter=1, decision="it was not")
    refused = play.act("Sue", "decide-dispute", matter=1, decision="it was")
    assert code(refused) == "decided"
    assert play.table.matters[1].facts["decision"] == "it was not"
