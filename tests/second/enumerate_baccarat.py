"""One coup of baccarat from any composition, counted card by card in dealing order.

A composition is 52 counts, one for each kind of card: number 4 x rank + suit, ranks ace to
king, suits clubs, diamonds, hearts, spades. Every count is a number of ordered deals of
physical cards, so it is an integer: of six cards for the points (a coup that needs four or five
counts every way the next cards can lie), of four cards for the pairs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

Outcome = tuple[int, int, int, int, int, int]
"""Player's total, Banker's total, Player's cards, Banker's cards, Player's and Banker's first
two cards' total."""

PairOutcome = tuple[str, str, bool]
"""Kind of the Player's pair, kind of the Banker's pair, both of the same rank."""

VALUES = range(10)
KINDS = range(52)


def composition(decks: int) -> list[int]:
    """The counts of so many full decks."""
    return [decks] * 52


def orders(cards: int, dealt: int) -> int:
    """In how many orders so many cards can be dealt from a shoe."""
    ways = 1
    for already in range(dealt):
        ways = ways * (cards - already)
    return ways


def card_value(kind: int) -> int:
    """An ace is one, 2 to 9 their number, ten, jack, queen and king nothing."""
    number = kind // 4 + 1
    if number >= 10:
        return 0
    return number


def value_counts(counts: Sequence[int]) -> list[int]:
    """How many cards of each value 0 to 9 there are."""
    by_value = [0] * 10
    for kind in KINDS:
        by_value[card_value(kind)] += counts[kind]
    return by_value


def check(counts: Sequence[int], least: int) -> None:
    """A composition has 52 counts, none below nothing, and enough cards."""
    if len(counts) != 52 or min(counts) < 0 or sum(counts) < least:
        raise ValueError(counts)


def player_takes(player: int, banker: int) -> bool:
    """Whether the Player's Hand draws on its first two cards."""
    # A natural in either hand: no more cards to either.
    if player in (8, 9):
        return False
    if banker in (8, 9):
        return False
    # 0 to 5 draws, 6 and 7 stands.
    return player <= 5


def banker_takes(player: int, banker: int, third: int | None) -> bool:
    """Whether the Banker's Hand draws; `third` is the value of Player's third card, if any."""
    if player in (8, 9):
        return False
    if banker in (8, 9):
        return False
    # Player stood: Banker draws on 0 to 5.
    if third is None:
        return banker <= 5
    # Player drew: 0, 1, 2 always draws.
    if banker <= 2:
        return True
    # 3 draws unless the card was an eight.
    if banker == 3:
        return third != 8
    # 4 draws on two to seven.
    if banker == 4:
        return 2 <= third <= 7
    # 5 draws on four to seven.
    if banker == 5:
        return 4 <= third <= 7
    # 6 draws on six and seven.
    if banker == 6:
        return 6 <= third <= 7
    # 7 stands.
    return False


def taken(left: list[int]) -> Iterator[tuple[int, int]]:
    """Deal the next card: each value with its number of cards, which is gone meanwhile."""
    for value in VALUES:
        ways = left[value]
        if ways > 0:
            left[value] = ways - 1
            yield value, ways
            left[value] = ways


def points_counts(counts: Sequence[int]) -> dict[Outcome, int]:
    """The ordered deals of six cards that give each outcome of a coup; they sum to all deals."""
    check(counts, least=6)
    left = value_counts(counts)
    found: defaultdict[Outcome, int] = defaultdict(int)
    for p1, ways_p1 in taken(left):
        for b1, ways_b1 in taken(left):
            for p2, ways_p2 in taken(left):
                for b2, ways_b2 in taken(left):
                    ways = ways_p1 * ways_b1 * ways_p2 * ways_b2
                    player = (p1 + p2) % 10
                    banker = (b1 + b2) % 10
                    for outcome, more in third_cards(player, banker, left):
                        found[outcome] += ways * more
    return dict(found)


def third_cards(player: int, banker: int, left: list[int]) -> Iterator[tuple[Outcome, int]]:
    """Play on after four cards: outcomes with the deals of the fifth and sixth card."""
    rest = sum(left)
    if player_takes(player, banker):
        for third, ways in taken(left):
            total = (player + third) % 10
            if banker_takes(player, banker, third):
                for last, more in taken(left):
                    yield (total, (banker + last) % 10, 3, 3, player, banker), ways * more
            else:
                yield (total, banker, 3, 2, player, banker), ways * (rest - 1)
    elif banker_takes(player, banker, None):
        for last, ways in taken(left):
            yield (player, (banker + last) % 10, 2, 3, player, banker), ways * (rest - 1)
    else:
        yield (player, banker, 2, 2, player, banker), rest * (rest - 1)


def result(outcome: Outcome) -> str:
    """Who won the coup."""
    player, banker = outcome[0], outcome[1]
    if player > banker:
        return "player"
    if banker > player:
        return "banker"
    return "tie"


def pair_kind(first: int, second: int) -> str:
    """Of one rank: perfect in one suit, coloured in one colour, mixed otherwise."""
    if first // 4 != second // 4:
        return "none"
    if first == second:
        return "perfect"
    if is_red(first) == is_red(second):
        return "coloured"
    return "mixed"


def is_red(kind: int) -> bool:
    """Diamonds and hearts."""
    return kind % 4 in (1, 2)


def pairs_counts(counts: Sequence[int]) -> dict[PairOutcome, int]:
    """The ordered deals of four cards that give each outcome of the pairs.

    The Player's two cards go over all kinds. Given them, the Banker's go over all kinds for the
    first and the four kinds of the same rank for the second; all else is no pair.
    """
    check(counts, least=4)
    left = list(counts)
    rest = sum(left) - 2
    found: defaultdict[PairOutcome, int] = defaultdict(int)
    for p1 in KINDS:
        ways_p1 = left[p1]
        left[p1] -= 1
        for p2 in KINDS:
            ways = ways_p1 * left[p2]
            if ways == 0:
                continue
            left[p2] -= 1
            player = pair_kind(p1, p2)
            unpaired = rest * (rest - 1)
            for banker, rank, more in banker_pairs(left):
                twin = player != "none" and rank == p1 // 4
                found[player, banker, twin] += ways * more
                unpaired -= more
            found[player, "none", False] += ways * unpaired
            left[p2] += 1
        left[p1] += 1
    return {outcome: number for outcome, number in found.items() if number > 0}


def banker_pairs(left: list[int]) -> Iterator[tuple[str, int, int]]:
    """The Banker's pairs in what is left: kind, rank and ordered deals."""
    for b1 in KINDS:
        rank = b1 // 4
        for b2 in range(4 * rank, 4 * rank + 4):
            copies = left[b2] - 1 if b1 == b2 else left[b2]
            if left[b1] > 0 and copies > 0:
                yield pair_kind(b1, b2), rank, left[b1] * copies
