"""What a register is: terminals that are bound, and tickets that nobody has redeemed yet.

A ticket that was redeemed is only counted: its number is below the last one issued and it is
not among those that are out. So the state is as large as what is out, however many there were.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

import msgspec


class TicketsPart(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Any part of a register."""


class Bound(TicketsPart, frozen=True, kw_only=True):
    """A terminal that stands at a table, on which layout."""

    table: str
    layout: str
    label: str = ""


class Ticket(TicketsPart, frozen=True, kw_only=True):
    """A ticket that is out: what it is worth, who made it, and the mark of its code."""

    number: int
    cents: int
    table: str
    terminal: str
    at: dt.datetime
    mark: str


class Register(TicketsPart, frozen=True, kw_only=True):
    """A register: what it was opened for, terminals by name, tickets out by number, totals."""

    now: dt.datetime | None = None
    terminals: Mapping[str, Bound] = msgspec.field(default_factory=dict)
    tickets: Mapping[int, Ticket] = msgspec.field(default_factory=dict)
    issued: int = 0
    issued_cents: int = 0
    redeemed: int = 0
    redeemed_cents: int = 0

    @property
    def out_cents(self) -> int:
        """What is owed to those who hold tickets."""
        return sum(ticket.cents for ticket in self.tickets.values())

    @property
    def adds_up(self) -> bool:
        """Whether what was issued is what was redeemed and what is out, in number and in money."""
        numbers = self.issued == self.redeemed + len(self.tickets)
        return numbers and self.issued_cents == self.redeemed_cents + self.out_cents
