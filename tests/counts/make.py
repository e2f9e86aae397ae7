"""The exact counts of full shoes as data files: write them anew, or read them.

`python -m tests.counts.make` writes all of them with the enumerators of tests/second.

- points-<decks>.csv: ordered deals of six cards. A row has both hands' two-card totals and
  numbers of cards and the Player's total; its ten last columns are the Banker's totals, empty
  where no deal gets there.
- pairs-<decks>.csv: ordered deals of four cards by kinds of pair; `twin` for one rank.
- three-cards-<decks>.csv: ordered deals of three cards by wager and event of Star Blackjack.
- two-coups.json: ordered deals of twelve cards by the results of the first two coups.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.second.enumerate_baccarat import (
    Outcome,
    PairOutcome,
    composition,
    pairs_counts,
    points_counts,
)
from tests.second.enumerate_three_cards import three_cards_counts
from tests.second.two_coups import two_coups

FOLDER = Path(__file__).parent
DECKS = range(1, 9)
THREE_CARDS_DECKS = (6, 8)
TWO_COUPS_DECKS = (4, 6, 8)

TOTALS = range(10)
POINTS_HEAD = ("player_two", "banker_two", "player_cards", "banker_cards", "player_total")
PAIRS_HEAD = ("player_pair", "banker_pair", "twin", "deals")
THREE_CARDS_HEAD = ("wager", "event", "deals")


def make(folder: Path = FOLDER) -> None:
    """Write every file."""
    for decks in DECKS:
        write_points(folder / f"points-{decks}.csv", points_counts(composition(decks)))
        write_pairs(folder / f"pairs-{decks}.csv", pairs_counts(composition(decks)))
    for decks in THREE_CARDS_DECKS:
        counts = three_cards_counts(composition(decks))
        rows = [(*key, deals) for key, deals in sorted(counts.items())]
        write(folder / f"three-cards-{decks}.csv", THREE_CARDS_HEAD, rows)
    both = {str(decks): two_coups(composition(decks)) for decks in TWO_COUPS_DECKS}
    (folder / "two-coups.json").write_text(json.dumps(both, indent=2) + "\n", encoding="utf-8")


def write(path: Path, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write_points(path: Path, counts: dict[Outcome, int]) -> None:
    lines: dict[tuple[int, ...], dict[int, int]] = {}
    for (player, banker, player_cards, banker_cards, *two), deals in sorted(counts.items()):
        lines.setdefault((*two, player_cards, banker_cards, player), {})[banker] = deals
    rows = [
        (*line, *(totals.get(total, "") for total in TOTALS))
        for line, totals in sorted(lines.items())
    ]
    write(path, [*POINTS_HEAD, *map(str, TOTALS)], rows)


def write_pairs(path: Path, counts: dict[PairOutcome, int]) -> None:
    rows = [
        (player, banker, "yes" if twin else "no", deals)
        for (player, banker, twin), deals in sorted(counts.items())
    ]
    write(path, PAIRS_HEAD, rows)


def read_points(decks: int) -> dict[Outcome, int]:
    """As `points_counts` of so many full decks."""
    counts: dict[Outcome, int] = {}
    for row in read(FOLDER / f"points-{decks}.csv"):
        player_two, banker_two, player_cards, banker_cards, player = (
            int(row[name]) for name in POINTS_HEAD
        )
        for banker in TOTALS:
            if row[str(banker)]:
                key = (player, banker, player_cards, banker_cards, player_two, banker_two)
                counts[key] = int(row[str(banker)])
    return counts


def read_pairs(decks: int) -> dict[PairOutcome, int]:
    """As `pairs_counts` of so many full decks."""
    return {
        (row["player_pair"], row["banker_pair"], row["twin"] == "yes"): int(row["deals"])
        for row in read(FOLDER / f"pairs-{decks}.csv")
    }


def read_three_cards(decks: int) -> dict[tuple[str, str], int]:
    """As `three_cards_counts` of so many full decks."""
    return {
        (row["wager"], row["event"]): int(row["deals"])
        for row in read(FOLDER / f"three-cards-{decks}.csv")
    }


def read_two_coups() -> dict[int, dict[str, int]]:
    """As `two_coups`, by decks."""
    both = json.loads((FOLDER / "two-coups.json").read_text(encoding="utf-8"))
    return {int(decks): counts for decks, counts in both.items()}


if __name__ == "__main__":
    make()
