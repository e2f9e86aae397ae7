"""What must hold of a register after every event, and the aggregate that the journal is told."""

from __future__ import annotations

import msgspec

from pitboss.aggregates.table import TABLE, rules_of
from pitboss.aggregates.tickets.events import (
    TerminalBound,
    TerminalFreed,
    TicketClaimed,
    TicketIssued,
    TicketsEvent,
    decoder,
    evolve,
)
from pitboss.aggregates.tickets.state import Register
from pitboss.journal.aggregate import Aggregate, Check, Wrong
from pitboss.journal.record import Record
from pitboss.money import sum_of

PREFIX = "tickets:"
CLOCK = "clock"

encode = msgspec.json.Encoder().encode


class TicketsCheck(Check[Register, TicketsEvent]):
    """What must hold of one register."""

    def admits(self, record: Record) -> Wrong | None:
        """The edition must be on the shelf, mean what it meant, and have terminals."""
        rules = rules_of(record.edition)
        if rules is None:
            return "unknown-edition", f"there is no edition {record.edition} to replay it under"
        if rules.compiled.fingerprint != record.fingerprint:
            return "other-edition", f"it was written under another {record.edition} than ours"
        if rules.edition.conduct.terminals is None:
            return "other-edition", f"{record.edition} has no terminals"
        return None

    def follows(self, before: Register, event: TicketsEvent) -> Wrong | None:
        """Time does not go back; numbers follow one another; a ticket is redeemed once, whole."""
        if before.now is not None and event.at < before.now:
            return "clock-backwards", "it is earlier than the event before it"
        if isinstance(event, TerminalBound) and event.terminal in before.terminals:
            return "impossible", f"{event.terminal} stands at a table already"
        if isinstance(event, TerminalFreed) and event.terminal not in before.terminals:
            return "impossible", f"{event.terminal} stands at no table"
        if isinstance(event, TicketIssued) and event.number != before.issued + 1:
            return "impossible", f"ticket {event.number} does not follow the last one"
        if isinstance(event, TicketClaimed):
            ticket = before.tickets.get(event.number)
            if ticket is None:
                return "impossible", f"ticket {event.number} is not out"
            if ticket.cents != event.amount_cents:
                return "unbalanced", f"ticket {event.number} is worth {sum_of(ticket.cents)}"
        return None

    def holds(
        self,
        before: Register,  # noqa: ARG002
        event: TicketsEvent,  # noqa: ARG002
        after: Register,
    ) -> Wrong | None:
        """What was issued is what was redeemed and what is out."""
        if not after.adds_up:
            return "unbalanced", f"tickets for {sum_of(after.out_cents)} are out: that is wrong"
        return None


def _tells(stream: str, event: TicketsEvent) -> list[tuple[str, bytes]]:
    return [(one.stream, encode(one.says)) for one in event.tells(stream)]


def _heard(command: str) -> str | None:
    """What a table told, or what the register took back since the table would not hear it."""
    key = command.removeprefix(f"{CLOCK}/")
    return key if key.startswith((TABLE.prefix, PREFIX)) and key.count("/") > 1 else None


TICKETS: Aggregate[Register, TicketsEvent] = Aggregate(
    prefix=PREFIX,
    start=Register(),
    decode=decoder.decode,
    evolve=evolve,
    check=TicketsCheck,
    late=True,
    tells=_tells,
    heard=_heard,
)
