"""Chips at the table: buying in, cashing out, fills, credits and counts, tokens.

Cash lies in the drop box until it is collected; what is bought through a digital platform is
kept apart as `digital` until the table is closed.
"""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

import msgspec

from pitboss.ledger import DROP, FLOAT, OUTSIDE, Transfer, chips_of, tokens_of
from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.table.admission import not_detained, passes
from pitboss.table.betting.stakes import in_chips
from pitboss.table.life.open import to_count
from pitboss.table.machine import Command, Event, PersonalEvent, Query, Work, decides, replace
from pitboss.table.people.tokens import check_conditions
from pitboss.table.state import Lot, Table

DIGITAL = "digital"


class BuyIn(Command, frozen=True, kw_only=True):
    """Sell chips to a player for cash, or digitally at a cashless table."""

    person: str
    amount_cents: int
    means: Literal["cash", "digital"] = "cash"


class CashOut(Command, frozen=True, kw_only=True):
    """A player carries chips off, to the cage or elsewhere, and stays."""

    amount_cents: int


class Fill(Command, frozen=True, kw_only=True):
    """Bring chips to the float, by the slip of that number."""

    amount_cents: int
    slip: str | None = None


class Credit(Command, frozen=True, kw_only=True):
    """Take chips from the float back to the cage, by the slip of that number."""

    amount_cents: int
    slip: str | None = None


class CountFloat(Command, frozen=True, kw_only=True):
    """Count the chips in the float tray."""

    amount_cents: int


class ExchangeVoucher(Command, frozen=True, kw_only=True):
    """Exchange a promotional voucher for tokens of the same value, on its conditions.

    Its tokens may be staked on `wagers` (on all where none is named) `until` then;
    `tokens_back`: one that wins comes back, as a chip does. `conditions` holds its own words.
    """

    person: str
    amount_cents: int
    voucher: str
    conditions: str | None = None
    wagers: tuple[str, ...] = ()
    until: Annotated[dt.datetime, msgspec.Meta(tz=True)] | None = None
    tokens_back: bool = True


class BoughtIn(PersonalEvent, frozen=True, kw_only=True):
    """A player bought chips."""

    person: str
    amount_cents: int
    means: str

    def transfers(self) -> tuple[Transfer, ...]:
        """Chips from the float; cash into the drop box, other money kept apart."""
        to = DROP if self.means == "cash" else DIGITAL
        return (
            Transfer(FLOAT, chips_of(self.person), self.amount_cents),
            Transfer(OUTSIDE, to, self.amount_cents),
        )


class CashedOut(PersonalEvent, frozen=True, kw_only=True):
    """Chips were carried off."""

    amount_cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        """From the player to the outside."""
        return (Transfer(chips_of(self.by), OUTSIDE, self.amount_cents),)


class Filled(Event, frozen=True, kw_only=True):
    """Chips came to the float."""

    amount_cents: int
    slip: str | None = None

    def transfers(self) -> tuple[Transfer, ...]:
        """From the cage."""
        return (Transfer(OUTSIDE, FLOAT, self.amount_cents),)


class Credited(Event, frozen=True, kw_only=True):
    """Chips went back to the cage."""

    amount_cents: int
    slip: str | None = None

    def transfers(self) -> tuple[Transfer, ...]:
        """To the cage."""
        return (Transfer(FLOAT, OUTSIDE, self.amount_cents),)


class FloatCounted(Event, frozen=True, kw_only=True):
    """The float was counted; `variance_cents` is the count less the books."""

    counted_cents: int
    expected_cents: int
    variance_cents: int = 0

    def transfers(self) -> tuple[Transfer, ...]:
        """The books are brought to what is there."""
        return to_count(self.expected_cents, self.counted_cents)


class VoucherExchanged(PersonalEvent, frozen=True, kw_only=True):
    """A voucher became tokens."""

    person: str
    amount_cents: int
    voucher: str
    conditions: str | None = None
    tokens_back: bool = True
    wagers: tuple[str, ...] = ()
    until: dt.datetime | None = None

    def transfers(self) -> tuple[Transfer, ...]:
        """Tokens of the voucher's value."""
        return (Transfer(OUTSIDE, tokens_of(self.person), self.amount_cents),)

    def changes(self, table: Table) -> Table:
        """The voucher is used up; its conditions go with the tokens."""
        lot = Lot(
            voucher=self.voucher,
            left_cents=self.amount_cents,
            wagers=self.wagers,
            until=self.until,
            back=self.tokens_back,
            note=self.conditions,
        )
        person = table.people[self.person]
        person = replace(person, lots=(*person.lots, lot))
        return replace(
            table,
            people={**table.people, self.person: person},
            marks={**table.marks, f"voucher:{self.voucher}": self.person},
        )


@decides(BuyIn, rules=("drop-box", "cashless"), fits={"person": passes(Query.player)})
def buy_in(work: Work, command: BuyIn) -> None:
    """Cash goes into the drop box; a cashless table takes none, and sells digitally."""
    work.player(command.person)
    positive(command.amount_cents)
    house = work.house
    if command.means == "cash" and house.cashless:
        refuse("cashless-table.buy-in", work.cite("cashless"))
    if command.means == "digital" and not house.cashless:
        refuse("not-cashless.buy-in", work.cite("cashless"))
    in_chips(work, command.amount_cents)
    in_float(work, command.amount_cents)
    cited = work.cite("drop-box" if command.means == "cash" else "cashless")
    work.emit(BoughtIn, command, clauses=cited)


@decides(
    CashOut,
    who=("player",),
    barred=True,
    rules=("detention-ends",),
    approvals=("detain-device-holder",),
)
def cash_out(work: Work, command: CashOut) -> None:
    """Only chips in hand, never those on the layout; of someone detained none."""
    not_detained(work.rules, command.by, work.table.people[command.by])
    positive(command.amount_cents)
    held = work.table.balances.get(chips_of(command.by), 0)
    if command.amount_cents > held:
        refuse("not-enough-chips.at-the-table", person=command.by, held=sum_of(held))
    work.emit(CashedOut, amount_cents=command.amount_cents)


@decides(Fill, troubled=True, rules=("float-tray",))
def fill(work: Work, command: Fill) -> None:
    """The float is filled."""
    positive(command.amount_cents)
    in_chips(work, command.amount_cents)
    work.emit(Filled, command, clauses=work.cite("float-tray"))


@decides(Credit, rules=("float-tray",))
def credit(work: Work, command: Credit) -> None:
    """The float gives back what it holds."""
    positive(command.amount_cents)
    in_chips(work, command.amount_cents)
    in_float(work, command.amount_cents)
    work.emit(Credited, command, clauses=work.cite("float-tray"))


@decides(CountFloat, opens=True, troubled=True, rules=("float-tray",))
def count_float(work: Work, command: CountFloat) -> None:
    """At closing, at a change of shift, or when asked; also when the table is closed."""
    if command.amount_cents < 0:
        refuse("bad-amount.close-table")
    if work.table.house is None:
        refuse("table-not-open.count-float")
    counted(work, command.amount_cents)


def counted(work: Work, cents: int) -> None:
    """The count is recorded with its variance, and the books follow it."""
    held = work.table.balances[FLOAT]
    work.emit(
        FloatCounted,
        counted_cents=cents,
        expected_cents=held,
        variance_cents=cents - held,
        clauses=work.cite("float-tray"),
    )


@decides(ExchangeVoucher, rules=("promotional-token",), fits={"person": passes(Query.player)})
def exchange(work: Work, command: ExchangeVoucher) -> None:
    """The dealer exchanges a voucher, once, for tokens of equal value."""
    work.player(command.person)
    positive(command.amount_cents)
    clauses = work.required("promotional-token").clauses
    if f"voucher:{command.voucher}" in work.table.marks:
        refuse("voucher-used", clauses, voucher=command.voucher)
    in_chips(work, command.amount_cents)
    check_conditions(work, command.wagers, command.until)
    work.emit(VoucherExchanged, command, clauses=clauses)


def positive(cents: int) -> None:
    """An amount of money must be above nothing."""
    if cents <= 0:
        refuse("bad-amount.positive")


def in_float(work: Work, cents: int) -> None:
    """The float must hold what it gives."""
    held = work.table.balances.get(FLOAT, 0)
    if cents > held:
        refuse("float-short.in-float", held=sum_of(held))
