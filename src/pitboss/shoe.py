"""The life of a shoe: cut, cutting card, burn, last coup; one account for table and kernel."""

from __future__ import annotations

from pitboss.cards import CARDS_IN_DECK, Card, rank
from pitboss.editions.values import Burn, Cut, CuttingCard, ShoeEnd, Source
from pitboss.refusal import Refusal
from pitboss.words import with_article


def check_source(rule: Source, source: str) -> Refusal | None:
    """Cards are dealt from what is permitted."""
    if source in rule.permitted:
        return None
    listed = " or ".join(map(with_article, rule.permitted))
    return Refusal.of("source-not-permitted", rule.clauses, listed=listed)


def check_cut(rule: Cut, depth: int, cards: int) -> Refusal | None:
    """The cut must leave the stated number of decks on either side."""
    least = rule.decks_from_end * CARDS_IN_DECK
    if least <= depth <= cards - least:
        return None
    return Refusal.of(
        "cut-too-near-the-end.check-cut", rule.clauses, depth=depth, cards=cards, least=least
    )


def check_cutting_card(rule: CuttingCard, behind: int, cards: int) -> Refusal | None:
    """The cutting card must leave a permitted number of cards behind it."""
    most = cards if rule.most is None else rule.most
    if rule.most_share is not None:
        most = cards // rule.most_share
    if rule.least <= behind <= most:
        return None
    return Refusal.of(
        "cutting-card-misplaced", rule.clauses, least=rule.least, most=most, behind=behind
    )


def burn_value(card: Card) -> int:
    """For burning, tens and pictures count ten and an ace one."""
    return min(rank(card) + 1, 10)


def cards_burned(rule: Burn, first: Card) -> int:
    """How many cards go to the discards, the first card counted."""
    return 1 + (burn_value(first) if rule.by_value else 0)


def coups_left(rule: ShoeEnd, *, first: bool) -> int:
    """Coups still to be dealt when the cutting card shows.

    Shown as the first card of a coup, the count includes that coup; shown later, it counts
    the coups after the one in progress.
    """
    return rule.when_first if first else rule.when_later
