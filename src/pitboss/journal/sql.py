"""Streams in SQLite or PostgreSQL: one set of statements for both.

SQLite is the embedded default. It is opened with write-ahead logging and `synchronous=FULL`,
which are read back, and the store refuses to open where they do not hold. On PostgreSQL an
append tells other processes of stream and sequence in the same transaction; the journal is
the queue, the notice only a hint.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from pitboss.journal.checkpoint import Checkpoint
from pitboss.journal.store import ConflictError, Message, RepeatedError, Snapshot, Write
from pitboss.refusal import BadDataError

metadata = sa.MetaData()

records = sa.Table(
    "records",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("sequence", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("line", sa.LargeBinary, nullable=False),
)
commands = sa.Table(
    "commands",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("command", sa.Text, primary_key=True),
    sa.Column("answer", sa.LargeBinary, nullable=False),
)
secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
outbox = sa.Table(
    "outbox",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("target", sa.Text, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("written", sa.BigInteger, nullable=False),
    sa.Column("taken", sa.Boolean, nullable=False, default=False),
)
snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("sequence", sa.BigInteger, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
checkpoints = sa.Table(
    "checkpoints",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("size", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)


class StoreError(BadDataError):
    """A store that cannot be opened or trusted; the sentence says why."""


def open_engine(url: str) -> sa.Engine:
    """An engine for the address of a database, with what durability needs."""
    engine = sa.create_engine(url, pool_pre_ping=True)
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _sqlite)
        sa.event.listen(engine, "begin", _begin_immediate)
    elif engine.dialect.name != "postgresql":
        raise StoreError(f"{engine.dialect.name} is no store for journals: sqlite or postgresql")
    return engine


def _sqlite(connection: Any, _record: object) -> None:
    """Write-ahead log and full synchronisation, set and read back."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("pragma busy_timeout=5000")
    wanted = (("journal_mode", "wal", ("wal", "memory")), ("synchronous", "full", (2,)))
    for pragma, value, allowed in wanted:
        cursor.execute(f"pragma {pragma}={value}")
        found = cursor.execute(f"pragma {pragma}").fetchone()[0]
        if found not in allowed:
            raise StoreError(f"this database has {pragma} {found}; a journal needs {value}")
    cursor.close()


def _begin_immediate(connection: sa.Connection) -> None:
    connection.exec_driver_sql("begin immediate")


INSERT_RECORD = records.insert()
INSERT_COMMAND = commands.insert()


class SqlStore:
    """A store behind one connection; used by one thread at a time."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = open_engine(url)
        with self.engine.begin() as connection:
            metadata.create_all(connection)
        self._connection = self.engine.connect()
        self._postgres = self.engine.dialect.name == "postgresql"
        self._record, self._command = (
            str(statement.compile(dialect=self.engine.dialect))
            for statement in (INSERT_RECORD, INSERT_COMMAND)
        )

    # Writing ----------------------------------------------------------------------------

    def write(self, writes: Sequence[Write]) -> list[Exception | None]:
        """All in one transaction; where one of them cannot be, each in its own."""
        try:
            with self._connection.begin():
                self._lock(writes)
                for write in writes:
                    self._put(write)
                self._tell(writes)
        except (IntegrityError, ConflictError, RepeatedError) as error:
            if len(writes) == 1:
                return [self._reason(writes[0], error)]
            return [self.write([write])[0] for write in writes]
        return [None] * len(writes)

    def _lock(self, writes: Sequence[Write]) -> None:
        """One writer a stream: on PostgreSQL others wait here, and what they wrote shows."""
        for stream in sorted({write.stream for write in writes if write.lines}):
            if self._postgres:
                lock = sa.text("select pg_advisory_xact_lock(hashtextextended(:name, 0))")
                self._connection.execute(lock, {"name": stream})
            after = min(write.after for write in writes if write.stream == stream)
            head = self._head(self._connection, stream)
            if head != after:
                raise ConflictError(f"{stream} is at {head}, not {after}")

    def _put(self, write: Write) -> None:
        driver: Any = self._connection.connection.driver_connection
        cursor = driver.cursor()
        try:
            if write.lines:
                rows = [
                    {"stream": write.stream, "sequence": write.after + number, "line": line}
                    for number, line in enumerate(write.lines, 1)
                ]
                self._driver(cursor, self._record, rows)
            if write.command is not None:
                row = {"stream": write.stream, "command": write.command, "answer": write.answer}
                self._driver(cursor, self._command, [row])
        except Exception as error:
            if type(error).__name__ in ("IntegrityError", "UniqueViolation"):
                raise IntegrityError(self._record, None, error) from error
            raise
        finally:
            cursor.close()
        for key, body in write.secrets.items():
            self._connection.execute(secrets.delete().where(secrets.c.key == key))
            if body is not None:
                self._connection.execute(secrets.insert().values(key=key, body=body))
        for message in write.messages:
            known = sa.select(outbox.c.key).where(outbox.c.key == message.key)
            if self._connection.execute(known).first() is None:
                self._connection.execute(
                    outbox.insert().values(
                        key=message.key,
                        target=message.target,
                        body=message.body,
                        written=time.time_ns(),
                        taken=False,
                    )
                )
        for key in write.taken:
            self._connection.execute(
                outbox.update().where(outbox.c.key == key).values(taken=True, body=b"")
            )

    def _driver(self, cursor: Any, statement: str, rows: list[dict[str, Any]]) -> None:
        if self._postgres:
            cursor.executemany(statement, rows)
        else:
            cursor.executemany(statement, [tuple(row.values()) for row in rows])

    def _tell(self, writes: Sequence[Write]) -> None:
        if not self._postgres:
            return
        heads = {write.stream: write.after + len(write.lines) for write in writes if write.lines}
        for stream, sequence in heads.items():
            notice = sa.text("select pg_notify('pitboss', :what)")
            self._connection.execute(notice, {"what": f"{stream} {sequence}"})

    def _reason(self, write: Write, error: Exception) -> Exception:
        if write.command is not None:
            first = self.answer(write.stream, write.command)
            if first is not None:
                return RepeatedError(first)
        head = self.head(write.stream)
        if head != write.after:
            return ConflictError(f"{write.stream} is at {head}, not {write.after}")
        return error

    # Reading ----------------------------------------------------------------------------

    def _all(self, statement: sa.Select[Any]) -> list[Any]:
        with self.engine.connect() as connection:
            return list(connection.execute(statement))

    def read(
        self, stream: str, after: int = 0, limit: int | None = None
    ) -> list[tuple[int, bytes]]:
        """Sequence and line of the events after `after`."""
        statement = (
            sa.select(records.c.sequence, records.c.line)
            .where(records.c.stream == stream, records.c.sequence > after)
            .order_by(records.c.sequence)
            .limit(limit)
        )
        return [(sequence, bytes(line)) for sequence, line in self._all(statement)]

    def head(self, stream: str) -> int:
        """The sequence of the last event."""
        with self.engine.connect() as connection:
            return self._head(connection, stream)

    @staticmethod
    def _head(connection: sa.Connection, stream: str) -> int:
        statement = sa.select(sa.func.max(records.c.sequence)).where(records.c.stream == stream)
        return int(connection.execute(statement).scalar() or 0)

    def streams(self) -> list[str]:
        """Every stream there is."""
        statement = sa.select(records.c.stream).distinct().order_by(records.c.stream)
        return [stream for (stream,) in self._all(statement)]

    def answer(self, stream: str, command: str) -> bytes | None:
        """The first answer to a command."""
        statement = sa.select(commands.c.answer).where(
            commands.c.stream == stream, commands.c.command == command
        )
        found = self._all(statement)
        return bytes(found[0][0]) if found else None

    def secret(self, key: str) -> bytes | None:
        """A sealed secret."""
        found = self._all(sa.select(secrets.c.body).where(secrets.c.key == key))
        return bytes(found[0][0]) if found else None

    def pending(self, limit: int = 100) -> list[Message]:
        """Messages not yet taken, oldest first."""
        statement = (
            sa.select(outbox.c.key, outbox.c.target, outbox.c.body)
            .where(outbox.c.taken.is_(False))
            .order_by(outbox.c.written, outbox.c.key)
            .limit(limit)
        )
        return [Message(key, target, bytes(body)) for key, target, body in self._all(statement)]

    def keep_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot, in place of an earlier one."""
        with self.engine.begin() as connection:
            connection.execute(snapshots.delete().where(snapshots.c.stream == snapshot.stream))
            connection.execute(
                snapshots.insert().values(
                    stream=snapshot.stream, sequence=snapshot.sequence, body=snapshot.body
                )
            )

    def snapshot(self, stream: str) -> Snapshot | None:
        """The latest snapshot of a stream."""
        statement = sa.select(snapshots.c.sequence, snapshots.c.body).where(
            snapshots.c.stream == stream
        )
        found = self._all(statement)
        return Snapshot(stream, found[0][0], bytes(found[0][1])) if found else None

    def keep_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a signed checkpoint; one is enough for a size."""
        at = (checkpoints.c.stream == checkpoint.stream, checkpoints.c.size == checkpoint.size)
        with self.engine.begin() as connection:
            if connection.execute(sa.select(checkpoints.c.size).where(*at)).first() is None:
                body = msgspec.json.encode(checkpoint)
                connection.execute(
                    checkpoints.insert().values(
                        stream=checkpoint.stream, size=checkpoint.size, body=body
                    )
                )

    def checkpoints(self, stream: str) -> list[Checkpoint]:
        """The checkpoints of a stream, smallest first."""
        statement = (
            sa.select(checkpoints.c.body)
            .where(checkpoints.c.stream == stream)
            .order_by(checkpoints.c.size)
        )
        return [msgspec.json.decode(body, type=Checkpoint) for (body,) in self._all(statement)]

    def close(self) -> None:
        """Let go of the connection and the pool."""
        self._connection.close()
        self.engine.dispose()
