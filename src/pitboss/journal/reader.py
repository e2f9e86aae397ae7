"""What is read from a store in SQLite or PostgreSQL, from any thread."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from pitboss.errors import BrokenStreamError, StoreError
from pitboss.journal.proof.checkpoint import Checkpoint
from pitboss.journal.schema import checkpoints, commands, outbox, records, snapshots
from pitboss.journal.store import Message, Snapshot
from pitboss.journal.trust.codes import Codes, checksum

MOST_KEYS = 500
"""A statement asks for so many secrets at most."""


class Reader:
    """Reads on connections of their own, outside the writer's transaction.

    With `codes` a row that does not carry the house's code is never read: it is an error.
    """

    def __init__(self, engine: sa.Engine, codes: Codes | None = None) -> None:
        self.codes = codes
        options: dict[str, Any] = {"reading": True}
        if engine.dialect.name == "postgresql":
            options["isolation_level"] = "AUTOCOMMIT"
        self.reading = engine.execution_options(**options)

    def _all(self, statement: sa.Select[Any]) -> list[Any]:
        with self.reading.connect() as connection:
            return list(connection.execute(statement))

    def _plain(self, statement: str, *values: str | int) -> list[Any]:
        """The same in the driver's own words: for what nearly every request reads."""
        with self.reading.connect() as connection:
            if connection.dialect.name == "postgresql":
                statement = statement.replace("?", "%s")
            return list(connection.exec_driver_sql(statement, values))

    def read(
        self, stream: str, after: int = 0, limit: int | None = None
    ) -> list[tuple[int, bytes]]:
        """Sequence and line of the events after `after`."""
        statement = (
            sa.select(records.c.sequence, records.c.line, records.c.code)
            .where(records.c.stream == stream, records.c.sequence > after)
            .order_by(records.c.sequence)
            .limit(limit)
        )
        found = self._all(statement)
        if self.codes is None:
            return [(sequence, bytes(line)) for sequence, line, _ in found]
        return [(row[0], self.ours(stream, *row)) for row in found]

    def ours(self, stream: str, sequence: int, line: bytes, code: bytes | None) -> bytes:
        """A line that the house wrote at this place; an error for any other."""
        if self.codes is not None:
            expected = self.codes.line(stream, sequence, bytes(line))
            if code is None or not hmac.compare_digest(bytes(code), expected):
                raise BrokenStreamError(
                    f"event {sequence} of {stream} does not carry the house's code: "
                    "it was not written here"
                )
        return bytes(line)

    def head(self, stream: str) -> int:
        """The sequence of the last event."""
        with self.reading.connect() as connection:
            return self.head_in(connection, stream)

    @staticmethod
    def head_in(connection: sa.Connection, stream: str) -> int:
        """The same within a transaction."""
        statement = sa.select(sa.func.max(records.c.sequence)).where(records.c.stream == stream)
        return int(connection.execute(statement).scalar() or 0)

    def streams(self) -> list[str]:
        """Every stream there is."""
        found = self._all(sa.select(records.c.stream).distinct())
        return sorted(stream for (stream,) in found)

    def answer(self, stream: str, command: str) -> bytes | None:
        """The first answer to a command."""
        found = self._all(answer_of(stream, command))
        return self.whole(found[0]) if found else None

    def answers(self) -> list[tuple[str, str, bytes]]:
        """Every command that was written, with its stream and its answer."""
        return sorted((row[0], row[1], self.whole(row)) for row in self._all(sa.select(commands)))

    def secret(self, key: str) -> bytes | None:
        """A sealed secret."""
        found = self._plain("select body from secrets where key = ?", key)
        return bytes(found[0][0]) if found else None

    def secrets(self, keys: Sequence[str]) -> dict[str, bytes]:
        """The sealed secrets of these keys that there are."""
        found: dict[str, bytes] = {}
        for start in range(0, len(keys), MOST_KEYS):
            some = keys[start : start + MOST_KEYS]
            asked = ", ".join("?" * len(some))
            rows = self._plain(f"select key, body from secrets where key in ({asked})", *some)  # noqa: S608 - marks alone
            found |= {key: bytes(body) for key, body in rows}
        return found

    def pending(self, limit: int = 100) -> list[Message]:
        """Messages not yet taken, oldest first."""
        statement = (
            sa.select(outbox.c.key, outbox.c.target, outbox.c.body, outbox.c.checksum)
            .where(outbox.c.taken.is_(False))
            .order_by(outbox.c.written, outbox.c.key)
            .limit(limit)
        )
        return [Message(row[0], row[1], self.whole(row)) for row in self._all(statement)]

    def snapshot(self, stream: str) -> Snapshot | None:
        """The latest snapshot of a stream."""
        statement = sa.select(snapshots.c.sequence, snapshots.c.body).where(
            snapshots.c.stream == stream
        )
        found = self._all(statement)
        return Snapshot(stream, found[0][0], bytes(found[0][1])) if found else None

    def checkpoints(self, stream: str) -> list[Checkpoint]:
        """The checkpoints of a stream, smallest first."""
        statement = (
            sa.select(checkpoints.c.body)
            .where(checkpoints.c.stream == stream)
            .order_by(checkpoints.c.size, checkpoints.c.root)
        )
        return [msgspec.json.decode(body, type=Checkpoint) for (body,) in self._all(statement)]

    def whole(self, row: Any) -> bytes:
        """The body of a row, its last column but the code; damage is not passed on."""
        *names, body, summed = row
        # A flipped bit can make a text of the same bytes a blob, or a blob a text.
        kinds = all(isinstance(name, str) for name in names) and not isinstance(body, str)
        if not kinds or checksum(self.codes, *names, bytes(body)) != bytes(summed):
            raise StoreError(f"the store is damaged at {' '.join(map(str, names))}")
        return bytes(body)


def answer_of(stream: str, command: str) -> sa.Select[Any]:
    """The row of a command."""
    return sa.select(commands).where(commands.c.stream == stream, commands.c.command == command)
