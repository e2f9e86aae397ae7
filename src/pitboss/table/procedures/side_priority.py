"""Side wagers where places are few: who is entitled before whom."""

from __future__ import annotations

from pitboss.editions.edition import Edition
from pitboss.editions.wagers import OptionalBet, Wager
from pitboss.refusal import refuse
from pitboss.table.betting.returns import give_back
from pitboss.table.machine import Work
from pitboss.table.state import Placed, Table


def positions(edition: Edition, table: Table, name: str) -> int:
    """The places for an optional wager: as signed, as on the layout, or one a box."""
    if name in table.sign.positions or table.house is None:
        return table.sign.positions.get(name, 0)
    boxes = table.house.seats - len(table.closed_boxes)
    return edition.layouts[table.house.layout].spots.get(name, boxes)


def _priority(work: Work, wager: Wager, taken: list[Placed], own: list[Placed]) -> None:
    """Who is entitled before the last of the least entitled takes that place; others find none."""
    optional = wager.optional
    assert optional is not None

    def rank(person: str) -> int:
        return _entitled(work, optional, [one for one in lying if one.person == person])

    lying = work.table.wagers.values()
    least = max(rank(placed.person) for placed in taken)
    if not optional.first or _entitled(work, optional, own) >= least:
        refuse("no-position-left", optional.one_clauses, title=wager.title)
    last = [placed for placed in taken if rank(placed.person) == least][-1]
    give_back(work, last, "a main bettor comes first", optional.one_clauses)


def _entitled(work: Work, optional: OptionalBet, own: list[Placed]) -> int:
    """The rank of a bettor for a side wager: on the area beside it, any main wager, none."""
    mains = {one.wager for one in own if work.edition.wagers[one.wager].optional is None}
    if optional.beside in mains:
        return 0
    return 1 if mains else 2
