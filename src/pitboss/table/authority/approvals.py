"""Who may do what: ranks on the ladder, approvals as state, notifications given beforehand.

An approval is asked for by one person and granted by another; a command names the approval
it uses, and a one-off is used up by it.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from pitboss.editions.values import Approval
from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse
from pitboss.table.admission import in_edition, passes, takes_part
from pitboss.table.machine import (
    Command,
    Event,
    PersonalEvent,
    Query,
    Standing,
    Work,
    decides,
    replace,
)
from pitboss.table.state import Granted, Table
from pitboss.words import near

Scope = Literal["once", "coup", "shoe", "stay", "shift", "table"]


class RequestApproval(Command, frozen=True, kw_only=True):
    """Ask for an approval that a rule requires before an act."""

    key: str
    whom: str | None = None
    scope: Scope = "once"


class GrantApproval(Command, frozen=True, kw_only=True):
    """Grant an approval that another person has asked for."""

    approval: int
    until: dt.datetime | None = None


class RefuseApproval(Command, frozen=True, kw_only=True):
    """Turn down an approval that was asked for."""

    approval: int


class WithdrawApproval(Command, frozen=True, kw_only=True):
    """Take back one's own request, or an approval that was granted and is not used yet."""

    approval: int
    reason: str = ""


class Notify(Command, frozen=True, kw_only=True):
    """Tell Surveillance, an Inspector or another of something before it is done."""

    to: str
    about: str


class ApprovalRequested(PersonalEvent, frozen=True, kw_only=True):
    """An approval was asked for."""

    approval: int
    key: str
    whom: str | None = None
    scope: Scope = "once"

    def changes(self, table: Table) -> Table:
        """The request is open."""
        approval = Granted(
            number=self.approval,
            key=self.key,
            by=self.by,
            whom=self.whom,
            scope=self.scope,
        )
        approvals = {**table.approvals, self.approval: approval}
        return replace(table, numbered=self.approval, approvals=approvals)


class ApprovalGranted(PersonalEvent, frozen=True, kw_only=True):
    """An approval was granted by someone whose rank suffices."""

    approval: int
    until: dt.datetime | None = None

    def changes(self, table: Table) -> Table:
        """The approval may be used in the coup and shoe of its scope."""
        return _change(
            table,
            self.approval,
            granted_by=self.by,
            rank=self.rank,
            since=self.at,
            until=self.until,
            coup=table.coups,
            shoe=table.shoes,
        )


class ApprovalRefused(PersonalEvent, frozen=True, kw_only=True):
    """An approval was turned down."""

    approval: int

    def changes(self, table: Table) -> Table:
        """The request is at an end."""
        return _change(table, self.approval, refused=True)


class ApprovalWithdrawn(PersonalEvent, frozen=True, kw_only=True):
    """A request was taken back, or an approval that was granted; `granted` says which."""

    approval: int
    granted: bool
    reason: str = ""

    def changes(self, table: Table) -> Table:
        """At an end before it was used."""
        return _change(table, self.approval, withdrawn=True)


class ApprovalUsed(PersonalEvent, frozen=True, kw_only=True):
    """A one-off approval was used up."""

    approval: int

    def changes(self, table: Table) -> Table:
        """A one-off is used up."""
        return _change(table, self.approval, used=True)


class Notified(Event, frozen=True, kw_only=True):
    """Someone was told of something before it was done."""

    to: str
    about: str

    def changes(self, table: Table) -> Table:
        """The word was passed."""
        return replace(table, marks={**table.marks, f"told:{self.to}:{self.about}": self.by})


@decides(
    RequestApproval, who=("staff", "player"), troubled=True, fits={"key": in_edition("approvals")}
)
def request(work: Work, command: RequestApproval) -> None:
    """Only what a rule lets one person approve for another can be asked for."""
    rule = provided(work, command.key)
    if not rule.asked:
        refuse("own-act", rule.clauses, act=rule.act, rank=rule.rank)
    whom = command.whom
    if whom is not None:
        takes_part(work.rules, whom, work.person(whom))
    elif work.actor is not None and work.actor.role == "player":
        whom = command.by  # a player asks for themselves
    number = work.table.numbered + 1
    work.emit(ApprovalRequested, command, approval=number, whom=whom, clauses=rule.clauses)


def _pending(work: Query, number: int) -> tuple[Granted, Approval]:
    approval = work.table.approvals.get(number)
    if approval is None or approval.granted_by or approval.refused or approval.withdrawn:
        refuse("no-such-request", number=number)
    return approval, provided(work, approval.key)


def _answered(work: Standing, number: int) -> Approval:
    """The rule of an open request that whoever asks may answer."""
    rule = _pending(work, number)[1]
    require_rank(work, rule)
    return rule


@decides(GrantApproval, troubled=True, fits={"approval": passes(_answered)})
def grant(work: Work, command: GrantApproval) -> None:
    """Another person than the asker, of the rank the rule names."""
    approval, rule = _pending(work, command.approval)
    if approval.by == command.by:
        refuse("another-person.grant", rule.clauses, person=command.by)
    require_rank(work, rule)
    work.emit(ApprovalGranted, approval=command.approval, until=command.until, clauses=rule.clauses)


@decides(RefuseApproval, troubled=True, fits={"approval": passes(_answered)})
def turn_down(work: Work, command: RefuseApproval) -> None:
    """Whoever could grant it may turn it down."""
    rule = _answered(work, command.approval)
    work.emit(ApprovalRefused, approval=command.approval, clauses=rule.clauses)


def _withdrawable(standing: Standing, number: int) -> bool:
    approval = standing.table.approvals[number]
    return approval.granted_by is not None or approval.by == standing.by


@decides(WithdrawApproval, who=("staff", "player"), troubled=True, fits={"approval": _withdrawable})
def withdraw(work: Work, command: WithdrawApproval) -> None:
    """A request by its asker; what was granted by its granter or another of the rank, until used.

    What was done under it stays done.
    """
    approval = work.table.approvals.get(command.approval)
    if approval is None or approval.refused or approval.withdrawn:
        refuse("no-such-approval", approval=command.approval)
    rule = provided(work, approval.key)
    if approval.granted_by is None:
        if approval.by != command.by:
            refuse("not-yours.withdraw", rule.clauses, person=approval.by)
    else:
        if not alive(work.table, approval, command.at):
            refuse("approval-at-an-end", rule.clauses, approval=command.approval)
        if approval.granted_by != command.by:
            require_rank(work, rule)
    work.emit(
        ApprovalWithdrawn, command, granted=approval.granted_by is not None, clauses=rule.clauses
    )


@decides(Notify, troubled=True)
def notify(work: Work, command: Notify) -> None:
    """Anyone on duty may pass the word; what is then done names it."""
    work.emit(Notified, to=command.to, about=command.about)


def provided(work: Query, key: str) -> Approval:
    """The approval of this name, where the rulebook provides for it."""
    rule = work.edition.approvals.get(key)
    if rule is None:
        work.rules.stands(key)
        asked = near(key, work.edition.approvals)
        refuse("not-provided.provided", title=work.edition.identity.title, key=key, nearest=asked)
    return rule


def require_rank(work: Standing, rule: Approval) -> None:
    """The actor's rank must meet the rule, or the actor be one whom it names besides."""
    actor = work.actor
    if actor is None or actor.role not in rule.also:
        of_rank(work, rule.rank, rule.clauses, rule.also)


def of_rank(work: Standing, rank: str, clauses: Clauses, others: tuple[str, ...] = ()) -> None:
    """It takes this rank or a higher one; the actor must hold it."""
    actor = work.actor
    if actor is None or not work.edition.ranks.held(actor.rank, rank):
        besides = {"others": ", ".join(others)} if others else {}
        refuse("rank-too-low.of-rank", clauses, rank=rank, **besides)


@dataclass(frozen=True)
class Ranked:
    """Needs the rank that an act takes; an approval given beforehand is left to the decision."""

    key: str

    def __call__(self, standing: Standing) -> None:
        """Refuse whoever does not hold it."""
        rule = provided(standing, self.key)
        if not rule.asked:
            require_rank(standing, rule)


def authorise(
    work: Work, key: str, approval: int | None = None, whom: str | None = None
) -> Clauses:
    """Make sure the act is authorised, by rank or by the approval named; its clauses."""
    rule = provided(work, key)
    if not rule.asked:
        require_rank(work, rule)
        return rule.clauses
    granted = work.table.approvals.get(approval) if approval is not None else None
    if granted is None or granted.key != key or granted.granted_by is None:
        refuse(
            "approval-needed",
            rule.clauses,
            key,
            act=rule.act[:1].upper(),
            act_2=rule.act[1:],
            rank=rule.rank,
        )
    if granted.withdrawn:
        refuse("approval-withdrawn", rule.clauses, approval=approval)
    if not alive(work.table, granted, work.command.at):
        refuse("approval-at-an-end", rule.clauses, approval=approval)
    if granted.whom is not None and whom is not None and granted.whom != whom:
        refuse("approval-for-another", rule.clauses, approval=approval, whom=granted.whom)
    if granted.scope == "once":
        work.emit(ApprovalUsed, approval=granted.number, clauses=rule.clauses)
    return rule.clauses


def alive(table: Table, approval: Granted, at: dt.datetime) -> bool:
    """Whether a granted approval may still be used."""
    if approval.used or approval.withdrawn or (approval.until is not None and at > approval.until):
        return False
    if approval.scope == "coup":
        return approval.coup == table.coups
    if approval.scope == "shoe":
        return approval.shoe == table.shoes
    if approval.scope == "stay" and approval.whom is not None:
        return table.people[approval.whom].present
    return True


def told(work: Query, to: str, about: str, rank: str | None = None) -> bool:
    """Whether this was notified beforehand, by somebody of a rank where one is asked."""
    by = work.table.marks.get(f"told:{to}:{about}")
    if by is None or rank is None:
        return by is not None
    return work.edition.ranks.held(work.table.people[by].rank, rank)


def _change(table: Table, number: int, **fields: object) -> Table:
    changed = replace(table.approvals[number], **fields)
    return replace(table, approvals={**table.approvals, number: changed})
