"""Words of one game in neutral rooms may only become fewer; clause numbers are in the data.

`python -m tests.tidy.test_ratchet` writes the list anew.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src" / "pitboss"
NEUTRAL = ("table", "service", "journal", "aggregates", "views", "api")
GAME = re.compile(
    r"\b(bankers?|tableau|naturals?|baccarat|blackjack|third card|insurance)\b", re.IGNORECASE
)
CLAUSE = re.compile(r"\b(?:\d+\.\d+(?:\.\d+)*|[ABPRX]\d{1,2})\b")
KNOWN = HERE / "ratchet.json"


def counted() -> dict[str, int]:
    """By file: lines with a word of a game."""
    found = {}
    for room in NEUTRAL:
        for path in sorted((SOURCE / room).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            words = sum(bool(GAME.search(line)) for line in text.splitlines())
            if words:
                found[str(path.relative_to(SOURCE))] = words
    return found


def test_the_words_of_games_in_neutral_rooms_only_become_fewer() -> None:
    known = json.loads(KNOWN.read_text(encoding="utf-8"))
    assert known == counted(), "fewer than listed: write the list anew; more: say it in the game"


def test_the_core_cites_no_clause_of_one_rulebook() -> None:
    """A docstring says the rule; its number, or that of a reading, is in the edition."""
    rooms = [SOURCE / "table", *SOURCE.glob("games/*/play")]
    cited = [
        f"{path.relative_to(SOURCE)}:{number}: {line.strip()}"
        for room in rooms
        for path in sorted(room.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if CLAUSE.search(line)
    ]
    assert not cited, "\n".join(cited)


if __name__ == "__main__":
    KNOWN.write_text(json.dumps(counted(), indent=0) + "\n", encoding="utf-8")
