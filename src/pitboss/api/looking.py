"""Routes: tables and what happened at them, as the caller's role sees it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Router, get
from litestar.params import Parameter

from pitboss.api.acting import Number, Table, table_of
from pitboss.api.floor import Floor, Shown, audience_of
from pitboss.api.guard import AT_TABLE, SIGNED_IN, context_of, person_of, session_of
from pitboss.api.history import Coup, CoupRow, Settlement
from pitboss.api.problems import ProblemError
from pitboss.api.queueing import row_waits
from pitboss.api.seen import (
    CoupPage,
    EventPage,
    Replay,
    Step,
    TableList,
    TableRow,
    TableSeen,
)
from pitboss.api.visible import see_all, visible
from pitboss.table import evolve
from pitboss.table.views import Audience, view

Asked = Request[Any, Any, Any]
Limit = Annotated[int, Parameter(ge=1, le=500, required=False)]
Place = Annotated[int, Parameter(ge=0, le=2**53, required=False)]
Word = Annotated[str | None, Parameter(max_length=60, required=False)]
Moment = Annotated[
    str | None,
    Parameter(max_length=40, required=False, description="A time as the journal writes it."),
]


def row(shown: Shown, audience: Audience) -> TableRow:
    """A table in the list."""
    edition, table = shown.rules.edition, shown.table
    identity, house = edition.identity, table.house
    return TableRow(
        table=shown.name,
        rulebook=identity.rulebook,
        edition=identity.edition,
        house=identity.house,
        title=identity.title,
        time_zone=identity.time_zone,
        sequence=shown.sequence,
        open=house is not None and not table.closed,
        phase=table.phase,
        waits=row_waits(shown, audience),
        game=None if house is None else house.game,
        minimum_cents=table.sign.minimum_cents,
        maximum_cents=table.sign.maximum_cents,
        virtual=house is not None and house.virtual,
    )


@get("/tables", opt={"roles": SIGNED_IN, "answer": TableList})
async def list_tables(request: Asked) -> TableList:
    """The tables; staff are shown those of their house."""
    floor, session = context_of(request).floor, session_of(request)
    audience = audience_of(session)
    rows = [row(floor.get(name), audience) for name in floor.names()]
    if session.role == "staff":
        rows = [one for one in rows if one.house == session.house]
    return TableList(tables=rows)


@get("/tables/{name:str}", opt={"roles": SIGNED_IN, "answer": TableSeen})
async def one_table(request: Asked, name: Table) -> TableSeen:
    """One table as the caller's role sees it."""
    shown, session = table_of(request, name), session_of(request)
    return TableSeen(
        table=name,
        rulebook=shown.rules.edition.identity.rulebook,
        sequence=shown.sequence,
        view=view(shown.table, audience_of(session), person_of(session)),
    )


@get("/tables/{name:str}/events", opt={"roles": SIGNED_IN, "answer": EventPage})
async def events(request: Asked, name: Table, after: Place = 0, limit: Limit = 100) -> EventPage:
    """Events after a sequence, as the caller's role sees them."""
    shown, session = table_of(request, name), session_of(request)
    floor = context_of(request).floor
    until = min(shown.sequence, after + limit)
    found = floor.events(shown, after, until) if until > after else ()
    audience, person = audience_of(session), person_of(session)
    return EventPage(
        sequence=max(after, until) if found else after,
        head=shown.sequence,
        events=see_all(after + 1, found, audience, person),
    )


@get("/tables/{name:str}/coups", opt={"roles": SIGNED_IN, "answer": CoupPage})
async def coups(
    request: Asked,
    name: Table,
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
    history = await asyncio.to_thread(shown.history.catch_up)
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


async def _coup(shown: Shown, number: int) -> Coup:
    history = await asyncio.to_thread(shown.history.catch_up)
    coup = history.coups.get(number)
    if coup is None:
        raise ProblemError(404, "no-such-coup", f"No coup {number} is finished at this table.")
    return coup


@get("/tables/{name:str}/coups/{number:int}", opt={"roles": SIGNED_IN, "answer": CoupRow})
async def one_coup(request: Asked, name: Table, number: Number) -> CoupRow:
    """One finished coup."""
    shown, session = table_of(request, name), session_of(request)
    hidden = "" if session.role == "display" else person_of(session)
    return (await _coup(shown, number)).for_person(hidden)


@get("/tables/{name:str}/coups/{number:int}/replay", opt={"roles": SIGNED_IN, "answer": Replay})
async def replay(request: Asked, name: Table, number: Number) -> Replay:
    """A coup again, event by event, from the journal."""
    shown, session = table_of(request, name), session_of(request)
    coup = await _coup(shown, number)
    audience, person = audience_of(session), person_of(session)
    floor = context_of(request).floor
    before, steps = await asyncio.to_thread(_replay, floor, shown, coup, audience, person)
    hidden = "" if session.role == "display" else person
    return Replay(
        coup=coup.for_person(hidden),
        edition=shown.rules.edition.name,
        fingerprint=shown.rules.compiled.fingerprint,
        before=before,
        steps=steps,
    )


def _replay(
    floor: Floor, shown: Shown, coup: Coup, audience: Audience, person: str | None
) -> tuple[Any, list[Step]]:
    first, last = coup.row.first, coup.row.last
    state, steps = shown.marks.before(first), []
    before = view(state, audience, person)
    for sequence, event in enumerate(floor.events(shown, first - 1, last), first):
        state = evolve(state, event)
        seen = visible(sequence, event, audience, person)
        if seen is not None:
            steps.append(Step(event=seen, view=view(state, audience, person)))
    return before, steps


@get(
    "/tables/{name:str}/coups/{number:int}/settlement",
    opt={"roles": AT_TABLE, "answer": Settlement},
)
async def why(request: Asked, name: Table, number: Number) -> Settlement:
    """How a coup was settled and why: the row, the arithmetic and the clauses of each line."""
    shown, session = table_of(request, name), session_of(request)
    coup = await _coup(shown, number)
    return shown.history.settlement(coup, person_of(session))


TYPES: tuple[type[msgspec.Struct], ...] = (Settlement,)
router = Router(
    "/",
    route_handlers=[list_tables, one_table, events, coups, one_coup, replay, why],
    tags=["tables"],
)
