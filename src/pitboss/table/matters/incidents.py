"""Advice, side bets and proxy bets: reported, stopped, and answered; the rules on request."""

from __future__ import annotations

from typing import Literal

from pitboss.refusal import refuse
from pitboss.table.admission import Ruled, at_table
from pitboss.table.authority.duties import raise_duty
from pitboss.table.betting.place import drop_confined, none_left
from pitboss.table.betting.returns import give_back
from pitboss.table.machine import Command, Event, PersonalEvent, Work, decides
from pitboss.table.matters.devices import WATCHERS
from pitboss.table.matters.matter import (
    about,
    change_matter,
    given,
    known,
    next_number,
    open_matter,
    the_matter,
)
from pitboss.table.people.bank import positive
from pitboss.table.state import Table

EMPLOYEES = ("staff", "surveillance")
PATRONS = ("player", "spectator")


class ReportAdvice(Command, frozen=True, kw_only=True):
    """Report advice to a player.

    `asked`: the player wanted it; `to_comply`: it only kept the player to the rules.
    """

    adviser: str
    player: str
    about: str
    asked: bool = False
    to_comply: bool = False


class ReportSideBet(Command, frozen=True, kw_only=True):
    """Report a bet between patrons; it is stopped."""

    between: tuple[str, ...]
    about: str
    amount_cents: int


class ReportProxyBet(Command, frozen=True, kw_only=True):
    """Report a wager for someone else: on the layout by its number, or only attempted.

    `in_casino`: the other person is present within the casino boundary.
    """

    person: str
    behalf_of: str
    wager: int | None = None
    in_casino: bool = False


class AnswerIncident(Command, frozen=True, kw_only=True):
    """Warn those concerned, or refer the incident to someone."""

    matter: int
    how: Literal["warned", "referred"]
    to: str


class RequestRules(Command, frozen=True, kw_only=True):
    """Ask to inspect a copy of the rules."""


class AdviceReported(Event, frozen=True, kw_only=True):
    """Advice was given that is not permitted."""

    matter: int
    adviser: str
    player: str
    about: str
    rule: str

    def changes(self, table: Table) -> Table:
        """Open until answered."""
        facts = {"player": self.player, "about": self.about, "rule": self.rule}
        return open_matter(table, self.matter, "advice", "open", self.adviser, facts)


class SideBetStopped(Event, frozen=True, kw_only=True):
    """A bet between patrons was stopped."""

    matter: int
    between: tuple[str, ...]
    amount_cents: int
    about: str
    rule: str

    def changes(self, table: Table) -> Table:
        """Open until answered."""
        facts = {"between": ", ".join(self.between), "about": self.about, "rule": self.rule}
        person, cents = self.between[0], self.amount_cents
        return open_matter(table, self.matter, "side bet", "open", person, facts, cents)


class ProxyBetStopped(Event, frozen=True, kw_only=True):
    """A proxy bet was refused, or voided where it lay on the layout already."""

    matter: int
    person: str
    behalf_of: str
    wager: int | None = None
    rule: str

    def changes(self, table: Table) -> Table:
        """Open until answered."""
        facts = {"behalf of": self.behalf_of, "rule": self.rule}
        return open_matter(table, self.matter, "proxy bet", "open", self.person, facts)


class IncidentAnswered(Event, frozen=True, kw_only=True):
    """Someone was warned, or the incident referred."""

    matter: int
    how: str
    to: str

    def changes(self, table: Table) -> Table:
        """Answered."""
        facts = {"answer": self.how, "to": self.to}
        return change_matter(table, self.matter, facts, stage=self.how)


class RulesRequested(PersonalEvent, frozen=True, kw_only=True):
    """Someone wants to see the rules."""


@decides(
    ReportAdvice,
    who=WATCHERS,
    troubled=True,
    rules=("advice-by-staff", "advice-by-others"),
    fits={"adviser": at_table},
)
def report_advice(work: Work, command: ReportAdvice) -> None:
    """Employees never, patrons only when asked."""
    adviser = work.table.people[known(work, command.adviser)]
    work.person(command.player, "player")
    if command.adviser == command.player or adviser.role not in (*EMPLOYEES, *PATRONS):
        refuse("wrong-role.report-advice", adviser=command.adviser)
    employee = adviser.role in EMPLOYEES
    name = "advice-by-staff" if employee else "advice-by-others"
    rule = work.required(name)
    if employee and command.to_comply:
        refuse("advice-permitted.employee", rule.clauses)
    if not employee and command.asked:
        refuse(
            "advice-permitted.asked", rule.clauses, player=command.player, adviser=command.adviser
        )
    given(command.about, "what the advice was")
    number = next_number(work)
    work.emit(AdviceReported, command, matter=number, rule=name, clauses=rule.clauses)


@decides(ReportSideBet, who=WATCHERS, troubled=True, rules=("no-side-bets",))
def report_side_bet(work: Work, command: ReportSideBet) -> None:
    """Patrons do not bet with each other."""
    rule = work.required("no-side-bets")
    positive(command.amount_cents)
    if len(set(command.between)) < 2:
        refuse("two-people")
    for name in command.between:
        _patron(work, name)
    given(command.about, "what was bet on")
    number = next_number(work)
    work.emit(SideBetStopped, command, matter=number, rule="no-side-bets", clauses=rule.clauses)


def _patron(work: Work, name: str) -> None:
    """A player or spectator, who is or was at this table."""
    role = work.table.people[known(work, name)].role
    if role not in PATRONS:
        refuse("wrong-role.patron", name=name, role=role)


@decides(
    ReportProxyBet,
    who=WATCHERS,
    troubled=True,
    rules=("no-proxy-betting",),
    needs=(Ruled("no-proxy-betting"),),
)
def report_proxy_bet(work: Work, command: ReportProxyBet) -> None:
    """A wager for someone outside the casino is refused or voided."""
    rule = work.required("no-proxy-betting")
    _patron(work, command.person)
    if command.in_casino:
        refuse("not-a-proxy", rule.clauses, behalf_of=command.behalf_of)
    placed = None
    if command.wager is not None:
        placed = work.table.wagers.get(command.wager)
        if placed is None or placed.person != command.person:
            refuse("no-such-wager.own-wager", person=command.person, number=command.wager)
    given(command.behalf_of, "for whom the wager was")
    work.emit(
        ProxyBetStopped,
        command,
        matter=next_number(work),
        rule="no-proxy-betting",
        clauses=rule.clauses,
    )
    if placed is not None:
        give_back(work, placed, "proxy bet", rule.clauses)
        if work.table.coup is None:
            drop_confined(work, placed.person, placed.box)
        none_left(work, rule.clauses)


@decides(
    AnswerIncident,
    troubled=True,
    opens=True,
    rules=("advice-by-staff", "advice-by-others", "no-side-bets", "no-proxy-betting"),
    fits={"matter": about("advice", "side bet", "proxy bet")},
)
def answer(work: Work, command: AnswerIncident) -> None:
    """The rules name no penalty: those concerned are warned, or it is referred on."""
    matter = the_matter(work, command.matter, "advice", "side bet", "proxy bet")
    clauses = work.cite(matter.facts["rule"])
    if matter.stage != "open":
        refuse("incident-closed", clauses, number=matter.number)
    given(command.to, "who was warned or told")
    work.emit(IncidentAnswered, command, clauses=clauses)


@decides(RequestRules, who=("player", "spectator", "inspector"), troubled=True, barred=True)
def request_rules(work: Work, command: RequestRules) -> None:
    """A copy is shown to whoever asks."""
    duty = work.edition.duties.get("copy-of-rules")
    work.emit(RulesRequested, clauses=() if duty is None else duty.clauses)
    raise_duty(work, "copy-of-rules", about=command.by)
