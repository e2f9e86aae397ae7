"""Chips at the table: buying in, cashing out, fills and credits, the drop box, tokens."""

from __future__ import annotations

from typing import Literal

from pitboss.ledger import DROP, FLOAT, OUTSIDE, Transfer, chips_of, tokens_of
from pitboss.money import dollars
from pitboss.refusal import refuse
from pitboss.table.acts import Command, Event, Work, applies, decides
from pitboss.table.state import Table


class BuyIn(Command, frozen=True, kw_only=True):
    """Sell chips to a player for cash, or digitally at a cashless table."""

    person: str
    amount_cents: int
    means: Literal["cash", "digital"] = "cash"


class CashOut(Command, frozen=True, kw_only=True):
    """A player carries chips off, to the cage or elsewhere, and stays."""

    amount_cents: int


class Fill(Command, frozen=True, kw_only=True):
    """Bring chips to the float."""

    amount_cents: int


class Credit(Command, frozen=True, kw_only=True):
    """Take chips from the float back to the cage."""

    amount_cents: int


class ExchangeVoucher(Command, frozen=True, kw_only=True):
    """Exchange a promotional voucher for tokens of the same value."""

    person: str
    amount_cents: int
    voucher: str


class BoughtIn(Event, frozen=True, kw_only=True):
    """A player bought chips."""

    person: str
    amount_cents: int
    means: str

    def transfers(self) -> tuple[Transfer, ...]:
        """Chips from the float; cash from outside into the drop box."""
        to = DROP if self.means == "cash" else FLOAT
        return (
            Transfer(FLOAT, chips_of(self.person), self.amount_cents),
            Transfer(OUTSIDE, to, self.amount_cents),
        )


class CashedOut(Event, frozen=True, kw_only=True):
    """Chips were carried off."""

    amount_cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        """From the player to the outside."""
        return (Transfer(chips_of(self.by), OUTSIDE, self.amount_cents),)


class Filled(Event, frozen=True, kw_only=True):
    """Chips came to the float."""

    amount_cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        """From the cage."""
        return (Transfer(OUTSIDE, FLOAT, self.amount_cents),)


class Credited(Event, frozen=True, kw_only=True):
    """Chips went back to the cage."""

    amount_cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        """To the cage."""
        return (Transfer(FLOAT, OUTSIDE, self.amount_cents),)


class VoucherExchanged(Event, frozen=True, kw_only=True):
    """A voucher became tokens."""

    person: str
    amount_cents: int
    voucher: str

    def transfers(self) -> tuple[Transfer, ...]:
        """Tokens of the voucher's value."""
        return (Transfer(OUTSIDE, tokens_of(self.person), self.amount_cents),)


@decides(BuyIn, rules=("drop-box", "cashless"))
def buy_in(work: Work, command: BuyIn) -> None:
    """Cash goes into the drop box; a cashless table takes none (2.4, 2.4.1)."""
    work.person(command.person, "player")
    positive(command.amount_cents)
    if command.means == "cash" and work.house.cashless:
        refuse("cashless-table", "This table is cashless: no cash is taken.", work.cite("cashless"))
    in_float(work, command.amount_cents)
    cited = work.cite("drop-box" if command.means == "cash" else "cashless")
    work.emit(
        BoughtIn,
        person=command.person,
        amount_cents=command.amount_cents,
        means=command.means,
        clauses=cited,
    )


@decides(CashOut, who=("player",))
def cash_out(work: Work, command: CashOut) -> None:
    """Only chips in hand, never those on the layout."""
    positive(command.amount_cents)
    held = work.table.balances.get(chips_of(command.by), 0)
    if command.amount_cents > held:
        refuse("not-enough-chips", f"{command.by} holds {dollars(held)} in chips.")
    work.emit(CashedOut, amount_cents=command.amount_cents)


@decides(Fill, troubled=True, rules=("float-tray",))
def fill(work: Work, command: Fill) -> None:
    """The float is filled."""
    positive(command.amount_cents)
    work.emit(Filled, amount_cents=command.amount_cents, clauses=work.cite("float-tray"))


@decides(Credit, rules=("float-tray",))
def credit(work: Work, command: Credit) -> None:
    """The float gives back what it holds."""
    positive(command.amount_cents)
    in_float(work, command.amount_cents)
    work.emit(Credited, amount_cents=command.amount_cents, clauses=work.cite("float-tray"))


@decides(ExchangeVoucher, rules=("promotional-token",))
def exchange(work: Work, command: ExchangeVoucher) -> None:
    """The dealer exchanges a voucher for tokens of equal value."""
    work.person(command.person, "player")
    positive(command.amount_cents)
    work.emit(
        VoucherExchanged,
        person=command.person,
        amount_cents=command.amount_cents,
        voucher=command.voucher,
        clauses=work.cite("promotional-token"),
    )


def positive(cents: int) -> None:
    """An amount of money must be above nothing."""
    if cents <= 0:
        refuse("bad-amount", "An amount must be above nothing.")


def in_float(work: Work, cents: int) -> None:
    """The float must hold what it gives."""
    held = work.table.balances.get(FLOAT, 0)
    if cents > held:
        refuse("float-short", f"The float holds {dollars(held)}; a fill comes first.")


def _unchanged(table: Table, event: Event) -> Table:
    return table


for _kind in (BoughtIn, CashedOut, Filled, Credited, VoucherExchanged):
    applies(_kind)(_unchanged)
