"""What was won against what was to be expected, with its band, and when that is an alarm.

An alert is raised where a fair table would be so far from its expectation with a chance below
`ALPHA`. The chance is bounded after Bernstein, by the spread and by how far one coup alone can
lead: so few coups and long odds raise no false alarm, as standard deviations alone would.
"""

from __future__ import annotations

from math import sqrt

import msgspec

from pitboss.views.copies import copy_of
from pitboss.views.money.expectation import Expectation
from pitboss.views.money.sums import Sums

BAND = 2.0
ALPHA = 0.001


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """What was won against what was to be expected, with a band of two standard deviations."""

    coups: int
    handle_cents: int
    drop_cents: int
    win_cents: int
    hold: float | None
    expected_cents: float
    deviation_cents: float
    low_cents: float
    high_cents: float
    deviations: float
    outside: bool
    alert: bool


def hold_of(sums: Sums, expected: Expectation) -> Hold:
    """The hold of what was summed."""
    mean, spread = float(expected.mean), sqrt(expected.variance)
    distance = float(sums.win_cents - expected.mean)
    deviations = distance / spread if spread else 0.0
    taken = sums.drop_cents + sums.digital_cents
    return copy_of(
        Hold,
        sums,
        hold=sums.win_cents / taken if taken else None,
        expected_cents=mean,
        deviation_cents=spread,
        low_cents=mean - BAND * spread,
        high_cents=mean + BAND * spread,
        deviations=deviations,
        outside=abs(deviations) > BAND,
        alert=expected.chance(abs(distance)) < ALPHA,
    )
