"""What a procedure remembers: a part of the state of its own, by the procedure's name."""

from __future__ import annotations

from typing import TypeVar, cast

from pitboss.table.machine import replace
from pitboss.table.own import Own, Part, own_part
from pitboss.table.state import Table

OwnT = TypeVar("OwnT", bound=Own)


BURNED = "coup-burn"


@own_part
class Burned(Part, Own, frozen=True, kw_only=True, tag_field="own", tag=BURNED):
    """Whether a burn before each coup is ordered, and the last coup that one was made for."""

    ordered: bool = False
    coup: int = 0


def burned_for(table: Table) -> int:
    """The number of the last coup for which a card was burned; nought where none was."""
    return memory(table, BURNED, Burned()).coup


def memory(table: Table, name: str, empty: OwnT) -> OwnT:
    """What a procedure remembers at this table; `empty` where it has nothing to."""
    return cast(OwnT, table.conduct.get(name, empty))


def remember(table: Table, name: str, part: Own) -> Table:
    """The table with what a procedure remembers from here on."""
    return replace(table, conduct={**table.conduct, name: part})
