"""The table: a pure state machine. Commands in, events or a refusal out; events make the state."""

from __future__ import annotations

from typing import Any, Union

import msgspec

from pitboss.table import (  # noqa: F401 - each topic registers its commands and events
    altering,
    authority,
    bank,
    closing,
    conduct,
    corrections,
    cutting,
    dealing,
    delivery,
    device,
    disputes,
    drop_box,
    duties,
    effects,
    effects_cards,
    incidents,
    invalidation,
    limits,
    no_bet,
    notices,
    opening,
    optional,
    options,
    payments,
    people,
    replacing,
    role,
    seats,
    settling,
    shoe,
    sightings,
    stack,
    trouble,
    validity,
    wagering,
)
from pitboss.table.acts import COMMANDS, EVENTS, Command, Event, Rules, act, decide, evolve
from pitboss.table.state import Table

__all__ = [
    "COMMANDS",
    "EVENTS",
    "Command",
    "Event",
    "Rules",
    "Table",
    "act",
    "decide",
    "event_decoder",
    "evolve",
    "read_command",
]

_COMMAND: Any = Union[tuple(COMMANDS)]  # noqa: UP007 - a union made at run time
_EVENT: Any = Union[tuple(EVENTS)]  # noqa: UP007

_KINDS: dict[str, Any] = {entry.word: kind for kind, entry in COMMANDS.items()}

event_decoder = msgspec.json.Decoder(_EVENT)


def read_command(data: dict[str, Any]) -> Command:
    """A command from plain data; `msgspec.ValidationError` says what is wrong with it."""
    # The union is resolved anew at each call, a single kind is not: so the kind is found first.
    command: Command = msgspec.convert(data, _KINDS.get(str(data.get("do")), _COMMAND))
    return command
