"""The enumerators against brute force on tiny shoes, with the rules written once more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from math import factorial, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.second import enumerate_baccarat, optional
from tests.second.blackjack import Hand, Round
from tests.second.cards import RANKS, SUITS
from tests.second.enumerate_baccarat import pairs_counts, points_counts, result, value_counts
from tests.second.enumerate_three_cards import WAGERS, three_cards_counts
from tests.second.two_coups import RESULTS, Coup, coups, two_coups

# Table 2 as printed: a row for each count of the Banker's Hand. First where the Player's Hand
# took no card, then by the value 0 to 9 of the card it took.
STOOD = "DDDDDDSSSS"
DREW = (
    "DDDDDDDDDD",
    "DDDDDDDDDD",
    "DDDDDDDDDD",
    "DDDDDDDDSD",
    "SSDDDDDDSS",
    "SSSSDDDDSS",
    "SSSSSSDDSS",
    "SSSSSSSSSS",
    "SSSSSSSSSS",
    "SSSSSSSSSS",
)
NATURALS = (8, 9)

Points = tuple[int, int, int, int, int, int]


def deal(values: tuple[int, ...]) -> Points:
    """One coup from values in order, cards drawn from a list."""
    player = [values[0], values[2]]
    banker = [values[1], values[3]]
    two = (sum(player) % 10, sum(banker) % 10)
    rest = list(values[4:])
    if two[0] not in NATURALS and two[1] not in NATURALS:
        column = STOOD[two[1]]
        if two[0] not in (6, 7):
            player.append(rest.pop(0))
            column = DREW[two[1]][player[2]]
        if column == "D":
            banker.append(rest.pop(0))
    return (sum(player) % 10, sum(banker) % 10, len(player), len(banker), *two)


def kinds(names: str) -> list[int]:
    """Card kinds from their notation."""
    return [4 * RANKS.index(name[0]) + SUITS.index(name[1]) for name in names.split()]


def counts_of(cards: list[int]) -> list[int]:
    found = [0] * 52
    for card in cards:
        found[card] += 1
    return found


def value(card: int) -> int:
    return (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0)[card // 4]


def kind_of_pair(first: str, second: str) -> str:
    if first[0] != second[0]:
        return "none"
    if first[1] == second[1]:
        return "perfect"
    return "coloured" if {first[1], second[1]} in ({"c", "s"}, {"d", "h"}) else "mixed"


def name(card: int) -> str:
    return RANKS[card // 4] + SUITS[card % 4]


def tiny_shoes(most: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 51), min_size=7, max_size=most)


def test_the_rules_agree_in_every_cell() -> None:
    for player in range(10):
        for banker in range(10):
            for third in (None, *range(10)):
                drew = enumerate_baccarat.player_takes(player, banker)
                stopped = player in NATURALS or banker in NATURALS
                assert drew == (not stopped and player < 6)
                cell = STOOD[banker] if third is None else DREW[banker][third]
                takes = enumerate_baccarat.banker_takes(player, banker, third)
                assert takes == (not stopped and cell == "D")


@settings(deadline=None, max_examples=20)
@given(tiny_shoes(9))
def test_points_of_tiny_shoes_card_by_card(cards: list[int]) -> None:
    found: Counter[Points] = Counter()
    for values, deals in Counter(permutations(map(value, cards), 6)).items():
        found[deal(values)] += deals
    assert points_counts(counts_of(cards)) == found


@settings(deadline=None, max_examples=20)
@given(tiny_shoes(11))
def test_pairs_of_tiny_shoes_card_by_card(cards: list[int]) -> None:
    found: Counter[tuple[str, str, bool]] = Counter()
    for p1, b1, p2, b2 in permutations(map(name, cards), 4):
        player, banker = kind_of_pair(p1, p2), kind_of_pair(b1, b2)
        twin = len({p1[0], b1[0], p2[0], b2[0]}) == 1
        found[player, banker, twin] += 1
    assert pairs_counts(counts_of(cards)) == found


def test_pairs_of_a_shoe_rich_in_pairs() -> None:
    cards = kinds("Ah Ah Ad Ac Kh Ks Kh Kd Td Jd")
    found = pairs_counts(counts_of(cards))
    assert found["perfect", "perfect", False] == 2 * 2 * 2
    assert found["perfect", "mixed", True] == 2 * 2 + 2 * 2
    assert ("perfect", "coloured", True) not in found


@pytest.mark.long
def test_pairs_of_eight_decks_over_all_four_kinds() -> None:
    """52^4 terms, nothing factored."""
    found: Counter[tuple[str, str, bool]] = Counter()
    names = [name(card) for card in range(52)]
    two = [[kind_of_pair(first, second) for second in names] for first in names]
    left = [8] * 52
    for p1 in range(52):
        left[p1] -= 1
        for b1 in range(52):
            ways_b1 = left[b1]
            left[b1] -= 1
            for p2 in range(52):
                ways = 8 * ways_b1 * left[p2]
                left[p2] -= 1
                for b2 in range(52):
                    twin = p1 // 4 == p2 // 4 == b1 // 4 == b2 // 4
                    found[two[p1][p2], two[b1][b2], twin] += ways * left[b2]
                left[p2] += 1
            left[b1] += 1
        left[p1] += 1
    assert pairs_counts([8] * 52) == found


PAYS = {
    ("any-pairs", "pair"): 11,
    ("perfect-pairs", "Mixed Pair"): 5,
    ("perfect-pairs", "Coloured Pair"): 10,
    ("perfect-pairs", "Perfect Pair"): 30,
    ("star-pairs", "Mixed Pair"): 5,
    ("star-pairs", "Same Colour Pair"): 8,
    ("star-pairs", "Suited Pair"): 20,
    ("star-pairs", "Pair of Aces"): 30,
    ("lucky-lucky", "Suited 7,7,7"): 200,
    ("lucky-lucky", "Suited 6,7,8"): 100,
    ("lucky-lucky", "Unsuited 7,7,7"): 50,
    ("lucky-lucky", "Unsuited 6,7,8"): 30,
    ("lucky-lucky", "Suited 21"): 15,
    ("lucky-lucky", "Unsuited 21"): 3,
    ("lucky-lucky", "Any 20"): 2,
    ("lucky-lucky", "Any 19"): 1,
    ("blazing-sevens", "Three Sevens of Diamonds"): 8000,
    ("blazing-sevens", "Three Suited Sevens"): 800,
    ("blazing-sevens", "Three Same Colour Sevens"): 500,
    ("blazing-sevens", "Three Sevens"): 200,
    ("blazing-sevens", "Two Player Sevens"): 20,
    ("blazing-sevens", "One Player Seven & One Dealer Seven"): 10,
}
"""What each event pays on one unit with Lucky Lucky's pay table 2 and $5 on a $40,000 jackpot."""


@pytest.mark.parametrize(
    "shoe",
    [
        "7d 7d 7d 7c 7c 7c 7s 7h 6d 8d 6c 8h Ad Ad",
        "Ah Ah As Ac Td 9d Kd Qs 8h 2h 9h Ks 5c 6c",
        "Kd Kd Kh Ks Jd Jh 3c 3s 3c 6s 7s 8s 9s Qh",
    ],
)
@pytest.mark.parametrize("wager", WAGERS)
def test_three_cards_of_small_shoes_as_the_second_engine_pays(wager: str, shoe: str) -> None:
    stake = 500
    sign = optional.Sign(lucky_lucky=2, jackpot=4_000_000)
    paid: Counter[int] = Counter()
    for first, second, up in permutations(shoe.split(), 3):
        played = Round(hands=(Hand((first, second)),), dealer=(up,), main=stake)
        answer = optional.settle(wager, stake, played, sign, decks=6)
        assert answer is not None
        paid[answer[1] // stake] += 1
    counted: Counter[int] = Counter()
    for (of, event), deals in three_cards_counts(counts_of(kinds(shoe))).items():
        if of == wager:
            counted[PAYS.get((of, event), 0)] += deals
    assert counted == paid


def arrangements(left: list[int], length: int) -> Iterator[tuple[int, ...]]:
    """Every different sequence of values from so many of each."""
    if length == 0:
        yield ()
        return
    for number in range(10):
        if left[number] > 0:
            left[number] -= 1
            for rest in arrangements(left, length - 1):
                yield (number, *rest)
            left[number] += 1


@pytest.mark.parametrize(
    "shoe",
    [
        "Ac 2c 2d Kh Kh Kh Kh Kh 6s 6s Qc Qd",
        "9c 9c 9c 9c 7d 7d 7d 7d 4s 4s 4s 4s 4s",
        "3h 3h 3h 3h 3h 3h 5c 5c 5c 8s 8s 6d",
    ],
)
def test_two_coups_of_tiny_shoes_one_after_the_other(shoe: str) -> None:
    counts = counts_of(kinds(shoe))
    left = value_counts(counts)
    cards = sum(left)
    found: Counter[str] = Counter()
    for values in arrangements(list(left), cards):
        first = deal(values[:6])
        used = first[2] + first[3]
        then = deal(values[used : used + 6])
        found[f"{result(first)}-{result(then)}"] += 1
    # A sequence of values stands for this many orders of all cards, a deal of twelve for these.
    each, behind = prod(factorial(number) for number in left), factorial(cards - 12)
    expected = {pair: number * each // behind for pair, number in found.items()}
    assert {pair: deals for pair, deals in two_coups(counts).items() if deals} == expected


@settings(deadline=None, max_examples=6)
@given(st.lists(st.integers(0, 8), min_size=52, max_size=52).filter(lambda counts: sum(counts) > 5))
def test_the_coup_by_multisets_is_the_coup_card_by_card(counts: list[int]) -> None:
    found = dict.fromkeys(RESULTS, 0)
    for outcome, deals in points_counts(counts).items():
        found[result(outcome)] += deals
    assert Coup(coups()[1]).results(value_counts(counts)) == list(found.values())


@pytest.mark.parametrize("count", [points_counts, pairs_counts, three_cards_counts, two_coups])
def test_a_shoe_that_is_too_short_is_an_error(count: object) -> None:
    assert callable(count)
    for few in ([0] * 52, [1, 1] + [0] * 50, [8] * 51):
        with pytest.raises(ValueError):  # noqa: PT011
            count(few)
