"""Routes: the guided ruling at a table, and what a ruling would do before it is given."""

from __future__ import annotations

import asyncio
import datetime as dt
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from pitboss.api.guard import HOUSE, Request, context_of, session_of
from pitboss.api.lookup import TableName, staff_of, table_of
from pitboss.api.problems import ProblemError
from pitboss.api.routes import router_of
from pitboss.refusal import Refusal
from pitboss.views.guide import TroubleGuide, guide
from pitboss.views.preview import Consequence, consequence
from pitboss.views.problem import Problem, problem_of
from pitboss.views.queue import RequestTimes
from pitboss.views.reportable import Reportable, reportable

Short = Annotated[str, msgspec.Meta(max_length=200)]


class RulingGuide(msgspec.Struct, frozen=True, kw_only=True):
    """What can be reported at a table, and what waits for a ruling. `people`: staff by ids."""

    table: str
    sequence: int
    at: dt.datetime
    phase: str
    reportable: list[Reportable]
    trouble: TroubleGuide | None
    people: dict[str, str]


class TryRuling(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ruling as `give-ruling` takes it, to be tried and not given."""

    ruling: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    hands: Annotated[dict[str, Short], msgspec.Meta(max_length=20)] = {}
    cards: Short | None = None
    agreed: Annotated[list[Short], msgspec.Meta(max_length=100)] = []
    reason: Short | None = None
    detail: Annotated[dict[str, Short], msgspec.Meta(max_length=20)] = {}


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """What the ruling would do, or why it would be refused."""

    consequence: Consequence | None
    refused: Problem | None


@get("/tables/{name:str}/ruling", opt={"roles": HOUSE})
async def guided(request: Request, name: TableName) -> RulingGuide:
    """What happened, what the rule allows here, who approves; and what can be reported."""
    shown, session, context = table_of(request, name), session_of(request), context_of(request)
    table, rules, now, sequence = shown.table, shown.rules, context.now(), shown.sequence

    def make() -> RulingGuide:
        reported = shown.follower.of(RequestTimes).reported
        return RulingGuide(
            table=name,
            sequence=sequence,
            at=now,
            phase=table.phase,
            reportable=reportable(rules, table, now),
            trouble=guide(rules, table, session.person, reported, now),
            people=staff_of(context, session),
        )

    return await asyncio.to_thread(make)


@post("/tables/{name:str}/ruling/preview", status_code=200, opt={"roles": HOUSE})
async def preview(request: Request, name: TableName, data: JSONBody[TryRuling]) -> Tried:
    """What a ruling would do to cards and wagers; nothing is written."""
    shown, now = table_of(request, name), context_of(request).now()
    if shown.table.trouble is None:
        raise ProblemError(409, "nothing-to-rule", "Nothing waits for a ruling.")
    given = {key: one for key, one in msgspec.to_builtins(data).items() if one}
    found = await asyncio.to_thread(consequence, shown.rules, shown.table, given, now)
    if isinstance(found, Refusal):
        return Tried(consequence=None, refused=problem_of(found))
    return Tried(consequence=found, refused=None)


router = router_of(__name__, "floor")
