"""Events of earlier versions, read as if they were written today.

A line is never changed. When the shape of an event changes, `VERSION` goes up by one and the
step that makes the new shape of the old is added to `STEPS`; a line is taken through every
step from its own version on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from pitboss.journal.record import VERSION, Record
from pitboss.refusal import BadDataError
from pitboss.table import Event, event_decoder

Step = Callable[[dict[str, Any]], dict[str, Any]]

STEPS: Mapping[int, Step] = {}
"""By version: from an event of that version to one of the next."""


class UnknownVersionError(BadDataError):
    """A line that was written by a later version of this program, or by none of them."""


def renewed(
    version: int, event: dict[str, Any], steps: Mapping[int, Step], current: int
) -> dict[str, Any]:
    """An event of some version in the shape of the current one."""
    if not 1 <= version <= current:
        raise UnknownVersionError(
            f"an event of version {version} cannot be read by a program that knows {current}"
        )
    for step in range(version, current):
        event = steps[step](event)
    return event


def read_event(record: Record) -> Event:
    """The event of a record; `msgspec.DecodeError` where it is none of ours."""
    if record.version == VERSION:
        event: Event = event_decoder.decode(record.event)
        return event
    data = renewed(record.version, record.data(), STEPS, VERSION)
    older: Event = event_decoder.decode(msgspec.json.encode(data))
    return older
