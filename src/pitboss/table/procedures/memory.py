"""What a procedure remembers: a part of the state of its own, by the procedure's name."""

from __future__ import annotations

from typing import TypeVar, cast

from pitboss.table.machine import replace
from pitboss.table.own import Own
from pitboss.table.state import Table

OwnT = TypeVar("OwnT", bound=Own)


def memory(table: Table, name: str, empty: OwnT) -> OwnT:
    """What a procedure remembers at this table; `empty` where it has nothing to."""
    return cast(OwnT, table.conduct.get(name, empty))


def remember(table: Table, name: str, part: Own) -> Table:
    """The table with what a procedure remembers from here on."""
    return replace(table, conduct={**table.conduct, name: part})
