"""Seats and boxes: how many may play, several boxes, closed boxes, a seat left idle."""

from __future__ import annotations

from pitboss.refusal import refuse
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.life.open import seats_open
from pitboss.table.machine import Command, Query, TableEvent, Work, decides, replace
from pitboss.table.people.presence import begin_anew, change_person, free
from pitboss.table.people.reserved import reserved_for
from pitboss.table.procedures.commission import nothing_owed
from pitboss.table.state import Table


class LimitPlayers(Command, frozen=True, kw_only=True):
    """Limit how many may play at the table, or each box to one player; neither: no limit."""

    players: int | None = None
    one_per_box: bool = False


class TakeBox(Command, frozen=True, kw_only=True):
    """Control a further box beside the one where one sits."""

    box: int


class ReleaseBox(Command, frozen=True, kw_only=True):
    """Give up a further box."""

    box: int


class RequireBox(Command, frozen=True, kw_only=True):
    """Require a player of several boxes to give one up for others who wait."""

    person: str
    box: int


class CloseBox(Command, frozen=True, kw_only=True):
    """Put a marker on a box: no wagers are accepted there."""

    box: int


class OpenBox(Command, frozen=True, kw_only=True):
    """Take the marker away from a closed box."""

    box: int


class RequireToVacate(Command, frozen=True, kw_only=True):
    """Require a player who abstains while the table is full to give up the seat."""

    person: str


class PlayersLimited(TableEvent, frozen=True, kw_only=True):
    """So many may play, or one in each box."""

    players: int | None = None
    one_per_box: bool = False

    def changes(self, table: Table) -> Table:
        """From now on."""
        return replace(table, players_limit=self.players, one_per_box=self.one_per_box)


class BoxTaken(TableEvent, frozen=True, kw_only=True):
    """A player controls a further box."""

    box: int

    def changes(self, table: Table) -> Table:
        """In use."""
        boxes = (*table.people[self.by].boxes, self.box)
        return begin_anew(change_person(table, self.by, boxes=boxes))


class BoxReleased(TableEvent, frozen=True, kw_only=True):
    """A box is free again."""

    box: int

    def changes(self, table: Table) -> Table:
        """Free."""
        boxes = tuple(box for box in table.people[self.by].boxes if box != self.box)
        return change_person(table, self.by, boxes=boxes)


class BoxGivenUp(TableEvent, frozen=True, kw_only=True):
    """A player of several boxes had to give one up."""

    person: str
    box: int

    def changes(self, table: Table) -> Table:
        """Free for another."""
        boxes = tuple(box for box in table.people[self.person].boxes if box != self.box)
        return change_person(table, self.person, boxes=boxes)


class BoxClosed(TableEvent, frozen=True, kw_only=True):
    """A marker shows that a box is out of play."""

    box: int

    def changes(self, table: Table) -> Table:
        """Out of play."""
        return begin_anew(
            replace(table, closed_boxes=tuple(sorted((*table.closed_boxes, self.box))))
        )


class BoxOpened(TableEvent, frozen=True, kw_only=True):
    """A box is in play again."""

    box: int

    def changes(self, table: Table) -> Table:
        """In play."""
        return replace(
            table, closed_boxes=tuple(box for box in table.closed_boxes if box != self.box)
        )


class SeatVacated(TableEvent, frozen=True, kw_only=True):
    """A player had to give up the seat."""

    person: str
    seat: int
    idle: int

    def changes(self, table: Table) -> Table:
        """Standing; the seat is for another."""
        return change_person(table, self.person, seat=None, boxes=(), idle=0)


@decides(LimitPlayers, needs=(Ranked("limit-players"),))
def limit_players(work: Work, command: LimitPlayers) -> None:
    """Who is at the table stays; the limit is for those who come."""
    clauses = authorise(work, "limit-players")
    if command.players is not None and command.players < 1:
        refuse("bad-number.limit-players", clauses)
    work.emit(PlayersLimited, command, clauses=clauses)


@decides(TakeBox, who=("player",), rules=("seats", "box-closed"))
def take_box(work: Work, command: TakeBox) -> None:
    """A seated player may control more than one box."""
    if work.person(command.by, "player").seat is None:
        refuse("not-seated.take-box")
    free(work, command.box)
    several = work.edition.conduct.several
    cited = work.cite("seats") + (() if several is None else several.clauses)
    work.emit(BoxTaken, box=command.box, clauses=cited)


@decides(ReleaseBox, who=("player",), rules=("seats",))
def release_box(work: Work, command: ReleaseBox) -> None:
    """The box where one sits is given up only with the seat."""
    player = work.person(command.by, "player")
    if command.box == player.seat or command.box not in player.boxes:
        refuse("not-your-box", box=command.box, person=command.by)
    work.emit(BoxReleased, box=command.box, clauses=work.cite("seats"))


@decides(RequireBox, procedure="several")
def require_box(work: Work, command: RequireBox) -> None:
    """Where no box is free and somebody stands; not the one where they sit, nor one kept for them.

    What lies on it is settled first.
    """
    several = work.edition.conduct.several
    assert several is not None  # it was chosen
    clauses = several.clauses
    player, table = work.person(command.person, "player"), work.table
    if command.box == player.seat or command.box not in player.boxes:
        refuse("not-your-box", clauses, box=command.box, person=command.person)
    if reserved_for(table, command.box) == command.person:
        kept = work.cite("reserve-areas")
        refuse("box-reserved", kept, box=command.box, person=command.person)
    unused = _unused(work)
    if unused:
        refuse("seats-free", clauses, listed=", ".join(map(str, unused)))
    if all(one.seat is not None for one in table.participants().values()):
        refuse("nobody-waits", clauses)
    lying = table.wagers.values()
    if any(one.box == command.box and one.person == command.person for one in lying):
        refuse("wager-unsettled", clauses, person=command.person)
    work.emit(BoxGivenUp, command, clauses=clauses)


def _boxes_close(work: Query) -> None:
    if work.rule("box-closed") is None:
        refuse("not-provided.place")


@decides(CloseBox, rules=("box-closed",), needs=(_boxes_close,))
def close_box(work: Work, command: CloseBox) -> None:
    """A free box without wagers is closed by a marker."""
    _boxes_close(work)
    free(work, command.box)
    if any(placed.box == command.box for placed in work.table.wagers.values()):
        refuse("wagers-on-layout.close-box", work.cite("box-closed"), box=command.box)
    work.emit(BoxClosed, box=command.box, clauses=work.cite("box-closed"))


@decides(OpenBox, rules=("box-closed",), needs=(_boxes_close,))
def open_box(work: Work, command: OpenBox) -> None:
    """No more boxes than may be seated at such a table."""
    _boxes_close(work)
    closed = work.table.closed_boxes
    if command.box not in closed:
        refuse("box-open", work.cite("box-closed"), box=command.box)
    seats_open(work, work.house, work.house.seats - len(closed) + 1)
    work.emit(BoxOpened, box=command.box, clauses=work.cite("box-closed"))


def _all_in_use(query: Query) -> None:
    unused, rule = _unused(query), query.edition.idle
    if unused and rule is not None:
        listed = ", ".join(map(str, unused))
        refuse("seats-free", rule.clauses, listed=listed)


@decides(RequireToVacate, approvals=("vacate-seat",), needs=(_all_in_use,))
def require_to_vacate(work: Work, command: RequireToVacate) -> None:
    """Three coups without a wager while all other seats are in use."""
    rule = work.edition.idle
    if rule is None:
        work.rules.stands("idle")
        refuse("not-provided.require-to-vacate")
    if "vacate-seat" in work.edition.approvals:
        authorise(work, "vacate-seat")
    player = work.person(command.person, "player")
    if player.seat is None:
        refuse("not-seated.require-to-vacate", person=command.person)
    if any(placed.person == command.person for placed in work.table.wagers.values()):
        refuse("has-wagered", rule.clauses, person=command.person)
    _all_in_use(work)
    if player.idle < rule.coups:
        refuse(
            "not-idle-long-enough",
            rule.clauses,
            person=command.person,
            idle=player.idle,
            coups=rule.coups,
        )
    nothing_owed(work, command.person)
    work.emit(SeatVacated, command, seat=player.seat, idle=player.idle, clauses=rule.clauses)


def _unused(work: Query) -> list[int]:
    """The open boxes that nobody has."""
    taken = {box for person in work.table.present("player").values() for box in person.boxes}
    boxes = range(1, work.house.seats + 1)
    return [box for box in boxes if box not in taken and box not in work.table.closed_boxes]
