"""How a register acts: a command comes in, events come out, or a refusal; nothing else happens.

It is the one place where a terminal is bound and a ticket redeemed, so that of two servers, two
tables or a hundred terminals that ask at once the first is served and no other.
"""

from __future__ import annotations

from pitboss.aggregates.tickets import commands as told
from pitboss.aggregates.tickets.commands import TicketsCommand
from pitboss.aggregates.tickets.events import (
    ClaimRefused,
    FreeingIgnored,
    TerminalBound,
    TerminalFreed,
    TicketClaimed,
    TicketIssued,
    TicketsEvent,
    evolve,
)
from pitboss.aggregates.tickets.state import Register
from pitboss.aggregates.work import Decisions, Work
from pitboss.editions.edition import Edition
from pitboss.editions.wagers import Clauses
from pitboss.refusal import refusable, refuse

TABLE = "table"
CLOCK = "clock"
STAFF = "staff"
SURFACE = "terminal"


class Deed(Work[Register, TicketsEvent]):
    """One command to a register being decided; `clauses` are those of terminals."""

    def __init__(
        self, edition: Edition, register: Register, command: TicketsCommand, clauses: Clauses
    ) -> None:
        super().__init__(edition.ranks, register, command, evolve)
        self.edition = edition
        self.clauses = clauses

    def cite(self, rule: str) -> Clauses:
        """The clauses of a rule; none where the edition does not have it."""
        found = self.edition.rules.get(rule)
        return () if found is None else found.clauses


DECISIONS = Decisions[Register]()


@refusable
def act(
    edition: Edition, register: Register, command: TicketsCommand
) -> tuple[Register, tuple[TicketsEvent, ...]]:
    """Decide a command; the state after it and its events, or the refusal."""
    terminals = edition.conduct.terminals
    if terminals is None:
        refuse("not-provided.act", title=edition.identity.title, word=command.word)
    if register.now is not None and command.at < register.now:
        refuse("clock-backwards.link", now=f"{edition.identity.there(register.now):%H:%M:%S %Z}")
    work = Deed(edition, register, command, terminals.clauses)
    DECISIONS.decide(work, command)
    return work.state, tuple(work.events)


hear = act
"""What a table told is decided as any command; there is nothing in it to refuse."""


@DECISIONS.of(told.BindTerminal)
def _bind(work: Deed, command: told.BindTerminal) -> None:
    """At one table at a time, on a layout of terminals."""
    work.by(STAFF)
    clauses = work.clauses
    layout = work.edition.layouts.get(command.layout)
    if layout is None or layout.surface != SURFACE:
        layouts = work.edition.layouts.items()
        listed = ", ".join(name for name, one in layouts if one.surface == SURFACE)
        refuse("not-a-terminal-layout", clauses, layout=command.layout, listed=listed)
    bound = work.state.terminals.get(command.terminal)
    if bound is not None:
        refuse("terminal-bound", clauses, terminal=command.terminal, table=bound.table)
    work.emit(
        TerminalBound,
        terminal=command.terminal,
        table=command.table,
        layout=command.layout,
        label=command.label,
        clauses=(*clauses, *layout.clauses),
    )


@DECISIONS.of(told.FreeTerminal)
def _free(work: Deed, command: told.FreeTerminal) -> None:
    """By the table at which it stands; another knows nothing of it."""
    work.by(TABLE, CLOCK)
    bound = work.state.terminals.get(command.terminal)
    if bound is None or bound.table != command.table:
        work.emit(FreeingIgnored, terminal=command.terminal, table=command.table)
        return
    work.emit(TerminalFreed, terminal=command.terminal, table=command.table, reason=command.reason)


@DECISIONS.of(told.IssueTicket)
def _issue(work: Deed, command: told.IssueTicket) -> None:
    """The credit has left the table already: the ticket is made in any case."""
    work.by(TABLE)
    work.emit(
        TicketIssued,
        number=work.state.issued + 1,
        amount_cents=command.amount_cents,
        table=command.table,
        terminal=command.terminal,
        cause=command.cause,
        mark=command.mark,
        clauses=work.cite("tickets"),
    )


@DECISIONS.of(told.ClaimTicket)
def _claim(work: Deed, command: told.ClaimTicket) -> None:
    """Once, for whoever comes first, with the code that is printed on it."""
    work.by(TABLE)
    about = {
        "number": command.number,
        "table": command.table,
        "terminal": command.terminal,
        "cause": command.cause,
        "clauses": work.cite("tickets"),
    }
    ticket = work.state.tickets.get(command.number)
    if ticket is None:
        reason = "used" if command.number <= work.state.issued else "unknown"
        work.emit(ClaimRefused, reason=reason, **about)
    elif not ticket.mark or ticket.mark != command.mark:
        work.emit(ClaimRefused, reason="forged", **about)
    else:
        work.emit(TicketClaimed, amount_cents=ticket.cents, **about)
