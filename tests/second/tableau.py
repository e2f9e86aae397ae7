"""The third card rules, which the four baccarat rulebooks share."""

from __future__ import annotations

from tests.second.cards import Cards, rank


def value(card: str) -> int:
    """An ace is one, 2 to 9 their number, ten and pictures nothing."""
    if rank(card) == "A":
        return 1
    if rank(card) in ("T", "J", "Q", "K"):
        return 0
    return int(rank(card))


def count(cards: Cards) -> int:
    """The right digit of the total."""
    total = 0
    for card in cards:
        total = total + value(card)
    while total >= 10:
        total = total - 10
    return total


def natural(cards: Cards) -> bool:
    return len(cards) == 2 and count(cards) in (8, 9)


def banker_draws(banker: int, third: int | None) -> bool:
    """Table 2, with the rule for a Player's Hand that stood."""
    if third is None:
        return banker in (0, 1, 2, 3, 4, 5)
    if banker in (0, 1, 2):
        return True
    if banker == 3:
        return third in (0, 1, 2, 3, 4, 5, 6, 7, 9)
    if banker == 4:
        return third in (2, 3, 4, 5, 6, 7)
    if banker == 5:
        return third in (4, 5, 6, 7)
    if banker == 6:
        return third in (6, 7)
    return False


def play(shoe: Cards) -> tuple[Cards, Cards]:
    """Deal one coup: Player's and Banker's hands."""
    player: Cards = (shoe[0], shoe[2])
    banker: Cards = (shoe[1], shoe[3])
    rest = shoe[4:]
    if natural(player) or natural(banker):
        return player, banker
    third = None
    if count(player) in (0, 1, 2, 3, 4, 5):
        player = (*player, rest[0])
        third = value(rest[0])
        rest = rest[1:]
    if banker_draws(count(banker), third):
        banker = (*banker, rest[0])
    return player, banker


def legal(player: Cards, banker: Cards) -> bool:
    """The coup follows the third card rules."""
    # Two cards to each hand first.
    if len(player) < 2 or len(banker) < 2:
        return False
    # Never more than one additional card to a hand.
    if len(player) > 3 or len(banker) > 3:
        return False
    # A natural in either hand: no more cards to either.
    if natural(player[:2]) or natural(banker[:2]):
        return len(player) == 2 and len(banker) == 2
    # Player draws on 0 to 5 and stands on 6 and 7.
    third = None
    if count(player[:2]) in (0, 1, 2, 3, 4, 5):
        if len(player) != 3:
            return False
        third = value(player[2])
    elif len(player) != 2:
        return False
    # Banker by its own count and the Player's third card.
    if banker_draws(count(banker[:2]), third):
        return len(banker) == 3
    return len(banker) == 2
