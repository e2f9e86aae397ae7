"""The drop box, and whether the table takes cash: attached, exchanged, removed; cashless."""

from __future__ import annotations

from pitboss.ledger import DROP, OUTSIDE, Transfer
from pitboss.refusal import refuse
from pitboss.table.machine import Command, Event, Query, TableEvent, Work, decides, replace
from pitboss.table.state import Table


class CollectDropBox(Command, frozen=True, kw_only=True):
    """Exchange the drop box for an empty one; what is in it goes to be counted."""


class RemoveDropBox(Command, frozen=True, kw_only=True):
    """Take the drop box off a table that takes no cash."""


class AttachDropBox(Command, frozen=True, kw_only=True):
    """Attach a drop box."""


class GoCashless(Command, frozen=True, kw_only=True):
    """Take no more cash at the table; chips are bought through a digital platform."""


class TakeCash(Command, frozen=True, kw_only=True):
    """Take cash in exchange for chips again."""


class DropBoxCollected(Event, frozen=True, kw_only=True):
    """The drop box went to be counted and an empty one is attached."""

    amount_cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        """The cash leaves the table."""
        return (Transfer(DROP, OUTSIDE, self.amount_cents),)


class DropBoxRemoved(TableEvent, frozen=True, kw_only=True):
    """The table has no drop box."""

    amount_cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        """The cash leaves the table."""
        return (Transfer(DROP, OUTSIDE, self.amount_cents),)

    def changes(self, table: Table) -> Table:
        """Off."""
        return _house(table, drop_box=False)


class DropBoxAttached(TableEvent, frozen=True, kw_only=True):
    """The table has a drop box."""

    def changes(self, table: Table) -> Table:
        """On."""
        return _house(table, drop_box=True)


class CashEnded(TableEvent, frozen=True, kw_only=True):
    """The table is cashless."""

    def changes(self, table: Table) -> Table:
        """No cash from now on."""
        return _house(table, cashless=True)


class CashTaken(TableEvent, frozen=True, kw_only=True):
    """The table takes cash."""

    def changes(self, table: Table) -> Table:
        """Cash from now on."""
        return _house(table, cashless=False)


def _attached(work: Query) -> None:
    if work.table.house is None or not work.table.house.drop_box:
        refuse("no-drop-box", work.cite("drop-box"))


@decides(CollectDropBox, opens=True, troubled=True, rules=("drop-box",), needs=(_attached,))
def collect_drop_box(work: Work, command: CollectDropBox) -> None:
    """The box is exchanged, so that cash can go on being taken."""
    _attached(work)
    held = work.table.balances.get(DROP, 0)
    work.emit(DropBoxCollected, amount_cents=held, clauses=work.cite("drop-box"))


def _no_cash(work: Query) -> None:
    if not work.house.cashless:
        work.forbid("drop-box", "cash-is-taken")


@decides(RemoveDropBox, rules=("drop-box", "cashless"), needs=(_attached, _no_cash))
def remove_drop_box(work: Work, command: RemoveDropBox) -> None:
    """Only where no cash is taken."""
    _attached(work)
    _no_cash(work)
    held = work.table.balances.get(DROP, 0)
    work.emit(DropBoxRemoved, amount_cents=held, clauses=work.cite("cashless"))


def _detached(work: Query) -> None:
    if work.house.drop_box:
        refuse("drop-box-attached", work.cite("drop-box"))


@decides(AttachDropBox, rules=("drop-box",), needs=(_detached,))
def attach_drop_box(work: Work, command: AttachDropBox) -> None:
    """One box, before cash is taken."""
    _detached(work)
    work.emit(DropBoxAttached, clauses=work.cite("drop-box"))


def _cash_taken(work: Query) -> None:
    if work.rule("cashless") is None:
        refuse("not-provided.cashless")
    if work.house.cashless:
        refuse("cashless-table.go-cashless", work.cite("cashless"))


@decides(GoCashless, rules=("cashless",), needs=(_cash_taken,))
def go_cashless(work: Work, command: GoCashless) -> None:
    """Where the rulebook knows cashless tables."""
    _cash_taken(work)
    work.emit(CashEnded, clauses=work.cite("cashless"))


def _cashless_now(work: Query) -> None:
    if not work.house.cashless:
        refuse("not-cashless.take-cash", work.cite("drop-box"))


@decides(TakeCash, rules=("drop-box", "cashless"), needs=(_cashless_now,))
def take_cash(work: Work, command: TakeCash) -> None:
    """Not before a drop box is attached."""
    _cashless_now(work)
    if not work.house.drop_box:
        work.forbid("drop-box", "drop-box-missing")
    work.emit(CashTaken, clauses=work.cite("drop-box"))


def _house(table: Table, **fields: object) -> Table:
    assert table.house is not None
    return replace(table, house=replace(table.house, **fields))
