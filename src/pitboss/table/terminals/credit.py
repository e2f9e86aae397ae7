"""Credit of a terminal: money and chips come in, and are paid out by the dealer."""

from __future__ import annotations

from typing import Literal

from pitboss.ledger import DROP, FLOAT, OUTSIDE, STATIONS, Transfer, chips_of
from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.table.admission import passes
from pitboss.table.betting.stakes import in_chips
from pitboss.table.machine import Command, PersonalEvent, Work, replace
from pitboss.table.people.bank import in_float, positive
from pitboss.table.state import Table
from pitboss.table.terminals.parts import (
    account_opened,
    clauses_of,
    credit_of,
    decides,
    idle,
    in_order,
    listed_by,
    not_frozen,
    paid_out,
    terminals_of,
    the_terminal,
    withheld,
)

Means = Literal["cash", "chips", "voucher"]


class CreditTerminal(Command, frozen=True, kw_only=True):
    """Credit a terminal with what a player tendered to the dealer; a voucher by its number."""

    terminal: str
    amount_cents: int
    means: Means = "cash"
    voucher: str | None = None


class InsertNote(Command, frozen=True, kw_only=True):
    """A banknote goes into the note acceptor of a terminal."""

    amount_cents: int


class PayOutTerminal(Command, frozen=True, kw_only=True):
    """Pay credit of a terminal out to its player, from the float; all of it where none is said."""

    terminal: str
    amount_cents: int | None = None


class TerminalCredited(PersonalEvent, frozen=True, kw_only=True):
    """What was tendered to the dealer is credit of a terminal."""

    person: str
    amount_cents: int
    means: Means
    voucher: str | None = None

    def transfers(self) -> tuple[Transfer, ...]:
        """Chips go to the float, money and vouchers into the drop box; the credit is owed."""
        to = FLOAT if self.means == "chips" else DROP
        return (
            Transfer(OUTSIDE, to, self.amount_cents),
            Transfer(STATIONS, chips_of(self.person), self.amount_cents),
        )

    def changes(self, table: Table) -> Table:
        """An account, where there was none; a voucher is used up."""
        if self.voucher is not None:
            marks = {**table.marks, f"voucher:{self.voucher}": self.person}
            table = replace(table, marks=marks)
        return account_opened(table, self.person, self.at, self.amount_cents)


class NoteInserted(PersonalEvent, frozen=True, kw_only=True):
    """A banknote lies in the note acceptor."""

    person: str
    amount_cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        """The note is counted with what is dropped; the credit is owed."""
        return (
            Transfer(OUTSIDE, DROP, self.amount_cents),
            Transfer(STATIONS, chips_of(self.person), self.amount_cents),
        )

    def changes(self, table: Table) -> Table:
        """An account, where there was none."""
        return account_opened(table, self.person, self.at, self.amount_cents)


class TerminalPaidOut(PersonalEvent, frozen=True, kw_only=True):
    """Credit of a terminal was paid out in chips."""

    person: str
    amount_cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        """The credit is owed no longer; chips leave the float."""
        return (
            Transfer(chips_of(self.person), STATIONS, self.amount_cents),
            Transfer(FLOAT, OUTSIDE, self.amount_cents),
        )

    def changes(self, table: Table) -> Table:
        """Paid out."""
        return paid_out(table, self.person, self.amount_cents)


@decides(
    CreditTerminal,
    rules=("terminal-credit", "credit-by-dealer", "freeze-accounts", "malfunction", "shut-down"),
    fits={"terminal": passes(the_terminal)},
)
def credit(work: Work, command: CreditTerminal) -> None:
    """Cash, chips, or a voucher that was not used before."""
    name, cents = command.terminal, command.amount_cents
    positive(cents)
    not_frozen(work)
    in_order(work, name)
    in_chips(work, cents)
    clauses = clauses_of(work, "terminal-credit", "credit-by-dealer")
    if command.means == "cash" and work.house.cashless:
        refuse("cashless-table.buy-in", clauses)
    if (command.means == "voucher") != (command.voucher is not None):
        refuse("voucher-number", clauses)
    if command.voucher is not None and f"voucher:{command.voucher}" in work.table.marks:
        refuse("voucher-used", clauses, voucher=command.voucher)
    work.emit(TerminalCredited, command, person=name, clauses=clauses)


@decides(
    InsertNote,
    who=("terminal",),
    rules=("terminal-credit", "note-acceptor", "freeze-accounts", "malfunction", "shut-down"),
)
def insert_note(work: Work, command: InsertNote) -> None:
    """A note that the acceptor takes."""
    name, cents = command.by, command.amount_cents
    not_frozen(work)
    in_order(work, name)
    notes = listed_by(work, "note-acceptor")
    if str(cents // 100) not in notes or cents % 100:
        listed = ", ".join(notes)
        refuse("no-such-note", work.cite("note-acceptor"), listed=listed, cents=sum_of(cents))
    clauses = clauses_of(work, "terminal-credit", "note-acceptor")
    work.emit(NoteInserted, person=name, amount_cents=cents, clauses=clauses)


@decides(
    PayOutTerminal,
    rules=("cash-out", "freeze-accounts", "withhold"),
    fits={"terminal": passes(the_terminal)},
)
def pay_out(work: Work, command: PayOutTerminal) -> None:
    """Not while a wager is live, an account is frozen, or a payment is withheld."""
    name = command.terminal
    cents = payable(work, name, command.amount_cents)
    in_float(work, cents)
    work.emit(TerminalPaidOut, person=name, amount_cents=cents, clauses=work.cite("cash-out"))


def payable(work: Work, name: str, cents: int | None) -> int:
    """The credit that may leave a terminal now."""
    the_terminal(work, name)
    not_frozen(work)
    withheld(work, name, work.command.at)
    idle(work, name)
    held = credit_of(work.table, name)
    wanted = held if cents is None else cents
    if cents is None and not held:
        refuse("no-credit", work.cite("cash-out"), terminal=name)
    positive(wanted)
    if wanted > held:
        refuse("credit-short", work.cite("cash-out"), terminal=name, held=sum_of(held))
    return wanted


def tendered(table: Table) -> int:
    """What the accounts of all terminals hold."""
    return sum(credit_of(table, name) for name in terminals_of(table).terminals)
