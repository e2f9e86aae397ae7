"""Routes: tournaments for whoever runs them and whoever plays, and the board for everyone."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post, put
from litestar.params import JSONBody, Parameter

from pitboss.aggregates import TOURNAMENT
from pitboss.aggregates.tournament.terms import read_conditions
from pitboss.api.commands import CommandHeader, command_id
from pitboss.api.guard import HOUSE, PUBLIC, STAFF, Request, context_of, session_of
from pitboss.api.lookup import book_of
from pitboss.api.problems import ProblemError, refused
from pitboss.api.routes import router_of
from pitboss.editions.edition import Edition
from pitboss.errors import BadDataError, UnknownTournamentError
from pitboss.paper import Paper, as_html, as_pdf
from pitboss.scenarios.samples import sample
from pitboss.service.aggregates.tournaments import TournamentStream
from pitboss.service.intake import Actor
from pitboss.views.parts.conditions import conditions_paper
from pitboss.views.parts.tournament import (
    Board,
    OwnTournament,
    TournamentSeen,
    board_of,
    own,
    seen,
)
from pitboss.words import with_article

TournamentName = Annotated[str, Parameter(max_length=63)]
RulebookName = Annotated[str, Parameter(max_length=64)]
PLAYERS = ("player",)
NONE_HERE = "The rules of this game have no tournaments."
DEALERS = frozenset(
    {"enter", "record-agreement", "buy-chips", "total-chips", "return-chips", "end-session"}
    | {"dispute-tournament", "record-conduct", "agree-to-end", "note-practice"}
)
"""What staff of every rank do; all else takes more than the lowest."""
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


class ConditionsSample(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Conditions as a file has them, in dollars and per cent."""

    conditions: dict[str, Any]


class OwnAct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a player asks of a tournament; `session` and `about` where the act needs them."""

    do: Literal["withdraw-entry", "agree-to-end", "dispute-tournament"]
    session: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 1
    about: Annotated[str, msgspec.Meta(max_length=500)] = ""


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
    return board_of(tournament, found.state, found.rules.edition)


@get("/tournaments/{tournament:str}/conditions", opt={"roles": PUBLIC})
async def public_conditions(request: Request, tournament: TournamentName) -> Response[bytes]:
    """The published conditions as a page to read and to print."""
    paper = _conditions(request, tournament)
    return Response(as_html(paper).encode(), media_type="text/html; charset=utf-8")


@get("/tournaments/{tournament:str}/conditions.pdf", opt={"roles": PUBLIC})
async def printed_conditions(request: Request, tournament: TournamentName) -> Response[bytes]:
    """The published conditions as a PDF."""
    paper = _conditions(request, tournament)
    made = await asyncio.to_thread(as_pdf, paper)
    return Response(made, media_type="application/pdf")


def _conditions(request: Request, name: str) -> Paper:
    found = _found(request, name)
    if found.state.published is None:
        raise ProblemError(404, "no-such-tournament", "There is no such tournament.")
    return conditions_paper(found.rules.edition, found.state.terms, found.state.digest)


@get("/rulebooks/{rulebook:str}/conditions", opt={"roles": HOUSE})
async def sample_conditions(request: Request, rulebook: RulebookName) -> ConditionsSample:
    """A sample of conditions with every item that the rulebook asks for."""
    edition = book_of(request, rulebook).edition
    if not edition.items:
        raise ProblemError(409, "no-tournaments", NONE_HERE)
    return ConditionsSample(conditions=msgspec.to_builtins(sample(edition.folder)))


@get("/tournaments/{tournament:str}/own", opt={"roles": PLAYERS})
async def own_tournament(request: Request, tournament: TournamentName) -> OwnTournament:
    """A tournament as the player who asks has it."""
    found = _published(request, tournament)
    person = session_of(request).person
    return own(tournament, found.rules.edition, found.state, person)


@post("/tournaments/{tournament:str}/own", status_code=200, opt={"roles": PLAYERS})
async def act_in_tournament(
    request: Request,
    tournament: TournamentName,
    data: JSONBody[OwnAct],
    key: CommandHeader = None,
) -> OwnTournament:
    """What a player may do: withdraw, agree to an early end, dispute something."""
    found, person = _published(request, tournament), session_of(request).person
    said: dict[str, Any] = {"do": data.do}
    if data.do == "dispute-tournament":
        said["about"] = data.about
    else:
        said["person"] = person
    if data.do == "agree-to-end":
        said["session"] = data.session
    await _given(request, tournament, key, said)
    return own(tournament, found.rules.edition, _found(request, tournament).state, person)


def _published(request: Request, name: str) -> TournamentStream:
    found = _found(request, name)
    if found.state.published is None:
        raise ProblemError(404, "no-such-tournament", "There is no such tournament.")
    return found


@post("/tournaments", opt={"roles": STAFF})
async def new_tournament(
    request: Request, data: JSONBody[NewTournament], key: CommandHeader = None
) -> TournamentSeen:
    """Begin a tournament under a rulebook that has tournaments; conditions may have gaps yet."""
    edition = book_of(request, data.rulebook).edition
    if session_of(request).house != edition.identity.house:
        raise ProblemError(403, "another-house", "This rulebook is another house's.")
    _above_lowest(request, edition)
    said = _said(data.conditions)
    try:
        return await _give(request, data.tournament, key, said, edition.name)
    except UnknownTournamentError as error:
        raise ProblemError(409, "no-tournaments", NONE_HERE) from error


def _said(conditions: dict[str, Any]) -> dict[str, Any]:
    """The command that writes conditions which are given as a file has them."""
    try:
        terms = msgspec.to_builtins(read_conditions(conditions))
    except BadDataError as error:
        raise ProblemError(400, "bad-conditions", error.sentence) from error
    return {"do": "set-conditions", "conditions": terms}


@put("/tournaments/{tournament:str}/conditions", opt={"roles": STAFF})
async def write_conditions(
    request: Request,
    tournament: TournamentName,
    data: JSONBody[ConditionsSample],
    key: CommandHeader = None,
) -> TournamentSeen:
    """Write the conditions anew, as a file has them; published ones are altered so."""
    _above_lowest(request, _stream(request, tournament).rules.edition)
    return await _give(request, tournament, key, _said(data.conditions))


@post("/tournaments/{tournament:str}/commands", status_code=200, opt={"roles": STAFF})
async def act_on_tournament(
    request: Request,
    tournament: TournamentName,
    data: JSONBody[TournamentAct],
    key: CommandHeader = None,
) -> TournamentSeen:
    """Give a tournament a command; the lowest rank takes entries and counts chips."""
    stream = _stream(request, tournament)
    if data.do not in DEALERS:
        _above_lowest(request, stream.rules.edition)
    return await _give(request, tournament, key, {**data.fields, "do": data.do})


def _above_lowest(request: Request, edition: Edition) -> None:
    """A problem for the lowest rank of the house, which runs no tournament."""
    session, ladder = session_of(request), edition.ranks.ladder
    if session.rank == ladder[0]:
        sentence = f"This is for {with_article(ladder[1])} or above."
        clauses = edition.rules["tournament-manager"].clauses if edition.items else ()
        raise ProblemError(403, "rank-too-low", sentence, clauses)


async def _give(
    request: Request, name: str, key: str | None, data: dict[str, Any], edition: str | None = None
) -> TournamentSeen:
    await _given(request, name, key, data, edition)
    return _seen(_found(request, name))


async def _given(
    request: Request, name: str, key: str | None, data: dict[str, Any], edition: str | None = None
) -> None:
    context, session = context_of(request), session_of(request)
    actor = Actor(session.person, session.role, session.rank)
    tournaments, stream = context.tables.tournaments, TOURNAMENT.stream_of(name)
    identity = command_id(key)
    answer = await asyncio.to_thread(tournaments.give, stream, data, actor, identity, edition)
    if answer.refusal is not None:
        raise refused(answer.refusal)
    await asyncio.to_thread(context.tables.deliver)


router = router_of(__name__, "floor")
