"""Who is at the table: staff signing on and off, players arriving, sitting, standing, leaving."""

from __future__ import annotations

from pitboss.editions.wagers import Clauses
from pitboss.ledger import OUTSIDE, Transfer, chips_of, tokens_of
from pitboss.refusal import refuse
from pitboss.table.admission import not_detained
from pitboss.table.betting.stakes import change_sign
from pitboss.table.life.open import CONSENT
from pitboss.table.machine import Command, Standing, TableEvent, Work, decides, replace
from pitboss.table.people.reserved import not_reserved
from pitboss.table.people.tokens import carried_off
from pitboss.table.procedures.commission import nothing_owed
from pitboss.table.settlement.least import gone
from pitboss.table.state import Person, Role, Table
from pitboss.words import near


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
    """Come to the table as a patron, with chips in hand or none; without a seat one stands.

    `spectator`: only to watch, without chips and without a seat.
    """

    chips_cents: int = 0
    seat: int | None = None
    spectator: bool = False


class TakeSeat(Command, frozen=True, kw_only=True):
    """Sit down at a box, or move to another."""

    seat: int


class Leave(Command, frozen=True, kw_only=True):
    """Leave the table with one's chips; staff say so for a spectator or someone excluded."""

    person: str | None = None


class SignedOn(TableEvent, frozen=True, kw_only=True):
    """Someone came on duty."""

    role: Role
    holds: str | None = None

    def changes(self, table: Table) -> Table:
        """On duty."""
        person = Person(role=self.role, rank=self.holds, order=len(table.people))
        return replace(table, people={**table.people, self.by: person})


class SignedOff(TableEvent, frozen=True, kw_only=True):
    """Someone went off duty: the actor, or the one who was relieved."""

    person: str | None = None

    def changes(self, table: Table) -> Table:
        """Off duty."""
        return change_person(table, self.person or self.by, present=False)


class Arrived(TableEvent, frozen=True, kw_only=True):
    """A patron came to the table, to play or only to watch."""

    chips_cents: int = 0
    seat: int | None = None
    spectator: bool = False

    def transfers(self) -> tuple[Transfer, ...]:
        """Chips carried on."""
        return (Transfer(OUTSIDE, chips_of(self.by), self.chips_cents),) if self.chips_cents else ()

    def changes(self, table: Table) -> Table:
        """At the table; a stay begins anew."""
        boxes = () if self.seat is None else (self.seat,)
        known = table.people.get(self.by)
        lots = () if known is None else known.lots
        role: Role = "spectator" if self.spectator else "player"
        person = Person(role=role, order=table.events, seat=self.seat, boxes=boxes, lots=lots)
        people = {name: one for name, one in table.people.items() if name != self.by}
        table = replace(table, people={**people, self.by: person})
        return table if self.seat is None else begin_anew(table)


class SeatTaken(TableEvent, frozen=True, kw_only=True):
    """A patron sat down."""

    seat: int

    def changes(self, table: Table) -> Table:
        """Seated."""
        return begin_anew(change_person(table, self.by, seat=self.seat, boxes=(self.seat,)))


class MinimumMarkerPlaced(TableEvent, frozen=True, kw_only=True):
    """A marker shows that this player keeps the earlier minimum."""

    person: str
    box: int | None = None

    def changes(self, table: Table) -> Table:
        """The player keeps the earlier minimum until they leave."""
        return change_person(table, self.person, old_minimum=True, marker_box=self.box)


class MinimumMarkerRemoved(TableEvent, frozen=True, kw_only=True):
    """The marker of a player who kept an earlier minimum is off the layout."""

    person: str

    def changes(self, table: Table) -> Table:
        """With the last marker the sign shows one minimum again."""
        table = change_person(table, self.person, old_minimum=False, marker_box=None)
        if any(person.old_minimum for person in table.people.values()):
            return table
        return change_sign(table, old_minimum_cents=None)


class Left(TableEvent, frozen=True, kw_only=True):
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

    def changes(self, table: Table) -> Table:
        """Gone; their own limits and their consent to a change go with them."""
        table = carried_off(table, self.person)
        table = change_person(table, self.person, present=False, seat=None, boxes=(), personal=None)
        table = replace(table, lows=gone(table.lows, self.person))
        consent = f"{CONSENT}{self.person}"
        if consent in table.marks:
            marks = {key: mark for key, mark in table.marks.items() if key != consent}
            table = replace(table, marks=marks)
        return without(table, self.person)


def _not_here(work: Standing) -> None:
    if work.actor is not None and work.actor.present:
        refuse("already-here", name=work.by)


@decides(SignOn, who=(), opens=True, troubled=True, needs=(_not_here,))
def sign_on(work: Work, command: SignOn) -> None:
    """Staff hold a rank of the ladder; others on duty hold none."""
    if command.role in ("player", "spectator"):
        refuse("wrong-role.sign-on")
    if (command.role == "staff") != (command.rank is not None):
        refuse("rank-missing")
    _on_duty(work, command.role, command.rank)


def _on_duty(work: Work, role: Role, rank: str | None) -> None:
    """Whoever is not at the table yet comes on duty, in a rank of the ladder."""
    _not_here(work)
    ranks = work.edition.ranks
    if rank is not None and rank not in ranks.ladder:
        ladder = ", ".join(ranks.ladder)
        refuse(
            "unknown-rank",
            ranks.clauses,
            rank=rank,
            ladder=ladder,
            nearest=near(rank, ranks.ladder),
        )
    work.emit(SignedOn, role=role, holds=rank, rank=rank or role, clauses=ranks.clauses)


def _not_the_dealer(work: Work, person: Person) -> None:
    """While a coup is dealt its dealer stays, where the edition has it so."""
    if work.table.coup is not None and person.rank == work.edition.ranks.ladder[0]:
        work.forbid("dealer-kept-in-coup", "dealer-kept")


@decides(Relieve, who=(), opens=True, troubled=True, rules=("dealer-kept-in-coup",))
def relieve(work: Work, command: Relieve) -> None:
    """One of the staff takes over from another, in a coup too."""
    _not_the_dealer(work, work.person(command.person, "staff"))
    _on_duty(work, "staff", command.rank)
    cited = work.edition.ranks.clauses
    work.emit(SignedOff, person=command.person, rank=command.rank, clauses=cited)


@decides(
    SignOff,
    who=("staff", "inspector", "surveillance"),
    opens=True,
    barred=True,
    rules=("dealer-kept-in-coup",),
)
def sign_off(work: Work, command: SignOff) -> None:
    """The last of the staff stays while a coup is in progress."""
    staff = work.table.present("staff")
    if work.table.coup is not None and list(staff) == [command.by]:
        refuse("coup-in-progress.sign-off")
    if work.actor is not None:
        _not_the_dealer(work, work.actor)
    work.emit(SignedOff)


@decides(
    Arrive,
    who=(),
    troubled=True,
    rules=("seats", "box-closed", "new-players-new-minimum"),
    approvals=("limit-players",),
)
def arrive(work: Work, command: Arrive) -> None:
    """A patron may sit where a box is open and free, or stand."""
    known = work.table.people.get(command.by)
    watches = known is not None and known.role == "spectator"
    if known is not None and known.present and (command.spectator or not watches):
        refuse("already-here", name=command.by)
    if command.spectator:
        _watch(work, command)
        return
    if command.chips_cents < 0:
        refuse("bad-amount.arrive")
    limit = work.table.players_limit
    if limit is not None and len(work.table.participants()) >= limit:
        refuse("table-full", work.cite("limit-players"), limit=limit)
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


def _watch(work: Work, command: Arrive) -> None:
    """A spectator is no player: no limit on players keeps one away, and none sits."""
    if command.chips_cents or command.seat is not None:
        refuse("spectator.watch")
    work.emit(Arrived, spectator=True, rank="spectator")


@decides(TakeSeat, who=("player",), rules=("seats", "box-closed", "marker-placed"))
def take_seat(work: Work, command: TakeSeat) -> None:
    """Sit at a box that is open and free; a marker of an earlier minimum moves along."""
    free(work, command.seat)
    work.emit(SeatTaken, seat=command.seat, clauses=work.cite("seats"))
    if work.table.people[command.by].old_minimum:
        place_marker(work, command.by, command.seat)


@decides(
    Leave,
    who=("player", "spectator", "staff", "inspector", "surveillance"),
    opens=True,
    troubled=True,
    barred=True,
    rules=("marker-removed", "cards-over-layout", "detention-ends"),
    approvals=("detain-device-holder",),
    worded=True,
)
def leave(work: Work, command: Leave) -> None:
    """Nobody leaves wagers behind that are not settled, or with cards in hand.

    Whoever is detained leaves after the handover only, and their chips with them.
    """
    name = _leaving(work, command)
    coup = work.table.coup
    not_detained(work.rules, name, work.table.people[name])
    hand = None if coup is None else work.play.holds(coup, name)
    if hand is not None:
        refuse("cards-passed-out.leave", work.cite("cards-over-layout"), hand=hand, name=name)
    if any(wager.person == name for wager in work.table.wagers.values()):
        refuse("wager-unsettled", person=name)
    nothing_owed(work, name)
    depart(work, name)


def _leaving(work: Work, command: Leave) -> str:
    """Who leaves: the patron who says so, or one who is seen off by those on duty."""
    actor = work.actor
    if actor is not None and actor.role in ("player", "spectator"):
        if command.person not in (None, command.by):
            refuse("not-theirs.patron-leaves")
        return command.by
    if command.person is None:
        refuse("person-missing.leaving")
    person = work.person(command.person)
    handed = any(
        matter.person == command.person and matter.stage == "handed over"
        for matter in work.table.matters.values()
    )
    if person.role != "spectator" and not (person.role == "player" and (person.barred or handed)):
        refuse("not-theirs.leaving", person=command.person)
    return command.person


def marker_follows(work: Work, person: str, box: int | None) -> None:
    """The marker of a standing player stands at the box at which they play."""
    one = work.table.people[person]
    if one.old_minimum and one.seat is None and box is not None and one.marker_box != box:
        place_marker(work, person, box)


def place_marker(work: Work, person: str, box: int | None, also: Clauses = ()) -> None:
    """A marker shows who keeps the earlier minimum, where the edition has such markers."""
    rule = work.rule("marker-placed")
    if rule is not None:
        clauses = (*rule.clauses, *also)
        work.emit(MinimumMarkerPlaced, person=person, box=box, clauses=clauses)


def depart(work: Work, person: str) -> None:
    """Someone leaves with all they hold; the marker of an earlier minimum goes."""
    balances = work.table.balances
    rule = work.rule("marker-removed")
    if rule is not None and work.table.people[person].old_minimum:
        work.emit(MinimumMarkerRemoved, person=person, clauses=rule.clauses)
    work.emit(
        Left,
        person=person,
        chips_cents=balances.get(chips_of(person), 0),
        tokens_cents=balances.get(tokens_of(person), 0),
    )


def free(work: Work, seat: int) -> None:
    """A box that is there, open, and nobody's."""
    seats = work.provides("seats")
    if not 1 <= seat <= work.house.seats:
        refuse("no-such-seat.free", seats, seat=seat)
    if seat in work.table.closed_boxes:
        refuse("box-closed", work.cite("box-closed"), box=seat)
    not_reserved(work, work.by, seat)
    if any(seat in person.boxes for person in work.table.present("player").values()):
        refuse("seat-taken", seats, seat=seat)


def change_person(table: Table, name: str, **fields: object) -> Table:
    """The table with one person changed."""
    return replace(table, people={**table.people, name: replace(table.people[name], **fields)})


def stand_aside(table: Table, name: str, **fields: object) -> Table:
    """Someone takes no further part: the seat is free, and so is the role they held."""
    return without(change_person(table, name, seat=None, boxes=(), **fields), name)


def without(table: Table, name: str) -> Table:
    """What the game keeps of someone goes with them."""
    conduct = {key: part.without(name) for key, part in table.conduct.items()}
    own = None if table.own is None else table.own.without(name)
    return replace(table, own=own, conduct=conduct)


def begin_anew(table: Table) -> Table:
    """A seat came into use that was not: no coup before was abstained from at a full table."""
    people = {
        name: replace(person, idle=0) if person.idle else person
        for name, person in table.people.items()
    }
    return replace(table, people=people)
