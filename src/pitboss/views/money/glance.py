"""A table as a pit looks at it: who deals, who sits with how much, and what is to be done."""

from __future__ import annotations

import datetime as dt
from typing import Literal

import msgspec

from pitboss.editions.edition import Edition
from pitboss.ledger import chips_of, tokens_of
from pitboss.table import Table
from pitboss.table.authority.duties import open_duties
from pitboss.table.usual.next_act import AUTOMATIC
from pitboss.views.money.hold import Hold
from pitboss.views.money.pace import ASLEEP
from pitboss.views.money.slip import float_of
from pitboss.views.money.sums import Sums

RESULTS = 24
"""So many of the shoe's last results are shown."""
LOW, HIGH = 2, 3
"""A float is low below one `LOW`th of what the table began with, and high above `HIGH` halves."""

AlertKind = Literal[
    "sequence", "hold-above", "hold-below", "overdue", "count", "float-low", "float-high", "still"
]


class SeatStake(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that is taken: what its player has before them, and has on the layout."""

    seat: int
    person: str
    chips_cents: int
    stake_cents: int


class PitAlert(msgspec.Struct, frozen=True, kw_only=True):
    """Something at a table that a supervisor should do something about now.

    `cents` is how much: what was won beyond the expectation, what the count was off by, what
    would fill the float or go back to the cage. `count` is how many duties, minutes, or which shoe.
    """

    kind: AlertKind
    cents: int | None = None
    count: int | None = None


def dealer_of(edition: Edition, table: Table) -> str | None:
    """Who deals: the one of the lowest rank who came on duty last, people before the automatic."""
    lowest = edition.ranks.ladder[0]
    found = [name for name, one in table.present("staff").items() if one.rank == lowest]
    people = [name for name in found if not name.startswith(AUTOMATIC)]
    return next(reversed(people or found), None)


def stakes_of_seats(table: Table) -> list[SeatStake]:
    """The seats that are taken, in order."""
    staked: dict[str, int] = {}
    for placed in table.wagers.values():
        staked[placed.person] = staked.get(placed.person, 0) + placed.stake_cents
    found = [
        SeatStake(
            seat=one.seat,
            person=name,
            chips_cents=sum(
                table.balances.get(account, 0) for account in (chips_of(name), tokens_of(name))
            ),
            stake_cents=staked.get(name, 0),
        )
        for name, one in table.present("player").items()
        if one.seat is not None
    ]
    return sorted(found, key=lambda one: one.seat)


def results_of(table: Table) -> tuple[str, ...]:
    """The last results of the shoe in play, the last one last."""
    return tuple(one.outcome for one in table.results if one.shoe == table.shoes)[-RESULTS:]


def alerts_of(
    table: Table, sums: Sums, hold: Hold | None, now: dt.datetime, shoes: tuple[int, ...] = ()
) -> list[PitAlert]:
    """What is to be done at a table, the most pressing first; without a hold, nothing of money.

    `shoes` are those whose order an alarm was raised over.
    """
    found = [PitAlert(kind="sequence", count=shoe) for shoe in shoes if shoe >= table.shoes > 0]
    if hold is not None and hold.alert:
        off = hold.win_cents - round(hold.expected_cents)
        found.append(PitAlert(kind="hold-above" if off > 0 else "hold-below", cents=abs(off)))
    late = sum(one.due is not None and one.due < now for one in open_duties(table))
    if late:
        found.append(PitAlert(kind="overdue", count=late))
    if hold is not None:
        found += _of_float(table, sums)
    if (
        table.house is not None
        and not table.closed
        and table.trouble is None
        and table.present("player")
        and table.now is not None
        and now - table.now > ASLEEP
    ):
        found.append(PitAlert(kind="still", count=int((now - table.now).total_seconds() // 60)))
    return found


def _of_float(table: Table, sums: Sums) -> list[PitAlert]:
    found = []
    if sums.last_count_cents:
        found.append(PitAlert(kind="count", cents=sums.last_count_cents))
    held, began = float_of(table), sums.opened_cents
    if table.house is None or table.closed or began <= 0:
        return found
    if held * LOW < began:
        found.append(PitAlert(kind="float-low", cents=began - held))
    elif held * 2 > began * HIGH:
        found.append(PitAlert(kind="float-high", cents=held - began))
    return found
