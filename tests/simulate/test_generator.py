"""The generator against published known answers, and shuffles that favour no order."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from pitboss.kernel import kernel
from pitboss.simulate.generator import (
    WORDS,
    below,
    next_word,
    product,
    seed_block,
    shuffle,
    splitmix64,
)

STEP = np.uint64(0x9E3779B97F4A7C15)


def generator(seed: int = 1, block: int = 0) -> np.ndarray:
    words = np.zeros(WORDS, np.uint64)
    seed_block(words, np.uint64(seed), np.uint64(block))
    return words


def test_splitmix64_gives_the_published_answers() -> None:
    # The sequence for seed 1234567, published with the reference implementation's ports.
    state, found = np.uint64(1234567), []
    with np.errstate(over="ignore"):
        for _ in range(5):
            state += STEP
            found.append(int(splitmix64(state)))
    assert found == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_xoshiro256_plus_plus_gives_the_published_answers() -> None:
    # The reference vector of the state 1, 2, 3, 4.
    words = np.array([1, 2, 3, 4], np.uint64)
    assert [int(next_word(words)) for _ in range(10)] == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
        14011001112246962877,
        12406186145184390807,
        15849039046786891736,
        10450023813501588000,
    ]


def test_words_stay_unsigned() -> None:
    functions: list[Any] = [splitmix64, next_word, below]
    for function in functions:
        for signature in function.nopython_signatures:
            assert str(signature.return_type) == "uint64"


def test_blocks_and_seeds_have_generators_of_their_own() -> None:
    first = {
        (seed, block): int(next_word(generator(seed, block)))
        for seed in range(20)
        for block in range(50)
    }
    assert len(set(first.values())) == len(first)
    assert generator(3, 4).tolist() == generator(3, 4).tolist()


@pytest.mark.parametrize("size", [1, 2, 6, 7, 8, 52, 416])
def test_a_shuffle_keeps_every_card_and_touches_no_other(size: int) -> None:
    cards = np.arange(size + 10, dtype=np.uint32)
    shuffle(generator(), cards, 5, size)
    assert sorted(cards[5 : 5 + size]) == list(range(5, 5 + size))
    assert cards[:5].tolist() == list(range(5))
    assert cards[5 + size :].tolist() == list(range(5 + size, size + 10))


def test_every_order_of_seven_cards_is_as_likely() -> None:
    # Seven cards use the batch of six draws, then none: all 5,040 orders, 40 times each.
    words, number = generator(7), 40
    cards = np.arange(7, dtype=np.uint32)
    seen: Counter[bytes] = Counter()
    orders = [bytes(order) for order in permutations(range(7))]
    for _ in range(number * len(orders)):
        shuffle(words, cards, 0, 7)
        seen[bytes(cards.astype(np.uint8))] += 1
    squares = sum((seen[order] - number) ** 2 / number for order in orders)
    freedom = len(orders) - 1
    assert abs(squares - freedom) < 4 * (2 * freedom) ** 0.5


def test_a_draw_below_a_bound_is_flat() -> None:
    words = generator(11)
    seen = Counter(int(below(words, np.uint64(13))) for _ in range(13 * 2000))
    assert set(seen) == set(range(13))
    squares = sum((count - 2000) ** 2 / 2000 for count in seen.values())
    assert squares < 12 + 4 * 24**0.5


def test_six_draws_reject_exactly_the_words_that_would_favour_some() -> None:
    """The six draws are the digits of floor(word x bound / 2**64) in mixed base.

    A word is kept unless the low half left over is below 2**64 mod bound; then each of the
    `bound` results has equally many words.
    """
    bounds = [416 - step for step in range(6)]
    word = 0x0123456789ABCDEF
    low, digits = word, []
    for bound in bounds:
        high, low = (low * bound) >> 64, (low * bound) % 2**64
        digits.append(high)
    whole = 1
    for bound in bounds:
        whole *= bound
    number = 0
    for digit, bound in zip(digits, bounds, strict=True):
        number = number * bound + digit
    assert (number, low) == divmod(word * whole, 2**64)
    assert whole < 416**6 < 2**64


@kernel
def both_halves(first: Any, second: Any) -> Any:
    return product(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [(2**64 - 1, 2**64 - 1), (3, 5), (2**63, 2), (12345678901234567890, 77)],
)
def test_product_is_exact(first: int, second: int) -> None:
    high, low = both_halves(np.uint64(first), np.uint64(second))
    assert (int(high) << 64) + int(low) == first * second
