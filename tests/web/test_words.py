"""Words that a floor does not use are in no catalogue of the pages or of the server."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CATALOGUES = (
    ROOT / "web/src/words/en.json",
    *sorted((ROOT / "src/pitboss/words/en").glob("*.json")),
    *sorted((ROOT / "src/pitboss/games").glob("*/words/en/*.json")),
)
# What was said before; what is said instead is in the catalogues.
UNSAID = (
    r"Staff above them",
    r"^Everywhere",
    r"^Reading\.",
    r"may be left out",
    r"Say first",
    r"neither this nor the last",
    r"arises while the table",
    r"To alter the limits of the table takes",
    r"Then comes",
    r"put as they should lie",
    r"It takes the rank",
    r", automatic: ",
    r"\bclock, clock\b",
    r"\b1 acts\b",
    r"standoff",
    r"^over: ",
    r"not for your role",
    r"A terminal is a player's",
    r"^Back\. ",
    r"the rules ask for next",
)


def said() -> dict[str, str]:
    """Every sentence there is, with where it stands."""
    found = {}
    for path in CATALOGUES:
        for key, text in json.loads(path.read_text(encoding="utf-8")).items():
            found[f"{path.parent.name}/{path.name} {key}"] = str(text)
    return found


def test_there_are_catalogues_to_look_in() -> None:
    assert len(CATALOGUES) > 5
    assert len(said()) > 1_500


@pytest.mark.parametrize("words", UNSAID)
def test_what_no_floor_says_is_not_said(words: str) -> None:
    assert [place for place, text in said().items() if re.search(words, text)] == []


def test_a_role_without_a_page_is_told_whose_it_is() -> None:
    pages = json.loads(CATALOGUES[0].read_text(encoding="utf-8"))
    forbidden = {key: text for key, text in pages.items() if key.startswith("page.forbidden")}
    assert len(forbidden) > 4
    assert all(re.search(r"\b(for|are) ", text) for text in forbidden.values())
    assert all("Go to your" in text for text in forbidden.values())
