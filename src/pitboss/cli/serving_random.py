"""`pitboss random`: what the generator of virtual shoes gives, before and after scaling."""

from __future__ import annotations

import sys

from pitboss.cards import names
from pitboss.cli.common import fail
from pitboss.service.random import WORD_BITS, below, shuffled, system_words

CHUNK = 1 << 16


def run(count: int | None, bound: int | None, shoes: int | None, decks: int, numbers: int) -> None:
    """Raw words as bytes, or numbers below a bound, or whole shoes."""
    if bound is not None and shoes is not None:
        fail("Give --below or --shoes, not both.")
    if bound is not None and bound > 1 << WORD_BITS:
        fail(f"No number below {bound} is drawn from words of {WORD_BITS} bits.")
    if bound is not None:
        for _ in range(numbers):
            print(below(bound))
    elif shoes is not None:
        for _ in range(shoes):
            print(names(shuffled(decks)))
    else:
        _raw(count)


def _raw(count: int | None) -> None:
    out = sys.stdout.buffer
    if count is None and sys.stdout.isatty():
        fail("Raw bytes without end do not belong on a terminal; give --bytes, or a pipe.")
    left = count
    while left is None or left > 0:
        size = CHUNK if left is None else min(CHUNK, left)
        out.write(system_words(size))
        left = None if left is None else left - size
    out.flush()
