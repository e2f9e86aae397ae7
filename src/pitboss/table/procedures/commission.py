"""Commission that is owed: seated players pay it when the shoe is over, not from each win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

import msgspec

from pitboss.editions.conduct import Deferral
from pitboss.editions.wagers import Clauses
from pitboss.ledger import FLOAT, Transfer, chips_of
from pitboss.money import MILLIONTHS_IN_CENT, sum_of
from pitboss.refusal import refuse
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.machine import Command, PersonalEvent, Work, decides, replace
from pitboss.table.own import Own, Part, own_part
from pitboss.table.procedures.memory import memory, remember
from pitboss.table.state import Table

if TYPE_CHECKING:
    from pitboss.table.settlement.settle import Settled

NAME = "commission"
STAND = "let-commission-stand"
CALLED_IN = "call-in-commission"
Ground = Literal["asked", "leaving", "end of shoe", "called in"]


class DeferCommission(Command, frozen=True, kw_only=True):
    """Let a seated player owe commission until the shoe is over; a marker shows the amount."""

    person: str
    approval: int | None = None


class CollectCommission(Command, frozen=True, kw_only=True):
    """Collect what a player owes of commission, on this ground; the marker goes."""

    person: str
    ground: Ground = "asked"


class LetCommissionStand(Command, frozen=True, kw_only=True):
    """Let what a player owes stand after the shoe, by leave; its player may go without paying."""

    person: str
    reason: str


class CommissionDeferred(PersonalEvent, frozen=True, kw_only=True):
    """A player owes commission from here on."""

    person: str

    def changes(self, table: Table) -> Table:
        """Nothing is owed yet, or what a former stay left."""
        before = owed_of(table).get(self.person, 0)
        return change_owed(table, people={**owed_of(table), self.person: before})


class CommissionCollected(PersonalEvent, frozen=True, kw_only=True):
    """A player paid the commission that was owed."""

    person: str
    amount_cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        """To the float."""
        return (Transfer(chips_of(self.person), FLOAT, self.amount_cents),)

    def changes(self, table: Table) -> Table:
        """Paid; the player goes on deferring, and what was let stand does no more."""
        let = tuple(name for name in memory(table, NAME, Owed()).let if name != self.person)
        return change_owed(table, people={**owed_of(table), self.person: 0}, let=let)


class CommissionLetStand(PersonalEvent, frozen=True, kw_only=True):
    """What a player owes stands after the shoe."""

    person: str
    owed_millionths: int
    reason: str

    def changes(self, table: Table) -> Table:
        """Until it is paid."""
        return change_owed(table, let=(*memory(table, NAME, Owed()).let, self.person))


@own_part
class Owed(Part, Own, frozen=True, kw_only=True, tag_field="own", tag=NAME):
    """Who defers, with what they owe, in millionths of a dollar; `let`: it stands, by leave."""

    people: Mapping[str, int] = msgspec.field(default_factory=dict)
    let: tuple[str, ...] = ()

    def without(self, person: str) -> Owed:
        """Who has gone defers no longer; a debt stays."""
        people = {name: owed for name, owed in self.people.items() if name != person or owed}
        return replace(self, people=people)


def change_owed(table: Table, **fields: object) -> Table:
    """The table with what it remembers of commission changed."""
    return remember(table, NAME, replace(memory(table, NAME, Owed()), **fields))


def owed_of(table: Table) -> Mapping[str, int]:
    """What players who defer owe, in millionths of a dollar."""
    return memory(table, NAME, Owed()).people


def defers(table: Table, person: str) -> bool:
    """Whether a player owes commission rather than pays it."""
    return person in owed_of(table)


def owe(table: Table, lines: Sequence[Settled]) -> Table:
    """The table after a settlement: what it left unpaid is owed.

    The leave to let a debt stand was for the debt that there was, not for one that grows.
    """
    people = dict(owed_of(table))
    for one in lines:
        if one.owed_millionths:
            people[one.person] = people.get(one.person, 0) + one.owed_millionths
    if people == owed_of(table):
        return table
    grown = {one.person for one in lines if one.owed_millionths}
    let = tuple(name for name in memory(table, NAME, Owed()).let if name not in grown)
    return change_owed(table, people=people, let=let)


@decides(DeferCommission, procedure="commission", approvals=("defer-commission",))
def defer(work: Work, command: DeferCommission) -> None:
    """For seated players, by approval."""
    rule = work.edition.conduct.commission
    assert rule is not None
    if work.player(command.person).seat is None:
        refuse("not-seated.defer", rule.clauses)
    if defers(work.table, command.person):
        refuse("deferred-already", rule.clauses, person=command.person)
    clauses = rule.clauses + rule.marker_clauses
    clauses += authorise(work, "defer-commission", command.approval)
    work.emit(CommissionDeferred, person=command.person, clauses=clauses)


@decides(CollectCommission, procedure="commission", approvals=(CALLED_IN,), opens=True)
def collect(work: Work, command: CollectCommission) -> None:
    """The exact sum of what is owed, down to what chips can pay."""
    rule = work.edition.conduct.commission
    owed = owed_of(work.table).get(command.person, 0)
    assert rule is not None
    clauses = rule.clauses + _why(work, rule, command.ground)
    if not owed:
        refuse("nothing-owed", rule.clauses, person=command.person)
    smallest = work.chips.smallest
    cents = int(Fraction(owed, MILLIONTHS_IN_CENT)) // smallest * smallest
    held = work.table.balances.get(chips_of(command.person), 0)
    if held < cents:
        refuse(
            "too-few-chips",
            clauses,
            person=command.person,
            cents=sum_of(cents),
            held=sum_of(held),
        )
    work.emit(CommissionCollected, person=command.person, amount_cents=cents, clauses=clauses)


def _why(work: Work, rule: Deferral, ground: Ground) -> Clauses:
    """The clauses by which it is collected now; before the end of the shoe it takes a ground."""
    if ground == "asked":
        return rule.asked_clauses
    if ground == "leaving":
        return rule.leaving_clauses
    if ground == "called in":
        return authorise(work, CALLED_IN)
    shoe = work.table.shoe
    if shoe is not None and shoe.over is None:
        refuse("shoe-not-over", rule.at_end_clauses)
    return rule.at_end_clauses


@decides(LetCommissionStand, procedure="commission", needs=(Ranked(STAND),), worded=True)
def let_stand(work: Work, command: LetCommissionStand) -> None:
    """By the rank that the edition names, with the reason on record."""
    clauses = authorise(work, STAND)
    owed = owed_of(work.table).get(command.person, 0)
    if not owed:
        refuse("nothing-owed", clauses, person=command.person)
    if command.person in memory(work.table, NAME, Owed()).let:
        refuse("stands-already", clauses, person=command.person)
    if not command.reason.strip():
        refuse("reason-missing.relax", clauses)
    work.emit(CommissionLetStand, command, owed_millionths=owed, clauses=clauses)


def nothing_owed(work: Work, person: str | None = None) -> None:
    """Refuse while commission is owed: by one who leaves, or by anyone before a new shoe."""
    rule, state = work.edition.conduct.commission, memory(work.table, NAME, Owed())
    owing = [name for name, owed in state.people.items() if owed and name not in state.let]
    if rule is not None and (owing if person is None else person in owing):
        names = person or ", ".join(owing)
        clauses = rule.at_end_clauses if person is None else rule.leaving_clauses
        refuse("commission-owed", clauses or rule.clauses, names=names)
