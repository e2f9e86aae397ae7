"""Players held to the minimum, for a shoe or for all, or to one box at its minimum.

Whoever has wagered on every round of the shoe so far cannot be held to the minimum for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from pitboss.editions.conduct import Holding
from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse
from pitboss.table.authority.approvals import Ranked, authorise, told
from pitboss.table.machine import Command, Event, PersonalEvent, Query, Work, decides
from pitboss.table.own import Own, Part, own_part
from pitboss.table.procedures.memory import memory, remember
from pitboss.table.state import Span, Table

NAME = "holding"
Until = Literal["shoe", "further", "one box"]
SHOE: Until = "shoe"
FURTHER: Until = "further"
ONE_BOX: Until = "one box"
APPROVALS: dict[Until, str] = {
    SHOE: "hold-to-minimum",
    FURTHER: "hold-to-minimum-further-shoes",
    ONE_BOX: "one-area-at-minimum",
}


class HoldToMinimum(Command, frozen=True, kw_only=True):
    """Hold a player who sat out a round to the minimum: for this shoe, or further ones too."""

    person: str
    until: Literal["shoe", "further"] = "shoe"


class HoldToOneBox(Command, frozen=True, kw_only=True):
    """Hold a player to one box and its minimum."""

    person: str


class EndHold(Command, frozen=True, kw_only=True):
    """Let a player wager as everyone again."""

    person: str


class RoundKept(Event, frozen=True, kw_only=True):
    """Who has wagered on every round of the shoe so far; told when it changes."""

    shoe: int
    people: tuple[str, ...]

    def changes(self, table: Table) -> Table:
        """Until somebody sits out a round, or the shoe is over."""
        held = memory(table, NAME, Holds()).people
        return remember(table, NAME, Holds(shoe=self.shoe, kept=self.people, people=held))


class PlayerHeld(PersonalEvent, frozen=True, kw_only=True):
    """A player wagers the minimum only, or on one box only."""

    person: str
    until: Until
    shoe: int

    def changes(self, table: Table) -> Table:
        """From the next wager on."""
        known = memory(table, NAME, Holds())
        people = {**known.people, self.person: Hold(until=self.until, shoe=self.shoe)}
        return remember(table, NAME, Holds(shoe=known.shoe, kept=known.kept, people=people))


class HoldEnded(PersonalEvent, frozen=True, kw_only=True):
    """A player wagers as everyone again."""

    person: str

    def changes(self, table: Table) -> Table:
        """As everyone."""
        known = memory(table, NAME, Holds())
        people = {name: hold for name, hold in known.people.items() if name != self.person}
        return remember(table, NAME, Holds(shoe=known.shoe, kept=known.kept, people=people))


class Hold(Part, frozen=True, kw_only=True):
    """How a player is held; of the shoe it holds for, the number."""

    until: Until
    shoe: int


@own_part
class Holds(Part, Own, frozen=True, kw_only=True, tag_field="own", tag=NAME):
    """Who kept up with every round of the shoe of this number, and who is held.

    Leaving the table ends no hold.
    """

    shoe: int = 0
    kept: tuple[str, ...] = ()
    people: Mapping[str, Hold] = msgspec.field(default_factory=dict)

    def without(self, person: str) -> Holds:
        """Whoever left has not kept up."""
        kept = tuple(name for name in self.kept if name != person)
        return Holds(shoe=self.shoe, kept=kept, people=self.people)


def hold_of(query: Query, person: str) -> Hold | None:
    """How a player is held now."""
    hold = memory(query.table, NAME, Holds()).people.get(person)
    over = hold is not None and hold.until == SHOE and hold.shoe != query.table.shoes
    return None if over else hold


def held_span(query: Query, person: str, span: Span) -> Span:
    """The limits of a player: the minimum alone where they are held to it."""
    if hold_of(query, person) is None:
        return span
    return Span(minimum_cents=span.minimum_cents, maximum_cents=span.minimum_cents)


def on_one_box(query: Query, person: str, box: int | None) -> None:
    """Refuse a second box to a player who is held to one."""
    hold = hold_of(query, person)
    if hold is None or hold.until != ONE_BOX:
        return
    boxes = {one.box for one in query.table.wagers.values() if one.person == person}
    if boxes - {box}:
        refuse("held-to-one-box", query.cite(APPROVALS[ONE_BOX]), person=person)


def kept_up(work: Work) -> None:
    """At the close of betting: who has wagered on every round of this shoe."""
    if work.edition.conduct.holding is None or work.device:
        return
    known, shoe = memory(work.table, NAME, Holds()), work.table.shoes
    bettors = tuple(dict.fromkeys(one.person for one in work.table.wagers.values()))
    people = bettors if known.shoe != shoe else tuple(one for one in known.kept if one in bettors)
    if (known.shoe, known.kept) != (shoe, people):
        cited = work.edition.conduct.holding.clauses
        work.emit(RoundKept, shoe=shoe, people=people, clauses=cited)


def _rule(work: Work) -> Holding:
    rule = work.edition.conduct.holding
    assert rule is not None  # it was chosen
    return rule


@decides(
    HoldToMinimum,
    procedure=NAME,
    approvals=("hold-to-minimum", "hold-to-minimum-further-shoes"),
)
def hold_to_minimum(work: Work, command: HoldToMinimum) -> None:
    """Where a card shoe is in use, someone who has not wagered on every round of it."""
    clauses = _authorised(work, command.until)
    if work.device:
        refuse("card-shoe-only", clauses)
    work.person(command.person, "player")
    known = memory(work.table, NAME, Holds())
    if known.shoe != work.table.shoes or command.person in known.kept:
        refuse("has-kept-up", clauses, person=command.person)
    _hold(work, command.person, command.until, clauses)


@decides(HoldToOneBox, procedure=NAME, needs=(Ranked("one-area-at-minimum"),))
def hold_to_one_box(work: Work, command: HoldToOneBox) -> None:
    """Any player, by a manager's word."""
    clauses = _authorised(work, ONE_BOX)
    work.person(command.person, "player")
    _hold(work, command.person, ONE_BOX, clauses)


@decides(EndHold, procedure=NAME, approvals=tuple(APPROVALS.values()))
def end_hold(work: Work, command: EndHold) -> None:
    """By the rank that may hold so."""
    hold = hold_of(work, command.person)
    if hold is None:
        refuse("not-held", _rule(work).clauses, person=command.person)
    clauses = authorise(work, APPROVALS[hold.until])
    work.emit(HoldEnded, person=command.person, clauses=clauses)


def _authorised(work: Work, until: Until) -> Clauses:
    """By rank; for more than this shoe after others were told of it."""
    key = APPROVALS[until]
    clauses = authorise(work, key)
    for whom in _rule(work).told if until != SHOE else ():
        if not told(work, whom, key):
            refuse("notify-first", clauses, whom=whom, confine=key)
    return clauses


def _hold(work: Work, person: str, until: Until, clauses: Clauses) -> None:
    """Not while a wager lies that was placed as everyone's."""
    before = hold_of(work, person)
    if before is not None and before.until == until:
        refuse("held-already", clauses, person=person)
    if any(one.person == person for one in work.table.wagers.values()):
        refuse("wager-unsettled", clauses, person=person)
    work.emit(PlayerHeld, person=person, until=until, shoe=work.table.shoes, clauses=clauses)
