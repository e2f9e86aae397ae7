"""Hands as the pages are given them: as they lie, and as a finished coup left them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pitboss.baccarat.points import count
from pitboss.baccarat.tableau import is_natural
from pitboss.cards import Card, name, pair_kind
from pitboss.editions.model import Tableau
from pitboss.table.state import Slot

TWO = 2


class HandShown(msgspec.Struct, frozen=True, kw_only=True):
    """A hand: cards face down have no name; the count is that of a hand all of which is seen."""

    cards: list[str | None]
    count: int | None


class HandFinished(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of a finished coup."""

    cards: tuple[str, ...]
    count: int
    natural: bool
    pair: bool


def hand_of(slots: Sequence[Slot]) -> HandShown:
    """A hand as it lies."""
    return hand_shown([slot.card if slot.exposed else None for slot in slots])


def hand_shown(cards: Sequence[Card | None]) -> HandShown:
    """A hand of these cards, some of which may lie face down."""
    known = [card for card in cards if card is not None]
    whole = bool(known) and len(known) == len(cards)
    return HandShown(
        cards=[None if card is None else name(card) for card in cards],
        count=count(known) if whole else None,
    )


def hand_finished(tableau: Tableau, cards: Sequence[Card]) -> HandFinished:
    """A hand that gets no further card."""
    two = cards[:TWO]
    full = len(two) == TWO
    return HandFinished(
        cards=tuple(name(card) for card in cards),
        count=count(cards),
        natural=full and is_natural(tableau, count(two)),
        pair=full and pair_kind(*two) != "none",
    )
