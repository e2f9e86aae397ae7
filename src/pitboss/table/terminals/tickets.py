"""Tickets: credit goes out on paper and comes in again, once, wherever the register says so.

The register of the house is a stream of its own. A ticket is debited here in the same write as
the message that has it made; it is credited here only when the register has said that this
terminal came first.
"""

from __future__ import annotations

import hashlib
import re
from typing import Literal

from pitboss.ledger import FLOAT, OUTSIDE, STATIONS, TICKETS, Transfer, chips_of
from pitboss.refusal import refuse
from pitboss.table.admission import passes
from pitboss.table.errand import Errand
from pitboss.table.machine import Command, PersonalEvent, TableEvent, Work
from pitboss.table.people.bank import in_float
from pitboss.table.state import Table
from pitboss.table.terminals.credit import payable
from pitboss.table.terminals.parts import (
    TICKETS_KEPT,
    Gain,
    Inserted,
    Printed,
    account_opened,
    change,
    change_terminal,
    decides,
    in_order,
    not_frozen,
    paid_out,
    terminals_of,
    the_terminal,
)

TICKET = re.compile(r"([a-z0-9-]{1,40})\.(\d{1,12})\.([A-Z2-7]{16})")
"""A ticket as it is printed: the house, its number, and the code that nobody can guess."""

Against = Literal["unknown", "forged", "used"]


class PrintTicket(Command, frozen=True, kw_only=True):
    """Take the credit of one's terminal out as a ticket; all of it where no amount is said."""

    amount_cents: int | None = None


class InsertTicket(Command, frozen=True, kw_only=True):
    """A ticket goes into the note acceptor of a terminal; `ticket` is what is printed on it."""

    ticket: str


class PayTicket(Command, frozen=True, kw_only=True):
    """A ticket is handed to the dealer, who pays it from the float; by way of a terminal."""

    terminal: str
    ticket: str


class NoteTicket(Command, frozen=True, kw_only=True):
    """The register made a ticket; given by the clock."""

    terminal: str
    cause: str
    number: int


class RedeemTicket(Command, frozen=True, kw_only=True):
    """The register redeemed a ticket for this table; given by the clock."""

    terminal: str
    cause: str
    number: int
    amount_cents: int


class ReturnTicket(Command, frozen=True, kw_only=True):
    """The register did not redeem a ticket; given by the clock."""

    terminal: str
    cause: str
    number: int
    reason: Against


class TicketPrinted(PersonalEvent, frozen=True, kw_only=True):
    """Credit left a terminal; the register makes the ticket."""

    person: str
    amount_cents: int
    cause: str
    register: str

    def transfers(self) -> tuple[Transfer, ...]:
        """It is owed to whoever holds the ticket."""
        return (Transfer(chips_of(self.person), TICKETS, self.amount_cents),)

    def changes(self, table: Table) -> Table:
        """Without a number so far."""
        one = terminals_of(table).terminals[self.person]
        done = [each for each in one.printed if each.number is not None][1 - TICKETS_KEPT :]
        waiting = [each for each in one.printed if each.number is None]
        new = Printed(cause=self.cause, cents=self.amount_cents)
        table = paid_out(table, self.person, self.amount_cents)
        table = change_terminal(table, self.person, printed=(*done, *waiting, new))
        return change(table, asked=terminals_of(table).asked + 1)

    def tells(self) -> tuple[Errand, ...]:
        """The register makes it."""
        said = {"do": "issue-ticket", "terminal": self.person, "cause": self.cause}
        return (Errand(self.register, {**said, "amount_cents": self.amount_cents}),)


class TicketNumbered(PersonalEvent, frozen=True, kw_only=True):
    """A ticket is made, and has its number."""

    person: str
    cause: str
    number: int

    def changes(self, table: Table) -> Table:
        """It can be printed."""
        one = terminals_of(table).terminals[self.person]
        printed = tuple(
            Printed(cause=each.cause, cents=each.cents, number=self.number)
            if each.cause == self.cause
            else each
            for each in one.printed
        )
        return change_terminal(table, self.person, printed=printed)


class TicketInserted(PersonalEvent, frozen=True, kw_only=True):
    """A ticket was read; the register says whether it is good. `mark` is made from its code."""

    person: str
    number: int
    cause: str
    mark: str
    register: str
    paid_out: bool = False

    def changes(self, table: Table) -> Table:
        """It waits."""
        one = terminals_of(table).terminals[self.person]
        new = Inserted(cause=self.cause, number=self.number, paid_out=self.paid_out)
        table = change_terminal(table, self.person, inserted=(*one.inserted, new), refused=None)
        return change(table, asked=terminals_of(table).asked + 1)

    def tells(self) -> tuple[Errand, ...]:
        """The register redeems it, for the first who asks."""
        said = {"do": "claim-ticket", "terminal": self.person, "cause": self.cause}
        return (Errand(self.register, {**said, "number": self.number, "mark": self.mark}),)


class TicketRedeemed(PersonalEvent, frozen=True, kw_only=True):
    """A ticket became credit of a terminal, or was paid by the dealer from the float."""

    person: str
    number: int
    cause: str
    amount_cents: int
    paid_out: bool = False

    def transfers(self) -> tuple[Transfer, ...]:
        """What was owed to its holder is credit, or chips that leave the float."""
        if not self.paid_out:
            return (Transfer(TICKETS, chips_of(self.person), self.amount_cents),)
        return (
            Transfer(TICKETS, STATIONS, self.amount_cents),
            Transfer(FLOAT, OUTSIDE, self.amount_cents),
        )

    def changes(self, table: Table) -> Table:
        """Nothing waits."""
        table = _no_longer_in(table, self.person, self.cause)
        if self.paid_out:
            return table
        table = account_opened(table, self.person, self.at, self.amount_cents)
        one = terminals_of(table).terminals[self.person]
        if one.fault is None:
            return table
        gain = Gain(at=self.at, cents=self.amount_cents, source=f"ticket {self.number}")
        return change_terminal(table, self.person, gains=(*one.gains, gain))


class TicketReturned(PersonalEvent, frozen=True, kw_only=True):
    """A ticket was not redeemed: forged, used before, or made by nobody here."""

    person: str
    number: int
    cause: str
    reason: Against

    def changes(self, table: Table) -> Table:
        """The terminal says why."""
        table = _no_longer_in(table, self.person, self.cause)
        return change_terminal(table, self.person, refused=self.reason)


class TicketUnclaimed(TableEvent, frozen=True, kw_only=True):
    """An answer of the register that this table does not wait for."""

    terminal: str
    number: int


def _no_longer_in(table: Table, name: str, cause: str) -> Table:
    one = terminals_of(table).terminals[name]
    return change_terminal(
        table, name, inserted=tuple(each for each in one.inserted if each.cause != cause)
    )


def mark_of(code: str) -> str:
    """What the register keeps of a code: enough to know it again, too little to make it."""
    return hashlib.sha256(code.encode()).hexdigest()


def cause_of(work: Work) -> str:
    """What a ticket is asked for by: the number of the asking, at this table."""
    return str(terminals_of(work.table).asked + 1)


@decides(
    PrintTicket,
    who=("terminal",),
    rules=("cash-out", "tickets", "freeze-accounts", "withhold"),
)
def print_ticket(work: Work, command: PrintTicket) -> None:
    """What may be paid out may go out as a ticket."""
    name = command.by
    cents = payable(work, name, command.amount_cents)
    one = the_terminal(work, name)
    if sum(ticket.number is None for ticket in one.printed) >= TICKETS_KEPT:
        refuse("ticket-on-its-way", work.cite("tickets"), terminal=name)
    work.emit(
        TicketPrinted,
        person=name,
        amount_cents=cents,
        cause=cause_of(work),
        register=terminals_of(work.table).register,
        clauses=work.cite("cash-out", "tickets"),
    )


@decides(
    InsertTicket,
    who=("terminal",),
    rules=("terminal-credit", "tickets", "freeze-accounts", "malfunction", "shut-down"),
)
def insert(work: Work, command: InsertTicket) -> None:
    """A ticket of this house; whether it is good is the register's to say."""
    in_order(work, command.by)
    _read(work, command.by, command.ticket, paid_out=False)


@decides(
    PayTicket,
    rules=("tickets", "freeze-accounts"),
    fits={"terminal": passes(the_terminal)},
)
def pay(work: Work, command: PayTicket) -> None:
    """The dealer reads it at a terminal's side; it is paid when the register has agreed."""
    the_terminal(work, command.terminal)
    _read(work, command.terminal, command.ticket, paid_out=True)


def _read(work: Work, name: str, text: str, *, paid_out: bool) -> None:
    not_frozen(work)
    clauses = work.cite("terminal-credit", "tickets")
    one = the_terminal(work, name)
    found = TICKET.fullmatch(text.strip())
    if found is None:
        refuse("not-a-ticket", clauses)
    house, number, code = found.groups()
    register = terminals_of(work.table).register
    if register.rpartition(":")[2] != house:
        refuse("foreign-ticket", clauses, house=house)
    if one.inserted:
        refuse("ticket-on-its-way", clauses, terminal=name)
    work.emit(
        TicketInserted,
        person=name,
        number=int(number),
        cause=cause_of(work),
        mark=mark_of(code),
        register=register,
        paid_out=paid_out,
        clauses=clauses,
    )


@decides(NoteTicket, who=("clock",), opens=True, troubled=True, rules=("tickets",))
def note(work: Work, command: NoteTicket) -> None:
    """The ticket that was asked for; one that is not remembered any more needs no number here."""
    one = terminals_of(work.table).terminals.get(command.terminal)
    if one is None or all(each.cause != command.cause for each in one.printed):
        _unclaimed(work, command.terminal, command.number)
        return
    work.emit(TicketNumbered, command, person=command.terminal, clauses=work.cite("tickets"))


@decides(RedeemTicket, who=("clock",), opens=True, troubled=True, rules=("tickets",))
def redeem(work: Work, command: RedeemTicket) -> None:
    """What the register redeemed is paid whatever happened here meanwhile.

    Only a float that is short makes the dealer's payment wait: the message is given again.
    """
    waits = _waiting(work, command.terminal, command.cause)
    if waits is None:
        refuse("no-ticket-waits", work.cite("tickets"))
    if waits.paid_out:
        in_float(work, command.amount_cents)
    work.emit(
        TicketRedeemed,
        command,
        person=command.terminal,
        paid_out=waits.paid_out,
        clauses=work.cite("tickets", "terminal-credit"),
    )


@decides(ReturnTicket, who=("clock",), opens=True, troubled=True, rules=("tickets",))
def give_ticket_back(work: Work, command: ReturnTicket) -> None:
    """The player has the paper again."""
    if _waiting(work, command.terminal, command.cause) is None:
        _unclaimed(work, command.terminal, command.number)
        return
    work.emit(TicketReturned, command, person=command.terminal, clauses=work.cite("tickets"))


def _waiting(work: Work, name: str, cause: str) -> Inserted | None:
    one = terminals_of(work.table).terminals.get(name)
    return None if one is None else next((w for w in one.inserted if w.cause == cause), None)


def _unclaimed(work: Work, name: str, number: int) -> None:
    clauses = work.cite("tickets")
    work.emit(TicketUnclaimed, terminal=name, number=number, clauses=clauses)
