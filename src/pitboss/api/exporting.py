"""Routes: a table's signed journal and the extract of one coup, as files to be kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from itertools import islice
from typing import Any

import msgspec
from litestar import Request, Router, get
from litestar.response import Stream

from pitboss.api.acting import Number, Table, table_of
from pitboss.api.floor import PREFIX, Shown
from pitboss.api.guard import HOUSE, Connection, context_of, session_of
from pitboss.api.problems import ProblemError
from pitboss.journal.export import NothingToExportError, export_lines, extract_lines
from pitboss.service.sessions import Session

Asked = Request[Any, Any, Any]
NDJSON = "application/x-ndjson"
LINES = 500


def above_lowest(session: Session, shown: Shown, what: str) -> None:
    """A problem for the lowest rank of the house."""
    ladder = shown.rules.edition.ranks.ladder
    if session.role == "staff" and session.rank == ladder[0]:
        raise ProblemError(403, "rank-too-low", f"{what} are for a {ladder[1]} or above.")


def _allowed(connection: Connection, name: str) -> Shown:
    shown = table_of(connection, name)
    above_lowest(session_of(connection), shown, "Exports")
    return shown


async def _file(lines: Iterator[bytes], name: str) -> Stream:
    """Lines as a file, made beside the requests; what fails at once fails before it begins."""
    try:
        first = await asyncio.to_thread(_some, lines)
    except NothingToExportError as error:
        raise ProblemError(404, "nothing-yet", "Nothing has happened at this table.") from error

    async def parts() -> AsyncIterator[bytes]:
        part = first
        while part:
            yield part
            part = await asyncio.to_thread(_some, lines)

    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Stream(parts(), media_type=NDJSON, headers=headers)


def _some(lines: Iterator[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in islice(lines, LINES))


@get("/tables/{name:str}/export", opt={"roles": HOUSE}, media_type=NDJSON)
async def export(request: Asked, name: Table) -> Stream:
    """The table's whole journal with its checkpoints, signed; `pitboss verify` checks it."""
    _allowed(request, name)
    tables = context_of(request).tables
    at = context_of(request).now().isoformat(timespec="seconds")
    lines = export_lines(tables.store, tables.signer, at, [PREFIX + name])
    return await _file(lines, f"{name}.jsonl")


@get("/tables/{name:str}/coups/{number:int}/extract", opt={"roles": HOUSE}, media_type=NDJSON)
async def extract(request: Asked, name: Table, number: Number) -> Stream:
    """One coup with the proof that each of its events is in the signed journal."""
    shown = _allowed(request, name)
    history = await asyncio.to_thread(shown.history.catch_up)
    if number not in history.coups:
        raise ProblemError(404, "no-such-coup", f"No coup {number} is finished at this table.")
    tables = context_of(request).tables
    at = context_of(request).now().isoformat(timespec="seconds")
    lines = extract_lines(tables.store, tables.signer, at, PREFIX + name, number)
    return await _file(lines, f"{name}-coup-{number}.jsonl")


TYPES: tuple[type[msgspec.Struct], ...] = ()
router = Router("/", route_handlers=[export, extract], tags=["reports"])
