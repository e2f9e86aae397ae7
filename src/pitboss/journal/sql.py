"""Streams in SQLite or PostgreSQL: one set of statements for both.

SQLite is the embedded default. It is opened with write-ahead logging and `synchronous=FULL`,
which are read back, and the store refuses to open where they do not hold; PostgreSQL must have
`fsync` and `synchronous_commit`. There an append tells other processes of stream and sequence
in the same transaction; the journal is the queue, the notice only a hint.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, OperationalError

from pitboss.errors import StoreError
from pitboss.journal.engine import open_engine
from pitboss.journal.messages import send, take
from pitboss.journal.proof.checkpoint import Checkpoint
from pitboss.journal.proof.merkle import leaf_hash
from pitboss.journal.reader import Reader, answer_of
from pitboss.journal.schema import (
    checkpoints,
    commands,
    metadata,
    prepare,
    records,
    secrets,
    snapshots,
)
from pitboss.journal.store import (
    ConflictError,
    RepeatedError,
    Snapshot,
    TakenError,
    Write,
    end_of,
)
from pitboss.journal.trust.codes import Codes, checksum

__all__ = ["SqlStore", "StoreError", "metadata", "open_engine"]

GONE = ("OperationalError", "InterfaceError")
MOST_ROWS = 4_000
"""A statement on SQLite has so many parameters that these are certain to go into one."""

LOCK = "select pg_advisory_xact_lock(hashtextextended(%s, 0))"
PUT = "insert into records (stream, sequence, line, code) "
PUT_AND_TELL = (
    f"with put as ({PUT} select * from unnest(%b::text[], %b::bigint[], %b::bytea[], %b::bytea[]))"  # noqa: S608 - a name of ours
    " select pg_notify('pitboss', note) from unnest(%b::text[]) as note"
)
"""For many lines: one statement whatever they are, so that it is read and planned once."""

FEW = 12
"""For so few a plain insert is quicker; its statements are as many as there are numbers."""

ANSWER = "insert into commands (stream, command, answer, checksum) "
# The key of a mark is empty, and marks alone are written again.
AGAIN = " on conflict (stream, command) do update set answer = excluded.answer, \
checksum = excluded.checksum where commands.command = ''"
Heads = dict[str, tuple[int, str]]
Row = tuple[str, int, bytes, bytes | None]
"""Stream, sequence, line and code."""


class SqlStore(Reader):
    """A store whose writes come one after another; reads may come from any thread, at any time."""

    def __init__(self, url: str, codes: Codes | None = None) -> None:
        self.url = url
        self.engine = open_engine(url)
        self._postgres = self.engine.dialect.name == "postgresql"
        super().__init__(self.engine, codes)
        try:
            prepare(self.engine)
            self._connection = self.engine.connect()
        except (DBAPIError, sqlite3.Error) as error:
            self.engine.dispose()
            raise StoreError(f"the store cannot be opened: {_short(error)}") from None
        except StoreError:
            self.engine.dispose()
            raise
        self._ends: Heads = {}
        self._insert = postgresql.insert if self._postgres else sqlite.insert

    # Writing ----------------------------------------------------------------------------

    def write(self, writes: Sequence[Write]) -> list[Exception | None]:
        """All in one transaction; where one of them cannot be, without that one."""
        if self._connection.closed:
            self._connection = self.engine.connect()
        try:
            heads = self._known(writes)
            if heads is not None and _is_plain(writes):
                self._commit_hot(writes, heads)
            else:
                with self._connection.begin():
                    if heads is None or self._postgres:
                        heads = self._lock(writes)
                    self._append(self._driver(), self._lines(writes, heads))
                    for write in writes:
                        self._beside(write)
                    self._cross(writes)
        except Exception as error:
            self._ends.clear()
            if self._gone(error):
                raise _told(error) from error
            if len(writes) > 1:
                return self._apart(writes)  # which of them it was is found out there
            if not isinstance(error, ConflictError) and not _is_double(error):
                raise
            return [self._reason(writes[0], error) if _explained(error) else error]
        self._ends.update(heads)
        return [None] * len(writes)

    def _driver(self) -> Any:
        return self._connection.connection.driver_connection

    def _commit_hot(self, writes: Sequence[Write], heads: Heads) -> None:
        """Lines alone, on the driver's own connection: what nearly every command takes."""
        lines, driver = self._lines(writes, heads), self._driver()
        if not self._postgres:  # out of a transaction a statement is one of its own
            self._append(driver, lines)
            return
        driver.autocommit = True
        try:
            self._append(driver, lines)
        finally:
            if not driver.closed:
                driver.autocommit = False

    def _append(self, driver: Any, lines: Sequence[Row]) -> None:
        """Put lines into their streams; other processes on PostgreSQL are told of the ends.

        As many as a statement may hold go into one: that is one round trip, and all or nothing.
        """
        if not self._postgres:
            for start in range(0, len(lines), MOST_ROWS):
                some = lines[start : start + MOST_ROWS]
                driver.execute(_putting(len(some)), tuple(chain.from_iterable(some)))
        elif lines:
            ends = {stream: place for stream, place, _, _ in lines}
            notes = [f"{stream} {place}" for stream, place in ends.items()]
            if len(lines) <= FEW:
                given = (*chain.from_iterable(lines), *notes)
                driver.execute(_putting(len(lines), len(notes)), given)
            else:
                driver.execute(PUT_AND_TELL, (*_columns(lines), notes))

    def _apart(self, writes: Sequence[Write]) -> list[Exception | None]:
        """Each write behind a savepoint of its own, all in one transaction."""
        try:
            with self._connection.begin():
                heads = self._lock(writes)
                answers = [self._attempt(write, heads) for write in writes]
        except Exception as error:
            if self._gone(error):
                raise _told(error) from error
            raise
        self._ends.update(heads)
        return answers

    def _attempt(self, write: Write, heads: Heads) -> Exception | None:
        try:
            with self._connection.begin_nested():
                self._append(self._driver(), self._lines([write], dict(heads)))
                self._beside(write)
                self._cross([write])
        except Exception as error:
            if _is_gone(error):
                raise
            if _explained(error):
                return self._reason(write, error, self._connection)
            return error
        if write.lines:
            heads[write.stream] = end_of(write)
        return None

    def _gone(self, error: Exception) -> bool:
        """Whether the database itself failed; the next write then opens a new connection."""
        if not _is_gone(error):
            return False
        if not self._connection.closed:
            self._connection.invalidate()
            self._connection.close()
        return True

    def _known(self, writes: Sequence[Write]) -> Heads | None:
        """The ends of the streams, where all of them were committed here and fit.

        Streams only grow: where another has written since, the place after such an end is
        taken and the insert fails.
        """
        heads: Heads = {}
        for write in writes:
            if write.lines and write.stream not in heads:
                end = self._ends.get(write.stream)
                if end is None or end[0] != write.after:
                    return None
                heads[write.stream] = end
        return heads

    def _lock(self, writes: Sequence[Write]) -> Heads:
        """One writer a stream: on PostgreSQL others wait here. The ends of the streams."""
        streams = sorted({write.stream for write in writes if write.lines})
        if self._postgres:
            for stream in streams:
                self._connection.execute(sa.text(LOCK % ":name"), {"name": stream})
        return {stream: self._end(stream) for stream in streams}

    def _end(self, stream: str) -> tuple[int, str]:
        """The sequence and the hash of the last line of a stream."""
        statement = (
            sa.select(records.c.sequence, records.c.line)
            .where(records.c.stream == stream)
            .order_by(records.c.sequence.desc())
            .limit(1)
        )
        found = self._connection.execute(statement).first()
        return (0, "") if found is None else (found[0], leaf_hash(bytes(found[1])).hex())

    def _beside(self, write: Write) -> None:
        """What few writes have: an answer at once, late ones, secrets."""
        if write.command is not None:
            now = self._answer_row(write.stream, write.command, write.answer)
            self._connection.execute(commands.insert(), now)
        if write.answers:
            self._late(write.stream, write.answers)
        for key, body in write.secrets.items():
            self._connection.execute(secrets.delete().where(secrets.c.key == key))
            if body is not None:
                self._connection.execute(secrets.insert().values(key=key, body=body))

    def _cross(self, writes: Sequence[Write]) -> None:
        """Messages put into the outbox and taken off it."""
        sent = [message for write in writes for message in write.messages]
        taken = [key for write in writes for key in write.taken]
        if sent:
            send(self._driver(), sent, postgres=self._postgres, codes=self.codes)
        if taken:
            take(self._driver(), taken, postgres=self._postgres)

    def _late(self, stream: str, answers: Mapping[str, bytes]) -> None:
        """Answers of earlier commands; one that is there stays, but that of the empty key."""
        rows = [
            (stream, key, body, checksum(self.codes, stream, key, body))
            for key, body in answers.items()
        ]
        if self._postgres:
            lists = "select * from unnest(%b::text[], %b::text[], %b::bytea[], %b::bytea[])"
            self._driver().execute(ANSWER + lists + AGAIN, _columns(rows))
        else:
            self._driver().executemany(f"{ANSWER} values (?, ?, ?, ?) {AGAIN}", rows)

    def _reason(
        self, write: Write, error: Exception, connection: sa.Connection | None = None
    ) -> Exception:
        """Why a row that must be the only one was there: a repeated command, or a conflict."""
        if connection is None:
            with self.reading.connect() as fresh:
                return self._reason(write, error, fresh)
        if write.command is not None:
            first = connection.execute(answer_of(write.stream, write.command)).first()
            if first is not None:
                return RepeatedError(self.whole(first))
        head = self.head_in(connection, write.stream)
        if head != write.after:
            return ConflictError(f"{write.stream} is at {head}, not {write.after}")
        return error

    def _lines(self, writes: Sequence[Write], heads: Heads) -> list[Row]:
        """The rows of all lines; each write must follow the end of its stream.

        Streams come in the order of their names: of two processes that write to the same ones
        neither then waits for the other while the other waits for it.
        """
        found: list[Row] = []
        codes = self.codes
        for write in writes:
            if write.lines:
                stream = write.stream
                _fits(write, heads[stream])
                heads[stream] = end_of(write)
                for n, line in enumerate(write.lines, write.after + 1):
                    code = None if codes is None else codes.line(stream, n, line)
                    found.append((stream, n, line, code))
        found.sort(key=itemgetter(0))
        return found

    def _answer_row(self, stream: str, command: str, answer: bytes) -> dict[str, Any]:
        summed = checksum(self.codes, stream, command, answer)
        return {"stream": stream, "command": command, "answer": answer, "checksum": summed}

    # Beside the streams -----------------------------------------------------------------

    @property
    def writing(self) -> sa.Connection:
        """The connection that writes; for what is done before anyone else does."""
        return self._connection

    def keep_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot, in place of an earlier one; never in place of a later one."""
        row = {"sequence": snapshot.sequence, "body": snapshot.body}
        keeping = (
            self._insert(snapshots)
            .values(stream=snapshot.stream, **row)
            .on_conflict_do_update(
                index_elements=["stream"],
                set_=row,
                where=snapshots.c.sequence <= snapshot.sequence,
            )
        )
        with self.engine.begin() as connection:
            connection.execute(keeping)

    def keep_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a signed checkpoint; one is enough for a size and root."""
        row = {
            "stream": checkpoint.stream,
            "size": checkpoint.size,
            "root": checkpoint.root,
            "body": msgspec.json.encode(checkpoint),
        }
        with self.engine.begin() as connection:
            connection.execute(self._insert(checkpoints).values(row).on_conflict_do_nothing())

    def scrub(self) -> None:
        """Have what was deleted leave the files too: a destroyed key must not be found there."""
        with self.reading.connect() as connection:
            if self._postgres:
                connection.exec_driver_sql("vacuum secrets")
            else:
                connection.exec_driver_sql("pragma wal_checkpoint(truncate)")

    def close(self) -> None:
        """Let go of the connection and the pool."""
        self._connection.close()
        self.engine.dispose()


@lru_cache(256)
def _putting(lines: int, notes: int = 0) -> str:
    """One statement that puts so many lines and, on PostgreSQL, tells of so many streams."""
    row = "(%s, %s, %b, %b)" if notes else "(?, ?, ?, ?)"
    put = f"{PUT} values {', '.join([row] * lines)}"
    told = ", ".join(["pg_notify('pitboss', %s)"] * notes)
    return f"with put as ({put}) select {told}" if notes else put


def _columns(rows: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _is_plain(writes: Sequence[Write]) -> bool:
    """Whether one statement can write them: nothing but lines, and not too many."""
    for write in writes:
        beside = write.secrets or write.messages or write.taken or write.answers
        if beside or write.command is not None:
            return False
    return sum(len(write.lines) for write in writes) <= MOST_ROWS


def _explained(error: Exception) -> bool:
    """Whether the store knows better what is wrong: a command that was written before, mostly."""
    conflict = isinstance(error, ConflictError) and not isinstance(error, TakenError)
    return conflict or _is_double(error)


def _is_double(error: Exception) -> bool:
    """Whether a row was there already."""
    inner = error.orig if isinstance(error, DBAPIError) else error
    return type(inner).__name__ in ("IntegrityError", "UniqueViolation")


def _fits(write: Write, end: tuple[int, str]) -> None:
    """Refuse lines that were not made for this end of the stream."""
    head, last = end
    if head != write.after:
        raise ConflictError(f"{write.stream} is at {head}, not {write.after}")
    if write.previous not in (None, last):
        raise ConflictError(f"{write.stream} has another line {head}")


def _is_gone(error: Exception) -> bool:
    """Whether an error is of the database or the way to it, not of what was written."""
    inner = error.orig if isinstance(error, DBAPIError) else error
    return any(kind.__name__ in GONE for kind in type(inner).__mro__)


def _told(error: Exception) -> Exception:
    """A failure of the database as everyone is told it, whoever noticed it."""
    return error if isinstance(error, DBAPIError) else OperationalError("write", None, error)


def _short(error: Exception) -> str:
    return " ".join(str(error.orig if isinstance(error, DBAPIError) else error).split())
