"""Shoes from the generator: an unbiased mapping, a hidden order, alarms, statistics.

The statistical tests have fixed seeds, so that they pass or fail for ever; each says the chance
`ALPHA` with which a fair generator would fail it on a fresh seed.
"""

from __future__ import annotations

import hashlib
import itertools
import random
from collections import Counter
from math import comb, erfc, exp, lgamma, log, sqrt

import pytest

from pitboss.cards import full_shoe, parse
from pitboss.games.baccarat.facts.points import count
from pitboss.refusal import Refusal
from pitboss.service import rng as source
from pitboss.service.rng import WORD_BITS, below, shuffled, words_behind
from pitboss.table.cards.shoe import commit

ALPHA = 0.01
MOST_CARDS = 416


# The mapping ----------------------------------------------------------------------------


@pytest.mark.parametrize("bound", range(2, MOST_CARDS + 1))
def test_rng_2_every_number_has_the_same_words_behind_it(bound: int) -> None:
    # A word is cut to its first bits: number k stands behind the words from k * each up to
    # (k + 1) * each, and only behind those. What is not below the bound is thrown away.
    each = words_behind(bound)
    assert each * bound <= 1 << WORD_BITS < 2 * each * bound + each
    for number in {0, 1, bound // 2, bound - 1}:
        for word in (number * each, (number + 1) * each - 1):
            assert below(bound, iter([word]).__next__) == number
    last = (1 << WORD_BITS) - 1
    if each * bound <= last:
        assert below(bound, iter([last, each * bound, 0]).__next__) == 0


@pytest.mark.parametrize("bits", [4, 7, 9])
def test_rng_2_counted_over_every_word_of_a_small_size(
    bits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "WORD_BITS", bits)
    for bound in range(2, min(MOST_CARDS, 1 << bits) + 1):
        counted: Counter[int | None] = Counter()
        for word in range(1 << bits):
            words = iter([word])
            try:
                counted[below(bound, words.__next__)] += 1
            except StopIteration:
                counted[None] += 1  # thrown away: the next word decides, alike for all
        kept = {number: n for number, n in counted.items() if number is not None}
        assert sorted(kept) == list(range(bound))
        assert set(kept.values()) == {words_behind(bound)}


def test_every_order_of_a_few_cards_comes_from_equally_many_draws() -> None:
    # Fisher and Yates over every sequence of choices gives every order once.
    for cards in range(2, 7):
        orders: Counter[tuple[int, ...]] = Counter()
        for choices in itertools.product(*(range(n + 1) for n in range(cards - 1, 0, -1))):
            order = list(range(cards))
            for last, chosen in zip(range(cards - 1, 0, -1), choices, strict=True):
                order[last], order[chosen] = order[chosen], order[last]
            orders[tuple(order)] += 1
        assert len(orders) == len(list(itertools.permutations(range(cards))))
        assert set(orders.values()) == {1}


@pytest.mark.parametrize("bound", [0, -1, (1 << 32) + 1])
def test_no_number_below_such_a_bound(bound: int) -> None:
    with pytest.raises(ValueError, match="can be drawn"):
        below(bound)


def test_a_shoe_is_whole() -> None:
    for decks in (1, 6, 8):
        assert sorted(shuffled(decks)) == sorted(full_shoe(decks))


# The commitment -------------------------------------------------------------------------


def test_without_a_nonce_the_last_cards_are_found_by_search_and_ours_are_not() -> None:
    order = shuffled(1, seeded(7))
    seen, hidden = order[:-6], sorted(order[-6:])
    bare = hashlib.sha256(bytes(order)).hexdigest()
    found = [
        rest
        for rest in itertools.permutations(hidden)
        if hashlib.sha256(bytes((*seen, *rest))).hexdigest() == bare
    ]
    assert found == [order[-6:]]
    nonce = source.nonce()
    ours = commit(nonce, order)
    assert len(nonce) == 32
    assert all(commit(b"", (*seen, *rest)) != ours for rest in itertools.permutations(hidden))
    assert all(commit(bytes(32), (*seen, *rest)) != ours for rest in itertools.permutations(hidden))
    # Every order of the rest fits the commitment under some nonce as well as any other: what
    # is left to search is the nonce, of 256 bits.
    assert commit(nonce, order) == ours


def test_two_shoes_of_one_order_have_two_commitments() -> None:
    order = shuffled(1, seeded(1))
    assert commit(source.nonce(), order) != commit(source.nonce(), order)


# Statistics -----------------------------------------------------------------------------


def seeded(seed: int) -> source.Words:
    """Words of a seeded generator, for tests alone."""
    chance = random.Random(seed)
    return lambda: chance.getrandbits(WORD_BITS)


def chi_square_tail(value: float, freedom: int) -> float:
    """The chance of so large a chi-square, by the regularised gamma function."""
    a, x = freedom / 2, value / 2
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-15:
            n += 1
            term *= x / n
            total += term
        return 1 - total * exp(-x + a * log(x) - lgamma(a))
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    h = d
    for i in range(1, 10_000):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b or tiny)
        c = b + an / c or tiny
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return h * exp(-x + a * log(x) - lgamma(a))


def test_the_tail_of_the_chi_square_is_right() -> None:
    assert chi_square_tail(3.841458820694124, 1) == pytest.approx(0.05)
    assert chi_square_tail(18.307038053275146, 10) == pytest.approx(0.05)
    assert chi_square_tail(67.50480654954123, 50) == pytest.approx(0.05)


SHOES = 3_000
ORDERS = [shuffled(1, seeded(10_000 + number)) for number in range(SHOES)]


def test_rng_3_position_by_card() -> None:
    """Each card at each place, 52 x 52; rows and columns are fixed: (52 - 1)^2 of freedom."""
    cells = Counter((place, card) for order in ORDERS for place, card in enumerate(order))
    expected = SHOES / 52
    value = sum(
        (cells[place, card] - expected) ** 2 / expected for place in range(52) for card in range(52)
    )
    # The cells of one order exclude each other; scaled by 51/52 the sum has the mean (51)^2.
    tail = chi_square_tail(value * 51 / 52, 51 * 51)
    assert ALPHA / 2 < tail < 1 - ALPHA / 2


def test_rng_3_adjacent_pairs() -> None:
    """Which card follows which, 52 x 51 pairs."""
    cells = Counter(pair for order in ORDERS for pair in itertools.pairwise(order))
    expected = SHOES * 51 / (52 * 51)
    value = sum(
        (cells[pair] - expected) ** 2 / expected for pair in itertools.permutations(range(52), 2)
    )
    freedom = 52 * 51 - 2 * 52 + 1
    tail = chi_square_tail(value * freedom / (52 * 51 * (1 - 1 / 52)), freedom)
    assert ALPHA / 2 < tail < 1 - ALPHA / 2


def test_rng_3_ascents() -> None:
    """How often a card is followed by a higher one: mean 51/2, variance 53/12 (Euler's numbers)."""
    total = sum(first < second for order in ORDERS for first, second in itertools.pairwise(order))
    z = (total - SHOES * 51 / 2) / sqrt(SHOES * 53 / 12)
    assert erfc(abs(z) / sqrt(2)) > ALPHA


def test_rng_3_first_hand() -> None:
    """The count of the first two cards, against exact chances over all pairs of a deck."""
    exact: Counter[int] = Counter(count(pair) for pair in itertools.permutations(range(52), 2))
    found = Counter(count(order[:2]) for order in ORDERS)
    value = sum(
        (found[total] - SHOES * ways / 2652) ** 2 / (SHOES * ways / 2652)
        for total, ways in exact.items()
    )
    assert sum(exact.values()) == 2 * comb(52, 2)
    assert chi_square_tail(value, len(exact) - 1) > ALPHA


@pytest.mark.parametrize("kind", ["swap with any", "last word kept"])
def test_the_statistics_find_a_biased_shuffle(kind: str) -> None:
    chance = random.Random(5)
    cells: Counter[tuple[int, int]] = Counter()
    for _ in range(SHOES):
        order = list(range(52))
        for place in range(52):
            other = (
                chance.randrange(52)
                if kind == "swap with any"
                else chance.randrange(place, 51 if place < 51 else 52)
            )
            order[place], order[other] = order[other], order[place]
        cells.update(enumerate(order))
    expected = SHOES / 52
    value = sum(
        (cells[place, card] - expected) ** 2 / expected for place in range(52) for card in range(52)
    )
    assert chi_square_tail(value * 51 / 52, 51 * 51) < 1e-6


def test_cards_are_written_as_they_are_read() -> None:
    order = parse("Ah Td 7s")
    assert not isinstance(order, Refusal)
    assert len(order) == 3
