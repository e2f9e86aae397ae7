"""A command put to the core on trial: what would come of it; nothing of it is kept."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import msgspec

from pitboss.cards import name
from pitboss.refusal import Refusal
from pitboss.table import Event, Rules, Table, act, read_command, unreadable

Outcome = tuple[Table, tuple[Event, ...]] | Refusal
MOST_KEPT = 64


def trial(
    rules: Rules, table: Table, who: str, word: str, fields: Mapping[str, Any], at: dt.datetime
) -> Outcome:
    """The state and the events that a command would lead to, or its refusal."""
    given = {"do": word, "by": who, "at": at.isoformat(), **fields}
    try:
        return act(rules, table, read_command(given))
    except msgspec.ValidationError as error:
        what = unreadable(given, error)
        return Refusal.of("bad-command.tried", what=what)


class Trials:
    """Commands put to a table as it stands: each is decided once, whoever asks again."""

    def __init__(self, rules: Rules, table: Table, at: dt.datetime) -> None:
        self.rules = rules
        self.table = table
        self.at = at
        self._known: dict[tuple[Any, ...], Outcome] = {}

    @property
    def count(self) -> int:
        """How many commands were put to the core."""
        return len(self._known)

    def of(self, who: str, word: str, fields: Mapping[str, Any]) -> Outcome:
        """What a command would lead to, or its refusal."""
        key = (who, word, *sorted(fields.items()))
        if key not in self._known:
            self._known[key] = trial(self.rules, self.table, who, word, fields, self.at)
        return self._known[key]


_KEPT: dict[int, Trials] = {}


def trials_of(rules: Rules, table: Table, at: dt.datetime) -> Trials:
    """The trials at a table as it stands, for a second the same for everyone who looks at it."""
    kept = _KEPT.get(id(table))
    second = at.replace(microsecond=0)
    if kept is None or kept.table is not table or kept.at.replace(microsecond=0) != second:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        kept = _KEPT[id(table)] = Trials(rules, table, at)
    return kept


def some_card(table: Table) -> str | None:
    """A card of which not all copies were seen, to stand for the one that is to come."""
    shoe, house = table.shoe, table.house
    if shoe is None or house is None:
        return None
    return next((name(card) for card, seen in enumerate(shoe.seen) if seen < house.decks), None)


def stand_ins(rules: Rules, table: Table, word: str) -> dict[str, Any]:
    """What another says when the command is given: the dealer or the shoe which card it is."""
    burned = word == "burn-cards" and rules.edition.shoe.burn[0].shown == "always"
    if word == "deal-card" or burned:
        return {"card": some_card(table) or name(0)}
    if word == "load-shoe" and table.house is not None and table.house.virtual:
        return {"commitment": "0" * 64}
    return {}
