"""Routes: a player's part in a session; undisclosed wagers, kept by the house, shown to few."""

from __future__ import annotations

import asyncio

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from pitboss.aggregates import TABLE
from pitboss.api.commands import Accepted, CommandHeader, command_id, give_as
from pitboss.api.floor import PublishedTable
from pitboss.api.guard import AT_TABLE, Request, context_of, session_of
from pitboss.api.lookup import Name, TableName, table_of
from pitboss.api.problems import ProblemError
from pitboss.api.routes import router_of
from pitboss.service.people.sessions import Session
from pitboss.service.people.slips import HAND_IN, SlipContent
from pitboss.table.machine import Query
from pitboss.table.tournament.play import play_of
from pitboss.table.tournament.sight import OwnSession, own_session
from pitboss.table.tournament.slips import EXAMINE

PLAYERS = ("player",)


class SlipKept(msgspec.Struct, frozen=True, kw_only=True):
    """An undisclosed wager as it was filled in."""

    person: str
    commitment: str
    nonce: str
    wager: str
    amount_cents: int


@get("/tables/{name:str}/session", opt={"roles": PLAYERS})
async def own_part(request: Request, name: TableName) -> OwnSession:
    """The session that the table plays, as the player who asks has it."""
    shown = table_of(request, name)
    query = Query(shown.rules.at(shown.table), shown.table)
    found = own_session(query, session_of(request).person)
    if found is None:
        raise ProblemError(404, "not-in-session", "You play in no session at this table.")
    return found


@post("/tables/{name:str}/slips", status_code=200, opt={"roles": PLAYERS})
async def hand_in(
    request: Request, name: TableName, data: JSONBody[SlipContent], key: CommandHeader = None
) -> Accepted:
    """Hand in an undisclosed wager; the house keeps it sealed until it is announced.

    The journal has SHA-256 of the nonce and the content only. The nonce is the player's own.
    """
    said = {"do": HAND_IN, **msgspec.to_builtins(data)}
    return await give_as(request, table_of(request, name), said, command_id(key))


@get("/tables/{name:str}/slips/{person:str}", opt={"roles": AT_TABLE})
async def kept_slip(request: Request, name: TableName, person: Name) -> SlipKept:
    """A slip before it is announced: for its player, and for whoever examines slips."""
    shown, session = table_of(request, name), session_of(request)
    if session.person != person and not _examines(shown, session):
        sentence = "A slip is shown to its player and to whoever examines it."
        raise ProblemError(403, "sealed", sentence, _clauses(shown))
    tables, stream = context_of(request).tables, TABLE.stream_of(shown.name)
    going = await asyncio.to_thread(tables.table, stream)
    found = await asyncio.to_thread(going.shoes.slips.of, shown.table, person)
    play = play_of(shown.table)
    if found is None or play is None or person not in play.slips:
        raise ProblemError(404, "no-such-slip", "There is no such slip.")
    return SlipKept(person=person, commitment=found.commitment, **msgspec.structs.asdict(found))


def _examines(shown: PublishedTable, session: Session) -> bool:
    rule = shown.rules.edition.approvals.get(EXAMINE)
    if session.role != "staff" or rule is None or session.rank is None:
        return False
    return shown.rules.edition.ranks.held(session.rank, rule.rank)


def _clauses(shown: PublishedTable) -> tuple[str, ...]:
    rule = shown.rules.edition.approvals.get(EXAMINE)
    return () if rule is None else rule.clauses


router = router_of(__name__, "tables")
