"""Routes: what may be done now, rulings, approvals, duties."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Router, get, post
from litestar.params import JSONBody, Parameter

from pitboss.api.acting import CommandHeader, Number, Table, give_as, table_of
from pitboss.api.automatic import Idle, next_act
from pitboss.api.bodies import command_id
from pitboss.api.floor import Shown
from pitboss.api.guard import AT_TABLE, HOUSE, STAFF, context_of, person_of, session_of
from pitboss.api.seen import (
    Accepted,
    ApprovalList,
    ApprovalRow,
    DutyList,
    DutyRow,
    Offered,
    OfferList,
    Permitted,
    Situations,
)
from pitboss.table.authority import Scope, alive
from pitboss.table.duties import open_duties
from pitboss.table.offers import offers_to
from pitboss.table.trouble import offered

Asked = Request[Any, Any, Any]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class AskApproval(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An approval that a rule requires before an act, for whom and how long."""

    key: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    whom: Annotated[str, msgspec.Meta(max_length=60)] | None = None
    scope: Scope = "once"


class Discharge(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a duty was done."""

    how: Text


@get("/tables/{name:str}/offers", opt={"roles": AT_TABLE, "answer": OfferList})
async def list_offers(request: Asked, name: Table) -> OfferList:
    """The commands that the core would accept from the caller now, and the house's next act."""
    shown, session = table_of(request, name), session_of(request)
    now = context_of(request).now()
    table, rules = shown.table, shown.rules
    found = await asyncio.to_thread(offers_to, rules, table, session.person, now)
    act = await asyncio.to_thread(next_act, rules, table, now)
    house = None if isinstance(act, Idle) else Offered(do=act.word, fields=act.fields)
    return OfferList(
        offers=[Offered(do=one.word, fields=one.fields, say=one.say) for one in found],
        house=house if session.role == "staff" else None,
    )


@get("/tables/{name:str}/situations", opt={"roles": HOUSE, "answer": Situations})
async def situations(request: Asked, name: Table) -> Situations:
    """What may go wrong and be reported, what waits for a ruling, and the permitted rulings."""
    shown = table_of(request, name)
    return Situations(
        situations=shown.rules.edition.situations,
        trouble=shown.table.trouble,
        rulings=[
            Permitted(
                ruling=one.name,
                says=one.says,
                rank=one.rank,
                duties=one.duties,
                clauses=one.clauses,
            )
            for one in offered(shown.rules, shown.table)
        ],
    )


@get("/tables/{name:str}/approvals", opt={"roles": AT_TABLE, "answer": ApprovalList})
async def approvals(request: Asked, name: Table) -> ApprovalList:
    """Approvals that are asked for or may still be used; a player's own."""
    shown, session = table_of(request, name), session_of(request)
    own, now = person_of(session), context_of(request).now()
    rows = []
    for one in shown.table.approvals.values():
        waiting = one.granted_by is None and not one.refused
        if own is not None and own not in (one.by, one.whom):
            continue
        if waiting or (one.granted_by is not None and alive(shown.table, one, now)):
            rule = shown.rules.edition.approvals[one.key]
            rows.append(
                ApprovalRow(approval=one, act=rule.act, rank=rule.rank, clauses=rule.clauses)
            )
    return ApprovalList(approvals=rows)


@post("/tables/{name:str}/approvals", opt={"roles": ("staff", "player"), "answer": Accepted})
async def ask(
    request: Asked, name: Table, data: JSONBody[AskApproval], key: CommandHeader = None
) -> Accepted:
    """Ask for an approval; another person grants it in their own session."""
    shown = table_of(request, name)
    given = {"do": "request-approval", **msgspec.to_builtins(data)}
    return await give_as(request, shown, given, command_id(key))


@post(
    "/tables/{name:str}/approvals/{number:int}/grant",
    status_code=200,
    opt={"roles": STAFF, "answer": Accepted},
)
async def grant(request: Asked, name: Table, number: Number, key: CommandHeader = None) -> Accepted:
    """Grant what another asked for; the core checks that it is another and of sufficient rank."""
    shown = table_of(request, name)
    given = {"do": "grant-approval", "approval": number}
    return await give_as(request, shown, given, command_id(key))


@post(
    "/tables/{name:str}/approvals/{number:int}/refuse",
    status_code=200,
    opt={"roles": STAFF, "answer": Accepted},
)
async def turn_down(
    request: Asked, name: Table, number: Number, key: CommandHeader = None
) -> Accepted:
    """Turn down what another asked for."""
    shown = table_of(request, name)
    given = {"do": "refuse-approval", "approval": number}
    return await give_as(request, shown, given, command_id(key))


Only = Annotated[bool, Parameter(required=False)]
To = Annotated[str | None, Parameter(max_length=60, required=False)]


def _duties(request: Asked, shown: Shown, to: str | None, overdue: bool) -> list[DutyRow]:
    now = context_of(request).now()
    rows = []
    for duty in open_duties(shown.table, to):
        late = duty.due is not None and duty.due < now
        if late or not overdue:
            rows.append(DutyRow(table=shown.name, duty=duty, overdue=late))
    return rows


@get("/duties", opt={"roles": HOUSE, "answer": DutyList})
async def all_duties(request: Asked, to: To = None, overdue: Only = False) -> DutyList:
    """The open duties of every table one may look at, or those that are overdue."""
    floor, session = context_of(request).floor, session_of(request)
    rows: list[DutyRow] = []
    for name in floor.names():
        shown = floor.get(name)
        house = shown.rules.edition.identity.house
        if session.role != "staff" or session.house == house:
            rows += _duties(request, shown, to, overdue)
    return DutyList(duties=rows)


@get("/tables/{name:str}/duties", opt={"roles": HOUSE, "answer": DutyList})
async def duties(request: Asked, name: Table, to: To = None, overdue: Only = False) -> DutyList:
    """The open duties of a table, or those that are overdue."""
    return DutyList(duties=_duties(request, table_of(request, name), to, overdue))


@post(
    "/tables/{name:str}/duties/{number:int}/discharge",
    status_code=200,
    opt={"roles": HOUSE, "answer": Accepted},
)
async def discharge(
    request: Asked,
    name: Table,
    number: Number,
    data: JSONBody[Discharge],
    key: CommandHeader = None,
) -> Accepted:
    """Say that a duty has been done, and how."""
    shown = table_of(request, name)
    given = {"do": "discharge-duty", "duty": number, "how": data.how}
    return await give_as(request, shown, given, command_id(key))


TYPES: tuple[type[msgspec.Struct], ...] = (AskApproval, Discharge)
router = Router(
    "/",
    route_handlers=[
        list_offers,
        situations,
        approvals,
        ask,
        grant,
        turn_down,
        all_duties,
        duties,
        discharge,
    ],
    tags=["floor"],
)
