"""The composition of a shoe: how many of each of the 52 kinds of card are left."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import CARDS_IN_DECK, name, parse
from pitboss.editions.edition import Edition
from pitboss.refusal import refusable, refuse, sure
from pitboss.settle.setting import check_decks

Composition = tuple[int, ...]

FEWEST_CARDS = 6
MOST_STUDY_DECKS = 24


@refusable
def composition(
    edition: Edition, decks: int | None = None, remove: str = "", *, study: bool = False
) -> Composition:
    """The cards of so many decks less those removed.

    Decks that the edition does not permit are refused unless it is a `study`.
    """
    number = edition.decks.default if decks is None else decks
    if study and not 1 <= number <= MOST_STUDY_DECKS:
        refuse("decks-not-possible", most_study_decks=MOST_STUDY_DECKS, number=number)
    if not study:
        sure(check_decks(edition, number))
    counts = [number] * CARDS_IN_DECK
    for card in sure(parse(remove)):
        counts[card] -= 1
        if counts[card] < 0:
            refuse("card-not-there", edition.decks.clauses, card=name(card), number=number)
    if sum(counts) < FEWEST_CARDS:
        refuse("shoe-too-short.composition", counts=sum(counts))
    return tuple(counts)


def value_counts(counts: Sequence[int]) -> list[int]:
    """Cards by baccarat value: zero for tens and pictures, then one to nine."""
    values = [0] * 10
    for card, number in enumerate(counts):
        rank = card >> 2
        values[rank + 1 if rank < 9 else 0] += number
    return values


def falling(number: int, length: int) -> int:
    """Number x (number - 1) x ...: the ordered ways to draw `length` cards."""
    product = 1
    for step in range(length):
        product *= number - step
    return product
