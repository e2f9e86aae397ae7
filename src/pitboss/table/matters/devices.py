"""Prohibited devices: reported by those on duty, or of one who used it outside their duty.

A supervisor, never the person reported, voids wagers, excludes, has detained, or dismisses.
"""

from __future__ import annotations

from typing import Literal

from pitboss.editions.wagers import Clauses
from pitboss.ledger import FLOAT, HELD, OUTSIDE, Transfer, chips_of
from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.table.admission import Ruled, passes
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.authority.duties import raise_duty
from pitboss.table.betting.place import drop_confined, none_left
from pitboss.table.betting.returns import give_back
from pitboss.table.machine import Command, Event, PersonalEvent, Standing, TableEvent, Work, decides
from pitboss.table.matters.device_leave import permitted
from pitboss.table.matters.matter import (
    BREACHES,
    change_matter,
    given,
    known,
    named_breach,
    next_number,
    open_matter,
    the_matter,
)
from pitboss.table.people.presence import stand_aside
from pitboss.table.state import Matter, Role, Table
from pitboss.table.terminals.parts import ROLE, has_wagers
from pitboss.table.terminals.touch import clear_screen

DEVICE, BREACH = "device", "breach"
WATCHERS: tuple[Role, ...] = ("staff", "inspector", "surveillance")


class ReportDevice(Command, frozen=True, kw_only=True):
    """Report someone who used or controlled a prohibited device at or near the table.

    `outside_duty`: they are on duty, but did not act in the course of it.
    """

    person: str
    device: str
    possession: bool = True
    outside_duty: bool = False


class ReportBreach(Command, frozen=True, kw_only=True):
    """Report a player who broke a rule, saying which; `rule` names one that the edition lists."""

    person: str
    what: str
    rule: str = ""


class SeizeWinnings(Command, frozen=True, kw_only=True):
    """Seize what a player won while in possession of a prohibited device."""

    matter: int
    amount_cents: int
    reason: str


class EndSeizure(Command, frozen=True, kw_only=True):
    """Say what the investigation found: the money is released, or the house keeps it."""

    matter: int
    outcome: Literal["release", "keep"]
    reason: str


class ConfiscateDevice(Command, frozen=True, kw_only=True):
    """Confiscate the prohibited device."""

    matter: int
    item: str


class DismissDevice(Command, frozen=True, kw_only=True):
    """Find that a report of a device does not hold: nothing follows from it."""

    matter: int
    reason: str


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


class DeviceReported(Event, frozen=True, kw_only=True):
    """A prohibited device was found."""

    matter: int
    person: str
    device: str
    possession: bool = True
    outside_duty: bool = False

    def changes(self, table: Table) -> Table:
        """The matter is open for a supervisor."""
        facts = {
            "device": self.device,
            "possession": "yes" if self.possession else "no",
            "reported by": self.by,
        }
        if self.outside_duty:
            facts["outside duty"] = "yes"
        return open_matter(table, self.matter, "device", "reported", self.person, facts)


class BreachReported(Event, frozen=True, kw_only=True):
    """A player broke a rule."""

    matter: int
    person: str
    what: str

    def changes(self, table: Table) -> Table:
        """The matter is open for whoever may act on it."""
        facts = {"what": self.what, "possession": "no", "reported by": self.by}
        return open_matter(table, self.matter, BREACH, "reported", self.person, facts)


class WinningsSeized(Event, frozen=True, kw_only=True):
    """Money that a player won is held until an investigation is over."""

    matter: int
    person: str
    amount_cents: int
    reason: str

    def transfers(self) -> tuple[Transfer, ...]:
        """From the player, apart."""
        return (Transfer(chips_of(self.person), HELD, self.amount_cents),)

    def changes(self, table: Table) -> Table:
        """Held."""
        facts = {"seized": str(self.amount_cents), "seized by": self.by, "why seized": self.reason}
        return change_matter(table, self.matter, facts, stage="acted on")


class SeizureEnded(Event, frozen=True, kw_only=True):
    """The investigation is over."""

    matter: int
    person: str
    amount_cents: int
    outcome: Literal["release", "keep"]
    reason: str
    left: bool = False

    def transfers(self) -> tuple[Transfer, ...]:
        """To the player, who may have left, or to the float."""
        if self.outcome == "keep":
            return (Transfer(HELD, FLOAT, self.amount_cents),)
        to = OUTSIDE if self.left else chips_of(self.person)
        return (Transfer(HELD, to, self.amount_cents),)

    def changes(self, table: Table) -> Table:
        """At an end."""
        facts = {"seizure": self.outcome, "found": self.reason}
        return change_matter(table, self.matter, facts)


class DeviceConfiscated(Event, frozen=True, kw_only=True):
    """A prohibited device was taken away."""

    matter: int
    person: str
    item: str

    def changes(self, table: Table) -> Table:
        """On record."""
        facts = {"confiscated": self.item, "confiscated by": self.by}
        return change_matter(table, self.matter, facts, stage="acted on")


class DeviceDismissed(Event, frozen=True, kw_only=True):
    """A supervisor was not satisfied that a prohibited device was used."""

    matter: int
    person: str
    reason: str

    def changes(self, table: Table) -> Table:
        """At an end."""
        facts = {"dismissed": self.reason, "dismissed by": self.by}
        return change_matter(table, self.matter, facts, stage="dismissed")


class WagersVoided(TableEvent, frozen=True, kw_only=True):
    """The wagers of a device user were declared void; each is returned."""

    matter: int
    person: str
    wagers: tuple[int, ...]
    reason: str

    def changes(self, table: Table) -> Table:
        """Recorded; the wagers go back by events of their own."""
        facts = {"wagers void": self.reason, "wagers void by": self.by}
        return change_matter(table, self.matter, facts, stage="acted on")


class PersonExcluded(PersonalEvent, frozen=True, kw_only=True):
    """Someone may take no further part; `where` is the game or the casino."""

    matter: int
    person: str
    where: str
    reason: str

    def changes(self, table: Table) -> Table:
        """No more wagers and no return; the seat is free."""
        facts = {f"excluded from the {self.where}": self.reason}
        table = change_matter(table, self.matter, facts, stage="acted on")
        before = table.people[self.person].banned
        banned = before if before and self.where == "game" else f"excluded from the {self.where}"
        return stand_aside(table, self.person, banned=banned)


@decides(ReportDevice, who=WATCHERS, troubled=True, rules=("prohibited-device", "device-exempt"))
def report_device(work: Work, command: ReportDevice) -> None:
    """Only in the course of duty may anyone use such a device."""
    rule = work.required("prohibited-device")
    person = work.table.people[known(work, command.person)]
    on_duty = person.present and person.role not in ("player", "spectator")
    if on_duty and not command.outside_duty:
        work.forbid("device-exempt", "exempt", person=command.person, role=person.role)
    given(command.device, "which device it is")
    leave = permitted(work, command.person)
    if leave is not None:
        refuse("device-permitted", leave, person=command.person)
    work.emit(
        DeviceReported,
        command,
        matter=next_number(work),
        outside_duty=on_duty and command.outside_duty,
        clauses=(*rule.clauses, *(work.cite("device-exempt") if on_duty else ())),
    )


def reported(
    work: Standing, number: int, clauses: Clauses = (), kinds: tuple[str, ...] = (DEVICE, BREACH)
) -> Matter:
    """The report on which a supervisor acts: not one about themself, nor one dismissed."""
    matter = the_matter(work, number, *kinds)
    if matter.person == work.by:
        refuse("another-person.reported", clauses, person=matter.person)
    if matter.stage == "dismissed":
        refuse("report-dismissed", clauses, number=number)
    return matter


@decides(
    ReportBreach, who=WATCHERS, troubled=True, rules=BREACHES, needs=(Ruled("breach"),), worded=True
)
def report_breach(work: Work, command: ReportBreach) -> None:
    """A player's, of any rule."""
    clauses = work.provides("breach")
    role = work.table.people[known(work, command.person)].role
    if role not in ("player", ROLE):
        refuse("wrong-role.patron", name=command.person, role=role)
    given(command.what, "which rule was broken")
    if command.rule:
        clauses = (*named_breach(work, command.rule), *clauses)
    work.emit(BreachReported, command, matter=next_number(work), clauses=clauses)


def _possessor(work: Standing, number: int) -> Matter:
    """The report of someone who has a device."""
    matter = reported(work, number, kinds=(DEVICE,))
    if matter.facts["possession"] != "yes":
        refuse("not-in-possession", person=matter.person)
    return matter


@decides(
    SeizeWinnings,
    troubled=True,
    needs=(Ranked("seize-winnings"),),
    fits={"matter": passes(_possessor)},
)
def seize(work: Work, command: SeizeWinnings) -> None:
    """Out of what the player holds, once for a report."""
    clauses = authorise(work, "seize-winnings")
    matter = _possessor(work, command.matter)
    given(command.reason, "why")
    if "seized" in matter.facts:
        refuse("seized-already", clauses, person=matter.person)
    held = work.table.balances.get(chips_of(matter.person or ""), 0)
    if not 0 < command.amount_cents <= held:
        refuse("bad-seizure", clauses, person=matter.person, held=sum_of(held))
    work.emit(WinningsSeized, command, matter, clauses=clauses)


def _seized(standing: Standing, number: int) -> Matter:
    """A report whose money is held."""
    matter = the_matter(standing, number, DEVICE)
    if "seized" not in matter.facts or "seizure" in matter.facts:
        refuse("nothing-seized", number=number)
    return matter


@decides(
    EndSeizure,
    troubled=True,
    opens=True,
    needs=(Ranked("seize-winnings"),),
    fits={"matter": passes(_seized)},
)
def end_seizure(work: Work, command: EndSeizure) -> None:
    """As the investigation found."""
    clauses = authorise(work, "seize-winnings")
    matter = _seized(work, command.matter)
    given(command.reason, "what the investigation found")
    work.emit(
        SeizureEnded,
        command,
        matter,
        amount_cents=int(matter.facts["seized"]),
        left=not work.table.people[matter.person or ""].present,
        clauses=clauses,
    )


@decides(
    ConfiscateDevice,
    troubled=True,
    needs=(Ranked("confiscate-device"),),
    fits={"matter": passes(_possessor)},
)
def confiscate(work: Work, command: ConfiscateDevice) -> None:
    """Once for a report, with the thing that was taken."""
    clauses = authorise(work, "confiscate-device")
    matter = _possessor(work, command.matter)
    given(command.item, "what was taken")
    if "confiscated" in matter.facts:
        refuse("confiscated-already", clauses, person=matter.person)
    work.emit(DeviceConfiscated, command, matter, clauses=clauses)


def _undecided(work: Standing, number: int) -> Matter:
    """A report that nobody has acted on."""
    clauses = work.cite("decide-device")
    matter = reported(work, number, clauses)
    if matter.stage != "reported":
        refuse("acted-on", clauses, number=number)
    return matter


@decides(
    DismissDevice,
    troubled=True,
    opens=True,
    needs=(Ranked("decide-device"),),
    fits={"matter": passes(_undecided)},
)
def dismiss_device(work: Work, command: DismissDevice) -> None:
    """What a supervisor may do takes being satisfied."""
    clauses = authorise(work, "decide-device")
    matter = _undecided(work, command.matter)
    given(command.reason, "why")
    work.emit(DeviceDismissed, command, matter, clauses=clauses)


def _with_wagers(standing: Standing, number: int) -> bool:
    return has_wagers(standing.table, standing.table.matters[number].person or "")


@decides(
    VoidWagers, troubled=True, needs=(Ranked("void-device-user"),), fits={"matter": _with_wagers}
)
def void_wagers(work: Work, command: VoidWagers) -> None:
    """Void is invalid with no result, so each wager goes back."""
    clauses = authorise(work, "void-device-user")
    matter = reported(work, command.matter, clauses)
    own = {n: one for n, one in work.table.wagers.items() if one.person == matter.person}
    numbers = command.wagers or tuple(own)
    for number in numbers:
        if number not in own or numbers.count(number) > 1:
            refuse("no-such-wager.own-wager", person=matter.person, number=number)
    if not command.wagers and not has_wagers(work.table, matter.person or ""):
        refuse("no-such-wager.void-wagers", clauses, person=matter.person)
    given(command.reason, "why")
    work.emit(WagersVoided, command, matter, wagers=numbers, clauses=clauses)
    if not command.wagers:
        clear_screen(work, matter.person or "", clauses)
    for number in numbers:
        give_back(work, own[number], "declared void", clauses)
    if work.table.coup is None:  # a hand that is dealt is there for every wager on it
        for placed in (own[number] for number in numbers):
            drop_confined(work, placed.person, placed.box)
    none_left(work, clauses)


@decides(
    ExcludeFromGame,
    troubled=True,
    needs=(Ranked("exclude-from-game"),),
    fits={"matter": passes(reported)},
)
def exclude_from_game(work: Work, command: ExcludeFromGame) -> None:
    """No further part in the game; wagers already placed stand."""
    _exclude(work, command, "game", authorise(work, "exclude-from-game"))


@decides(
    ExcludeFromCasino,
    troubled=True,
    needs=(Ranked("exclude-from-casino"),),
    fits={"matter": passes(reported)},
)
def exclude_from_casino(work: Work, command: ExcludeFromCasino) -> None:
    """The Act's own procedure follows as a duty."""
    _exclude(work, command, "casino", authorise(work, "exclude-from-casino"))
    raise_duty(work, "exclusion-order", about=f"matter {command.matter}")


def _exclude(
    work: Work, command: ExcludeFromGame | ExcludeFromCasino, where: str, clauses: Clauses
) -> None:
    matter = reported(work, command.matter, clauses)
    if matter.facts.get(f"excluded from the {where}"):
        refuse("already-excluded", clauses, person=matter.person)
    given(command.reason, "why")
    work.emit(PersonExcluded, command, matter, where=where, clauses=clauses)
