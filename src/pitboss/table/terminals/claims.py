"""Claims: a player says that an outcome was wrong or a part of the system failed."""

from __future__ import annotations

from pitboss.refusal import refuse
from pitboss.table.admission import passes
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.authority.duties import end_duties, raise_duty
from pitboss.table.machine import Command, PersonalEvent, Query, Work
from pitboss.table.matters.matter import (
    change_matter,
    given,
    known,
    next_number,
    open_matter,
    the_matter,
)
from pitboss.table.state import Matter, Table
from pitboss.table.terminals.parts import decides

KIND = "claim"
CONSIDER = "consider-claim"


class MakeClaim(Command, frozen=True, kw_only=True):
    """Claim that a wrong outcome was announced, or that a part of the game system failed.

    A terminal claims for itself; staff record the claim of a `person`.
    """

    what: str
    coup: int | None = None
    person: str | None = None


class ConsiderClaim(Command, frozen=True, kw_only=True):
    """Say how a claim was considered, and what was done."""

    matter: int
    considered: str
    action: str


class ClaimMade(PersonalEvent, frozen=True, kw_only=True):
    """A claim was made."""

    matter: int
    person: str
    what: str
    coup: int | None = None

    def changes(self, table: Table) -> Table:
        """Open until it is considered."""
        facts = {"what": self.what, "made": self.at.isoformat()}
        if self.coup is not None:
            facts["coup"] = str(self.coup)
        return open_matter(table, self.matter, KIND, "open", self.person, facts)


class ClaimConsidered(PersonalEvent, frozen=True, kw_only=True):
    """A claim was considered."""

    matter: int
    person: str
    considered: str
    action: str

    def changes(self, table: Table) -> Table:
        """At an end."""
        facts = {"considered": self.considered, "action": self.action}
        return change_matter(table, self.matter, facts, stage="considered")


def _open(query: Query, number: int) -> Matter:
    matter = the_matter(query, number, KIND)
    if matter.stage != "open":
        refuse("claim-considered", query.cite("claims"), number=number)
    return matter


@decides(
    MakeClaim,
    who=("terminal", "player", "staff"),
    troubled=True,
    barred=True,
    rules=("claims",),
)
def claim(work: Work, command: MakeClaim) -> None:
    """It must be considered."""
    given(command.what, "what is claimed")
    staff = work.actor is not None and work.actor.role == "staff"
    clauses = work.cite("claims")
    if staff != (command.person is not None):
        refuse("claimant-missing" if staff else "not-theirs.claim", clauses)
    person = known(work, command.person) if command.person is not None else command.by
    if command.coup is not None and not 0 < command.coup <= work.table.coups:
        refuse("no-such-coup.line", clauses, coup=command.coup)
    number = next_number(work)
    work.emit(ClaimMade, command, matter=number, person=person, clauses=clauses)
    raise_duty(work, "claim-considered", f"claim {number}")


@decides(
    ConsiderClaim,
    troubled=True,
    opens=True,
    rules=("claims",),
    approvals=(CONSIDER,),
    needs=(Ranked(CONSIDER),),
    fits={"matter": passes(_open)},
)
def consider(work: Work, command: ConsiderClaim) -> None:
    """By the rank that speaks for the operator."""
    matter = _open(work, command.matter)
    given(command.considered, "how it was considered")
    given(command.action, "what was done")
    assert matter.person is not None
    clauses = (*work.cite("claims"), *authorise(work, CONSIDER))
    work.emit(ClaimConsidered, command, person=matter.person, clauses=clauses)
    end_duties(work, f"claim {command.matter}", command.action)
