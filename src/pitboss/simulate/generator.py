"""Random numbers for simulations: xoshiro256++ seeded per block by splitmix64, unbiased draws.

One seed gives one result whatever the number of workers: every block of work has a generator
of its own, seeded from (seed, block). A word of 64 bits gives six draws: each multiplication
by a bound leaves the draw in the high half and fresh randomness in the low half, and the last
low half says whether the word must be thrown away, so every draw is exactly uniform.

This is for study; a table's shoe is shuffled by the operating system's own generator.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.kernel import kernel
from pitboss.refusal import Refusal

MOST_SEED = 2**64
WORDS = 4
DRAWS = 6


def check_seed(seed: int) -> Refusal | None:
    """A seed must fit in one word."""
    if 0 <= seed < MOST_SEED:
        return None
    return Refusal.of("bad-seed", seed=seed)


@kernel
def splitmix64(state: Any) -> Any:
    """The output of splitmix64 for a state that was already advanced."""
    z = state
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@kernel
def seed_block(words: Any, seed: Any, block: Any) -> None:
    """Fill the four words of a generator from the seed of the run and the number of a block.

    The block is hashed before it meets the seed, so that (seed, block) and (seed + 1,
    block - 1) have nothing in common.
    """
    step = np.uint64(0x9E3779B97F4A7C15)
    state = splitmix64(np.uint64(seed) + step) ^ splitmix64(~np.uint64(block))
    for place in range(4):
        state += step
        words[place] = splitmix64(state)


@kernel
def advance(state: Any) -> Any:
    """The next 64 random bits of xoshiro256++ and the state after them."""
    a, b, c, d = state
    mixed = a + d
    result = ((mixed << np.uint64(23)) | (mixed >> np.uint64(41))) + a
    shifted = b << np.uint64(17)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << np.uint64(45)) | (d >> np.uint64(19))
    return result, (a, b, c, d)


@kernel
def next_word(words: Any) -> Any:
    """The next 64 random bits of a generator kept in an array."""
    word, state = advance((words[0], words[1], words[2], words[3]))
    words[0], words[1], words[2], words[3] = state
    return word


def _product() -> Any:
    """Both halves of the product of two 64-bit words: one instruction that Python lacks."""
    # Imported here, after the first kernel has named the folder of compiled code.
    from llvmlite import ir  # type: ignore[import-untyped]  # noqa: PLC0415
    from numba import types  # noqa: PLC0415
    from numba.extending import intrinsic  # noqa: PLC0415

    @intrinsic
    def product(_typing: Any, _first: Any, _second: Any) -> Any:
        """High and low half of the product."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            wide = ir.IntType(128)
            narrow = ir.IntType(64)
            whole = builder.mul(*(builder.zext(word, wide) for word in arguments))
            high = builder.trunc(builder.lshr(whole, ir.Constant(wide, 64)), narrow)
            low = builder.trunc(whole, narrow)
            return context.make_tuple(builder, signature.return_type, (high, low))

        pair: Any = types.UniTuple(types.uint64, 2)  # type: ignore[no-untyped-call]
        return pair(types.uint64, types.uint64), generate

    return product


product = _product()


@kernel
def shuffle(words: Any, cards: Any, start: Any, size: Any) -> None:
    """Shuffle `cards[start : start + size]`, six draws from each word, every order as likely.

    A shuffled shoe may be shuffled again as it lies. `size` must be at most 1,625: the
    product of six bounds has to fit in a word.
    """
    one = np.uint64(1)
    left = np.uint64(size)
    place = np.uint64(start)
    most = left * left * left
    most *= most
    # The state lives in registers for the length of a shoe: a third faster than in memory.
    state = words[0], words[1], words[2], words[3]
    while left > np.uint64(DRAWS):
        b2 = left - one
        b3 = b2 - one
        b4 = b3 - one
        b5 = b4 - one
        b6 = b5 - one
        while True:
            word, state = advance(state)
            d1, low = product(word, left)
            d2, low = product(low, b2)
            d3, low = product(low, b3)
            d4, low = product(low, b4)
            d5, low = product(low, b5)
            d6, low = product(low, b6)
            if low >= most:
                break
            bound = left * b2 * b3 * b4 * b5 * b6
            if low >= (np.uint64(0) - bound) % bound:
                break
        _swap(cards, place, d1)
        _swap(cards, place + one, d2)
        _swap(cards, place + np.uint64(2), d3)
        _swap(cards, place + np.uint64(3), d4)
        _swap(cards, place + np.uint64(4), d5)
        _swap(cards, place + np.uint64(5), d6)
        place += np.uint64(DRAWS)
        left -= np.uint64(DRAWS)
    words[0], words[1], words[2], words[3] = state
    while left > one:
        _swap(cards, place, below(words, left))
        place += one
        left -= one


@kernel
def below(words: Any, bound: Any) -> Any:
    """One number from 0 to bound - 1, every one as likely."""
    while True:
        draw, low = product(next_word(words), bound)
        if low >= bound or low >= (np.uint64(0) - bound) % bound:
            return draw


@kernel
def _swap(cards: Any, place: Any, ahead: Any) -> None:
    other = place + ahead
    card = cards[other]
    cards[other] = cards[place]
    cards[place] = card
