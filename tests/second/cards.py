"""Card names, and what chips can pay."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

RANKS = "A23456789TJQK"
SUITS = "cdhs"

Cards = tuple[str, ...]
Answer = tuple[str, int, int]
"""Outcome, cents paid over the stake, cents of the stake given back."""


def parse(text: str) -> Cards:
    """The cards of a hand; ValueError for anything that is no card."""
    cards = tuple(text.split())
    for card in cards:
        if len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
            raise ValueError(card)
    return cards


def rank(card: str) -> str:
    return card[0]


def suit(card: str) -> str:
    return card[1]


def red(card: str) -> bool:
    return suit(card) in ("d", "h")


def same_rank(cards: Cards) -> bool:
    """The first two cards are of the same number or the same picture type."""
    return rank(cards[0]) == rank(cards[1])


def possible(cards: Cards, decks: int) -> bool:
    """Each deck has one of each card."""
    return all(cards.count(card) <= decks for card in cards)


def pay(stake: int, to: Fraction, chip: int) -> Answer:
    """A win at odds `to` one, up to the next amount that the smallest chip can pay."""
    return ("win", round_up(stake * to, chip), stake)


def round_up(exact: Fraction, chip: int) -> int:
    return ceil(exact / chip) * chip


def lose() -> Answer:
    return ("lose", 0, 0)


def stand_off(stake: int) -> Answer:
    return ("stand-off", 0, stake)


def void(stake: int) -> Answer:
    return ("void", 0, stake)
