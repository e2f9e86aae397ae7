"""Routes: a table's signed journal and the extract of one coup, as files to be kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from itertools import islice

from litestar import get
from litestar.response import Stream

from pitboss.aggregates import AGGREGATES, TABLE
from pitboss.api.floor import PublishedTable
from pitboss.api.guard import HOUSE, Connection, Request, context_of, session_of
from pitboss.api.lookup import Number, TableName, above_lowest_at, coup_of, table_of
from pitboss.api.problems import ProblemError
from pitboss.api.routes import router_of
from pitboss.errors import NothingToExportError
from pitboss.journal.proof.export import export_lines, extract_lines

NDJSON = "application/x-ndjson"
LINES = 500


def _allowed(connection: Connection, name: str) -> PublishedTable:
    shown = table_of(connection, name)
    above_lowest_at(shown, session_of(connection), "Exports")
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
async def export(request: Request, name: TableName) -> Stream:
    """The table's whole journal with its checkpoints, signed; `pitboss verify` checks it."""
    _allowed(request, name)
    tables = context_of(request).tables
    at = context_of(request).now().isoformat(timespec="seconds")
    lines = export_lines(tables.store, tables.signer, at, [TABLE.stream_of(name)])
    return await _file(lines, f"{name}.jsonl")


@get("/tables/{name:str}/coups/{number:int}/extract", opt={"roles": HOUSE}, media_type=NDJSON)
async def extract(request: Request, name: TableName, number: Number) -> Stream:
    """One coup with the proof that each of its events is in the signed journal."""
    shown = _allowed(request, name)
    await asyncio.to_thread(coup_of, shown, number)
    tables = context_of(request).tables
    at = context_of(request).now().isoformat(timespec="seconds")
    lines = extract_lines(
        tables.store, tables.signer, at, TABLE.stream_of(name), number, AGGREGATES
    )
    return await _file(lines, f"{name}-coup-{number}.jsonl")


router = router_of(__name__, "reports")
