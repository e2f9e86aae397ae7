"""Card ids and notation, and the composition of a shoe.

A card is an integer 4 x rank + suit, ranks A..K = 0..12, suits c, d, h, s = 0..3; that is
the form of journals and columns. People write `Ah Td 7s`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from pitboss.refusal import Refusal

Card: TypeAlias = int

RANKS = "A23456789TJQK"
SUITS = "cdhs"
SUIT_SIGNS = "♣♦♥♠"
CARDS_IN_DECK = len(RANKS) * len(SUITS)

ACE = RANKS.index("A")
SEVEN = RANKS.index("7")


def rank(card: Card) -> int:
    """Rank 0 (ace) to 12 (king)."""
    return card >> 2


def suit(card: Card) -> int:
    """Suit 0 to 3 in the order clubs, diamonds, hearts, spades."""
    return card & 3


def red(card: Card) -> bool:
    """Whether the card is a diamond or a heart."""
    return suit(card) in (1, 2)


PAIR_KINDS = ("none", "mixed", "coloured", "perfect")


def pair_kind(first: Card, second: Card) -> str:
    """Perfect: same rank and suit. Coloured: same rank and colour. Mixed: same rank only.

    A pair is two cards of the same rank, never merely of the same value (readings X8, P-V14).
    """
    if rank(first) != rank(second):
        return "none"
    if suit(first) == suit(second):
        return "perfect"
    return "coloured" if red(first) == red(second) else "mixed"


def name(card: Card) -> str:
    """Plain notation: `Ah`."""
    return RANKS[rank(card)] + SUITS[suit(card)]


def names(cards: Iterable[Card]) -> str:
    """Plain notation of several cards: `Ah Td`."""
    return " ".join(name(card) for card in cards)


def pretty(card: Card) -> str:
    """Notation with a suit sign, for people: `10♥`."""
    letter = RANKS[rank(card)]
    return ("10" if letter == "T" else letter) + SUIT_SIGNS[suit(card)]


def parse(text: str) -> tuple[Card, ...] | Refusal:
    """Read cards written as `Ah Td 7s`; anything else is refused by name."""
    found = []
    for word in text.split():
        if len(word) != 2 or word[0] not in RANKS or word[1] not in SUITS:
            return Refusal.of(
                "malformed-card", word=word, ranks=" ".join(RANKS), suits=" ".join(SUITS)
            )
        found.append(4 * RANKS.index(word[0]) + SUITS.index(word[1]))
    return tuple(found)


def too_many_copies(cards: Sequence[Card], decks: int) -> Card | None:
    """The first card that appears more often than `decks` decks can hold, if any."""
    for card, copies in Counter(cards).items():
        if copies > decks:
            return card
    return None


def full_shoe(decks: int) -> list[Card]:
    """Every card of `decks` decks in factory order."""
    return list(range(CARDS_IN_DECK)) * decks
