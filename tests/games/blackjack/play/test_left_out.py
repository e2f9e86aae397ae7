"""A table under an edition that lets no hand of a split be doubled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pitboss.book import Rulebook, rulebook
from pitboss.editions.load import load_folder
from pitboss.scenarios.files import read
from pitboss.scenarios.run import play

STEPS = """title No hand of a split is doubled
rulebook star-blackjack
people Dee, Sue, Ann
cards 8h 6d 8s 3c

Ann: place-wager main 100
Dee: deal-coup
Ann: choose split
Dee: deal-coup
Ann: choose double 100 -> refused double-after-split 11.1.1
"""


def test_no_hand_of_a_split_is_doubled_where_that_is_not_permitted(tmp_path: Path) -> None:
    def change(raw: dict[str, Any]) -> None:
        rounds = raw["edition.toml"]["rounds"]
        rounds["double_after_split"] = {"permitted": False, "clauses": ["11.1.1"]}

    file = tmp_path / "split.scenario"
    file.write_text(STEPS, encoding="utf-8")
    book = Rulebook(load_folder(Path(rulebook("star-blackjack").edition.folder), change))
    assert play(book, read(file)).failures == []
