"""Phones and similar devices that are permitted where the edition lets them be."""

from __future__ import annotations

from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse
from pitboss.table.admission import Ruled, at_table
from pitboss.table.authority.approvals import Ranked, authorise, told
from pitboss.table.cards.sets import words
from pitboss.table.machine import Command, Query, TableEvent, Work, decides, replace
from pitboss.table.matters.matter import given
from pitboss.table.state import Table

PERMIT, WITHDRAW = "permit-device", "withdraw-device-permission"
PLACE, WATCHED, TOLD = "device-place", "device-supervised", "device-told"


class PermitDevice(Command, frozen=True, kw_only=True):
    """Permit a player a phone or similar device at the table."""

    person: str
    device: str


class WithdrawDevicePermission(Command, frozen=True, kw_only=True):
    """Take the permission back, for whatever reason or none."""

    person: str


class DevicePermitted(TableEvent, frozen=True, kw_only=True):
    """A player may have a device at the table, never to record or analyse play."""

    person: str
    device: str

    def changes(self, table: Table) -> Table:
        """Until it is withdrawn."""
        return replace(table, marks={**table.marks, _mark(self.person): self.device})


class DevicePermissionWithdrawn(TableEvent, frozen=True, kw_only=True):
    """A player may have no device at the table any more."""

    person: str

    def changes(self, table: Table) -> Table:
        """At once."""
        marks = {key: one for key, one in table.marks.items() if key != _mark(self.person)}
        return replace(table, marks=marks)


def _mark(person: str) -> str:
    return f"device of {person}"


def watched(query: Query) -> bool:
    """Whether somebody of the rank that supervises is at the table."""
    rank = query.value(WATCHED, str, "")
    staff = query.table.present("staff").values()
    return not rank or any(query.edition.ranks.held(one.rank, rank) for one in staff)


def permitted(query: Query, person: str) -> Clauses | None:
    """The clauses by which a player may have a device now; nothing where they may not."""
    if _mark(person) not in query.table.marks or not watched(query):
        return None
    return query.cite(PERMIT)


@decides(
    PermitDevice,
    rules=(PLACE, WATCHED, TOLD),
    needs=(Ruled(PLACE), Ranked(PERMIT)),
    fits={"person": at_table},
)
def permit(work: Work, command: PermitDevice) -> None:
    """In such a place only, under supervision, and once whoever permits told those concerned."""
    place = work.value(PLACE, str, "")
    if work.house.place != place:
        refuse("device-place", work.cite(PLACE), place=place)
    clauses = authorise(work, PERMIT) + work.cite(PLACE)
    work.player(command.person)
    given(command.device, "which device it is")
    if not watched(work):
        refuse("device-unsupervised", work.cite(WATCHED), rank=work.value(WATCHED, str, ""))
    for whom in words(work, TOLD):
        if not told(work, whom, PERMIT, rank=work.edition.approvals[PERMIT].rank):
            refuse("notify-first", work.cite(TOLD), whom=whom, confine=PERMIT)
    cited = work.cite(WATCHED, TOLD)
    work.emit(DevicePermitted, command, clauses=tuple(dict.fromkeys(clauses + cited)))


@decides(
    WithdrawDevicePermission,
    troubled=True,
    needs=(Ruled(PLACE), Ranked(WITHDRAW)),
    fits={"person": lambda standing, name: _mark(name) in standing.table.marks},
)
def withdraw(work: Work, command: WithdrawDevicePermission) -> None:
    """At any time, at discretion."""
    clauses = authorise(work, WITHDRAW)
    if _mark(command.person) not in work.table.marks:
        refuse("no-device-permission", clauses, person=command.person)
    work.emit(DevicePermissionWithdrawn, person=command.person, clauses=clauses)
