"""Who is at the table: staff signing on and off, players arriving, sitting, standing, leaving."""

from __future__ import annotations

from pitboss.ledger import OUTSIDE, Transfer, chips_of, tokens_of
from pitboss.refusal import refuse
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.opening import CONSENT
from pitboss.table.state import Person, Role, Table


class SignOn(Command, frozen=True, kw_only=True):
    """Come on duty at the table, with the rank one holds."""

    role: Role = "staff"
    rank: str | None = None


class SignOff(Command, frozen=True, kw_only=True):
    """Go off duty at the table."""


class Relieve(Command, frozen=True, kw_only=True):
    """Come on duty in the place of another, who goes off."""

    person: str
    rank: str


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
    """Someone went off duty: the actor, or the one who was relieved."""

    person: str | None = None


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


class MinimumMarkerPlaced(Event, frozen=True, kw_only=True):
    """A marker shows that this player keeps the earlier minimum."""

    person: str
    box: int | None = None


class MinimumMarkerRemoved(Event, frozen=True, kw_only=True):
    """The marker of a player who kept an earlier minimum is off the layout."""

    person: str


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
    if command.role == "player":
        refuse("wrong-role", "Players arrive; they do not sign on.")
    if (command.role == "staff") != (command.rank is not None):
        refuse("rank-missing", "Staff sign on with a rank, others without.")
    _on_duty(work, command.role, command.rank)


def _on_duty(work: Work, role: Role, rank: str | None) -> None:
    """Whoever is not at the table yet comes on duty, in a rank of the ladder."""
    name = work.command.by
    known = work.table.people.get(name)
    if known is not None and known.present:
        refuse("already-here", f"{name} is at the table already.")
    ranks = work.edition.ranks
    if rank is not None and rank not in ranks.ladder:
        ladder = ", ".join(ranks.ladder)
        refuse("unknown-rank", f"'{rank}' is not a rank here: {ladder}.", ranks.clauses)
    work.emit(SignedOn, role=role, holds=rank, rank=rank or role, clauses=ranks.clauses)


@decides(Relieve, who=(), opens=True, troubled=True)
def relieve(work: Work, command: Relieve) -> None:
    """One of the staff takes over from another, in a coup too."""
    work.person(command.person, "staff")
    _on_duty(work, "staff", command.rank)
    cited = work.edition.ranks.clauses
    work.emit(SignedOff, person=command.person, rank=command.rank, clauses=cited)


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
    rules=("seats", "box-closed", "new-players-new-minimum"),
    approvals=("limit-players",),
)
def arrive(work: Work, command: Arrive) -> None:
    """A patron may sit where a box is open and free, or stand (2.2)."""
    known = work.table.people.get(command.by)
    if known is not None and known.present:
        refuse("already-here", f"{command.by} is at the table already.")
    not_excluded(work)
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
        free(work, command.seat)
    cited = ["seats"]
    if work.table.sign.old_minimum_cents is not None:
        cited.append("new-players-new-minimum")
    work.emit(
        Arrived,
        chips_cents=command.chips_cents,
        seat=command.seat,
        rank="player",
        clauses=work.cite(*cited),
    )


@decides(TakeSeat, who=("player",), rules=("seats", "box-closed", "marker-placed"))
def take_seat(work: Work, command: TakeSeat) -> None:
    """Sit at a box that is open and free; a marker of an earlier minimum moves along."""
    not_excluded(work)
    free(work, command.seat)
    work.emit(SeatTaken, seat=command.seat, clauses=work.cite("seats"))
    if work.table.people[command.by].old_minimum:
        cited = work.cite("marker-placed")
        work.emit(MinimumMarkerPlaced, person=command.by, box=command.seat, clauses=cited)


@decides(Leave, who=("player",), troubled=True, rules=("marker-removed", "cards-over-layout"))
def leave(work: Work, command: Leave) -> None:
    """Nobody leaves wagers behind that are not settled, or with cards in hand (8.6.3)."""
    coup = work.table.coup
    if coup is not None and coup.out is not None and coup.holders[coup.out] == command.by:
        sentence = f"The {coup.out} hand is with {command.by}; the dealer collects it first."
        refuse("cards-passed-out", sentence, work.cite("cards-over-layout"))
    if any(wager.person == command.by for wager in work.table.wagers.values()):
        refuse("wager-unsettled", f"A wager of {command.by} is still on the layout.")
    depart(work, command.by)


def depart(work: Work, person: str) -> None:
    """Someone leaves with all they hold; the marker of an earlier minimum goes (6.7.1.2)."""
    balances = work.table.balances
    if work.table.people[person].old_minimum:
        work.emit(MinimumMarkerRemoved, person=person, clauses=work.cite("marker-removed"))
    work.emit(
        Left,
        person=person,
        chips_cents=balances.get(chips_of(person), 0),
        tokens_cents=balances.get(tokens_of(person), 0),
    )


def not_excluded(work: Work, name: str | None = None) -> None:
    """Whoever is excluded takes no further part (Star 14.3.2, 14.3.3; Premium 15.3.2, 15.3.3)."""
    name = work.command.by if name is None else name
    person = work.table.people.get(name)
    if person is not None and person.banned:
        clauses = work.cite("exclude-from-game", "exclude-from-casino")
        refuse("excluded", f"{name} is {person.banned}.", clauses)


def free(work: Work, seat: int) -> None:
    """A box that is there, open, and nobody's."""
    if not 1 <= seat <= work.house.seats:
        refuse("no-such-seat", f"There is no seat {seat} here.", work.cite("seats"))
    if seat in work.table.closed_boxes:
        refuse("box-closed", f"Box {seat} is closed.", work.cite("box-closed"))
    if any(seat in person.boxes for person in work.table.present("player").values()):
        refuse("seat-taken", f"Seat {seat} is taken.", work.cite("seats"))


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
    return change_person(table, event.person or event.by, present=False)


@applies(Arrived)
def arrived(table: Table, event: Arrived) -> Table:
    """At the table; a stay begins anew."""
    boxes = () if event.seat is None else (event.seat,)
    person = Person(role="player", order=table.events, seat=event.seat, boxes=boxes)
    people = {name: one for name, one in table.people.items() if name != event.by}
    table = replace(table, people={**people, event.by: person})
    return table if event.seat is None else begin_anew(table)


@applies(SeatTaken)
def seat_taken(table: Table, event: SeatTaken) -> Table:
    """Seated."""
    return begin_anew(change_person(table, event.by, seat=event.seat, boxes=(event.seat,)))


def begin_anew(table: Table) -> Table:
    """A seat came into use that was not: no coup before was abstained from at a full table."""
    people = {
        name: replace(person, idle=0) if person.idle else person
        for name, person in table.people.items()
    }
    return replace(table, people=people)


@applies(MinimumMarkerPlaced)
def marker_placed(table: Table, event: MinimumMarkerPlaced) -> Table:
    """The player keeps the earlier minimum until they leave."""
    return change_person(table, event.person, old_minimum=True)


@applies(MinimumMarkerRemoved)
def marker_removed(table: Table, event: MinimumMarkerRemoved) -> Table:
    """With the last marker the sign shows one minimum again."""
    table = change_person(table, event.person, old_minimum=False)
    if any(person.old_minimum for person in table.people.values()):
        return table
    waiting = table.next_sign
    return replace(
        table,
        sign=replace(table.sign, old_minimum_cents=None),
        next_sign=None if waiting is None else replace(waiting, old_minimum_cents=None),
    )


@applies(Left)
def left(table: Table, event: Left) -> Table:
    """Gone; their own limits and their consent to a change go with them."""
    table = change_person(table, event.person, present=False, seat=None, boxes=(), personal=None)
    consent = f"{CONSENT}{event.person}"
    if consent in table.marks:
        marks = {key: mark for key, mark in table.marks.items() if key != consent}
        table = replace(table, marks=marks)
    if table.designated == event.person:
        return replace(table, designated=None)
    return table
