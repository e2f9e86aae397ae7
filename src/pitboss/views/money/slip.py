"""The slips of a table: chips that came from the cage, or went back to it, event by event."""

from __future__ import annotations

import datetime as dt
from typing import Literal

import msgspec

from pitboss.ledger import ASIDE, FLOAT
from pitboss.table import Event, Table
from pitboss.table.people.bank import Credited, Filled


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    """A fill or a credit slip: how much, by whom, and what lay in the float before and after.

    `sequence` is the event of the table's journal that the slip is of; `number` is the one that
    was written on it, where one was.
    """

    table: str
    sequence: int
    kind: Literal["fill", "credit"]
    number: str | None
    at: dt.datetime
    by: str
    amount_cents: int
    before_cents: int
    after_cents: int
    clauses: tuple[str, ...]


def float_of(table: Table) -> int:
    """What the float holds; a tournament's chips lie in its place for so long."""
    return table.balances.get(ASIDE, 0) or table.balances.get(FLOAT, 0)


def slip_of(name: str, before: Table, event: Event, after: Table, sequence: int) -> Slip | None:
    """The slip of an event, where it is of one."""
    if not isinstance(event, Filled | Credited):
        return None
    return Slip(
        table=name,
        sequence=sequence,
        kind="fill" if isinstance(event, Filled) else "credit",
        number=event.slip,
        at=event.at,
        by=event.by,
        amount_cents=event.amount_cents,
        before_cents=float_of(before),
        after_cents=float_of(after),
        clauses=tuple(event.clauses),
    )
