"""The parts of a table that a route answers and the stream carries, each made by one function."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

import msgspec

from pitboss.refusal import Refusal
from pitboss.table.machine import Query
from pitboss.table.sight.roles import Audience
from pitboss.table.usual.next_act import Waiting, house_act
from pitboss.table.usual.trial import trials_of
from pitboss.views.console import next_of_house
from pitboss.views.copies import copy_of
from pitboss.views.parts.coup import coup, settled_at
from pitboss.views.parts.draws import draws
from pitboss.views.parts.hall import hall, period
from pitboss.views.parts.own import own
from pitboss.views.parts.pool import metered, pool
from pitboss.views.parts.sheet import drawn_from, limits_of, sheet
from pitboss.views.parts.shown import AT_TABLE, EVERYONE, HOUSE, Shown, Viewer
from pitboss.views.parts.terminal import terminal

_encode = msgspec.json.Encoder().encode


class HouseAct(msgspec.Struct, frozen=True, kw_only=True):
    """What the house would do next, and whether the caller may do it; nothing while it waits."""

    do: str | None
    fields: dict[str, Any]
    yours: bool


def next_act(shown: Shown, viewer: Viewer) -> HouseAct:
    """The house's next act."""
    trials = trials_of(shown.rules, shown.table, shown.clock())
    waits = isinstance(house_act(trials, real=False), Waiting)
    act = None if waits else next_of_house(trials, viewer.person)[0]
    if act is None:
        return HouseAct(do=None, fields={}, yours=False)
    return copy_of(HouseAct, act)


def roads(shown: Shown, _: Viewer) -> msgspec.Struct | None:
    """How past results of the shoe are shown, where the game has a custom of it."""
    return shown.rules.play.roads(Query(shown.rules, shown.table), shown.roads)


def _always(_: Shown, __: Viewer) -> object:
    return object()


def _person(_: Shown, viewer: Viewer) -> str:
    return viewer.person


@dataclass(frozen=True)
class Part:
    """A part: for whom it is and how it is made.

    Viewers who are told the same have the same `share`; while what it `reads` is the same, so is
    what they are told.
    """

    roles: tuple[Audience, ...]
    make: Callable[[Shown, Viewer], msgspec.Struct | Refusal | None]
    share: Callable[[Shown, Viewer], Hashable]
    reads: Callable[[Shown, Viewer], object]


PARTS = {
    "sheet": Part(EVERYONE, sheet, limits_of, drawn_from),
    "draws": Part(
        AT_TABLE,
        draws,
        lambda _, viewer: viewer.house,
        lambda shown, _: (shown.table.coup, shown.table.wagers, shown.table.trouble),
    ),
    "coup": Part(AT_TABLE, coup, lambda _, viewer: viewer.own, settled_at),
    "own": Part(("player",), own, _person, _always),
    "terminal": Part(("player",), terminal, _person, _always),
    "period": Part(EVERYONE, period, lambda _, __: None, _always),
    "hall": Part(HOUSE, hall, lambda _, __: None, _always),
    "roads": Part(
        EVERYONE,
        roads,
        lambda _, __: None,
        lambda shown, _: (shown.table.shoes, shown.table.results[-1:], shown.table.coup),
    ),
    "next": Part(("staff",), next_act, _person, _always),
    "pool": Part(EVERYONE, pool, lambda _, __: None, metered),
}


class Encoded:
    """The parts of one table as they were told last, each encoded once for all who see the same."""

    def __init__(self, shown: Shown) -> None:
        self._shown = shown
        self._made: dict[tuple[str, Hashable], tuple[object, bytes | None]] = {}

    def part(self, name: str, viewer: Viewer) -> bytes | None:
        """A part as this viewer sees it now; nothing where there is none."""
        part, shown = PARTS[name], self._shown
        key, reads = (name, part.share(shown, viewer)), part.reads(shown, viewer)
        kept = self._made.get(key)
        if kept is None or kept[0] != reads:
            made = part.make(shown, viewer)
            found = None if made is None or isinstance(made, Refusal) else _encode(made)
            kept = self._made[key] = (reads, found)
        return kept[1]

    def forget(self, viewer: Viewer) -> None:
        """Nobody follows as this viewer any more."""
        for name, part in PARTS.items():
            self._made.pop((name, part.share(self._shown, viewer)), None)
