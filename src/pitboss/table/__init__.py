"""The table: a pure state machine. Commands in, events or a refusal out; events make the state."""

from __future__ import annotations

from typing import Any, Union

import msgspec

from pitboss.table import (  # noqa: F401 - each topic registers its commands and events
    authority,
    bank,
    dealing,
    duties,
    opening,
    people,
    settling,
    shoe,
    stack,
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

event_decoder = msgspec.json.Decoder(_EVENT)


def read_command(data: dict[str, Any]) -> Command:
    """A command from plain data; `msgspec.ValidationError` says what is wrong with it."""
    command: Command = msgspec.convert(data, _COMMAND)
    return command
