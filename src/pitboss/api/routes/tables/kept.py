"""Routes: a coup as a file: its settlement as CSV, and itself as a scenario to play again."""

from __future__ import annotations

import asyncio
from pathlib import Path

from litestar import Response, get

from pitboss.api.floor import PublishedTable
from pitboss.api.guard import AT_TABLE, Request, context_of, person_of, session_of
from pitboss.api.lookup import Number, TableName, coup_of, table_of
from pitboss.api.problems import refused
from pitboss.api.routes import router_of
from pitboss.book import Rulebook
from pitboss.money import dollars
from pitboss.paper import Paper, PaperTable, as_csv
from pitboss.refusal import Refusal
from pitboss.scenarios.coup import coup_scenario
from pitboss.scenarios.files import ENDING, text_as
from pitboss.views.coups import Coup, History
from pitboss.views.states import States


@get("/tables/{name:str}/coups/{number:int}/scenario", opt={"roles": AT_TABLE})
async def scenario(request: Request, name: TableName, number: Number) -> Response[bytes]:
    """The coup as a scenario that `pitboss run` plays: the same sign, cards and wagers.

    A player's has their own wagers alone; nobody in it has the name they had at the table.
    """
    shown, session = table_of(request, name), session_of(request)
    coup = await asyncio.to_thread(coup_of, shown, number)
    book = context_of(request).books[shown.rules.edition.identity.rulebook]
    text = await asyncio.to_thread(_scenario, book, shown, coup, person_of(session))
    if isinstance(text, Refusal):
        raise refused(text)
    return _file(text, f"{name}-coup-{number}{ENDING}", "text/plain; charset=utf-8")


def _scenario(
    book: Rulebook, shown: PublishedTable, coup: Coup, person: str | None
) -> str | Refusal:
    states, row = shown.follower.of(States), coup.row
    events = shown.events(row.first - 1, row.last)
    found = coup_scenario(book, states.before(row.first), events, person)
    return found if isinstance(found, Refusal) else text_as(found, Path(f"coup{ENDING}"))


@get("/tables/{name:str}/coups/{number:int}/csv", opt={"roles": AT_TABLE})
async def settlement_file(request: Request, name: TableName, number: Number) -> Response[bytes]:
    """How the coup was settled, line by line, with the reasons; a player's own lines alone."""
    shown, session = table_of(request, name), session_of(request)
    coup = await asyncio.to_thread(coup_of, shown, number)
    told = shown.follower.so_far(History).settlement(coup, person_of(session))
    hands = [f"{hand}: {cards}" for hand, cards in coup.row.hands.items()]
    lines = [
        (
            *(one.person, one.line.wager, dollars(one.line.stake_cents), str(one.line.outcome)),
            *(dollars(one.line.paid_cents), dollars(one.line.returned_cents)),
            *(", ".join(one.line.clauses), one.line.why),
        )
        for one in told.lines
    ]
    heads = ("person", "wager", "stake", "outcome", "paid", "returned", "clauses", "why")
    paper = Paper(
        title=f"{name}, coup {number}: {coup.row.outcome}",
        lines=(coup.row.at, *hands),
        tables=(PaperTable(heads=heads, rows=lines),),
    )
    return _file(as_csv(paper), f"{name}-coup-{number}.csv", "text/csv; charset=utf-8")


def _file(text: str, name: str, kind: str) -> Response[bytes]:
    said = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type=kind, headers=said)


router = router_of(__name__, "tables")
