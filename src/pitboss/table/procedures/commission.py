"""Commission that is owed: seated players pay it when the shoe is over, not from each win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from pitboss.ledger import FLOAT, Transfer, chips_of
from pitboss.money import MILLIONTHS_IN_CENT, sum_of
from pitboss.refusal import refuse
from pitboss.table.authority.approvals import authorise
from pitboss.table.machine import Command, PersonalEvent, Work, decides
from pitboss.table.own import Own, Part, own_part
from pitboss.table.procedures.memory import memory, remember
from pitboss.table.state import Table

if TYPE_CHECKING:
    from pitboss.table.settlement.settle import Settled

NAME = "commission"


class DeferCommission(Command, frozen=True, kw_only=True):
    """Let a seated player owe commission until the shoe is over; a marker shows the amount."""

    person: str
    approval: int | None = None


class CollectCommission(Command, frozen=True, kw_only=True):
    """Collect what a player owes of commission; the marker goes."""

    person: str


class CommissionDeferred(PersonalEvent, frozen=True, kw_only=True):
    """A player owes commission from here on."""

    person: str

    def changes(self, table: Table) -> Table:
        """Nothing is owed yet."""
        return remember(table, NAME, Owed(people={**owed_of(table), self.person: 0}))


class CommissionCollected(PersonalEvent, frozen=True, kw_only=True):
    """A player paid the commission that was owed."""

    person: str
    amount_cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        """To the float."""
        return (Transfer(chips_of(self.person), FLOAT, self.amount_cents),)

    def changes(self, table: Table) -> Table:
        """Paid; the player goes on deferring."""
        return remember(table, NAME, Owed(people={**owed_of(table), self.person: 0}))


@own_part
class Owed(Part, Own, frozen=True, kw_only=True, tag_field="own", tag=NAME):
    """Who defers, with what they owe, in millionths of a dollar."""

    people: Mapping[str, int] = msgspec.field(default_factory=dict)

    def without(self, person: str) -> Owed:
        """Nobody leaves who owes."""
        return Owed(people={name: owed for name, owed in self.people.items() if name != person})


def owed_of(table: Table) -> Mapping[str, int]:
    """What players who defer owe, in millionths of a dollar."""
    return memory(table, NAME, Owed()).people


def defers(table: Table, person: str) -> bool:
    """Whether a player owes commission rather than pays it."""
    return person in owed_of(table)


def owe(table: Table, lines: Sequence[Settled]) -> Table:
    """The table after a settlement: what it left unpaid is owed."""
    people = dict(owed_of(table))
    for one in lines:
        if one.owed_millionths:
            people[one.person] = people.get(one.person, 0) + one.owed_millionths
    return table if people == owed_of(table) else remember(table, NAME, Owed(people=people))


@decides(DeferCommission, procedure="commission", approvals=("defer-commission",))
def defer(work: Work, command: DeferCommission) -> None:
    """For seated players, by approval."""
    rule = work.edition.conduct.commission
    assert rule is not None
    if work.player(command.person).seat is None:
        refuse("not-seated.defer", rule.clauses)
    if defers(work.table, command.person):
        refuse("deferred-already", rule.clauses, person=command.person)
    clauses = rule.clauses + authorise(work, "defer-commission", command.approval)
    work.emit(CommissionDeferred, person=command.person, clauses=clauses)


@decides(CollectCommission, procedure="commission")
def collect(work: Work, command: CollectCommission) -> None:
    """The exact sum of what is owed, down to what chips can pay."""
    rule = work.edition.conduct.commission
    owed = owed_of(work.table).get(command.person, 0)
    assert rule is not None
    if not owed:
        refuse("nothing-owed", rule.clauses, person=command.person)
    smallest = work.chips.smallest
    cents = int(Fraction(owed, MILLIONTHS_IN_CENT)) // smallest * smallest
    held = work.table.balances.get(chips_of(command.person), 0)
    if held < cents:
        refuse(
            "too-few-chips",
            rule.clauses,
            person=command.person,
            cents=sum_of(cents),
            held=sum_of(held),
        )
    work.emit(CommissionCollected, person=command.person, amount_cents=cents, clauses=rule.clauses)


def nothing_owed(work: Work, person: str | None = None) -> None:
    """Refuse while commission is owed: by one who leaves, or by anyone before a new shoe."""
    rule = work.edition.conduct.commission
    owing = [name for name, owed in owed_of(work.table).items() if owed]
    if rule is not None and (owing if person is None else person in owing):
        names = person or ", ".join(owing)
        refuse("commission-owed", rule.clauses, names=names)
