"""Messages between links and tables, carried over until they are taken, once."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from pitboss.aggregates import LINK, TABLE
from pitboss.errors import UnknownTableError
from pitboss.journal.store import Message, Write
from pitboss.service.outbox import source_of
from pitboss.service.people.exclusions import CLOCK, give_by_clock

if TYPE_CHECKING:
    from pitboss.service.tables import Tables

TOLD = "told"
log = logging.getLogger("pitboss.links")


def carry(tables: Tables, messages: Sequence[Message]) -> int:
    """Carry over what is for links and tables; how many messages were taken."""
    done = 0
    by_target: dict[str, list[Message]] = {}
    for message in in_order(messages):
        by_target.setdefault(message.target, []).append(message)
    for name, some in by_target.items():
        if LINK.owns(name):
            done += tables.links.take(name, some)
        elif TABLE.owns(name):
            done += sum(_to_table(tables, one) for one in some)
    return done


def in_order(messages: Sequence[Message]) -> list[Message]:
    """As they were written; those of one source as its events came, whatever the clock said."""
    sources: dict[str, list[Message]] = {}
    for message in messages:
        sources.setdefault(source_of(message), []).append(message)
    ordered = {source: iter(sorted(some, key=_place)) for source, some in sources.items()}
    return [next(ordered[source_of(message)]) for message in messages]


def _place(message: Message) -> tuple[int, int]:
    _, sequence, place = message.key.rsplit("/", 2)
    return int(sequence), int(place)


def _to_table(tables: Tables, message: Message) -> bool:
    """Give a table the command that a link told it; its id is the message's key."""
    name, key = message.target, message.key
    try:
        table = tables.written(name)
    except UnknownTableError:
        return False
    if table is None:  # a write is on its way: the next time
        return False
    if tables.answered(name, CLOCK.person, f"{TOLD}/{key}") is not None:
        taken = Write(stream=name, after=0, taken=[key])
        return tables.writer.submit(taken).exception() is None
    data = msgspec.json.decode(message.body)
    data.pop("by", None)
    answer = give_by_clock(tables, name, table, data, TOLD, key, key)
    if answer.refusal is None:
        return True
    log.warning("%s does not take %s: %s", name, key, answer.refusal.sentence)
    return tables.links.unheard(message, answer.refusal)
