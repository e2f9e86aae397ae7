"""Routes: a coup as a file: its lines as CSV, itself as a picture and as a scenario."""

from __future__ import annotations

import asyncio

from litestar import Response, get

from pitboss.api.guard import AT_TABLE, Request, context_of, person_of, session_of, viewer_of
from pitboss.api.lookup import Language, Number, TableName, coup_of, table_of
from pitboss.api.problems import refused
from pitboss.api.routes import router_of
from pitboss.paper import as_csv
from pitboss.refusal import Refusal
from pitboss.scenarios.files import ENDING
from pitboss.views.files.coup import coup_paper, coup_picture, coup_text


@get("/tables/{name:str}/coups/{number:int}/scenario", opt={"roles": AT_TABLE})
async def scenario(request: Request, name: TableName, number: Number) -> Response[bytes]:
    """The coup as a scenario that `pitboss run` plays: the same sign, cards and wagers.

    A player's has their own wagers alone; nobody in it has the name they had at the table.
    """
    shown, session = table_of(request, name), session_of(request)
    coup = await asyncio.to_thread(coup_of, shown, number)
    book = context_of(request).books[shown.rules.edition.identity.rulebook]
    text = await asyncio.to_thread(coup_text, book, shown, coup, person_of(session))
    if isinstance(text, Refusal):
        raise refused(text)
    return _file(text, f"{name}-coup-{number}{ENDING}", "text/plain; charset=utf-8")


@get("/tables/{name:str}/coups/{number:int}/csv", opt={"roles": AT_TABLE})
async def settlement_file(
    request: Request, name: TableName, number: Number, language: Language = "en"
) -> Response[bytes]:
    """How the coup was settled, line by line, with the reasons; a player's own lines alone."""
    shown, session = table_of(request, name), session_of(request)
    coup = await asyncio.to_thread(coup_of, shown, number)
    viewer = viewer_of(session)
    paper = await asyncio.to_thread(coup_paper, shown, coup, viewer, language)
    return _file(as_csv(paper), f"{name}-coup-{number}.csv", "text/csv; charset=utf-8")


@get("/tables/{name:str}/coups/{number:int}/svg", opt={"roles": AT_TABLE})
async def picture_file(
    request: Request, name: TableName, number: Number, language: Language = "en"
) -> Response[bytes]:
    """The coup as a picture: its hands, its result, each wager; a player's own wagers alone."""
    shown, session = table_of(request, name), session_of(request)
    coup = await asyncio.to_thread(coup_of, shown, number)
    viewer = viewer_of(session)
    drawn = await asyncio.to_thread(coup_picture, shown, coup, viewer, language)
    return _file(drawn, f"{name}-coup-{number}.svg", "image/svg+xml")


def _file(text: str, name: str, kind: str) -> Response[bytes]:
    said = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type=kind, headers=said)


router = router_of(__name__, "tables")
