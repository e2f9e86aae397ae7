"""After a malfunction: repair, what was credited meanwhile, refusal, return, payment, decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from pitboss.ledger import FLOAT, OUTSIDE, STATIONS, Transfer, chips_of
from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.table.admission import passes
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.authority.duties import end_duties
from pitboss.table.machine import Command, Event, PersonalEvent, PublicEvent, Query, Work
from pitboss.table.matters.matter import about, change_matter, given, the_matter
from pitboss.table.people.bank import in_float, positive
from pitboss.table.state import Matter, Table
from pitboss.table.terminals.malfunction import DECLARE, KIND, fail
from pitboss.table.terminals.parts import (
    change,
    change_terminal,
    chosen,
    credit_of,
    decides,
    not_frozen,
    paid_out,
    terminals_of,
    the_terminal,
)

REFUSE = "refuse-credit"
Decision = Literal["pay", "adjust", "void"]


class RepairEquipment(Command, frozen=True, kw_only=True):
    """Say that what malfunctioned is repaired, and how."""

    matter: int
    how: str


class RefuseCredit(Command, frozen=True, kw_only=True):
    """Refuse an amount that a malfunction credited, or that came between it and the repair."""

    matter: int
    terminal: str
    amount_cents: int
    ground: Literal["a", "b"]
    reason: str


class DemandReturn(Command, frozen=True, kw_only=True):
    """Require a player to return what was paid in respect of a machine that malfunctioned."""

    matter: int
    terminal: str
    amount_cents: int
    reason: str


class DecideMalfunction(Command, frozen=True, kw_only=True):
    """Decide on a malfunction after the investigation: payment is withheld no longer."""

    matter: int
    decision: Decision
    reason: str


class PayEntitlement(Command, frozen=True, kw_only=True):
    """Pay credit that a player is entitled to after a malfunction from the float of the table."""

    matter: int
    terminal: str
    amount_cents: int


class ShutGame(Command, frozen=True, kw_only=True):
    """Shut the game down: a display failed, and a result is neither seen nor heard."""

    reason: str


class ResumeGame(Command, frozen=True, kw_only=True):
    """Let the game go on after it was shut down."""

    how: str


class EquipmentRepaired(PublicEvent, frozen=True, kw_only=True):
    """What malfunctioned is repaired; `credited` came in between, by terminal."""

    matter: int
    how: str
    terminals: tuple[str, ...] = ()
    credited: Mapping[str, int] = msgspec.field(default_factory=dict)

    def changes(self, table: Table) -> Table:
        """In order again; the case stays until it is decided."""
        facts = {"repaired": self.at.isoformat()}
        facts |= {f"credited {name}": str(cents) for name, cents in self.credited.items()}
        for name in self.terminals:
            table = change_terminal(table, name, fault=None)
        return change_matter(table, self.matter, facts)


class CreditRefused(PersonalEvent, frozen=True, kw_only=True):
    """The operator refused an amount that was credited."""

    matter: int
    person: str
    amount_cents: int
    ground: str
    reason: str

    def transfers(self) -> tuple[Transfer, ...]:
        """It is owed to nobody."""
        return (Transfer(chips_of(self.person), STATIONS, self.amount_cents),)

    def changes(self, table: Table) -> Table:
        """Noted in the case."""
        key = f"refused {self.person}"
        before = int(table.matters[self.matter].facts.get(key, "0"))
        return change_matter(table, self.matter, {key: str(before + self.amount_cents)})


class ReturnDemanded(PersonalEvent, frozen=True, kw_only=True):
    """A player is to return what was paid."""

    matter: int
    person: str
    amount_cents: int
    reason: str

    def changes(self, table: Table) -> Table:
        """Noted in the case."""
        facts = {f"demanded {self.person}": str(self.amount_cents)}
        return change_matter(table, self.matter, facts)


class MalfunctionDecided(Event, frozen=True, kw_only=True):
    """The investigation of a malfunction is over."""

    matter: int
    decision: Decision
    reason: str

    def changes(self, table: Table) -> Table:
        """Nothing is withheld over it any more."""
        for name, one in terminals_of(table).terminals.items():
            if self.matter in one.withheld:
                left = {
                    number: end for number, end in one.withheld.items() if number != self.matter
                }
                table = change_terminal(table, name, withheld=left)
        facts = {"decision": self.decision, "decided": self.reason}
        return change_matter(table, self.matter, facts, stage="decided")


class EntitlementPaid(PersonalEvent, frozen=True, kw_only=True):
    """What a player was entitled to was paid from the float."""

    matter: int
    person: str
    amount_cents: int
    decision: str

    def transfers(self) -> tuple[Transfer, ...]:
        """As any payment of credit."""
        return (
            Transfer(chips_of(self.person), STATIONS, self.amount_cents),
            Transfer(FLOAT, OUTSIDE, self.amount_cents),
        )

    def changes(self, table: Table) -> Table:
        """Paid out."""
        table = paid_out(table, self.person, self.amount_cents)
        facts = {f"paid {self.person}": str(self.amount_cents)}
        return change_matter(table, self.matter, facts)


class GameShut(PublicEvent, frozen=True, kw_only=True):
    """The game is shut down; results of earlier rounds stand."""

    reason: str

    def changes(self, table: Table) -> Table:
        """No betting."""
        return change(table, shut=self.reason)


class GameResumed(PublicEvent, frozen=True, kw_only=True):
    """The game goes on."""

    how: str

    def changes(self, table: Table) -> Table:
        """As before."""
        return change(table, shut=None)


def open_case(query: Query, number: int) -> Matter:
    """A malfunction that is not decided yet."""
    matter = the_matter(query, number, KIND)
    if matter.stage == "decided":
        refuse("malfunction-decided", query.cite("withhold"), number=number)
    return matter


def _of_case(query: Query, number: int, name: str) -> None:
    """The terminal must be one that the malfunction put out of order."""
    the_terminal(query, name)
    if f"credit {name}" not in the_matter(query, number, KIND).facts:
        refuse("not-of-malfunction", query.cite("malfunction"), terminal=name, number=number)


@decides(RepairEquipment, troubled=True, rules=("malfunction",), fits={"matter": about(KIND)})
def repair(work: Work, command: RepairEquipment) -> None:
    """With what was credited between malfunction and repair, listed."""
    the_matter(work, command.matter, KIND)
    given(command.how, "how it was repaired")
    known = terminals_of(work.table).terminals
    names = tuple(name for name, one in known.items() if one.fault == command.matter)
    if not names:
        refuse("already-repaired", work.cite("malfunction"), number=command.matter)
    credited = {name: sum(gain.cents for gain in known[name].gains) for name in names}
    work.emit(
        EquipmentRepaired,
        command,
        terminals=names,
        credited={name: cents for name, cents in credited.items() if cents},
        clauses=work.cite("malfunction", "credited-meanwhile"),
    )


@decides(
    RefuseCredit,
    troubled=True,
    rules=("freeze-accounts", "credited-by-malfunction", "credited-meanwhile"),
    approvals=(REFUSE,),
    needs=(Ranked(REFUSE),),
    fits={"matter": passes(open_case), "terminal": passes(the_terminal)},
)
def refuse_credit(work: Work, command: RefuseCredit) -> None:
    """What is still there; on ground (b) no more than what came meanwhile."""
    case, name = open_case(work, command.matter), command.terminal
    _of_case(work, command.matter, name)
    not_frozen(work)
    positive(command.amount_cents)
    given(command.reason, "a reason")
    rule = "credited-by-malfunction" if command.ground == "a" else "credited-meanwhile"
    clauses = (*authorise(work, REFUSE), *work.cite(rule))
    one = the_terminal(work, name)
    held = credit_of(work.table, name) - one.staked_cents
    if command.amount_cents > held:
        refuse("credit-short", clauses, terminal=name, held=sum_of(held))
    gained = sum(gain.cents for gain in one.gains) - int(case.facts.get(f"refused {name}", "0"))
    if command.ground == "b" and command.amount_cents > gained:
        refuse("not-credited-meanwhile", clauses, terminal=name, gained=sum_of(max(0, gained)))
    work.emit(CreditRefused, command, person=name, clauses=clauses)


@decides(
    DemandReturn,
    troubled=True,
    rules=("withhold",),
    approvals=(REFUSE,),
    needs=(Ranked(REFUSE),),
    fits={"matter": passes(open_case), "terminal": passes(the_terminal)},
)
def demand(work: Work, command: DemandReturn) -> None:
    """Within the time in which payment may be withheld."""
    case = open_case(work, command.matter)
    _of_case(work, command.matter, command.terminal)
    positive(command.amount_cents)
    given(command.reason, "a reason")
    clauses = (*work.cite("withhold"), *authorise(work, REFUSE))
    until = the_terminal(work, command.terminal).withheld.get(case.number)
    if until is None or command.at >= until:
        refuse("withholding-over", clauses, hours=chosen(work).withheld_hours)
    work.emit(ReturnDemanded, command, person=command.terminal, clauses=clauses)


@decides(
    DecideMalfunction,
    troubled=True,
    opens=True,
    rules=("withhold",),
    approvals=(REFUSE,),
    needs=(Ranked(REFUSE),),
    fits={"matter": passes(open_case)},
)
def decide(work: Work, command: DecideMalfunction) -> None:
    """Pay, adjust or void: the investigation is over, and withholding with it."""
    open_case(work, command.matter)
    given(command.reason, "a reason")
    clauses = (*work.cite("withhold"), *authorise(work, REFUSE))
    work.emit(MalfunctionDecided, command, clauses=clauses)
    key = f"malfunction {command.matter}"
    end_duties(work, key, f"decided: {command.decision}", "malfunction-decided")


@decides(
    PayEntitlement,
    troubled=True,
    rules=("pay-from-float", "freeze-accounts"),
    fits={"matter": about(KIND), "terminal": passes(the_terminal)},
)
def pay_entitlement(work: Work, command: PayEntitlement) -> None:
    """Once it is determined that the player is entitled."""
    matter = the_matter(work, command.matter, KIND)
    name, cents = command.terminal, command.amount_cents
    clauses = work.cite("pay-from-float")
    _of_case(work, command.matter, name)
    not_frozen(work)
    if matter.stage != "decided" or matter.facts["decision"] == "void":
        refuse("not-entitled", clauses, number=command.matter)
    positive(cents)
    held = credit_of(work.table, name) - the_terminal(work, name).staked_cents
    if cents > held:
        refuse("credit-short", clauses, terminal=name, held=sum_of(held))
    in_float(work, cents)
    work.emit(
        EntitlementPaid,
        command,
        person=name,
        decision=matter.facts["decided"],
        clauses=clauses,
    )


def _going(query: Query) -> None:
    if terminals_of(query.table).shut is not None:
        refuse("game-shut", query.cite("shut-down"))


@decides(
    ShutGame, troubled=True, rules=("shut-down", "display-screens"), needs=(_going,), worded=True
)
def shut(work: Work, command: ShutGame) -> None:
    """At once; betting is not opened, and what lies on screens is treated by the instant."""
    _going(work)
    given(command.reason, "a reason")
    work.emit(GameShut, command, clauses=work.cite("shut-down"))
    known = terminals_of(work.table).terminals
    if any(one.fault is None for one in known.values()):
        fail(work, "screen", ("c",), command.reason, None, command.at, work.cite("ground-c"))


def _shut(query: Query) -> None:
    if terminals_of(query.table).shut is None:
        refuse("game-not-shut", query.cite("shut-down"))


@decides(
    ResumeGame,
    troubled=True,
    rules=("shut-down",),
    approvals=(DECLARE,),
    needs=(_shut, Ranked(DECLARE)),
)
def resume(work: Work, command: ResumeGame) -> None:
    """By the rank that speaks for the operator."""
    _shut(work)
    given(command.how, "what was done")
    clauses = (*work.cite("shut-down"), *authorise(work, DECLARE))
    work.emit(GameResumed, command, clauses=clauses)
