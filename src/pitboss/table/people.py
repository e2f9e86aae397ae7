"""Who is at the table: staff signing on and off, players arriving, sitting, standing, leaving."""

from __future__ import annotations

from pitboss.ledger import OUTSIDE, Transfer, chips_of, tokens_of
from pitboss.refusal import refuse
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.state import Person, Role, Table


class SignOn(Command, frozen=True, kw_only=True):
    """Come on duty at the table, with the rank one holds."""

    role: Role = "staff"
    rank: str | None = None


class SignOff(Command, frozen=True, kw_only=True):
    """Go off duty at the table."""


class Arrive(Command, frozen=True, kw_only=True):
    """Come to the table as a patron, with chips in hand or none; without a seat one stands."""

    chips_cents: int = 0
    seat: int | None = None


class TakeSeat(Command, frozen=True, kw_only=True):
    """Sit down at a box, or move to another."""

    seat: int


class Leave(Command, frozen=True, kw_only=True):
    """Leave the table with one's chips."""


class SignedOn(Event, frozen=True, kw_only=True):
    """Someone came on duty."""

    role: Role
    holds: str | None = None


class SignedOff(Event, frozen=True, kw_only=True):
    """Someone went off duty."""


class Arrived(Event, frozen=True, kw_only=True):
    """A patron came to the table."""

    chips_cents: int = 0
    seat: int | None = None

    def transfers(self) -> tuple[Transfer, ...]:
        """Chips carried on."""
        return (Transfer(OUTSIDE, chips_of(self.by), self.chips_cents),) if self.chips_cents else ()


class SeatTaken(Event, frozen=True, kw_only=True):
    """A patron sat down."""

    seat: int


class Left(Event, frozen=True, kw_only=True):
    """A patron left the table, of their own will or because they had to."""

    person: str
    chips_cents: int
    tokens_cents: int = 0

    def transfers(self) -> tuple[Transfer, ...]:
        """Chips and tokens carried off."""
        return (
            Transfer(chips_of(self.person), OUTSIDE, self.chips_cents),
            Transfer(tokens_of(self.person), OUTSIDE, self.tokens_cents),
        )


@decides(SignOn, who=(), opens=True, troubled=True)
def sign_on(work: Work, command: SignOn) -> None:
    """Staff hold a rank of the ladder; others on duty hold none."""
    known = work.table.people.get(command.by)
    if known is not None and known.present:
        refuse("already-here", f"{command.by} is at the table already.")
    if command.role == "player":
        refuse("wrong-role", "Players arrive; they do not sign on.")
    if (command.role == "staff") != (command.rank is not None):
        refuse("rank-missing", "Staff sign on with a rank, others without.")
    if command.rank is not None and command.rank not in work.edition.ranks.ladder:
        ladder = ", ".join(work.edition.ranks.ladder)
        refuse("unknown-rank", f"'{command.rank}' is not a rank here: {ladder}.")
    work.emit(SignedOn, role=command.role, holds=command.rank, clauses=work.edition.ranks.clauses)


@decides(SignOff, who=("staff", "inspector", "surveillance"), opens=True)
def sign_off(work: Work, command: SignOff) -> None:
    """The last of the staff stays while a coup is in progress."""
    staff = work.table.present("staff")
    if work.table.coup is not None and list(staff) == [command.by]:
        refuse("coup-in-progress", "A coup is in progress and nobody else is on duty.")
    work.emit(SignedOff)


@decides(
    Arrive,
    who=(),
    troubled=True,
    rules=("players-limit", "one-player-a-box", "box-closed", "seats"),
)
def arrive(work: Work, command: Arrive) -> None:
    """A patron may sit where a box is open and free, or stand (2.2)."""
    known = work.table.people.get(command.by)
    if known is not None and known.present:
        refuse("already-here", f"{command.by} is at the table already.")
    if known is not None and known.banned:
        refuse("excluded", f"{command.by} is excluded: {known.banned}.")
    if command.chips_cents < 0:
        refuse("bad-amount", "Nobody carries less than no chips.")
    limit = work.table.players_limit
    if limit is not None and len(work.table.present("player")) >= limit:
        refuse(
            "table-full",
            f"The table is limited to {limit} players.",
            work.cite("limit-players"),
        )
    if command.seat is not None:
        _free(work, command.seat)
    work.emit(
        Arrived, chips_cents=command.chips_cents, seat=command.seat, clauses=work.cite("seats")
    )


@decides(TakeSeat, who=("player",), rules=("seats", "box-closed"))
def take_seat(work: Work, command: TakeSeat) -> None:
    """Sit at a box that is open and free."""
    _free(work, command.seat)
    work.emit(SeatTaken, seat=command.seat, clauses=work.cite("seats"))


@decides(Leave, who=("player",), troubled=True)
def leave(work: Work, command: Leave) -> None:
    """Nobody leaves wagers behind that are not settled."""
    if any(wager.person == command.by for wager in work.table.wagers.values()):
        refuse("wager-unsettled", f"A wager of {command.by} is still on the layout.")
    depart(work, command.by)


def depart(work: Work, person: str) -> None:
    """Someone leaves with all they hold."""
    balances = work.table.balances
    work.emit(
        Left,
        person=person,
        chips_cents=balances.get(chips_of(person), 0),
        tokens_cents=balances.get(tokens_of(person), 0),
        clauses=work.cite("marker-removed") if work.table.people[person].old_minimum else (),
    )


def _free(work: Work, seat: int) -> None:
    if not 1 <= seat <= work.house.seats:
        refuse("no-such-seat", f"There is no seat {seat} here.", work.cite("seats"))
    if seat in work.table.closed_boxes:
        refuse("box-closed", f"Box {seat} is closed.", work.cite("box-closed"))
    if any(person.seat == seat for person in work.table.present().values()):
        refuse("seat-taken", f"Seat {seat} is taken.")


@applies(SignedOn)
def signed_on(table: Table, event: SignedOn) -> Table:
    """On duty."""
    person = Person(role=event.role, rank=event.holds, order=len(table.people))
    return replace(table, people={**table.people, event.by: person})


def change_person(table: Table, name: str, **fields: object) -> Table:
    """The table with one person changed."""
    return replace(table, people={**table.people, name: replace(table.people[name], **fields)})


@applies(SignedOff)
def signed_off(table: Table, event: SignedOff) -> Table:
    """Off duty."""
    return change_person(table, event.by, present=False)


@applies(Arrived)
def arrived(table: Table, event: Arrived) -> Table:
    """At the table; a stay begins anew."""
    boxes = () if event.seat is None else (event.seat,)
    person = Person(role="player", order=table.events, seat=event.seat, boxes=boxes)
    people = {name: one for name, one in table.people.items() if name != event.by}
    return replace(table, people={**people, event.by: person})


@applies(SeatTaken)
def seat_taken(table: Table, event: SeatTaken) -> Table:
    """Seated."""
    return change_person(table, event.by, seat=event.seat, boxes=(event.seat,), idle=0)


@applies(Left)
def left(table: Table, event: Left) -> Table:
    """Gone; markers and personal limits go with them."""
    table = change_person(
        table, event.person, present=False, seat=None, boxes=(), old_minimum=False, personal=None
    )
    if table.designated == event.person:
        return replace(table, designated=None)
    return table
