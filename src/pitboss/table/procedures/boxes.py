"""Boxes that several players share: who may wager there, who controls the hand, in which order.

The player seated at a box controls its hand, else the highest wager, of equal ones the nearest
to the dealer. The others stand in the line behind that wager.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from pitboss.editions.conduct import Boxes
from pitboss.editions.wagers import BoxPlaces, Clauses, Wager
from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.betting.returns import give_back, give_part
from pitboss.table.machine import Command, Query, TableEvent, Work, decides
from pitboss.table.own import Own, Part, own_part
from pitboss.table.procedures.memory import memory, remember
from pitboss.table.state import Placed, Table

NAME = "boxes"


class Rank(NamedTuple):
    """Who comes before whom on a box: the seated, the higher wager, the nearer to the dealer."""

    without: bool = False
    standing: bool = False
    less: int = 0
    behind: int = 0

    def apart(self, other: Rank) -> Literal["seated", "highest", "nearest"]:
        """By what one of the two comes before the other."""
        if self.standing != other.standing:
            return "seated"
        return "highest" if self.less != other.less else "nearest"


class ShareBoxes(Command, frozen=True, kw_only=True):
    """Let so many players, and no more, wager on one box."""

    most: int


class BoxesShared(TableEvent, frozen=True, kw_only=True):
    """So many players may wager on one box."""

    most: int

    def changes(self, table: Table) -> Table:
        """From here on; wagers that lie stay."""
        return remember(table, NAME, Shared(most=self.most))


@own_part
class Shared(Part, Own, frozen=True, kw_only=True, tag_field="own", tag="shared-boxes"):
    """How many may share a box, where it was directed."""

    most: int | None = None


@decides(ShareBoxes, procedure=NAME, needs=(Ranked("limit-players-in-area"),))
def share(work: Work, command: ShareBoxes) -> None:
    """As many as the edition lets share a box, or fewer."""
    clauses = authorise(work, "limit-players-in-area")
    rule = rule_of(work)
    if not 1 <= command.most <= rule.most:
        refuse("bad-number.share", (*clauses, *rule.clauses), most=rule.most)
    work.emit(BoxesShared, command, clauses=clauses)


def rule_of(query: Query) -> Boxes:
    """The edition's rule on boxes; it was chosen."""
    rule = query.edition.conduct.boxes
    assert rule is not None
    return rule


def most_on(query: Query) -> int:
    """How many players may wager on a box."""
    directed = memory(query.table, NAME, Shared()).most
    return rule_of(query).most if directed is None else directed


def sharing(query: Query) -> int | None:
    """How many players may wager on a box; nothing where the edition has no shared boxes."""
    return None if query.edition.conduct.boxes is None else most_on(query)


def mains(query: Query, box: int | None) -> list[Placed]:
    """The wagers that a box's hand is dealt for, in order of placing."""
    return query.rules.once("mains", (query.table.wagers,), lambda: _mains(query)).get(box, [])


def _mains(query: Query) -> dict[int | None, list[Placed]]:
    found: dict[int | None, list[Placed]] = {}
    wagers = query.edition.wagers
    names = {name for name, one in wagers.items() if one.optional is None and one.chosen is None}
    for placed in query.table.wagers.values():
        if placed.wager in names:
            found.setdefault(placed.box, []).append(placed)
    return found


def controlling(query: Query, box: int) -> tuple[str, Clauses] | None:
    """Who controls the hand of a box, and why; nobody where no wager lies there."""
    lying, rule = mains(query, box), rule_of(query)
    if not lying:
        return None
    if len({placed.person for placed in lying}) == 1:
        return lying[0].person, ()
    for placed in lying:
        if query.table.people[placed.person].seat == box:
            return placed.person, rule.seated_clauses
    most = max(placed.stake_cents for placed in lying)
    highest = [placed for placed in lying if placed.stake_cents == most]
    nearest = min(highest, key=_position).person
    return nearest, rule.highest_clauses if len(highest) == 1 else rule.nearest_clauses


def in_line(query: Query, group: Iterable[Placed]) -> list[Placed]:
    """Wagers on a box by who comes first: the controlling player, then the line behind.

    In a round the line stands as it was ascertained, whoever has been paid since.
    """
    group = list(group)
    if query.table.coup is not None and all(placed.position for placed in group):
        return sorted(group, key=lambda placed: (placed.box or 0, _position(placed)))
    first = {
        box: found[0]
        for box in {placed.box for placed in group}
        if box is not None and (found := controlling(query, box)) is not None
    }
    lines = {
        (placed.person, box): _position(placed) for box in first for placed in mains(query, box)
    }
    return sorted(
        group,
        key=lambda placed: (
            placed.box or 0,
            first.get(placed.box or 0) != placed.person,
            lines.get((placed.person, placed.box or 0), placed.number),
        ),
    )


def position_for(query: Query, box: int | None, asked: int | None) -> int | None:
    """The place in the line of a box that a new main wager has."""
    if query.edition.conduct.boxes is None or box is None:
        return None
    taken = {placed.position for placed in mains(query, box)}
    if asked is not None:
        if asked in taken or not 1 <= asked <= rule_of(query).most:
            refuse("position-taken", rule_of(query).clauses, position=asked, box=box)
        return asked
    return next(place for place in range(1, len(taken) + 2) if place not in taken)


def on_box(work: Work, person: str, name: str, box: int | None, *, displaces: bool) -> Clauses:
    """Whether this player may wager on the box, whatever the amount."""
    rule, wager = rule_of(work), work.edition.wagers[name]
    if wager.chosen is not None:
        refuse("by-choice", wager.chosen.clauses, title=wager.title)
    if box is None:
        refuse("box-needed", rule.clauses)
    lying = [placed for placed in work.table.wagers.values() if placed.box == box]
    if any(placed.person == person and placed.wager == name for placed in lying):
        refuse("one-on-a-box", rule.clauses, title=wager.title, box=box)
    if work.table.coup is not None and not mains(work, box):
        refuse("no-hand-on-box", work.edition.close.clauses, box=box)
    if wager.optional is None:
        if len({placed.person for placed in mains(work, box)} | {person}) > most_on(work):
            cited = (*rule.clauses, *work.cite("limit-players-in-area"))
            refuse("box-full", cited, box=box, most=most_on(work))
        return rule.clauses
    return _optional(work, wager, name, person, box, displaces=displaces)


def _optional(
    work: Work, wager: Wager, name: str, person: str, box: int, *, displaces: bool
) -> Clauses:
    """An optional wager on a box: beside a main wager, while there is a place for it."""
    optional = wager.optional
    assert optional is not None
    places = optional.box
    assert places is not None  # an edition with boxes says how many places each has
    mine = any(placed.person == person for placed in mains(work, box))
    if not mains(work, box):
        refuse("main-on-box-first", places.main_clauses, title=wager.title, box=box)
    if places.own and not mine:
        refuse("own-main-first", places.clauses, title=wager.title, box=box)
    if name in work.table.sign.confined and not mine:
        refuse("main-wager-first", work.cite(optional.confine or ""), title=wager.title)
    taken = [
        placed
        for placed in work.table.wagers.values()
        if placed.wager == name and placed.box == box
    ]
    if len(taken) >= places.most:
        _displace(work, wager, places, taken, person, displaces=displaces)
    return (*optional.clauses, *optional.amount_clauses, *places.clauses)


def _displace(
    work: Work,
    wager: Wager,
    places: BoxPlaces,
    taken: list[Placed],
    person: str,
    *,
    displaces: bool,
) -> None:
    """Who comes before the last of the least entitled takes that place; others find none."""
    box = taken[0].box
    line = {placed.person: placed for placed in mains(work, box)}

    def rank(name: str) -> Rank:
        placed = line.get(name)
        if placed is None:
            return Rank(without=True)
        if not places.own:
            return Rank()
        seated = work.table.people[name].seat == box
        return Rank(standing=not seated, less=-placed.stake_cents, behind=_position(placed))

    least = max(rank(placed.person) for placed in taken)
    why = places.why(rank(person).apart(least)) if places.own else ()
    cited = (*places.clauses, *why)
    if not displaces or rank(person) >= least:
        refuse("no-place-on-box", cited, title=wager.title, box=box, most=places.most)
    last = [placed for placed in taken if rank(placed.person) == least][-1]
    give_back(work, last, "another comes first", cited)


def without_main(work: Work, box: int | None) -> None:
    """Optional wagers do not outlast the main wager that they need."""
    lying = mains(work, box)
    for placed in tuple(work.table.wagers.values()):
        optional = work.edition.wagers[placed.wager].optional
        if placed.box != box or optional is None or optional.box is None:
            continue
        mine = any(main.person == placed.person for main in lying)
        if not lying:
            give_back(work, placed, "no main wager on the box", optional.box.main_clauses)
        elif not mine and optional.box.own:
            give_back(work, placed, "kept for main bettors", optional.box.clauses)
        elif not mine and placed.wager in work.table.sign.confined:
            give_back(work, placed, "kept for main bettors", work.cite(optional.confine or ""))


def room_for(work: Work, person: str, wager: str, cents: int, box: int, most: int) -> None:
    """The controlling player has the first option on what a box may take: others make room."""
    rule = work.edition.limits.over_area
    if rule is None or work.table.people[person].seat != box:
        return
    lying = [one for one in mains(work, box) if one.wager == wager]
    own = sum(one.stake_cents for one in lying if one.person == person)
    over = sum(one.stake_cents for one in lying) + cents - most
    if over <= 0 or own + cents > most:
        return
    # With this player in control the others stand in the line as they were placed.
    for placed in sorted(lying, key=_position, reverse=True):
        if placed.person == person or over <= 0:
            continue
        back = min(over, placed.stake_cents)
        why = f"the controlling player comes first: {sum_of(most)} a box"
        if back == placed.stake_cents:
            give_back(work, placed, why, rule.clauses)
        else:
            give_part(work, placed, back, why, rule.clauses)
        over -= back


def _position(placed: Placed) -> int:
    return placed.number if placed.position is None else placed.position
