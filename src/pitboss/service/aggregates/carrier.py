"""Messages between tables and other aggregates, carried over until they are taken, once."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from pitboss.aggregates import TABLE
from pitboss.errors import UnknownTableError
from pitboss.journal.store import Message, Write
from pitboss.service.outbox import source_of
from pitboss.service.people.exclusions import CLOCK, give_by_clock
from pitboss.service.streams import carried

if TYPE_CHECKING:
    from pitboss.service.tables import Tables

TOLD = "told"
log = logging.getLogger("pitboss.messages")


def carry(tables: Tables, messages: Sequence[Message]) -> int:
    """Carry over what is for tables and aggregates beside them; how many messages were taken."""
    done = 0
    by_target: dict[str, list[Message]] = {}
    for message in in_order(messages):
        by_target.setdefault(message.target, []).append(message)
    for name, some in by_target.items():
        if TABLE.owns(name):
            done += sum(_to_table(tables, one) for one in some)
        else:
            writers = [one for one in tables.repositories if one.aggregate.owns(name)]
            done += sum(writer.take(name, some) for writer in writers)
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
    """Give a table the command that it was told; its id is the message's key."""
    name, key = message.target, message.key
    try:
        table = tables.written(name)
    except UnknownTableError:
        return False
    if table is None:  # a write is on its way: the next time
        return False
    if _carried(tables, name, f"{CLOCK.person}/{TOLD}/{key}"):
        taken = Write(stream=name, after=0, taken=[key])
        return tables.writer.submit(taken).exception() is None
    data = msgspec.json.decode(message.body)
    data.pop("by", None)
    answer = give_by_clock(tables, name, table, data, TOLD, key, key)
    if answer.refusal is None:
        return True
    log.warning("%s does not take %s: %s", name, key, answer.refusal.sentence)
    source = source_of(message)
    writers = [one for one in tables.repositories if one.aggregate.owns(source)]
    return any(writer.unheard(message, answer.refusal) for writer in writers)


def _carried(tables: Tables, name: str, key: str) -> bool:
    """Whether a command was carried out, as its line says: the index may have lost it."""
    return key in tables.table(name).stream.known and carried(tables.store, name, key)
