"""Routes: tournaments for whoever runs them, and the board for everyone."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import JSONBody, Parameter

from pitboss.aggregates import TOURNAMENT
from pitboss.aggregates.tournament.terms import read_conditions
from pitboss.api.commands import CommandHeader, command_id
from pitboss.api.guard import HOUSE, PUBLIC, STAFF, Request, context_of, session_of
from pitboss.api.lookup import book_of
from pitboss.api.problems import ProblemError, refused
from pitboss.api.routes import router_of
from pitboss.errors import BadDataError, UnknownTournamentError
from pitboss.service.aggregates.tournaments import TournamentStream
from pitboss.service.intake import Actor
from pitboss.views.parts.tournament import Board, TournamentSeen, board_of, seen

TournamentName = Annotated[str, Parameter(max_length=63)]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class TournamentRow(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament in the list."""

    tournament: str
    title: str
    rulebook: str
    players: int
    round: int
    ended: str | None


class TournamentList(msgspec.Struct, frozen=True, kw_only=True):
    """The tournaments of the house."""

    tournaments: list[TournamentRow]


class NewTournament(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament under a rulebook, with its conditions as a file has them."""

    tournament: Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]{0,62}$", max_length=63)]
    rulebook: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    conditions: dict[str, Any]


class TournamentAct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command to a tournament: its word, and its fields."""

    do: Word
    fields: dict[str, Any] = {}


def _stream(request: Request, name: str) -> TournamentStream:
    """A tournament of the caller's house."""
    stream = _found(request, name)
    if not _may_look(request, stream):
        raise ProblemError(403, "another-house", "This tournament is another house's.")
    return stream


def _found(request: Request, name: str) -> TournamentStream:
    try:
        return context_of(request).tables.tournaments.stream(TOURNAMENT.stream_of(name))
    except UnknownTournamentError as error:
        raise ProblemError(404, "no-such-tournament", "There is no such tournament.") from error


def _may_look(request: Request, stream: TournamentStream) -> bool:
    session = session_of(request)
    return session.role != "staff" or session.house == stream.rules.edition.identity.house


def _seen(stream: TournamentStream) -> TournamentSeen:
    tournament, edition = stream.state, stream.rules.edition
    name = TOURNAMENT.name_of(stream.name)
    return seen(name, edition, stream.sequence, tournament)


@get("/tournaments", opt={"roles": HOUSE})
async def list_tournaments(request: Request) -> TournamentList:
    """The tournaments of the house."""
    tournaments = context_of(request).tables.tournaments
    found = [tournaments.stream(name) for name in tournaments.names()]
    rows = [
        TournamentRow(
            tournament=TOURNAMENT.name_of(one.name),
            title=one.state.terms.title,
            rulebook=one.rules.edition.identity.rulebook,
            players=len(one.state.playing),
            round=one.state.round,
            ended=one.state.ended,
        )
        for one in found
        if _may_look(request, one)
    ]
    return TournamentList(tournaments=rows)


@get("/tournaments/{tournament:str}", opt={"roles": HOUSE})
async def one_tournament(request: Request, tournament: TournamentName) -> TournamentSeen:
    """One tournament, with its conditions item by item and what is missing in them."""
    return _seen(_stream(request, tournament))


@get("/tournaments/{tournament:str}/board", opt={"roles": PUBLIC})
async def public_board(request: Request, tournament: TournamentName) -> Board:
    """The leader board, once the conditions are published."""
    found = _found(request, tournament)
    if found.state.published is None:
        raise ProblemError(404, "no-such-tournament", "There is no such tournament.")
    return board_of(tournament, found.state)


@post("/tournaments", opt={"roles": STAFF})
async def new_tournament(
    request: Request, data: JSONBody[NewTournament], key: CommandHeader = None
) -> TournamentSeen:
    """Begin a tournament under a rulebook that has tournaments; conditions may have gaps yet."""
    edition = book_of(request, data.rulebook).edition
    if session_of(request).house != edition.identity.house:
        raise ProblemError(403, "another-house", "This rulebook is another house's.")
    try:
        terms = msgspec.to_builtins(read_conditions(data.conditions))
    except BadDataError as error:
        raise ProblemError(400, "bad-conditions", error.sentence) from error
    said = {"do": "set-conditions", "conditions": terms}
    try:
        return await _give(request, data.tournament, key, said, edition.name)
    except UnknownTournamentError as error:
        sentence = "The rules of this game have no tournaments."
        raise ProblemError(409, "no-tournaments", sentence) from error


@post("/tournaments/{tournament:str}/commands", status_code=200, opt={"roles": STAFF})
async def act_on_tournament(
    request: Request,
    tournament: TournamentName,
    data: JSONBody[TournamentAct],
    key: CommandHeader = None,
) -> TournamentSeen:
    """Give a tournament a command."""
    _stream(request, tournament)
    return await _give(request, tournament, key, {**data.fields, "do": data.do})


async def _give(
    request: Request, name: str, key: str | None, data: dict[str, Any], edition: str | None = None
) -> TournamentSeen:
    context, session = context_of(request), session_of(request)
    actor = Actor(session.person, session.role, session.rank)
    tournaments, stream = context.tables.tournaments, TOURNAMENT.stream_of(name)
    identity = command_id(key)
    answer = await asyncio.to_thread(tournaments.give, stream, data, actor, identity, edition)
    if answer.refusal is not None:
        raise refused(answer.refusal)
    await asyncio.to_thread(context.tables.deliver)
    return _seen(tournaments.stream(stream))


router = router_of(__name__, "floor")
