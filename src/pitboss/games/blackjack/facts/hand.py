"""Values of blackjack hands (rule 3.2)."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import ACE, CARDS_IN_DECK, Card, rank

LIMIT = 21
VALUES = tuple(min(rank(card) + 1, 10) for card in range(CARDS_IN_DECK))
ACES = frozenset(card for card in range(CARDS_IN_DECK) if rank(card) == ACE)


def value(card: Card) -> int:
    """2 to 10 their number, pictures ten; an ace is counted as one here."""
    return VALUES[card]


def total(cards: Sequence[Card]) -> tuple[int, bool]:
    """The point total, and whether it is soft: an ace counted as eleven."""
    hard = sum([VALUES[card] for card in cards])
    if hard + 10 <= LIMIT and not ACES.isdisjoint(cards):
        return hard + 10, True
    return hard, False


def initial_total(first_two: Sequence[Card], ace: int | None) -> int:
    """The total of two cards for a double, each ace counted as `ace`; as ever without one."""
    if ace is None:
        return total(first_two)[0]
    return sum(ace if rank(card) == ACE else value(card) for card in first_two)


def doubled_total(cards: Sequence[Card], ace: int | None) -> int:
    """The total of a doubled hand: initial aces stay `ace`, a drawn ace is ordinary (J14).

    Where the edition does not fix them they are ordinary too.
    """
    if ace is None:
        return total(cards)[0]
    drawn = cards[2:]
    hard = initial_total(cards[:2], ace) + sum(map(value, drawn))
    if any(rank(card) == ACE for card in drawn) and hard + 10 <= LIMIT:
        return hard + 10
    return hard


def is_blackjack(cards: Sequence[Card]) -> bool:
    """An ace with a ten-value card as the first two cards of a hand that was not split."""
    return len(cards) == 2 and total(cards) == (LIMIT, True)
