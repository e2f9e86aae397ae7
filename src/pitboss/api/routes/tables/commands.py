"""Routes: commands to a table, and the automatic dealer's next act."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Literal

import msgspec
from litestar import post
from litestar.params import JSONBody

from pitboss.aggregates import TABLE
from pitboss.api.commands import (
    Accepted,
    CommandHeader,
    CommandId,
    accepted,
    command_id,
    give,
    give_as,
    read_body,
)
from pitboss.api.floor import PublishedTable
from pitboss.api.guard import AT_TABLE, STAFF, Request, context_of, session_of
from pitboss.api.lookup import TableName, table_of
from pitboss.api.problems import ProblemError
from pitboss.api.routes import router_of
from pitboss.service.intake import TOGETHER
from pitboss.service.tables import Actor
from pitboss.table.usual.next_act import AUTOMATIC, Waiting, house_act
from pitboss.table.usual.trial import trials_of

MOST_STEPS = 60
Cents = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
Count = Annotated[int, msgspec.Meta(ge=1, le=2**31)]


class WagerStep(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """A wager of one's own that is placed, raised or taken back, as the command of that name."""

    do: Literal["place-wager", "increase-wager", "withdraw-wager"]
    wager: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    number: Count | None = None
    amount_cents: Cents | None = None
    box: Count | None = None
    nominated: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    approval: Count | None = None


class WagerSteps(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Several steps that are one act: all of them are taken, or none."""

    steps: Annotated[tuple[WagerStep, ...], msgspec.Meta(min_length=1, max_length=MOST_STEPS)]
    command_id: CommandId | None = None


@post(
    "/tables/{name:str}/commands",
    status_code=200,
    opt={"roles": AT_TABLE, "body": "CommandBody", "leaving": True},
)
async def command(request: Request, name: TableName, key: CommandHeader = None) -> Accepted:
    """Give a command: 200 with its events, or 409 with the refusal and its clauses."""
    shown = table_of(request, name)
    data, identity = read_body(await request.body(), key)
    return await give_as(request, shown, data, identity)


@post("/tables/{name:str}/wagers", status_code=200, opt={"roles": ("player",)})
async def together(
    request: Request, name: TableName, data: JSONBody[WagerSteps], key: CommandHeader = None
) -> Accepted:
    """Place, raise and take back several of one's wagers as one act: all of it, or nothing."""
    shown = table_of(request, name)
    steps = [msgspec.to_builtins(step) for step in data.steps]
    identity = command_id(key or data.command_id)
    return await give_as(request, shown, {"do": TOGETHER, "steps": steps}, identity)


@post("/tables/{name:str}/autodeal", status_code=200, opt={"roles": STAFF})
async def autodeal(request: Request, name: TableName, key: CommandHeader = None) -> Accepted:
    """Have the house's next act done at a virtual table, by the automatic dealer or by oneself."""
    shown = table_of(request, name)
    context, session = context_of(request), session_of(request)
    identity = command_id(key) if key is not None else secrets.token_hex(8)
    for giver in (session.person, *_automatic(shown)):
        first = context.tables.answered(TABLE.stream_of(shown.name), giver, f"auto:{identity}")
        if first is not None:
            return accepted(first, session)
    trials = trials_of(shown.rules, shown.table, context.now())
    act = await asyncio.to_thread(house_act, trials, real=False)
    if isinstance(act, Waiting):
        raise ProblemError(409, "house-waits", act.why)
    if act.who == session.person:
        actor = Actor(session.person, session.role, session.rank)
    elif act.who.startswith(AUTOMATIC):
        actor = Actor(act.who, "staff", shown.table.people[act.who].rank)
    else:
        raise ProblemError(409, "another-person", f"The next act, {act.word}, is {act.who}'s own.")
    data = {"do": act.word, **act.said}
    answer = await give(context, shown, data, actor, f"auto:{identity}")
    return accepted(answer, session)


def _automatic(shown: PublishedTable) -> list[str]:
    return [one for one in shown.table.people if one.startswith(AUTOMATIC)]


router = router_of(__name__, "tables")
