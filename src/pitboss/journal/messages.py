"""The outbox in SQL: messages put in and taken off, many in one statement, on the driver itself."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from pitboss.journal.store import Message, TakenError
from pitboss.journal.trust.codes import Codes, checksum

ROWS = 1_000
"""So many go into one statement."""

PUT = "insert into outbox (key, target, body, written, taken, checksum) "
KEPT = " on conflict (key) do nothing"
ONCE = " on conflict (key) do update set taken = {yes}, body = {none} where outbox.taken = {no} \
returning key"
SQLITE = {"yes": "1", "no": "0", "none": "x''"}
POSTGRES = {"yes": "true", "no": "false", "none": "''::bytea"}


@lru_cache(ROWS)
def _sending(rows: int) -> str:
    return f"{PUT} values {', '.join(['(?, ?, ?, ?, 0, ?)'] * rows)}{KEPT}"


@lru_cache(ROWS)
def _taking(rows: int) -> str:
    """A message that is not there yet is put in as taken: it may come later, and is known then."""
    row = "(?, '', x'', ?, 1, x'')"
    return f"{PUT} values {', '.join([row] * rows)}{ONCE.format(**SQLITE)}"


SENDING = (
    f"{PUT} select key, target, body, written, false, checksum from unnest("  # noqa: S608 - names of ours
    "%b::text[], %b::text[], %b::bytea[], %b::bigint[], %b::bytea[]) "
    f"as one (key, target, body, written, checksum){KEPT}"
)
TAKING = (
    f"{PUT} select key, '', ''::bytea, written, true, ''::bytea from unnest("  # noqa: S608 - names of ours
    f"%b::text[], %b::bigint[]) as one (key, written){ONCE.format(**POSTGRES)}"
)


def send(
    driver: Any, messages: Sequence[Message], *, postgres: bool, codes: Codes | None = None
) -> None:
    """Put messages in, in their order; one that is there already stays as it is."""
    now = time.time_ns()
    rows = [
        (one.key, one.target, one.body, now + place, checksum(codes, one.key, one.target, one.body))
        for place, one in enumerate(messages)
    ]
    for some in _parts(rows):
        if postgres:
            driver.execute(SENDING, [list(column) for column in zip(*some, strict=True)])
        else:
            driver.execute(_sending(len(some)), tuple(chain.from_iterable(some)))


def take(driver: Any, keys: Sequence[str], *, postgres: bool) -> None:
    """Take messages off, each once; `TakenError` for one that was taken before, by anyone."""
    now = time.time_ns()
    for some in _parts([(key, now) for key in keys]):
        if postgres:
            columns = [list(column) for column in zip(*some, strict=True)]
            found = driver.execute(TAKING, columns).fetchall()
        else:
            found = driver.execute(_taking(len(some)), tuple(chain.from_iterable(some))).fetchall()
        if len(found) != len(some):
            taken = {row[0] for row in found}
            before = next(key for key, _ in some if key not in taken)
            raise TakenError(f"the message {before} was taken before")


def _parts(rows: list[Any]) -> list[list[Any]]:
    return [rows[start : start + ROWS] for start in range(0, len(rows), ROWS)]
