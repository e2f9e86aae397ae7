"""The optional wagers of Star Blackjack (rule 14), counted over every deal of three cards.

The three cards are the player's first, the player's second and the dealer's first; each goes
over the 52 kinds (4 x rank + suit, ranks ace to king, suits clubs, diamonds, hearts, spades).
A count is a number of ordered deals of physical cards: over N (N - 1) (N - 2) in all. Wagers on
the player's two cards alone count every dealer's card. Events have the names of the rulebook;
where it gives none, `pair`; a deal that wins nothing is `lose`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

Deal = tuple[int, int, int]

ACE, SIX, SEVEN, EIGHT = 0, 5, 6, 7
DIAMONDS = 1
WAGERS = ("any-pairs", "perfect-pairs", "star-pairs", "lucky-lucky", "blazing-sevens")


def three_cards_counts(counts: Sequence[int]) -> dict[tuple[str, str], int]:
    """The ordered deals that give each wager each of its events, by wager and event."""
    if len(counts) != 52 or min(counts) < 0 or sum(counts) < 3:
        raise ValueError(counts)
    found: defaultdict[tuple[str, str], int] = defaultdict(int)
    for first in range(52):
        for second in range(52):
            seconds = counts[second] - (second == first)
            two = counts[first] * seconds
            if two == 0:
                continue
            for dealer in range(52):
                ways = two * (counts[dealer] - (dealer == first) - (dealer == second))
                if ways == 0:
                    continue
                deal = (first, second, dealer)
                found["any-pairs", any_pairs(deal)] += ways
                found["perfect-pairs", perfect_pairs(deal)] += ways
                found["star-pairs", star_pairs(deal)] += ways
                found["lucky-lucky", lucky_lucky(deal)] += ways
                found["blazing-sevens", blazing_sevens(deal)] += ways
    return dict(found)


def rank(kind: int) -> int:
    return kind // 4


def suit(kind: int) -> int:
    return kind % 4


def black(kind: int) -> bool:
    """Clubs and spades."""
    return suit(kind) in (0, 3)


def one_suit(deal: Deal) -> bool:
    """J33: suited means all three cards of one suit."""
    return suit(deal[0]) == suit(deal[1]) and suit(deal[1]) == suit(deal[2])


def any_pairs(deal: Deal) -> str:
    """14.14, 14.15."""
    return "pair" if rank(deal[0]) == rank(deal[1]) else "lose"


def perfect_pairs(deal: Deal) -> str:
    """14.11, 14.12."""
    first, second, _ = deal
    if rank(first) != rank(second):
        return "lose"
    if black(first) != black(second):
        return "Mixed Pair"
    if suit(first) != suit(second):
        return "Coloured Pair"
    return "Perfect Pair"


def star_pairs(deal: Deal) -> str:
    """14.29, 14.30; aces of any suits are the highest event, and only that (14.32, J44)."""
    first, second, _ = deal
    if rank(first) != rank(second):
        return "lose"
    if rank(first) == ACE:
        return "Pair of Aces"
    if suit(first) == suit(second):
        return "Suited Pair"
    if black(first) == black(second):
        return "Same Colour Pair"
    return "Mixed Pair"


def three_card_total(deal: Deal) -> int:
    """J32: one ace counts eleven if the total stays within 21, every other ace one."""
    total = 0
    for kind in deal:
        total += min(rank(kind) + 1, 10)
    if ACE in (rank(deal[0]), rank(deal[1]), rank(deal[2])) and total <= 11:
        total += 10
    return total


def lucky_lucky(deal: Deal) -> str:
    """14.17 and its pay table from the top: the highest event only (14.20)."""
    suited = one_suit(deal)
    ranks = sorted((rank(deal[0]), rank(deal[1]), rank(deal[2])))
    total = three_card_total(deal)
    if suited and ranks == [SEVEN, SEVEN, SEVEN]:
        return "Suited 7,7,7"
    if suited and ranks == [SIX, SEVEN, EIGHT]:
        return "Suited 6,7,8"
    if ranks == [SEVEN, SEVEN, SEVEN]:
        return "Unsuited 7,7,7"
    if ranks == [SIX, SEVEN, EIGHT]:
        return "Unsuited 6,7,8"
    if suited and total == 21:
        return "Suited 21"
    if total == 21:
        return "Unsuited 21"
    if total == 20:
        return "Any 20"
    if total == 19:
        return "Any 19"
    return "lose"


def blazing_sevens(deal: Deal) -> str:
    """14.21 and its pay table; one hand's seven alone wins nothing (J37)."""
    player_sevens = (rank(deal[0]) == SEVEN) + (rank(deal[1]) == SEVEN)
    dealer_seven = rank(deal[2]) == SEVEN
    if player_sevens == 2 and not dealer_seven:
        return "Two Player Sevens"
    if player_sevens == 1 and dealer_seven:
        return "One Player Seven & One Dealer Seven"
    if player_sevens < 2:
        return "lose"
    if one_suit(deal) and suit(deal[0]) == DIAMONDS:
        return "Three Sevens of Diamonds"
    if one_suit(deal):
        return "Three Suited Sevens"
    if black(deal[0]) == black(deal[1]) and black(deal[1]) == black(deal[2]):
        return "Three Same Colour Sevens"
    return "Three Sevens"
