"""How a pool is shared: exact, each share rounded up to what chips pay, at the house's cost."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from math import floor

from pitboss.aggregates.link.state import Computation, Link, Payment, Sharing, Win, Winner
from pitboss.aggregates.link.terms import Terms
from pitboss.chips import chips_of_values
from pitboss.money import MILLIONTHS_IN_CENT


def rows_of(wins: Sequence[Win]) -> tuple[str, ...]:
    """The rows by which these wins won, each once."""
    return tuple(dict.fromkeys(one.row for win in wins for one in win.winners))


def base_of(link: Link, wins: Sequence[Win]) -> int:
    """What the meter showed when the first of these was confirmed, less what was shared since."""
    first = min(wins, key=lambda win: win.number)
    shared = link.pools - first.pools_before - (link.topped_up - first.topped_before)
    base = max(first.meter_millionths - shared, link.terms.reset_millionths)
    return min(base, link.meter_millionths)


def sharing(terms: Terms, link: Link, wins: Sequence[Win], row: str) -> Sharing:
    """What the winners by one row get: shares taken in succession, added up and divided.

    A share of the whole leaves nothing for a second one to be taken, so that one formula serves
    all rows. Nobody gets less than the share of the reset.
    """
    found: list[tuple[Win, Winner]] = [
        (win, one) for win in wins for one in win.winners if one.row == row
    ]
    number, conditions = len(found), link.terms
    share = terms.shares[conditions.pay_table][row]
    base = base_of(link, [win for win, _ in found])
    exact = base * (1 - (1 - share) ** number)
    least = share * conditions.reset_millionths
    each = max(Fraction(exact) / number, least)
    payments = tuple(
        Payment(
            win=win.number,
            table=win.table,
            round=win.round,
            number=one.number,
            person=one.person,
            row=row,
            amount_cents=chips_of_values(win.chips).up(each / MILLIONTHS_IN_CENT),
        )
        for win, one in found
    )
    pool = floor(exact)
    covered = max(0, floor(least * number) - pool) if least * number > exact else 0
    paid = sum(one.amount_cents for one in payments) * MILLIONTHS_IN_CENT
    left = link.meter_millionths - pool
    topped = max(0, conditions.reset_millionths - left)
    return Sharing(
        row=row,
        base_millionths=base,
        pool_millionths=pool,
        covered_millionths=covered,
        rounding_millionths=paid - pool - covered,
        topped_millionths=topped,
        meter_millionths=left + topped,
        payments=payments,
    )


def computations(terms: Terms, link: Link, wins: Sequence[Win]) -> tuple[Computation, ...]:
    """What each order of the rows would give, one after the other."""
    from pitboss.aggregates.link.events import shared  # noqa: PLC0415 - what they change is there

    found = []
    for order in permutations(sorted(rows_of(wins))):
        after, sharings = link, []
        for row in order:
            one = sharing(terms, after, wins, row)
            after = shared(after, one)
            sharings.append(one)
        found.append(Computation(order=order, sharings=tuple(sharings)))
    return tuple(found)
