"""Routes: tables and what happened at them, as the caller's role sees it."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import JSONBody, Parameter

from pitboss.api.commands import give
from pitboss.api.floor import PublishedTable
from pitboss.api.guard import (
    AT_TABLE,
    SIGNED_IN,
    STAFF,
    Request,
    context_of,
    person_of,
    session_of,
)
from pitboss.api.lookup import Number, TableName, book_of, coup_of, table_of, tables_of
from pitboss.api.problems import ProblemError
from pitboss.api.routes import router_of
from pitboss.service.people.sessions import Session
from pitboss.service.tables import Actor
from pitboss.table import evolve
from pitboss.table.sight.audience import SeenEvent, see_all, visible
from pitboss.table.sight.roles import Audience, view
from pitboss.views.copies import copy_of
from pitboss.views.coups import Coup, CoupRow, History, Settlement
from pitboss.views.queue import RowWaits, row_waits
from pitboss.views.states import States

Limit = Annotated[int, Parameter(ge=1, le=500, required=False)]
Place = Annotated[int, Parameter(ge=0, le=2**53, required=False)]
Word = Annotated[str | None, Parameter(max_length=60, required=False)]
Moment = Annotated[
    str | None,
    Parameter(max_length=40, required=False, description="A time as the journal writes it."),
]
# A view is one of three kinds, told apart by its role; see the components.
AnyView = Annotated[Any, msgspec.Meta(extra_json_schema={"$ref": "#/components/schemas/View"})]


class TableRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table in the list; `waits` says what it waits for."""

    table: str
    rulebook: str
    edition: str
    house: str
    title: str
    time_zone: str
    sequence: int
    open: bool
    phase: str
    waits: tuple[RowWaits, ...] = ()
    game: str | None = None
    minimum_cents: int = 0
    maximum_cents: int | None = None
    virtual: bool = False


class TableList(msgspec.Struct, frozen=True, kw_only=True):
    """The tables."""

    tables: list[TableRow]


class TableSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the caller's role sees it, after this event."""

    table: str
    rulebook: str
    sequence: int
    view: AnyView


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be set up under a rulebook; its maker signs on, and opens it by a command."""

    table: Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]{0,62}$", max_length=63)]
    rulebook: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class EventPage(msgspec.Struct, frozen=True, kw_only=True):
    """Events after a sequence as the role sees them; `sequence` is the last one looked at."""

    sequence: int
    head: int
    events: list[SeenEvent]


class CoupPage(msgspec.Struct, frozen=True, kw_only=True):
    """Coups, the newest first."""

    coups: list[CoupRow]
    more: bool


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One event of a replay and the table after it."""

    event: SeenEvent
    view: AnyView


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A coup from the end of the one before: the table then, and step by step."""

    coup: CoupRow
    edition: str
    fingerprint: str
    before: AnyView
    steps: list[Step]


def row(shown: PublishedTable, audience: Audience) -> TableRow:
    """A table in the list."""
    table, house = shown.table, shown.table.house
    return copy_of(
        TableRow,
        shown.rules.edition.identity,
        table.sign,
        table=shown.name,
        sequence=shown.sequence,
        open=house is not None and not table.closed,
        phase=table.phase,
        waits=row_waits(shown.rules, table, audience),
        game=None if house is None else house.game,
        virtual=house is not None and house.virtual,
    )


@get("/tables", opt={"roles": SIGNED_IN})
async def list_tables(request: Request) -> TableList:
    """The tables; staff are shown those of their house."""
    audience = session_of(request).role
    return TableList(tables=[row(shown, audience) for shown in tables_of(request)])


@post("/tables", opt={"roles": STAFF})
async def set_up(request: Request, data: JSONBody[NewTable]) -> TableSeen:
    """Set up a table under a rulebook that has tables; its maker is the first on duty at it."""
    context, session = context_of(request), session_of(request)
    edition = book_of(request, data.rulebook).edition
    ladder = edition.ranks.ladder
    if session.house != edition.identity.house or session.rank != ladder[-1]:
        raise ProblemError(403, "rank-too-low", "Tables are set up by the house's highest rank.")
    if not edition.rules:
        raise ProblemError(409, "no-table-core", "No table is run under this rulebook yet.")
    taken = ProblemError(409, "name-taken", f"There is a table '{data.table}' already.")
    if data.table in context.floor.names():
        raise taken
    shown = context.floor.get(data.table, edition.name)
    if shown.rules.edition.name != edition.name:
        raise taken  # another is setting it up just now
    actor = Actor(session.person, session.role, session.rank)
    try:
        await give(context, shown, {"do": "sign-on"}, actor, secrets.token_hex(8))
    except ProblemError:
        context.floor.forget(data.table)
        raise
    return _seen(shown, session)


@get("/tables/{name:str}", opt={"roles": SIGNED_IN, "spectators": True})
async def one_table(request: Request, name: TableName) -> TableSeen:
    """One table as the caller's role sees it."""
    return _seen(table_of(request, name), session_of(request))


def _seen(shown: PublishedTable, session: Session) -> TableSeen:
    return TableSeen(
        table=shown.name,
        rulebook=shown.rules.edition.identity.rulebook,
        sequence=shown.sequence,
        view=view(shown.rules.play, shown.table, session.role, person_of(session)),
    )


@get("/tables/{name:str}/events", opt={"roles": SIGNED_IN})
async def events(
    request: Request, name: TableName, after: Place = 0, limit: Limit = 100
) -> EventPage:
    """Events after a sequence, as the caller's role sees them."""
    shown, session = table_of(request, name), session_of(request)
    until = min(shown.sequence, after + limit)
    found = shown.events(after, until) if until > after else ()
    audience, person = session.role, person_of(session)
    return EventPage(
        sequence=max(after, until) if found else after,
        head=shown.sequence,
        events=see_all(after + 1, found, audience, person),
    )


@get("/tables/{name:str}/coups", opt={"roles": SIGNED_IN})
async def coups(
    request: Request,
    name: TableName,
    outcome: Word = None,
    shoe: Annotated[int | None, Parameter(ge=1, le=2**31, required=False)] = None,
    person: Word = None,
    wager: Word = None,
    since: Moment = None,
    until: Moment = None,
    before: Annotated[int | None, Parameter(ge=1, le=2**31, required=False)] = None,
    limit: Limit = 50,
) -> CoupPage:
    """Finished coups, the newest first; players and displays search by what is public."""
    shown, session = table_of(request, name), session_of(request)
    history = await asyncio.to_thread(shown.follower.of, History)
    own = person_of(session)
    private = person not in (None, own) or wager is not None
    if private and session.role in ("player", "display"):
        raise ProblemError(403, "not-yours", "Others' wagers are not yours to search.")

    def fits(coup: Coup) -> bool:
        line = coup.row
        wanted = ((outcome, line.outcome), (shoe, line.shoe))
        return (
            all(one in (None, is_so) for one, is_so in wanted)
            and (person is None or person in coup.people)
            and (wager is None or wager in coup.wagers)
            and (since is None or line.at >= since)
            and (until is None or line.at <= until)
            and (before is None or line.coup < before)
        )

    found = [coup for coup in reversed(list(history.coups.values())) if fits(coup)]
    hidden = "" if session.role == "display" else own
    rows = [coup.for_person(hidden) for coup in found[:limit]]
    return CoupPage(coups=rows, more=len(found) > limit)


@get("/tables/{name:str}/coups/{number:int}", opt={"roles": SIGNED_IN})
async def one_coup(request: Request, name: TableName, number: Number) -> CoupRow:
    """One finished coup."""
    shown, session = table_of(request, name), session_of(request)
    hidden = "" if session.role == "display" else person_of(session)
    return (await asyncio.to_thread(coup_of, shown, number)).for_person(hidden)


@get("/tables/{name:str}/coups/{number:int}/replay", opt={"roles": SIGNED_IN})
async def replay(request: Request, name: TableName, number: Number) -> Replay:
    """A coup again, event by event, from the journal."""
    shown, session = table_of(request, name), session_of(request)
    coup = await asyncio.to_thread(coup_of, shown, number)
    audience, person = session.role, person_of(session)
    before, steps = await asyncio.to_thread(_replay, shown, coup, audience, person)
    hidden = "" if session.role == "display" else person
    return Replay(
        coup=coup.for_person(hidden),
        edition=shown.rules.edition.name,
        fingerprint=shown.rules.compiled.fingerprint,
        before=before,
        steps=steps,
    )


def _replay(
    shown: PublishedTable, coup: Coup, audience: Audience, person: str | None
) -> tuple[Any, list[Step]]:
    first, last = coup.row.first, coup.row.last
    state, steps = shown.follower.of(States).before(first), []
    before = view(shown.rules.play, state, audience, person)
    for sequence, event in enumerate(shown.events(first - 1, last), first):
        state = evolve(state, event)
        seen = visible(sequence, event, audience, person)
        if seen is not None:
            steps.append(Step(event=seen, view=view(shown.rules.play, state, audience, person)))
    return before, steps


@get("/tables/{name:str}/coups/{number:int}/settlement", opt={"roles": AT_TABLE})
async def why(request: Request, name: TableName, number: Number) -> Settlement:
    """How a coup was settled and why: the row, the arithmetic and the clauses of each line."""
    shown, session = table_of(request, name), session_of(request)
    coup = await asyncio.to_thread(coup_of, shown, number)
    history = shown.follower.so_far(History)
    return history.settlement(coup, person_of(session))


router = router_of(__name__, "tables")
