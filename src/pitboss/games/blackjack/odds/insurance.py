"""Insurance and even money: what the dealer's second card decides, as exact fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.decision.space import Member
from pitboss.games.blackjack.facts.spaces import Insured
from pitboss.games.blackjack.odds.solver.rules import (
    ACE_VALUE,
    TEN_VALUE,
    VALUES,
    up_kind,
    value_counts,
)

if TYPE_CHECKING:
    from pitboss.games.blackjack.odds.solver.returns import Returns

COMPLETES = {ACE_VALUE: TEN_VALUE, TEN_VALUE: ACE_VALUE}


def insured_counts(counts52: Sequence[int]) -> Counter[Member]:
    """The ordered deals of the dealer's first two cards by their facts, nothing else known."""
    counts = value_counts(counts52)
    found: Counter[Member] = Counter()
    for up in VALUES:
        every = counts[up - 1] * (sum(counts) - 1)
        dealers = counts[up - 1] * counts[COMPLETES[up] - 1] if up in COMPLETES else 0
        if dealers:
            found[Insured(up_kind(up), True, False)] += dealers
        if every > dealers:
            found[Insured(up_kind(up), False, False)] += every - dealers
    return found


@dataclass(frozen=True)
class EvenMoney:
    """A blackjack against the dealer's ace: paid at once, or waiting for the dealer (9.1.2)."""

    at_once: Fraction
    waiting: Fraction
    dealers_blackjack: Fraction


def even_money(returns: Returns, counts52: Sequence[int]) -> EvenMoney | None:
    """What even money is worth; None where no up card offers it or the cards are not there."""
    for up, needed in COMPLETES.items():
        without, both, even = returns.natural[up_kind(up)]
        left = list(value_counts(counts52))
        for card in (up, ACE_VALUE, TEN_VALUE):
            left[card - 1] -= 1
        if even is None or min(left) < 0 or sum(left) == 0:
            continue
        dealers = Fraction(left[needed - 1], sum(left))
        return EvenMoney(even, without * (1 - dealers) + both * dealers, dealers)
    return None
