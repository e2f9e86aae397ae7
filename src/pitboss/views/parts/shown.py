"""A table as it is shown, and who looks at it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from pitboss.aggregates.link import Link
from pitboss.table import Rules, Table
from pitboss.table.play import RoadSettings
from pitboss.table.sight.roles import Audience
from pitboss.views.follower import Follower

HOUSE: tuple[Audience, ...] = ("staff", "inspector", "surveillance")
AT_TABLE: tuple[Audience, ...] = (*HOUSE, "player")
EVERYONE: tuple[Audience, ...] = (*AT_TABLE, "display")


class Viewer(NamedTuple):
    """Someone who looks at a table, in a role."""

    role: Audience
    person: str

    @property
    def house(self) -> bool:
        """Whether they see everyone's wagers."""
        return self.role in HOUSE

    @property
    def own(self) -> str | None:
        """Whose own things are shown: a player's."""
        return self.person if self.role == "player" else None


@dataclass(kw_only=True)
class Shown:
    """A table after its last published event, with all that a part of it is made from.

    `rules_of` gives the rules of the edition that a coup was dealt under, `pool_of` a pool that
    several tables feed as it was last written.
    """

    name: str
    rules: Rules
    rules_of: Callable[[str], Rules]
    pool_of: Callable[[str], Link | None]
    clock: Callable[[], dt.datetime]
    follower: Follower
    roads: RoadSettings
    sequence: int
    table: Table
