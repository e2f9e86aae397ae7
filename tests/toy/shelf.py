"""An edition of the toy: a copy of an approved one, with another game and one wager."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pitboss import book
from pitboss.book import Rulebook, rulebook
from pitboss.editions.load import SHELF, SHELF_VARIABLE
from pitboss.table.machine import EVENTS, OF_GAME

LIKE = SHELF / "star-premium-baccarat" / "2021-08-16"
NAME = "toy-table"
_EVENTS: dict[Any, Any] = {}
_COMMANDS: dict[str, Any] = {}
WAGERS = """
[wager.high]
title   = "High card"
space   = "toy"
clauses = ["5.1.1"]
rows = [{label = "high", when = {result = "high"}, pays = "1 to 1", clauses = ["5.1.1.1"]}]
otherwise = {outcome = "lose", clauses = ["5.1.1.2"]}

[wager.ace]
title   = "First card an ace"
space   = "first"
clauses = ["5.1.1"]
rows = [{label = "ace", when = {card = "ace"}, pays = "11 to 1", clauses = ["5.1.1.1"]}]
otherwise = {outcome = "lose", clauses = ["5.1.1.2"]}

[wager.twice]
title   = "High twice"
space   = "toy"
clauses = ["5.1.1"]
rows = [{label = "high", when = {result = "high"}, pays = "3 to 1", clauses = ["5.1.1.1"]}]
otherwise = {outcome = "lose", clauses = ["5.1.1.2"]}
"""


def _without(text: str, *tables: str) -> str:
    """A TOML text without some of its tables."""
    for table in tables:
        text = re.sub(rf"(?ms)^\[{table}\]\n.*?(?=^\[|\Z)", "", text)
    return text


@contextmanager
def toy(shelf: Path) -> Iterator[Rulebook]:
    """The toy's rulebook on a shelf of its own, while it is there."""
    folder = shelf / NAME / "draft"
    shutil.copytree(LIKE / "table", folder / "table")
    for path in (folder / "table").glob("*.toml"):  # its wagers go with any other
        text = path.read_text(encoding="utf-8")
        path.write_text(_without(text, r"rule\.combination-[a-z-]+"), encoding="utf-8")
    for name in ("clauses.csv", "rulings.toml"):
        shutil.copy(LIKE / name, folder / name)
    edition = (LIKE / "edition.toml").read_text(encoding="utf-8")
    edition = edition.replace("star-premium-baccarat", NAME).replace('"2021-08-16"', '"draft"')
    edition = edition.replace('play      = "baccarat"', 'play      = "toy"')
    edition = re.sub(r"(?m)^opposed .*\n", "", edition)
    (folder / "edition.toml").write_text(_without(edition, "tableau"), encoding="utf-8")
    (folder / "wagers.toml").write_text(WAGERS, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(SHELF_VARIABLE, str(shelf))
        patch.setitem(book.GAMES, "toy", "tests.toy.game")
        EVENTS.update(_EVENTS)
        OF_GAME.update(_COMMANDS)
        yield rulebook(NAME)
        # Other tests look at what the games of the house register.
        own = [tag for tag, kind in EVENTS.items() if kind.__module__.startswith("tests.toy")]
        _EVENTS.update({tag: EVENTS.pop(tag) for tag in own})
        _COMMANDS["toy"] = OF_GAME.pop("toy")
