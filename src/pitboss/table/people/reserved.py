"""Boxes kept for one player: nobody else sits or wagers there, and they are not asked for."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pitboss.refusal import refuse
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.machine import Command, Query, TableEvent, Work, decides
from pitboss.table.own import Own, Part, own_part
from pitboss.table.procedures.memory import memory, remember
from pitboss.table.state import Table

NAME = "reserved-boxes"
PROCEDURE = "reserving"
KEY = "reserve-areas"


class ReserveBoxes(Command, frozen=True, kw_only=True):
    """Keep these boxes for one player; none ends it."""

    person: str
    boxes: tuple[int, ...] = ()


class BoxesReserved(TableEvent, frozen=True, kw_only=True):
    """These boxes are kept for one player; none where that has ended."""

    person: str
    boxes: tuple[int, ...] = ()

    def changes(self, table: Table) -> Table:
        """Until it is ended or the player leaves."""
        boxes = memory(table, NAME, Reserved()).without(self.person).boxes
        mine = {str(box): self.person for box in self.boxes}
        return remember(table, NAME, Reserved(boxes={**boxes, **mine}))


@own_part
class Reserved(Part, Own, frozen=True, kw_only=True, tag_field="own", tag=NAME):
    """By box: the player for whom it is kept."""

    boxes: Mapping[str, str] = msgspec.field(default_factory=dict)

    def without(self, person: str) -> Reserved:
        """Nothing is kept for somebody who is gone."""
        return Reserved(boxes={box: name for box, name in self.boxes.items() if name != person})


def reserved_for(table: Table, box: int) -> str | None:
    """The player for whom a box is kept."""
    return memory(table, NAME, Reserved()).boxes.get(str(box))


def not_reserved(query: Query, person: str, box: int) -> None:
    """Refuse a box that is kept for another."""
    whose = reserved_for(query.table, box)
    if whose is not None and whose != person:
        refuse("box-reserved", query.cite(KEY), box=box, person=whose)


@decides(ReserveBoxes, procedure=PROCEDURE, needs=(Ranked(KEY),), worded=True)
def reserve(work: Work, command: ReserveBoxes) -> None:
    """Boxes that are there and that no other player has or wagers on."""
    clauses, table = authorise(work, KEY), work.table
    work.player(command.person)
    for box in command.boxes:
        if not 1 <= box <= work.house.seats:
            refuse("no-such-seat.find", clauses, box=box)
        not_reserved(work, command.person, box)
        has = [name for name, one in table.present("player").items() if box in one.boxes]
        has += [placed.person for placed in table.wagers.values() if placed.box == box]
        others = [name for name in has if name != command.person]
        if others:
            refuse("box-in-use", clauses, box=box, person=others[0])
    boxes = tuple(sorted(set(command.boxes)))
    every = range(1, work.house.seats + 1)
    if boxes == tuple(box for box in every if reserved_for(table, box) == command.person):
        refuse("no-change.order", clauses)
    work.emit(BoxesReserved, person=command.person, boxes=boxes, clauses=clauses)
