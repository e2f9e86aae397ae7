"""A look through a whole store: whether it is as it was written.

What the trees cover is found by them; the rest has checksums, signatures or seals of its own.
"""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from pitboss.errors import StoreError
from pitboss.journal.aggregate import Aggregates, is_late
from pitboss.journal.proof.merkle import leaf_hash
from pitboss.journal.record import INDEXED, Kept, read_line
from pitboss.journal.schema import outbox, records
from pitboss.journal.sql import SqlStore


def check(store: SqlStore, aggregates: Aggregates) -> dict[str, int]:
    """Every row of a store; the size of each stream, or `StoreError` for the first damage."""
    try:
        if store.engine.dialect.name == "sqlite":
            with store.reading.connect() as connection:
                said = connection.exec_driver_sql("pragma integrity_check").scalar()
            if said != "ok":
                raise StoreError(f"the file is damaged: {said}")
        sizes, commands = _chains(store)
        late = {name for name in sizes if is_late(aggregates, name)}
        _beside(store, sizes, commands, late)
    except (DBAPIError, ValueError) as error:
        raise StoreError(f"the store is damaged: {' '.join(str(error).split())}") from None
    return sizes


Named = dict[tuple[str, str], int]


def _chains(store: SqlStore) -> tuple[dict[str, int], Named]:
    """Every line follows the one before it; the commands that the lines name, and where."""
    statement = sa.select(records).order_by(records.c.stream, records.c.sequence)
    ends: dict[str, tuple[int, str]] = {}
    commands: Named = {}
    with store.reading.connect() as connection:
        for stream, sequence, line, code in connection.execute(statement):
            body = store.ours(stream, sequence, line, code)
            last, previous = ends.get(stream, (0, ""))
            record = read_line(body)
            found = (record.stream, record.sequence, record.previous, sequence)
            if found != (stream, last + 1, previous, last + 1):
                raise StoreError(f"event {last + 1} of {stream} does not follow the one before it")
            ends[stream] = (sequence, leaf_hash(body).hex())
            commands[stream, record.command] = sequence
    return {stream: size for stream, (size, _) in ends.items()}, commands


def _beside(store: SqlStore, sizes: dict[str, int], commands: Named, late: set[str]) -> None:
    """Answers, messages and checkpoints; commands in lines have answers as far as are indexed."""
    answers = {(stream, command): body for stream, command, body in store.answers()}
    indexed = {name: 0 if name in late else size for name, size in sizes.items()}
    for (stream, command), body in answers.items():
        if command == INDEXED:
            indexed[stream] = msgspec.json.decode(body, type=Kept).sequence
    for (stream, command), sequence in sorted(commands.items()):
        if sequence <= indexed[stream] and (stream, command) not in answers:
            raise StoreError(f"the command {command} of {stream} has no answer")
    with store.reading.connect() as connection:
        waiting = connection.execute(sa.select(sa.func.count()).select_from(outbox)).scalar() or 0
    store.pending(waiting + 1)
    for stream in sizes:
        for checkpoint in store.checkpoints(stream):
            if not checkpoint.holds():
                raise StoreError(f"a checkpoint of {stream} is not signed")
