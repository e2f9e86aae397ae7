"""The table: a pure state machine. Commands in, events or a refusal out; events make the state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from pitboss.refusal import Refusal
from pitboss.table.entries import ENTRIES, fields_of
from pitboss.table.machine import COMMANDS, EVENTS, HANDS, Command, Event, Query, act, evolve
from pitboss.table.rules import Rules
from pitboss.table.state import Table
from pitboss.words import not_fitting

__all__ = [
    "COMMANDS",
    "ENTRIES",
    "EVENTS",
    "Command",
    "Event",
    "Query",
    "Rules",
    "Table",
    "act",
    "decide",
    "evolve",
    "hands_together",
    "read_command",
    "read_event",
    "unreadable",
]

TOPICS = {
    "authority": ("approvals", "attempts", "duties"),
    "betting": (
        "alter",
        "announced",
        "ineligible",
        "limits",
        "options",
        "per_area",
        "place",
        "returns",
        "side_wagers",
        "validity",
        "window",
    ),
    "cards": (
        "cut",
        "deal",
        "device",
        "inspection",
        "past",
        "replace",
        "scanner",
        "secured",
        "sets",
        "shoe",
    ),
    "life": ("close", "method", "notices", "open"),
    "matters": ("device_leave", "devices", "disputes", "incidents", "payment_errors", "payments"),
    "people": (
        *("bank", "detention", "drop_box", "exclusions", "player_card", "presence"),
        *("reserved", "restrictions", "seats", "spectators"),
    ),
    "procedures": (
        "arranged",
        "boxes",
        "commission",
        "coup_burn",
        "dummy",
        "low_stake",
        "period",
        "shoe_holder",
        "side_priority",
    ),
    "rulings": ("cards", "effects", "facts", "invalidate", "propose", "rule"),
    "settlement": ("correct", "held", "settle"),
    "tournament": ("absence", "coups", "outs", "pass_cards", "session", "slips", "wagers"),
    "terminals": (
        *("bind", "claims", "credit", "entry", "freeze", "limits", "malfunction", "period"),
        *("shortfall", "tickets", "touch", "withheld"),
    ),
}
"""The modules that register commands and events, by room."""

for _room, _topics in TOPICS.items():
    for _topic in _topics:
        import_module(f"{__name__}.{_room}.{_topic}")
import_module(f"{__name__}.choices")


def decide(rules: Rules, table: Table, command: Command) -> tuple[Event, ...] | Refusal:
    """The events of a command, or the refusal; the state is left as it is."""
    done = act(rules, table, command)
    return done if isinstance(done, Refusal) else done[1]


@cache
def _decoder(_known: int) -> msgspec.json.Decoder[Event]:
    every: Any = Union[tuple(EVENTS.values())]  # noqa: UP007 - a union made at run time
    return msgspec.json.Decoder(every)


def read_event(data: bytes) -> Event:
    """An event from JSON, of the core or of a game that is loaded."""
    return _decoder(len(EVENTS)).decode(data)


def unreadable(data: Mapping[str, Any], error: Exception, said: Callable[[str], str] = str) -> str:
    """What is wrong with a command that cannot be read, in our words; no full stop.

    `said` is how whoever wrote it calls a field.
    """
    entry = ENTRIES.get(str(data.get("do")))
    known = {} if entry is None else fields_of(entry.kind)
    fields = {said(name): one for name, one in known.items()}

    def choices(field: str) -> Iterable[str]:
        if not field:
            return fields
        if field == "do":
            return ENTRIES
        hint = fields.get(field)
        hints = (hint, *get_args(hint))
        return [str(one) for each in hints if get_origin(each) is Literal for one in get_args(each)]

    return not_fitting(error, said, choices)


def read_command(data: dict[str, Any]) -> Command:
    """A command from plain data; `msgspec.ValidationError` says what is wrong with it."""
    entry = ENTRIES.get(str(data.get("do")))
    # The union is resolved anew at each call, a single kind is not: so the kind is found first.
    every = (one.kind for one in ENTRIES.values()) if entry is None else (entry.kind,)
    kind: Any = Union[tuple(every)]  # noqa: UP007 - made at run time
    command: Command = msgspec.convert(hands_together(kind, data), kind)
    return command


def hands_together(kind: Any, data: dict[str, Any]) -> dict[str, Any]:
    """A command that names hands may give each under its own name, as scenarios do."""
    if "hands" not in getattr(kind, "__struct_fields__", ()) or not HANDS.intersection(data):
        return data
    hands = {key: text for key, text in data.items() if key in HANDS and text is not None}
    rest = {key: value for key, value in data.items() if key not in HANDS}
    return {**rest, "hands": {**rest.get("hands", {}), **hands}}
