"""The ratio of sums, its standard error, and z."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.simulate.statistics import Sums, estimates

GROUPS = st.lists(st.tuples(st.integers(-500, 500), st.integers(1, 90)), min_size=2, max_size=30)


def sums_of(groups: list[tuple[int, int]], below: int = 20) -> Sums:
    rows = [[0] * 5]
    for gain, stakes in groups:
        for place, term in enumerate((gain, gain**2, gain * stakes, stakes, stakes**2)):
            rows[0][place] += term
    return Sums(("banker",), (below,), rows, groups=len(groups), shoes=8 * len(groups), coups=1)


@given(GROUPS)
def test_mean_and_error_are_those_of_the_ratio_estimator(groups: list[tuple[int, int]]) -> None:
    (found,) = estimates(sums_of(groups))
    gain, stakes = (np.array(column, float) for column in zip(*groups, strict=True))
    mean = gain.sum() / stakes.sum()
    scatter = ((gain - mean * stakes) ** 2).sum() * len(groups) / (len(groups) - 1)
    assert found.mean == pytest.approx(mean / 20, abs=1e-12)
    assert found.stderr == pytest.approx(sqrt(scatter) / stakes.sum() / 20, abs=1e-7)
    assert found.n == stakes.sum()
    assert found.exact is None
    assert found.z is None


@given(GROUPS, st.integers(1, 29))
def test_parts_add_up_to_the_whole(groups: list[tuple[int, int]], cut: int) -> None:
    whole, parts = sums_of(groups), Sums(("banker",), (20,))
    for part in (groups[:cut], groups[cut:]):
        parts.add(sums_of(part))
    assert parts.rows == whole.rows
    assert parts.groups == whole.groups


def test_z_counts_standard_errors_from_the_exact_figure() -> None:
    pairs = 20
    (found,) = estimates(sums_of([(-10, 10), (30, 10)] * pairs), lambda _: Fraction(0))
    # Mean 20/20 over 20 = 1/20; each of 40 groups of 10 stakes deviates from it by 20.
    error = sqrt(40 / 39 * 40 * 20**2) / (400 * 20)
    assert found.mean == pytest.approx(1 / 20)
    assert found.stderr == pytest.approx(error)
    assert found.z == pytest.approx(0.05 / error)


def test_too_few_groups_say_nothing_of_the_distance() -> None:
    (found,) = estimates(sums_of([(-10, 10), (30, 10)] * 14), lambda _: Fraction(0))
    assert found.stderr > 0
    assert found.z is None
    (found,) = estimates(sums_of([(10, 10)] * 14))
    assert found.favours_player is False


def test_a_wager_never_staked_has_no_estimate() -> None:
    assert estimates(Sums(("tie",), (1,), groups=3)) == ()


def test_one_group_has_no_scatter() -> None:
    (found,) = estimates(sums_of([(5, 10)]), lambda _: Fraction(0))
    assert found.stderr == 0
    assert found.z is None


def test_different_simulations_do_not_add_up() -> None:
    with pytest.raises(ValueError, match="different simulations"):
        Sums(("tie",), (1,)).add(Sums(("banker",), (1,)))
