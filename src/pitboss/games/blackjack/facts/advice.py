"""What ordinary play does with a hand: a total-dependent basic strategy, kept as data.

`usual.csv` is what `pitboss odds --strategy --basic` derives for six decks: for each hand and each
card of the dealer's the words to choose, the first that is open; a pair without a word is played
by its total.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from functools import cache
from importlib import resources

from pitboss.cards import Card, rank
from pitboss.games.blackjack.facts.hand import total, value

ACE, TEN = "A", "T"


@cache
def _usual() -> dict[tuple[str, str, str], tuple[str, ...]]:
    text = resources.files(__package__).joinpath("usual.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines())
    return {
        (row["kind"], row["hand"], up): tuple(words.split())
        for row in rows
        for up, words in row.items()
        if up not in ("kind", "hand")
    }


def advice(cards: Sequence[Card], dealers: Sequence[Card]) -> Sequence[str]:
    """The words of ordinary play for a hand, the best first; none where a card is not seen."""
    if len(cards) < 2 or not dealers:
        return ()
    up, (points, soft) = _kind(dealers[0]), total(cards)
    words: tuple[str, ...] = ()
    if len(cards) == 2 and rank(cards[0]) == rank(cards[1]):
        words = _usual().get(("pair", _kind(cards[0]), up), ())
    return words or _usual().get(("soft" if soft else "hard", str(points), up), ("stand",))


def _kind(card: Card) -> str:
    points = value(card)
    return ACE if points == 1 else TEN if points == 10 else str(points)
