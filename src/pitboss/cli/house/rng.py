"""`pitboss random`: what the generator of virtual shoes gives, before and after scaling."""

from __future__ import annotations

import sys
from typing import Annotated

from typer import Option

from pitboss.cli.term.output import fail

CHUNK = 1 << 16


def random(
    count: Annotated[
        int | None, Option("--bytes", min=1, help="How many bytes; without end if omitted.")
    ] = None,
    below: Annotated[
        int | None, Option(min=2, help="Numbers below this, a line each, as cards are drawn.")
    ] = None,
    shoes: Annotated[int | None, Option(min=1, help="Whole shuffled shoes, a line each.")] = None,
    decks: Annotated[int, Option(min=1, max=24, help="With --shoes: the decks.")] = 8,
    numbers: Annotated[int, Option(min=1, help="With --below: how many numbers.")] = 1000,
) -> None:
    """Print raw words as bytes, or numbers below a bound, or whole shoes."""
    from pitboss.cards import names
    from pitboss.service import rng as generator

    if below is not None and shoes is not None:
        fail("Give --below or --shoes, not both.")
    if below is not None and below > 1 << generator.WORD_BITS:
        fail(f"No number below {below} is drawn from words of {generator.WORD_BITS} bits.")
    if below is not None:
        for _ in range(numbers):
            print(generator.below(below))
    elif shoes is not None:
        for _ in range(shoes):
            print(names(generator.shuffled(decks)))
    else:
        _raw(count)


def _raw(count: int | None) -> None:
    from pitboss.service.rng import system_words

    out = sys.stdout.buffer
    if count is None and sys.stdout.isatty():
        fail("Raw bytes without end do not belong on a terminal; give --bytes, or a pipe.")
    left = count
    while left is None or left > 0:
        size = CHUNK if left is None else min(CHUNK, left)
        out.write(system_words(size))
        left = None if left is None else left - size
    out.flush()
