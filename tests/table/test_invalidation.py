"""Forfeiting a wager where that takes a higher rank than invalidating the outcome."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.book import Rulebook, rulebook
from pitboss.conformity.scenes import scenes_of
from pitboss.editions.load import EDITION_FILE, build, load_clauses, read_files
from pitboss.scenarios.read import Step
from pitboss.scenarios.run import Play

BOOKS = ("star-baccarat", "star-premium-baccarat")


def stricter(name: str) -> Rulebook:
    """The rulebook, were forfeiture the Gaming Manager's."""
    folder = rulebook(name).edition.folder

    def change(raw: dict[str, Any]) -> None:
        raw[EDITION_FILE]["approval"]["forfeit-wager"]["rank"] = "Gaming Manager"

    return Rulebook(build(folder, read_files(folder), load_clauses(folder), change))


@pytest.mark.parametrize("name", BOOKS)
def test_a_forfeiture_takes_the_rank_of_its_own_approval(name: str) -> None:
    book = stricter(name)
    scenes = {scene.name: scene.scenario for scene in scenes_of(book.edition.folder)}
    play = Play(book, scenes["scenarios/conduct-invalidate-settled"])
    play.set_up()
    steps = list(play.scenario.steps())
    refusals = [play.take(step).refusal for step in steps]
    forfeits: list[Step] = [step for step in steps if step.fields.get("forfeit")]
    assert forfeits
    refused = {step.number: refusal for step, refusal in zip(steps, refusals, strict=True)}
    assert all(
        refusal is not None and refusal.code == "rank-too-low"
        for number, refusal in refused.items()
        if number in {step.number for step in forfeits}
    )
