"""Side wagers where places are few: who is entitled before whom."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.editions.edition import Edition
from pitboss.editions.wagers import Clauses, Wager
from pitboss.refusal import refuse
from pitboss.settle.lines import join
from pitboss.table.betting.returns import give_back
from pitboss.table.machine import Command, Query, TableEvent, Work, decides
from pitboss.table.own import Own, Part, own_part
from pitboss.table.procedures.memory import memory, remember
from pitboss.table.state import Placed, Table

NAME = "side-wagers-declined"


def positions(edition: Edition, table: Table, name: str) -> int:
    """The places for an optional wager: as signed, as on the layout, or one a box."""
    if name in table.sign.positions or table.house is None:
        return table.sign.positions.get(name, 0)
    boxes = table.house.seats - len(table.closed_boxes)
    layout = edition.layout(table.house.layout)
    return boxes if layout is None else layout.spots.get(name, boxes)


class DeclineSideWager(Command, frozen=True, kw_only=True):
    """Say that one does not place a side wager to which one is entitled before others."""

    wager: str


class SideWagerDeclined(TableEvent, frozen=True, kw_only=True):
    """A player does not place a side wager; others may."""

    wager: str

    def changes(self, table: Table) -> Table:
        """For the coming coup."""
        said = memory(table, NAME, Declined())
        before = said.said if said.coup == table.coups else ()
        return remember(
            table, NAME, Declined(coup=table.coups, said=(*before, f"{self.by}:{self.wager}"))
        )


@own_part
class Declined(Part, Own, frozen=True, kw_only=True, tag_field="own", tag=NAME):
    """Who declined which side wager, after which coup."""

    coup: int = 0
    said: tuple[str, ...] = ()


def crowded(work: Work, person: str, name: str, box: int | None, *, displaces: bool) -> None:
    """Refuse one wager more than a playing area of the layout takes.

    A side wager goes to those who are entitled first, unless they declined it.
    """
    layout = work.edition.layout(work.house.layout)
    if layout is None or layout.each is None:
        return
    lying = [one for one in work.table.wagers.values() if one.box == box]
    taken = [one for one in lying if one.wager == name]
    if len(taken) < layout.each.most:
        return
    wager = work.edition.wagers[name]
    if wager.optional is None or not displaces:
        refuse("area-full", layout.each.clauses, title=wager.title, most=layout.each.most)
    own = [one for one in lying if one.person == person]
    priority(work, wager, taken, own, lying, layout.each.clauses)


def priority(
    work: Work,
    wager: Wager,
    taken: list[Placed],
    own: list[Placed],
    lying: Sequence[Placed] | None = None,
    clauses: Clauses = (),
) -> None:
    """Who is entitled before the last of the least entitled takes that place; others find none."""
    optional = wager.optional
    assert optional is not None
    here = tuple(work.table.wagers.values()) if lying is None else lying

    def rank(person: str) -> int:
        return _rank(work, wager, [one for one in here if one.person == person])

    cited = join(clauses, optional.one_clauses or optional.clauses)
    least = max(rank(placed.person) for placed in taken)
    mine = _rank(work, wager, own)
    movable = [one for one in taken if rank(one.person) == least and not one.fixed]
    if not optional.first or mine >= least or not movable or _declined(work, wager):
        refuse("no-position-left", cited, title=wager.title)
    give_back(work, movable[-1], "a main bettor comes first", cited)


def _declined(work: Work, wager: Wager) -> bool:
    """Whether the one who asks declined the wager before this coup."""
    said = memory(work.table, NAME, Declined())
    name = next(key for key, one in work.edition.wagers.items() if one is wager)
    return said.coup == work.table.coups and f"{work.by}:{name}" in said.said


def entitled(query: Query, name: str, box: int) -> list[list[str]]:
    """Who is asked in turn whether they place a side wager on a playing area: rank by rank."""
    wager = query.edition.wagers[name]
    if wager.optional is None:
        return []
    lying = [one for one in query.table.wagers.values() if one.box == box]
    ranks: list[list[str]] = [[], [], []]
    for person in query.table.participants():
        own = [one for one in lying if one.person == person]
        rank = _rank(query, wager, own)
        ranks[rank].append(person)
    return ranks


def _rank(query: Query, wager: Wager, own: Sequence[Placed]) -> int:
    """Of a bettor: on the area beside it, with any wager that counts, with none."""
    optional = wager.optional
    assert optional is not None
    names = {one.wager for one in own if query.edition.wagers[one.wager] is not wager}
    mains = {name for name in names if query.edition.wagers[name].optional is None}
    if optional.beside in mains:
        return 0
    others = mains if optional.mains else set()
    return 1 if (names if query.edition.conduct.entitlement is not None else others) else 2


@decides(DeclineSideWager, who=("player",), barred=True)
def decline_side_wager(work: Work, command: DeclineSideWager) -> None:
    """One that the table offers beside the main wagers."""
    wager = work.edition.wagers.get(command.wager)
    if wager is None or wager.optional is None or command.wager not in work.table.sign.offered:
        refuse("not-optional", title=command.wager)
    work.emit(SideWagerDeclined, command, clauses=wager.optional.clauses)
