"""A second reckoning of a linked jackpot, in fractions of a dollar and from the text alone."""

from __future__ import annotations

from fractions import Fraction


def pool_and_share(
    jackpot: Fraction, tenths: int, winners: int, reset: Fraction
) -> tuple[Fraction, Fraction]:
    """What leaves the pool and what each winner is due; wins are taken one after the other."""
    left = jackpot
    for _ in range(winners):
        left -= left * tenths / 10
    taken = jackpot - left
    return taken, max(taken / winners, reset * tenths / 10)


def payable(amount: Fraction, chip: Fraction) -> Fraction:
    """The least number of chips that is not below an amount, as an amount."""
    chips = 0
    whole = int(amount / chip)
    while (whole + chips) * chip < amount:
        chips += 1
    return (whole + chips) * chip
