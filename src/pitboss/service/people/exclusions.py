"""An exclusion from the casino reaches every table: each is told where the person is known.

The house's stream says who is excluded. Whoever is not at a table yet is turned away at its door;
a table that knows the person is told by a command of the clock's. The command's id is the number
of the decision, so it may be given at any time, by any process, and after any restart: once told,
a table is not told again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.service.intake import Actor
from pitboss.table.people.exclusions import CASINO
from pitboss.table.state import Table

if TYPE_CHECKING:
    from pitboss.service.tables import Answer, Tables

CLOCK = Actor("clock", "clock")
WAIT = 30


def reach(tables: Tables) -> int:
    """Tell the tables what they do not know yet; how many were told."""
    decided = tables.house.state.decided
    if not decided:
        return 0
    told = 0
    for name in tables.names():
        table = tables.written(name)
        if table is None:  # a write is on its way: the next time
            continue
        for person in decided.keys() & set(table.people):
            told += _tell(tables, name, table, person)
    return told


def _tell(tables: Tables, name: str, table: Table, person: str) -> int:
    """Tell one table of one person, where it holds something else than the house does."""
    knows = table.people[person].banned == CASINO
    if knows is (tables.house.excluded(person) is not None):
        return 0
    if knows:
        # Excluded at this table just now, perhaps: then the house will hear of it, or just has.
        if tables.store.pending(1):
            return 0
        tables.house.follow()
        if tables.house.excluded(person) is not None:
            return 0
    number = tables.house.state.decided[person]
    data = {"do": "note-exclusion", "person": person, "over": knows}
    answer = give_by_clock(tables, name, table, data, "exclusion", f"{person}/{number}")
    return int(answer.accepted)


def give_by_clock(
    tables: Tables,
    name: str,
    table: Table,
    data: dict[str, Any],
    what: str,
    number: str,
    *taken: str,
) -> Answer:
    """Give a command as the clock, which signs on first where it is not at the table."""
    clock = table.people.get(CLOCK.person)
    if clock is None or not clock.present:
        tables.submit(name, {"do": "sign-on"}, CLOCK, f"on/{number}").result(WAIT)
    return tables.submit(name, data, CLOCK, f"{what}/{number}", *taken).result(WAIT)
