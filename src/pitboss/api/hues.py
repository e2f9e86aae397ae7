"""Whose a wager is: the hue in which every page draws it."""

from __future__ import annotations

from typing import Literal
from weakref import WeakKeyDictionary

from pitboss.baccarat.points import Points
from pitboss.settle.compiled import Compiled
from pitboss.tables.decision import DecisionTable

Hue = Literal["player", "banker", "tie", "none"]
HUES: tuple[Hue, ...] = ("player", "banker", "tie")
_KEPT: WeakKeyDictionary[Compiled, dict[tuple[str, str], Hue]] = WeakKeyDictionary()


def hue_of(compiled: Compiled, wager: str, game: str) -> Hue:
    """The hue of a wager in a game, or in one that has it; found once."""
    kept = _KEPT.setdefault(compiled, {})
    key = (wager, game)
    if key not in kept:
        games = [game, *compiled.edition.games]
        played = next(one for one in games if wager in compiled.offered(one))
        kept[key] = _hue(compiled.table(wager, played))
    return kept[key]


def _hue(table: DecisionTable) -> Hue:
    """The result on all of which, and on which alone, it wins."""
    if table.space.facts[:1] != Points._fields[:1]:
        return "none"
    won: dict[str, set[bool]] = {}
    for member in table.space.members:
        row = table.row(member)
        won.setdefault(str(member[0]), set()).add(row is not None and row.outcome == "win")
    whole = [hue for hue in HUES if won.get(hue) == {True}]
    others = any(True in wins for result, wins in won.items() if result not in whole)
    return whole[0] if len(whole) == 1 and not others else "none"
