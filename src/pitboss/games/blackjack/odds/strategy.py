"""What a player does with a hand: any strategy, and one that looks at totals only."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pitboss.games.blackjack.odds.solver.rules import Play
from pitboss.refusal import Refusal, refusable, refuse

HIT, STAND, DOUBLE, SPLIT = "hit", "stand", "double", "split"
ACTIONS = (HIT, STAND, DOUBLE, SPLIT)
UP_CARDS = range(1, 11)

# What a cell of a total-dependent table may say. A double that the rules do not allow on
# that hand (more than two cards) becomes what stands after "else"; "total" plays a pair as
# its total.
DOUBLE_ELSE_HIT, DOUBLE_ELSE_STAND, AS_TOTAL = "double else hit", "double else stand", "total"
TOTAL_WORDS = (HIT, STAND, DOUBLE_ELSE_HIT, DOUBLE_ELSE_STAND)
PAIR_WORDS = (SPLIT, AS_TOTAL)

Cell = tuple[str, int, int]


class Strategy(Protocol):
    """The player's decision on every hand that has one."""

    def action(self, values: tuple[int, ...], up: int, after_split: int, pair: int = 0) -> str:
        """One of `ACTIONS` for the hand `values`, sorted, aces as one, against `up` (1 to 10).

        `after_split` is 0 for a hand that was not split, 1 for the first hand of a split
        (it carries the original wager), 2 for a later one; `pair` is then the value of the
        cards that were split, which the cards of the hand alone do not tell (3,8 may come
        from threes or from eights).
        """
        ...


def letter(value: int) -> str:
    """A card value as people write it: A, 2 to 9, T."""
    return {1: "A", 10: "T"}.get(value, str(value))


def hand_text(values: tuple[int, ...]) -> str:
    """A hand as people write it, the highest first: `T,6`; an ace leads: `A,7`."""
    aces = [letter(value) for value in values if value == 1]
    return ",".join(aces + [letter(value) for value in sorted(values, reverse=True) if value > 1])


def needed_cells(play: Play) -> list[Cell]:
    """Every cell of a total-dependent table: hard and soft totals that may draw, and pairs."""
    below = play.rules.may_draw.below
    hard = [("hard", total, up) for total in range(4, below) for up in UP_CARDS]
    soft = [("soft", total, up) for total in range(12, below) for up in UP_CARDS]
    pairs = [("pair", value, up) for value in range(1, 11) for up in UP_CARDS]
    return hard + soft + pairs


@dataclass(frozen=True)
class TotalDependent:
    """A basic strategy: one word per hard total, soft total or pair and up card."""

    play: Play
    cells: Mapping[Cell, str]

    def action(self, values: tuple[int, ...], up: int, after_split: int, pair: int = 0) -> str:
        """The word of the table, turned into what the rules allow on this hand."""
        legal = self.play.legal(values, after_split, pair)
        if len(legal) == 1:
            return legal[0]
        if SPLIT in legal and self.cells["pair", values[0], up] == SPLIT:
            return SPLIT
        total, soft = self.play.total(values)
        word = self.cells["soft" if soft else "hard", total, up]
        first, _, otherwise = word.partition(" else ")
        if first in legal:
            return first
        # A total below the one that must draw leaves nothing else (rule 10.2).
        return otherwise if otherwise in legal else HIT

    def document(self) -> dict[str, Any]:
        """The table as JSON holds it: kind, total or pair, up card."""
        found: dict[str, dict[str, dict[str, str]]] = {}
        for (kind, total, up), word in sorted(self.cells.items()):
            row = letter(total) if kind == "pair" else str(total)
            found.setdefault(kind, {}).setdefault(row, {})[letter(up)] = word
        return found

    def save(self, path: Path) -> None:
        """Write the table as JSON."""
        path.write_text(json.dumps(self.document(), indent=1) + "\n", encoding="utf-8")


def load_strategy(path: Path, play: Play) -> TotalDependent | Refusal:
    """Read a table from JSON; a hole or an unknown word is refused with its cell named."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        return Refusal.of("no-strategy-file", path=path, strerror=error.strerror)
    except ValueError:
        return Refusal.of("malformed-strategy", path=path)
    return read_strategy(document, play)


@refusable
def read_strategy(document: Any, play: Play) -> TotalDependent:
    """A table from its JSON document; every needed cell must be there and be legal.

    What `odds --strategy --json` prints holds such a table under `basic`.
    """
    if isinstance(document, dict) and isinstance(document.get("basic"), dict):
        document = document["basic"].get("table", document)
    cells = {}
    for kind, total, up in needed_cells(play):
        row = letter(total) if kind == "pair" else str(total)
        where = f"a pair of {row}" if kind == "pair" else f"{kind} {row}"
        where += f" against {letter(up)}"
        word = _entry(document, kind, row, letter(up))
        if word is None:
            refuse("strategy-hole", where=where)
        words = PAIR_WORDS if kind == "pair" else TOTAL_WORDS
        if word not in words:
            refuse("strategy-word", word=word, where=where, words=", ".join(words))
        must = play.rules.must_draw
        if must is not None and kind == "hard" and word.endswith(STAND) and total < must.below:
            refuse("stands-too-low.read-strategy", must.clauses, where=where, below=must.below)
        cells[kind, total, up] = word
    return TotalDependent(play, cells)


def _entry(document: Any, *keys: str) -> str | None:
    for key in keys:
        if not isinstance(document, dict) or key not in document:
            return None
        document = document[key]
    return document if isinstance(document, str) else None
