"""Prohibited devices, and what a supervisor may do about them.

A device is reported by staff. What follows are acts of their own, each with its rank: void
the person's wagers, exclude them from the game or the casino, have them detained.
"""

from __future__ import annotations

from pitboss.editions.wager import Clauses
from pitboss.refusal import refuse
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.authority import authorise
from pitboss.table.duties import DutyDischarged, raise_duty
from pitboss.table.matters import (
    add_matter,
    change_matter,
    given,
    known,
    next_number,
    person_of,
    required,
    the_matter,
)
from pitboss.table.people import change_person
from pitboss.table.state import Matter, Role, Table
from pitboss.table.wagering import give_back, none_left

WATCHERS: tuple[Role, ...] = ("staff", "inspector", "surveillance")


class ReportDevice(Command, frozen=True, kw_only=True):
    """Report someone who used or controlled a prohibited device at or near the table."""

    person: str
    device: str
    possession: bool = True


class VoidWagers(Command, frozen=True, kw_only=True):
    """Declare the wagers of a device user void: all of them, or those numbered."""

    matter: int
    reason: str
    wagers: tuple[int, ...] = ()


class ExcludeFromGame(Command, frozen=True, kw_only=True):
    """Direct that a device user takes no further part in the game."""

    matter: int
    reason: str


class ExcludeFromCasino(Command, frozen=True, kw_only=True):
    """Exclude a device user from the casino, as the Act provides."""

    matter: int
    reason: str


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


class DeviceReported(Event, frozen=True, kw_only=True):
    """A prohibited device was found."""

    matter: int
    person: str
    device: str
    possession: bool = True


class WagersVoided(Event, frozen=True, kw_only=True):
    """The wagers of a device user were declared void; each is returned."""

    matter: int
    person: str
    wagers: tuple[int, ...]
    reason: str


class PersonExcluded(Event, frozen=True, kw_only=True):
    """Someone may take no further part; `where` is the game or the casino."""

    matter: int
    person: str
    where: str
    reason: str


class PersonDetained(Event, frozen=True, kw_only=True):
    """Someone is detained until an inspector or a police officer takes over."""

    matter: int
    person: str
    responsible: str
    reason: str


class DetentionHandedOver(Event, frozen=True, kw_only=True):
    """An inspector or a police officer assumed responsibility; the detention is at an end."""

    matter: int
    person: str
    to: str
    name: str


@decides(ReportDevice, who=WATCHERS, troubled=True, rules=("prohibited-device", "device-exempt"))
def report_device(work: Work, command: ReportDevice) -> None:
    """Nobody but those on duty may use such a device (Star 14.1, 14.2; Premium 15.1, 15.2)."""
    rule = required(work, "prohibited-device")
    person = work.table.people[known(work, command.person)]
    if person.role != "player" and person.present:
        work.forbid(
            "device-exempt",
            "exempt",
            f"{command.person} is on duty as {person.role}: the prohibition is not for them.",
        )
    work.emit(
        DeviceReported,
        matter=next_number(work),
        person=command.person,
        device=given(command.device, "which device it is"),
        possession=command.possession,
        clauses=rule.clauses,
    )


@decides(VoidWagers, troubled=True, approvals=("void-device-user",))
def void_wagers(work: Work, command: VoidWagers) -> None:
    """Void is invalid with no result, so each wager goes back (Star 14.3.1; Premium 15.3.1)."""
    clauses = authorise(work, "void-device-user")
    matter = the_matter(work, command.matter, "device")
    own = {
        number: placed
        for number, placed in work.table.wagers.items()
        if placed.person == matter.person
    }
    numbers = command.wagers or tuple(own)
    for number in numbers:
        if number not in own or numbers.count(number) > 1:
            refuse("no-such-wager", f"{matter.person} has no wager {number} on the layout.")
    if not numbers:
        refuse("no-such-wager", f"{matter.person} has no wager on the layout.", clauses)
    work.emit(
        WagersVoided,
        matter=matter.number,
        person=person_of(matter),
        wagers=numbers,
        reason=given(command.reason, "why"),
        clauses=clauses,
    )
    for number in numbers:
        give_back(work, own[number], "declared void", clauses)
    none_left(work, clauses)


@decides(ExcludeFromGame, troubled=True, approvals=("exclude-from-game",))
def exclude_from_game(work: Work, command: ExcludeFromGame) -> None:
    """No further part in the game; wagers already placed stand (Star 14.3.2; Premium 15.3.2)."""
    _exclude(work, command, "game", authorise(work, "exclude-from-game"))


@decides(ExcludeFromCasino, troubled=True, approvals=("exclude-from-casino",))
def exclude_from_casino(work: Work, command: ExcludeFromCasino) -> None:
    """The Act's own procedure follows as a duty (Star 14.3.3; Premium 15.3.3)."""
    _exclude(work, command, "casino", authorise(work, "exclude-from-casino"))
    raise_duty(work, "exclusion-order", about=f"matter {command.matter}")


def _exclude(
    work: Work, command: ExcludeFromGame | ExcludeFromCasino, where: str, clauses: Clauses
) -> None:
    matter = the_matter(work, command.matter, "device")
    if matter.facts.get(f"excluded from the {where}"):
        refuse("already-excluded", f"{matter.person} is excluded already.", clauses)
    work.emit(
        PersonExcluded,
        matter=matter.number,
        person=person_of(matter),
        where=where,
        reason=given(command.reason, "why"),
        clauses=clauses,
    )


@decides(Detain, troubled=True, approvals=("detain-device-holder",))
def detain(work: Work, command: Detain) -> None:
    """Only whoever has the device on them (Star 14.3.4; Premium 15.3.4)."""
    clauses = authorise(work, "detain-device-holder")
    found = the_matter(work, command.matter, "device")
    if found.facts["possession"] != "yes":
        refuse("not-in-possession", f"{found.person} has no device in possession.", clauses)
    if any(
        matter.kind == "detention" and matter.person == found.person and matter.stage == "detained"
        for matter in work.table.matters.values()
    ):
        refuse("already-detained", f"{found.person} is detained already.", clauses)
    number = next_number(work)
    work.emit(
        PersonDetained,
        matter=number,
        person=person_of(found),
        responsible=given(command.responsible, "who is responsible"),
        reason=given(command.reason, "why"),
        clauses=clauses,
    )
    raise_duty(work, "attend-detention", about=f"matter {number}")


@decides(
    HandOver,
    who=("staff", "inspector"),
    troubled=True,
    opens=True,
    rules=("detention-ends",),
)
def hand_over(work: Work, command: HandOver) -> None:
    """A detention ends only with an inspector or a police officer (Star 14.3.4)."""
    matter = the_matter(work, command.matter, "detention")
    rule = required(work, "detention-ends")
    if matter.stage != "detained":
        refuse("detention-over", f"Detention {matter.number} is at an end.", rule.clauses)
    takers = work.value("detention-ends", tuple, ())
    if command.to not in takers:
        listed = " or ".join(
            f"an {taker}" if taker[0] in "aeiou" else f"a {taker}" for taker in takers
        )
        refuse("not-theirs", f"Only {listed} may take over a detention.", rule.clauses)
    work.emit(
        DetentionHandedOver,
        matter=matter.number,
        person=person_of(matter),
        to=command.to,
        name=given(command.name, "who took over"),
        clauses=rule.clauses,
    )
    for duty in work.table.duties.values():
        if duty.about == f"matter {matter.number}" and duty.done_by is None:
            work.emit(
                DutyDischarged,
                duty=duty.number,
                how=f"{command.to} {command.name} took over",
                clauses=duty.clauses,
            )


@applies(DeviceReported)
def device_reported(table: Table, event: DeviceReported) -> Table:
    """The matter is open for a supervisor."""
    facts = {
        "device": event.device,
        "possession": "yes" if event.possession else "no",
        "reported by": event.by,
    }
    matter = Matter(
        number=event.matter, kind="device", stage="reported", person=event.person, facts=facts
    )
    return add_matter(table, matter)


@applies(WagersVoided)
def wagers_voided(table: Table, event: WagersVoided) -> Table:
    """Recorded; the wagers go back by events of their own."""
    facts = {"wagers void": event.reason, "wagers void by": event.by}
    return change_matter(table, event.matter, facts, stage="acted on")


@applies(PersonExcluded)
def excluded(table: Table, event: PersonExcluded) -> Table:
    """No more wagers and no return; the seat is free."""
    facts = {f"excluded from the {event.where}": event.reason}
    table = change_matter(table, event.matter, facts, stage="acted on")
    before = table.people[event.person].banned
    banned = before if before and event.where == "game" else f"excluded from the {event.where}"
    table = change_person(table, event.person, banned=banned, seat=None, boxes=())
    return replace(table, designated=None) if table.designated == event.person else table


@applies(PersonDetained)
def detained(table: Table, event: PersonDetained) -> Table:
    """The detention is a matter of its own."""
    facts = {"responsible": event.responsible, "since": event.at.isoformat()}
    matter = Matter(
        number=event.matter, kind="detention", stage="detained", person=event.person, facts=facts
    )
    return add_matter(table, matter)


@applies(DetentionHandedOver)
def handed_over(table: Table, event: DetentionHandedOver) -> Table:
    """At an end."""
    facts = {"to": event.to, "name": event.name, "until": event.at.isoformat()}
    return change_matter(table, event.matter, facts, stage="handed over")
