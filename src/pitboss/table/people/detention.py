"""Detention: whoever has a prohibited device on them is kept until someone takes them over.

A detention ends by its handover to an inspector or a police officer and by nothing else; the
duty to attend ends with it.
"""

from __future__ import annotations

from pitboss.refusal import refuse
from pitboss.table.admission import passes
from pitboss.table.authority.approvals import Ranked, authorise, provided, require_rank
from pitboss.table.authority.duties import end_duties, raise_duty
from pitboss.table.machine import Command, Event, Standing, Work, decides
from pitboss.table.matters.devices import reported
from pitboss.table.matters.matter import (
    about,
    change_matter,
    given,
    next_number,
    open_matter,
    person_of,
    the_matter,
)
from pitboss.table.people.presence import change_person, stand_aside
from pitboss.table.state import Matter, Table
from pitboss.words import with_article


class Detain(Command, frozen=True, kw_only=True):
    """Have someone in possession of a prohibited device detained; `responsible` keeps them."""

    matter: int
    reason: str
    responsible: str


class HandOver(Command, frozen=True, kw_only=True):
    """An inspector or a police officer has attended and assumed responsibility."""

    matter: int
    to: str
    name: str


class PersonDetained(Event, frozen=True, kw_only=True):
    """Someone is detained until an inspector or a police officer takes over."""

    matter: int
    person: str
    responsible: str
    reason: str
    report: int | None = None

    def changes(self, table: Table) -> Table:
        """The detention is a matter of its own; whoever is detained takes no part meanwhile."""
        facts = {"responsible": self.responsible, "since": self.at.isoformat()}
        if self.report is not None:
            table = change_matter(table, self.report, {"detained": self.reason}, stage="acted on")
        table = open_matter(table, self.matter, "detention", "detained", self.person, facts)
        return stand_aside(table, self.person, detained=True)


class DetentionHandedOver(Event, frozen=True, kw_only=True):
    """An inspector or a police officer assumed responsibility; the detention is at an end."""

    matter: int
    person: str
    to: str
    name: str

    def changes(self, table: Table) -> Table:
        """At an end."""
        facts = {"to": self.to, "name": self.name, "until": self.at.isoformat()}
        table = change_person(table, self.person, detained=False)
        return change_matter(table, self.matter, facts, stage="handed over")


def _in_possession(work: Standing, number: int) -> Matter:
    """The report of someone who has a device, and is not detained yet."""
    clauses = work.cite("detain-device-holder")
    found = reported(work, number, clauses)
    if found.facts["possession"] != "yes":
        refuse("not-in-possession", clauses, person=found.person)
    if work.table.people[person_of(found)].detained:
        refuse("already-detained", clauses, person=found.person)
    return found


@decides(
    Detain,
    troubled=True,
    needs=(Ranked("detain-device-holder"),),
    fits={"matter": passes(_in_possession)},
)
def detain(work: Work, command: Detain) -> None:
    """Only whoever has the device on them."""
    clauses = authorise(work, "detain-device-holder")
    found = _in_possession(work, command.matter)
    number = next_number(work)
    given(command.responsible, "who is responsible")
    given(command.reason, "why")
    work.emit(PersonDetained, command, found, matter=number, report=found.number, clauses=clauses)
    raise_duty(work, "attend-detention", about=f"matter {number}")


@decides(
    HandOver,
    who=("staff", "inspector"),
    troubled=True,
    opens=True,
    rules=("detention-ends",),
    approvals=("detain-device-holder",),
    fits={"matter": about("detention")},
)
def hand_over(work: Work, command: HandOver) -> None:
    """A detention ends only with an inspector or a police officer.

    The inspector says so, or staff of the rank that may have someone detained.
    """
    matter = the_matter(work, command.matter, "detention")
    rule = work.required("detention-ends")
    if work.actor is not None and work.actor.role == "staff":
        require_rank(work, provided(work, "detain-device-holder"))
    if matter.stage != "detained":
        refuse("detention-over", rule.clauses, number=matter.number)
    takers = work.value("detention-ends", tuple, ())
    if command.to not in takers:
        listed = " or ".join(map(with_article, takers))
        refuse("not-theirs.hand-over", rule.clauses, listed=listed)
    given(command.name, "who took over")
    work.emit(DetentionHandedOver, command, matter, clauses=rule.clauses)
    end_duties(work, f"matter {matter.number}", f"{command.to} {command.name} took over")
