"""The rules of procedure that a table reads: their names, their values, those that it needs.

A rule is named in an edition, and the core looks for it by that name. A name that is not in
`rules.csv` would be read by nothing, so an edition that has it is refused when it is loaded.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.editions.procedures import Rule
from pitboss.words import nearest

KINDS = {"number": int, "word": str, "words": tuple}
"""What a rule's value may be; a rule that has none of them may be without."""


@cache
def values() -> Mapping[str, str]:
    """Every rule that a table reads, with the kind of value that it cannot be without."""
    with Path(__file__).with_name("rules.csv").open(encoding="utf-8", newline="") as file:
        return {row["rule"]: row["value"] for row in csv.DictReader(file)}


AGAIN = "bets-single"
NEEDED: Mapping[str, str] = {
    "limits-sign": "a table opens without a sign, and nothing limits a wager",
    "seats": "nobody can sit down",
    "wagers-by-players": "people who only watch place wagers",
    "chips-or-tokens": "anything may be staked",
    AGAIN: "nobody can add to a wager",
}
"""What becomes of a table where one of these is left out: no house can want that."""


COMBINATION = "combination-"
"""So begin the rules that say which main wagers go together; without any, all of them do."""


def needed(wagers: Mapping[str, Any], *, together: bool, boxes: bool) -> Iterator[tuple[str, str]]:
    """The rules that a table with these wagers needs, each with what happens without it.

    Where it is said which wagers go `together`, it is said of each main wager; where wagers lie
    on `boxes`, each box has one of a player's.
    """
    yield from ((name, why) for name, why in NEEDED.items() if not (boxes and name == AGAIN))
    for name, wager in wagers.items() if together else ():
        if isinstance(wager, dict) and "optional" not in wager:
            yield f"{COMBINATION}{name}", f"nobody can wager on {name} alone"


def misread(name: str, rule: Rule) -> str | None:
    """Why a rule would not be read, or not as it stands; nothing where it will be."""
    known = values()
    if name not in known:
        return f"no command reads the rule '{name}'.{nearest(name, known)}"
    kind = known[name]
    if kind and not isinstance(rule.value, KINDS[kind]):
        said = {"number": "a number", "word": "a word", "words": "a list of words"}[kind]
        return f"the rule '{name}' needs {said} as its value"
    return None
