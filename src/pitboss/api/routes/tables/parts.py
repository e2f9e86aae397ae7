"""Routes: what a page shows of a table, part by part, and why a coup was settled as it was."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Router, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import Parameter

from pitboss.api.guard import AT_TABLE, HOUSE, Request, session_of, viewer_of
from pitboss.api.lookup import Number, TableName, coup_of, table_of
from pitboss.api.problems import ProblemError, refused
from pitboss.refusal import Refusal
from pitboss.views.parts.carried import PARTS, HouseAct
from pitboss.views.parts.coup import CoupTold, Why, finished, payout
from pitboss.views.parts.draws import DrawsNow
from pitboss.views.parts.hall import HallSeen, PeriodTold
from pitboss.views.parts.own import OwnCoups, OwnNow, own_coups
from pitboss.views.parts.pool import PoolNow
from pitboss.views.parts.sheet import Sheet
from pitboss.views.parts.terminal import TerminalSeen

ANSWERS: dict[str, type[msgspec.Struct] | str] = {
    "sheet": Sheet,
    "draws": DrawsNow,
    "coup": CoupTold,
    "own": OwnNow,
    "roads": "Roads",
    "next": HouseAct,
    "pool": PoolNow,
    "terminal": TerminalSeen,
    "period": PeriodTold,
    "hall": HallSeen,
}
SAYS = {
    "terminal": "What the caller's own terminal shows: period, credit, stakes, tickets.",
    "period": "What every screen of a table with terminals shows: period, result, stops.",
    "hall": "The terminals of a table as its staff see them, with holds and equipment.",
    "sheet": "What a page needs to draw the table; the limits are those of whoever asks.",
    "draws": "What the rules ask of each hand, as far as the cards are seen.",
    "coup": "The coup settled last with one's own lines; for the house with all, or the one that "
    "waits to be settled.",
    "own": "What is one's own at the table: balance, session time, net position, choices.",
    "roads": "The roads of the shoe in play. Past results do not predict future results.",
    "next": "What the house would do next.",
    "pool": "The pool that the table feeds with others, as its meter shows it.",
}
NONE = {
    "pool": ("no-pool", "This table feeds no pool with others."),
    "terminal": ("no-such-terminal", "You are no terminal of this table."),
    "period": ("no-terminals-here", "This table has no terminals."),
    "hall": ("no-terminals-here", "This table has no terminals."),
}
"""What is said where a part has nothing to show, if it is not that no coup was dealt."""
NO_COUP = ("no-coup", "No coup has been dealt at this table.")


def _found(made: Any, none: tuple[str, str] = NO_COUP) -> Any:
    if isinstance(made, Refusal):
        raise refused(made)
    if made is None:
        raise ProblemError(409, *none)
    return made


def _route(name: str) -> HTTPRouteHandler:
    part, none = PARTS[name], NONE.get(name, NO_COUP)

    async def answer(request: Request, name: TableName) -> Any:
        shown, viewer = table_of(request, name), viewer_of(session_of(request))
        return _found(await asyncio.to_thread(part.make, shown, viewer), none)

    answer.__doc__ = SAYS[name]
    answer.__name__ = f"{name}_part"
    opt = {"roles": part.roles, "answer": ANSWERS[name], "spectators": "display" in part.roles}
    return get(f"/tables/{{name:str}}/{name}", opt=opt)(answer)


@get("/tables/{name:str}/coups/{number:int}/why", opt={"roles": AT_TABLE})
async def why(request: Request, name: TableName, number: Number) -> Why:
    """A finished coup in words: facts, odds, arithmetic and rounding of each line, with clauses."""
    shown, viewer = table_of(request, name), viewer_of(session_of(request))

    def find() -> Why:
        return finished(Why, shown, coup_of(shown, number), viewer)

    return await asyncio.to_thread(find)


@get("/tables/{name:str}/payout", opt={"roles": HOUSE})
async def to_pay(request: Request, name: TableName) -> Why:
    """What is to be collected and paid now, in which order and in which chips.

    Once the coup is settled, the same of the coup settled last.
    """
    shown, viewer = table_of(request, name), viewer_of(session_of(request))
    found: Why = _found(await asyncio.to_thread(payout, shown, viewer))
    return found


@get("/tables/{name:str}/own/coups", opt={"roles": PARTS["own"].roles})
async def coups_of_one(
    request: Request,
    name: TableName,
    before: Annotated[int | None, Parameter(ge=1, le=2**31, required=False)] = None,
    limit: Annotated[int, Parameter(ge=1, le=100, required=False)] = 20,
) -> OwnCoups:
    """One's own finished coups with how each wager was settled, the newest first."""
    shown, viewer = table_of(request, name), viewer_of(session_of(request))
    return await asyncio.to_thread(own_coups, shown, viewer, before, limit)


router = Router(
    "/", route_handlers=[*map(_route, PARTS), why, to_pay, coups_of_one], tags=["tables"]
)
