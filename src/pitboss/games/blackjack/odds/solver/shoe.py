"""A shoe under study: its value counts, and the dealer's results after every hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.cards import CARDS_IN_DECK
from pitboss.games.blackjack.odds.solver.dealer import results
from pitboss.games.blackjack.odds.solver.hands import Hands, all_hands
from pitboss.games.blackjack.odds.solver.returns import HANDS, Returns
from pitboss.games.blackjack.odds.solver.rules import VALUES, Play, Values, up_kind, value_counts
from pitboss.refusal import refusable, refuse


@dataclass(frozen=True)
class Against:
    """What one up card leaves: the rest of the shoe, the dealer's results, the returns."""

    up: int
    kind: str
    probability: float
    rest: Any  # value counts without the up card
    dealer: Any  # [place, outcome]
    plain: dict[str, Any]  # by stake of the hand: [total, outcome]
    doubled: dict[str, Any]


@dataclass(frozen=True)
class Shoe:
    """A composition with everything that does not depend on how the player plays."""

    play: Play
    hands: Hands
    returns: Returns
    counts: tuple[int, ...]
    against: dict[int, Against]

    def deal_probability(self, hand: Values, up: int) -> float:
        """The probability of these first two cards and this up card."""
        left = list(self.counts)
        probability = 1.0 if hand[0] == hand[1] else 2.0
        for card in (up, *hand):
            probability *= left[card - 1] / sum(left)
            left[card - 1] -= 1
        return probability


@refusable
def open_shoe(play: Play, returns: Returns, counts52: Sequence[int], hands: int = 2) -> Shoe:
    """Study a composition; one that so many hands and the dealer could use up is refused."""
    if len(counts52) != CARDS_IN_DECK or min(counts52) < 0:
        raise ValueError(f"a composition has {CARDS_IN_DECK} counts, none below zero")
    counts = value_counts(counts52)
    if sum(value * copies for value, copies in zip(VALUES, counts, strict=True)) < (
        play.points_needed(hands)
    ):
        refuse("shoe-too-short.open-shoe", play.rules.dealer.clauses)
    tables = all_hands(play)
    kinds = {up_kind(up) for up in VALUES}
    plain = {k: {h: returns.matrix(h, k, doubled=False) for h in HANDS} for k in kinds}
    doubled = {k: {h: returns.matrix(h, k, doubled=True) for h in HANDS} for k in kinds}
    against = {}
    for up in VALUES:
        if counts[up - 1] == 0:
            continue
        rest = np.array(counts, dtype=np.float64)
        rest[up - 1] -= 1
        kind = up_kind(up)
        against[up] = Against(
            up=up,
            kind=kind,
            probability=counts[up - 1] / sum(counts),
            rest=rest,
            dealer=results(play, up, rest, tables.places),
            plain=plain[kind],
            doubled=doubled[kind],
        )
    return Shoe(play, tables, returns, counts, against)
