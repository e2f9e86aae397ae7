"""Routes: commands to a table, and the automatic dealer's next act."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Annotated, Any

import msgspec
from litestar import Request, Router, post
from litestar.params import HeaderParameter, JSONBody, Parameter

from pitboss.api.automatic import AUTOMATIC, Idle, next_act
from pitboss.api.bodies import check, command_id, read_body
from pitboss.api.context import Context
from pitboss.api.floor import PREFIX, Shown, audience_of
from pitboss.api.guard import (
    AT_TABLE,
    STAFF,
    Connection,
    context_of,
    person_of,
    session_of,
)
from pitboss.api.library import book_of
from pitboss.api.problems import ProblemError, refused
from pitboss.api.seen import Accepted, NewTable, TableSeen
from pitboss.api.visible import see
from pitboss.service.sessions import Session
from pitboss.service.tables import Actor, Answer
from pitboss.table.views import view

Asked = Request[Any, Any, Any]
Table = Annotated[str, Parameter(max_length=63)]
Number = Annotated[int, Parameter(ge=1, le=2**31)]
CommandHeader = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        required=False,
        description="The client's id of the command; a retry gives the same one.",
    ),
]
log = logging.getLogger("pitboss.api")


def table_of(connection: Connection, name: str) -> Shown:
    """A table that the caller may look at; staff look at the tables of their own house."""
    shown = context_of(connection).floor.get(name)
    session: Session | None = connection.scope["state"].get("session")
    house = shown.rules.edition.identity.house
    if session is not None and session.role == "staff" and session.house != house:
        raise ProblemError(403, "another-house", "This table is another house's.")
    return shown


async def give(
    context: Context, shown: Shown, data: dict[str, Any], actor: Actor, identity: str
) -> Answer:
    """Have a command decided and written; a refusal ends the request with its clauses."""
    try:
        waiting = context.tables.submit(PREFIX + shown.name, data, actor, identity)
        answer = await context.answers.of(waiting)
    except (ProblemError, asyncio.CancelledError):
        raise
    except Exception as error:
        log.exception("a command to %s was not written", shown.name)
        raise ProblemError(503, wait=1) from error
    if answer.refusal is not None:
        context.measures.commands.labels("refused").inc()
        raise refused(answer.refusal)
    context.measures.commands.labels("accepted").inc()
    return answer


async def give_as(
    connection: Connection, shown: Shown, data: dict[str, Any], identity: str
) -> Accepted:
    """Give a command as the caller: who, when and with which rank is never the client's to say."""
    context, session = context_of(connection), session_of(connection)
    check(data, session.role, shown.table)
    if data["do"] == "arrive" and session.demo:
        data["chips_cents"] = context.settings.demo_chips_cents
    actor = Actor(session.person, session.role, session.rank)
    answer = await give(context, shown, data, actor, identity)
    return accepted(answer, session)


def accepted(answer: Answer, session: Session) -> Accepted:
    """An answer as the caller may see it."""
    first = answer.sequence - len(answer.events) + 1
    found = [
        see(first + n, msgspec.json.decode(event), audience_of(session), person_of(session))
        for n, event in enumerate(answer.events)
    ]
    return Accepted(
        sequence=answer.sequence, events=[event for event in found if event is not None]
    )


@post("/tables", opt={"roles": STAFF, "answer": TableSeen})
async def set_up(request: Asked, data: JSONBody[NewTable]) -> TableSeen:
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
    return TableSeen(
        table=data.table,
        rulebook=data.rulebook,
        sequence=shown.sequence,
        view=view(shown.table, audience_of(session)),
    )


@post(
    "/tables/{name:str}/commands",
    status_code=200,
    opt={"roles": AT_TABLE, "answer": Accepted, "body": "CommandBody"},
)
async def command(request: Asked, name: Table, key: CommandHeader = None) -> Accepted:
    """Give a command: 200 with its events, or 409 with the refusal and its clauses."""
    shown = table_of(request, name)
    data, identity = read_body(await request.body(), key)
    return await give_as(request, shown, data, identity)


@post("/tables/{name:str}/autodeal", status_code=200, opt={"roles": STAFF, "answer": Accepted})
async def autodeal(request: Asked, name: Table, key: CommandHeader = None) -> Accepted:
    """Have the house's next act done at a virtual table, by the automatic dealer or by oneself."""
    shown = table_of(request, name)
    context, session = context_of(request), session_of(request)
    identity = command_id(key) if key is not None else secrets.token_hex(8)
    for giver in (session.person, *_automatic(shown)):
        first = context.tables.answered(PREFIX + shown.name, giver, f"auto:{identity}")
        if first is not None:
            return accepted(first, session)
    act = await asyncio.to_thread(next_act, shown.rules, shown.table, context.now())
    if isinstance(act, Idle):
        raise ProblemError(409, "house-waits", act.why)
    if act.who == session.person:
        actor = Actor(session.person, session.role, session.rank)
    elif act.who.startswith(AUTOMATIC):
        actor = Actor(act.who, "staff", shown.table.people[act.who].rank)
    else:
        raise ProblemError(409, "another-person", f"The next act, {act.word}, is {act.who}'s own.")
    data = {"do": act.word, **act.fields}
    answer = await give(context, shown, data, actor, f"auto:{identity}")
    return accepted(answer, session)


def _automatic(shown: Shown) -> list[str]:
    return [one for one in shown.table.people if one.startswith(AUTOMATIC)]


TYPES: tuple[type[msgspec.Struct], ...] = ()
router = Router("/", route_handlers=[set_up, command, autodeal], tags=["tables"])
