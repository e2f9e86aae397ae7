"""Payments in chips: exact, largest first, none where they cannot be made."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.settle.chips import breakdown

USUAL = (50, 100, 500, 2_500, 10_000, 50_000, 100_000)


def makes(cents: int, values: tuple[int, ...]) -> bool:
    """Whether any number of chips makes the amount, by filling up from nothing."""
    reached = {0}
    for _ in range(cents // min(values)):
        reached |= {one + value for one, value in product(reached, values) if one + value <= cents}
        if cents in reached:
            return True
    return cents in reached


@given(st.integers(1, 200_000_000).map(lambda n: n * 50))
def test_usual_chips_make_every_amount(cents: int) -> None:
    piles = breakdown(cents, USUAL)
    assert piles is not None
    assert sum(pile.cents * pile.count for pile in piles) == cents
    values = [pile.cents for pile in piles]
    assert values == sorted(set(values), reverse=True)
    left = cents
    for value in sorted(USUAL, reverse=True):
        taken = sum(pile.count for pile in piles if pile.cents == value)
        assert taken == left // value
        left %= value


@given(
    st.integers(1, 60),
    st.lists(st.integers(2, 15), min_size=1, max_size=4, unique=True).map(tuple),
)
@settings(deadline=None)
def test_odd_chips_make_what_can_be_made(cents: int, values: tuple[int, ...]) -> None:
    piles = breakdown(cents, values)
    if piles is None:
        assert not makes(cents, values)
    else:
        assert sum(pile.cents * pile.count for pile in piles) == cents
        assert all(pile.cents in values and pile.count > 0 for pile in piles)


def test_nothing_and_the_impossible() -> None:
    assert breakdown(0, USUAL) is None
    assert breakdown(2_375, USUAL) is None
    assert breakdown(1_000_000_025, USUAL) is None
    assert breakdown(600, (500, 300)) is not None
    assert breakdown(400, (500, 300)) is None


def test_chips_that_are_a_riddle_are_given_up() -> None:
    """More than ten thousand of the largest, less than one more of the smallest.

    To find out that nothing makes it one would try for hours; nobody waits for a payment so long.
    """
    odd = (1_000_003, 1_000_033, 1_000_037, 1_000_039, 1_000_081)
    assert breakdown(10_000 * max(odd) + 1, odd) is None
    assert breakdown(sum(odd), odd) is not None
