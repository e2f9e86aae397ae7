"""Payments in chips: exact, largest first, none where they cannot be made."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.chips import chips_of_values, too_odd, usual
from pitboss.money import pro_rata
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


VALUES = st.lists(st.integers(2, 15), min_size=1, max_size=4, unique=True).map(tuple)


@given(st.integers(0, 80), VALUES)
@settings(deadline=None)
def test_an_amount_is_payable_where_some_chips_make_it(cents: int, values: tuple[int, ...]) -> None:
    chips = chips_of_values(values)
    assert chips.pays(cents) == (cents == 0 or makes(cents, values))
    up = chips.up(Fraction(cents))
    assert up >= cents
    assert up == 0 or makes(up, values)
    assert not any(makes(between, values) for between in range(max(cents, 1), up))


@given(st.integers(1, 60), st.integers(0, 60), VALUES)
@settings(deadline=None)
def test_a_stake_falls_into_parts_that_chips_make(
    cents: int, most: int, values: tuple[int, ...]
) -> None:
    chips = chips_of_values(values)
    stake = chips.up(cents)

    def fits(kept: int) -> bool:
        return all(part == 0 or makes(part, values) for part in (kept, stake - kept))

    kept = chips.part(stake, most)
    assert 0 <= kept <= min(most, stake)
    assert fits(kept)
    assert not any(fits(other) for other in range(kept + 1, min(most, stake) + 1))


@given(st.lists(st.integers(1, 60), min_size=1, max_size=5), st.integers(0, 200), VALUES)
@settings(deadline=None)
def test_pro_rata_in_any_chips_keeps_to_what_is_allowed(
    wagers: list[int], allowed: int, values: tuple[int, ...]
) -> None:
    chips = chips_of_values(values)
    stakes = [chips.up(one) for one in wagers]
    unit = chips.smallest if chips.regular else chips.common
    scaled = pro_rata(stakes, allowed, unit, chips)
    assert sum(scaled) <= max(allowed, 0)
    for stake, kept in zip(stakes, scaled, strict=True):
        assert all(part == 0 or makes(part, values) for part in (kept, stake - kept))


def test_the_usual_chips_above_the_smallest() -> None:
    assert usual(50) == (50, 100, 500, 2_500, 10_000, 50_000, 100_000)
    assert usual(250) == (250, 500, 2_500, 10_000, 50_000, 100_000)
    assert usual(700) == (700,)


def test_chips_that_are_no_money() -> None:
    assert too_odd(())
    assert too_odd((1_000_003, 1_000_033))
    assert too_odd(tuple(range(1, 60)))
    assert not too_odd((500, 1_200))
    assert not too_odd((100_000,))
