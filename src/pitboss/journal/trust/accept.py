"""What a person's decision changes in a store before it is served: codes, and what is void."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from pitboss.journal.proof.checkpoint import Checkpoint
from pitboss.journal.schema import checkpoints, commands, outbox, records
from pitboss.journal.sql import SqlStore
from pitboss.journal.trust.codes import Codes, checksum

PAGE = 4_000
MESSAGE = ("key", "target", "body")


def recode(store: SqlStore, codes: Codes) -> None:
    """Give every row the code of this key, in one transaction; it is the store's from now."""
    with store.writing.begin():
        _recode_lines(store, codes)
        for table, names in ((commands, ("stream", "command", "answer")), (outbox, MESSAGE)):
            columns = [table.c[name] for name in names]
            for row in store.writing.execute(sa.select(*columns)).all():
                *keys, body = row
                wanted = [column == key for column, key in zip(columns, keys, strict=False)]
                given = {"checksum": checksum(codes, *keys, bytes(body))}
                store.writing.execute(table.update().where(*wanted).values(given))
    store.codes = codes


def _recode_lines(store: SqlStore, codes: Codes) -> None:
    place = (records.c.stream == sa.bindparam("s"), records.c.sequence == sa.bindparam("n"))
    coding = records.update().where(*place).values(code=sa.bindparam("c"))
    for stream in store.streams():
        after = 0
        while True:
            page = store.read(stream, after, PAGE)
            rows = [{"s": stream, "n": n, "c": codes.line(stream, n, line)} for n, line in page]
            if rows:
                store.writing.execute(coding, rows)
                after = page[-1][0]
            if len(page) < PAGE:
                break


def is_coded(store: SqlStore) -> bool:
    """Whether any line carries a code."""
    wanted = sa.select(records.c.sequence).where(records.c.code.is_not(None)).limit(1)
    with store.reading.connect() as connection:
        return connection.execute(wanted).first() is not None


def drop_after(store: SqlStore, stream: str, size: int) -> None:
    """Let go of answers and messages of events that a stream does not have any more."""
    writing = store.writing
    with writing.begin():
        answers = sa.select(commands.c.command, commands.c.answer)
        for key, body in writing.execute(answers.where(commands.c.stream == stream)).all():
            if _told_up_to(bytes(body)) > size:
                of_it = (commands.c.stream == stream, commands.c.command == key)
                writing.execute(commands.delete().where(*of_it))
        for key in writing.execute(sa.select(outbox.c.key)).scalars().all():
            number = key.removeprefix(f"{stream}/").partition("/")[0]
            if key.startswith(f"{stream}/") and number.isdigit() and int(number) > size:
                writing.execute(outbox.delete().where(outbox.c.key == key))


def drop_checkpoint(store: SqlStore, checkpoint: Checkpoint) -> None:
    """Let go of a checkpoint that a person has accepted as void; the journal names it."""
    columns = checkpoints.c
    of_it = (
        columns.stream == checkpoint.stream,
        columns.size == checkpoint.size,
        columns.root == checkpoint.root,
    )
    with store.writing.begin():
        store.writing.execute(checkpoints.delete().where(*of_it))


def _told_up_to(answer: bytes) -> int:
    """The sequence up to which an answer tells; what tells none was of a stream without gaps."""
    try:
        return int(msgspec.json.decode(answer)["sequence"])
    except (msgspec.DecodeError, KeyError, TypeError):
        return 0
