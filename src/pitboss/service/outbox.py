"""What crosses streams: written with its cause, carried over until it is taken, once.

The message is kept in the same write as the event that caused it. Carrying it over is one more
write, into the other stream, that takes the message off the outbox and has the message's key
as its command id. So whatever dies between the two writes, the second is made exactly once.

The house hears what concerns all tables. Any other stream hears what an event itself tells it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from pitboss.aggregates.house import (
    HOUSE,
    STREAM,
    DutyDone,
    DutyGathered,
    ExclusionRecorded,
    HouseEvent,
)
from pitboss.journal.store import Message, Store
from pitboss.service.house import House
from pitboss.table import Event
from pitboss.table.authority.duties import DutyDischarged, DutyRaised
from pitboss.table.errand import Errand
from pitboss.table.matters.devices import PersonExcluded
from pitboss.views.copies import copy_of

WHOLE_HOUSE = "casino"
MOST_TOGETHER = 500


def crossing(table: str, after: int, events: Sequence[Event]) -> list[Message]:
    """The messages of a table's new events for the house."""
    found = []
    for sequence, event in enumerate(events, after + 1):
        cause = f"{table}/{sequence}"
        told = _told(table, event, cause)
        if told is not None:
            found.append(to_house(cause, told))
        found += messages_of(cause, event.by, event.tells())
    return found


def messages_of(cause: str, by: str, told: Sequence[Errand]) -> list[Message]:
    """What an event tells other streams, as messages."""
    return [
        Message(f"{cause}/{place}", one.stream, msgspec.json.encode({**one.says, "by": by}))
        for place, one in enumerate(told)
    ]


def source_of(message: Message) -> str:
    """The stream whose event told it."""
    return message.key.rsplit("/", 2)[0]


def to_house(key: str, event: HouseEvent) -> Message:
    """An event of the house as a message; its key makes it exact."""
    return Message(key, STREAM, msgspec.json.encode(event))


def _told(table: str, event: Event, cause: str) -> HouseEvent | None:
    match event:
        case PersonExcluded(where=where) if where == WHOLE_HOUSE:
            return ExclusionRecorded(person=event.person, reason=event.reason, **_who(event, cause))
        case DutyRaised():
            return copy_of(DutyGathered, event, table=table, cause=cause)
        case DutyDischarged():
            return DutyDone(table=table, duty=event.duty, how=event.how, **_who(event, cause))
        case _:
            return None


def _who(event: Event, cause: str) -> dict[str, Any]:
    return {"by": event.by, "at": event.at, "cause": cause}


Carrier = Callable[[Sequence[Message]], int]
"""Takes messages for other streams than the house's; how many of them were written."""


def deliver(store: Store, house: House, carrier: Carrier | None = None) -> int:
    """Carry over what waits; how many messages were written."""
    written = 0
    waiting = store.pending(MOST_TOGETHER)
    for message in waiting:
        if message.target == STREAM:
            written += house.record([HOUSE.decode(message.body)], message.key, taken=[message.key])
    others = [message for message in waiting if message.target != STREAM]
    return written + carrier(others) if carrier is not None and others else written
