"""What happens to a register; each event says what it changes and which table hears of it."""

from __future__ import annotations

from typing import Any, Union

import msgspec
from msgspec.structs import replace

from pitboss.aggregates.shapes import AggregateEvent
from pitboss.aggregates.tickets.state import Bound, Register, Ticket
from pitboss.table.errand import Errand


class TicketsEvent(AggregateEvent, frozen=True, kw_only=True):
    """Something that happened to a register."""

    def changes(self, register: Register) -> Register:
        """The register after it."""
        return register


class TerminalBound(TicketsEvent, frozen=True, kw_only=True):
    """A terminal stands at a table."""

    terminal: str
    table: str
    layout: str
    label: str = ""

    def changes(self, register: Register) -> Register:
        """Bound, until it is free again."""
        bound = Bound(table=self.table, layout=self.layout, label=self.label)
        return replace(register, terminals={**register.terminals, self.terminal: bound})

    def tells(self, stream: str) -> tuple[Errand, ...]:
        """The table has it."""
        said = {"terminal": self.terminal, "layout": self.layout, "label": self.label}
        return (Errand(self.table, {"do": "connect-terminal", "register": stream, **said}),)


class TerminalFreed(TicketsEvent, frozen=True, kw_only=True):
    """A terminal stands at no table; `reason` says why a table did not take it."""

    terminal: str
    table: str
    reason: str = ""

    def changes(self, register: Register) -> Register:
        """Free."""
        left = {name: one for name, one in register.terminals.items() if name != self.terminal}
        return replace(register, terminals=left)


class FreeingIgnored(TicketsEvent, frozen=True, kw_only=True):
    """A table let go of a terminal that does not stand there."""

    terminal: str
    table: str


class TicketIssued(TicketsEvent, frozen=True, kw_only=True):
    """A ticket is out."""

    number: int
    amount_cents: int
    table: str
    terminal: str
    cause: str
    mark: str

    def changes(self, register: Register) -> Register:
        """Owed to whoever holds it."""
        ticket = Ticket(
            number=self.number,
            cents=self.amount_cents,
            table=self.table,
            terminal=self.terminal,
            at=self.at,
            mark=self.mark,
        )
        return replace(
            register,
            tickets={**register.tickets, self.number: ticket},
            issued=self.number,
            issued_cents=register.issued_cents + self.amount_cents,
        )

    def tells(self, stream: str) -> tuple[Errand, ...]:  # noqa: ARG002
        """The terminal prints it."""
        said = {"terminal": self.terminal, "cause": self.cause, "number": self.number}
        return (Errand(self.table, {"do": "note-ticket", **said}),)


class TicketClaimed(TicketsEvent, frozen=True, kw_only=True):
    """A ticket was redeemed, by the first who asked."""

    number: int
    amount_cents: int
    table: str
    terminal: str
    cause: str

    def changes(self, register: Register) -> Register:
        """Out no longer."""
        left = {number: one for number, one in register.tickets.items() if number != self.number}
        return replace(
            register,
            tickets=left,
            redeemed=register.redeemed + 1,
            redeemed_cents=register.redeemed_cents + self.amount_cents,
        )

    def tells(self, stream: str) -> tuple[Errand, ...]:  # noqa: ARG002
        """The terminal is credited."""
        said = {"terminal": self.terminal, "cause": self.cause, "number": self.number}
        said["amount_cents"] = self.amount_cents
        return (Errand(self.table, {"do": "redeem-ticket", **said}),)


class ClaimRefused(TicketsEvent, frozen=True, kw_only=True):
    """A claim was not met: the ticket is forged, was used, or was never made here."""

    number: int
    table: str
    terminal: str
    cause: str
    reason: str

    def tells(self, stream: str) -> tuple[Errand, ...]:  # noqa: ARG002
        """The terminal gives the paper back."""
        said = {"terminal": self.terminal, "cause": self.cause, "number": self.number}
        return (Errand(self.table, {"do": "return-ticket", "reason": self.reason, **said}),)


KINDS: tuple[type[TicketsEvent], ...] = (
    TerminalBound,
    TerminalFreed,
    FreeingIgnored,
    TicketIssued,
    TicketClaimed,
    ClaimRefused,
)
_ANY: Any = Union[KINDS]  # noqa: UP007 - a union made at run time
decoder: msgspec.json.Decoder[TicketsEvent] = msgspec.json.Decoder(_ANY)


def evolve(register: Register, event: TicketsEvent) -> Register:
    """The register after an event."""
    return replace(event.changes(register), now=event.at)
