"""Tables' answers are told by their lines and indexed later: mark what is indexed already.

An earlier program looks for every answer in the index and would carry out a retry again, so it
must not open a store that this one has written to.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from pitboss.journal.record import INDEXED, read_line
from pitboss.journal.trust.codes import checksum

revision = "0003"
down_revision = "0002"
TABLES = "table:"  # as their streams were called then, whatever they are called today

records = sa.table("records", sa.column("stream"), sa.column("sequence"), sa.column("line"))
commands = sa.table(
    "commands",
    sa.column("stream"),
    sa.column("command"),
    sa.column("answer"),
    sa.column("checksum"),
)


def upgrade() -> None:
    """Mark each table's stream whose commands all have their answers."""
    bind = op.get_bind()
    streams = bind.execute(sa.select(records.c.stream).distinct()).scalars().all()
    for stream in streams:
        if stream.startswith(TABLES):
            size = _answered(bind, stream)
            if size:
                body = b'{"sequence":%d}' % size
                row = {"answer": body, "checksum": checksum(None, stream, INDEXED, body)}
                bind.execute(commands.insert().values(stream=stream, command=INDEXED, **row))


def _answered(bind: sa.Connection, stream: str) -> int:
    """The size of a stream; nothing where one of its commands has no answer, or it is marked."""
    of_it = sa.select(commands.c.command).where(commands.c.stream == stream)
    known = set(bind.execute(of_it).scalars())
    lines = (
        sa.select(records.c.sequence, records.c.line)
        .where(records.c.stream == stream)
        .order_by(records.c.sequence)
    )
    size = 0
    for sequence, line in bind.execute(lines):
        if INDEXED in known or read_line(bytes(line)).command not in known:
            return 0
        size = int(sequence)
    return size
