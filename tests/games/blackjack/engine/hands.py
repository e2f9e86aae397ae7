"""Cards and hands: what they count (rules 3.2, 11.1.2, 13.2 and the definition of blackjack)."""

from __future__ import annotations

from dataclasses import dataclass, field

RANKS = "A23456789TJQK"
SUITS = "cdhs"
PACK = {rank + suit for rank in RANKS for suit in SUITS}


@dataclass
class Hand:
    """The cards on one place of the layout, and what its controlling player has called."""

    name: str
    cards: list[str] = field(default_factory=list)
    split: bool = False
    doubled: bool = False
    drawing: bool = False
    stood: bool = False
    silent: bool = False
    collected: bool = False

    @property
    def total(self) -> int:
        """The point total."""
        return points(self.cards, self.doubled)[0]

    @property
    def blackjack(self) -> bool:
        """1.1, 12.3.2, J18: an ace and a ten-value card as first two; never after a split."""
        values = sorted(value(card) for card in self.cards)
        return not self.split and values == [1, 10]

    @property
    def split_aces(self) -> bool:
        """12.3.1, 12.5.4: an ace that was split."""
        return self.split and self.cards[0][0] == "A"


def value(card: str) -> int:
    """3.2.2, 3.2.3: face value, pictures ten; the ace is one here, `points` may raise it."""
    return min(RANKS.index(card[0]) + 1, 10)


def ten_value(card: str) -> bool:
    """3.2.2, 3.2.3: a ten or a picture."""
    return value(card) == 10


def points(cards: list[str], doubled: bool = False) -> tuple[int, bool]:
    """3.2.1, 11.1.2, J14: the total, and whether an ace counts eleven in it.

    An ace is eleven unless the total passes 21. Aces among the first two cards of a doubled hand
    stay one; an ace drawn to the double is ordinary.
    """
    total = sum(value(card) for card in cards)
    free = cards[2:] if doubled else cards
    soft = any(card[0] == "A" for card in free) and total + 10 <= 21
    return total + 10 * soft, soft


def least_points(cards: list[str]) -> int:
    """11.1.2: the total for a double, every ace one."""
    return sum(value(card) for card in cards)


def dealer_draws(cards: list[str]) -> bool:
    """13.2, J31: below hard 17, or below soft 18."""
    total, soft = points(cards)
    return total < (18 if soft else 17)
