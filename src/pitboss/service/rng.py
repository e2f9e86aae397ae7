"""Numbers from the operating system, mapped to cards without bias.

A word of 32 bits is cut to the bits that the bound needs; what is not below the bound is
thrown away and the next word taken, in order. So every number below the bound has exactly the
same number of words behind it, which `words_behind` counts for the proof.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from pitboss.cards import CARDS_IN_DECK, Card

WORD_BITS = 32

Words = Callable[[], int]


def system_words(size: int) -> bytes:
    """So many bytes from the operating system's generator, raw."""
    return secrets.token_bytes(size)


def system_word() -> int:
    """32 bits from the operating system's generator."""
    return int.from_bytes(system_words(WORD_BITS // 8), "big")


def below(bound: int, words: Words = system_word) -> int:
    """A number from 0 up to but not including `bound`, each equally likely."""
    if not 1 <= bound <= 1 << WORD_BITS:
        raise ValueError(f"no number below {bound} can be drawn")
    shift = WORD_BITS - (bound - 1).bit_length()
    while True:
        number = words() >> shift
        if number < bound:
            return number


def words_behind(bound: int) -> int:
    """How many words give each number below the bound: the same for all of them."""
    return 1 << (WORD_BITS - (bound - 1).bit_length())


def shuffled(decks: int, words: Words = system_word) -> tuple[Card, ...]:
    """Every order of these decks equally likely (Fisher and Yates)."""
    cards = [card for card in range(CARDS_IN_DECK) for _ in range(decks)]
    for last in range(len(cards) - 1, 0, -1):
        chosen = below(last + 1, words)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


def nonce() -> bytes:
    """The 32 bytes that keep a commitment from being opened by search."""
    return secrets.token_bytes(32)
