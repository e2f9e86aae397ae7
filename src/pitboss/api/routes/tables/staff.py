"""Routes: what may be done now, rulings, approvals, duties."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import JSONBody, Parameter

from pitboss.api.commands import Accepted, CommandHeader, command_id, give_as
from pitboss.api.floor import PublishedTable
from pitboss.api.guard import AT_TABLE, HOUSE, STAFF, Request, context_of, person_of, session_of
from pitboss.api.lookup import Number, TableName, table_of, tables_of
from pitboss.api.routes import router_of
from pitboss.editions.procedures import Situation
from pitboss.table.authority.approvals import Scope, alive
from pitboss.table.authority.duties import open_duties
from pitboss.table.rulings.record import ruler
from pitboss.table.rulings.rule import offered
from pitboss.table.state import Duty, Granted, Trouble
from pitboss.table.usual.next_act import Waiting, house_act
from pitboss.table.usual.offers import offers_to
from pitboss.table.usual.trial import trials_of
from pitboss.views.copies import copy_of
from pitboss.views.queue import waits


class Offered(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A command that the core would accept from the caller now.

    `say` names fields whose text is the caller's own.
    """

    do: str
    fields: dict[str, Any]
    say: tuple[str, ...] = ()


class OfferList(msgspec.Struct, frozen=True, kw_only=True):
    """What the caller may do now, and what the house would do next."""

    offers: list[Offered]
    house: Offered | None


class Permitted(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling that may be given now."""

    ruling: str
    says: str
    rank: str
    duties: tuple[str, ...]
    clauses: tuple[str, ...]


class Situations(msgspec.Struct, frozen=True, kw_only=True):
    """What may be reported, what waits for a ruling, and which rulings are permitted."""

    situations: Mapping[str, Situation]
    trouble: Trouble | None
    rulings: list[Permitted]


class ApprovalRow(msgspec.Struct, frozen=True, kw_only=True):
    """An approval asked for, with what it is and who may grant it."""

    approval: Granted
    act: str
    rank: str
    clauses: tuple[str, ...]


class ApprovalList(msgspec.Struct, frozen=True, kw_only=True):
    """Approvals that are asked for or may still be used."""

    approvals: list[ApprovalRow]


class DutyRow(msgspec.Struct, frozen=True, kw_only=True):
    """A duty, and whether its time has passed."""

    table: str
    duty: Duty
    overdue: bool


class DutyList(msgspec.Struct, frozen=True, kw_only=True):
    """Duties that are open."""

    duties: list[DutyRow]


class AskApproval(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An approval that a rule requires before an act, for whom and how long."""

    key: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    whom: Annotated[str, msgspec.Meta(max_length=60)] | None = None
    scope: Scope = "once"


class Discharge(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a duty was done."""

    how: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


async def _give(
    request: Request, name: str, key: str | None, do: str, /, **fields: Any
) -> Accepted:
    """Give one command of the caller's, which has its id in the header."""
    shown = table_of(request, name)
    return await give_as(request, shown, {"do": do, **fields}, command_id(key))


@get("/tables/{name:str}/offers", opt={"roles": AT_TABLE})
async def list_offers(request: Request, name: TableName) -> OfferList:
    """The commands that the core would accept from the caller now, and the house's next act."""
    shown, session = table_of(request, name), session_of(request)
    now = context_of(request).now()
    table, rules = shown.table, shown.rules
    found = await asyncio.to_thread(offers_to, rules, table, session.person, now)
    act = await asyncio.to_thread(house_act, trials_of(rules, table, now), real=False)
    house = None if isinstance(act, Waiting) else Offered(do=act.word, fields=act.said)
    return OfferList(
        offers=[Offered(do=one.word, fields=one.fields, say=one.say) for one in found],
        house=house if session.role == "staff" else None,
    )


@get("/tables/{name:str}/situations", opt={"roles": HOUSE})
async def situations(request: Request, name: TableName) -> Situations:
    """What may go wrong and be reported, what waits for a ruling, and the permitted rulings."""
    shown = table_of(request, name)
    return Situations(
        situations=shown.rules.edition.situations,
        trouble=shown.table.trouble,
        rulings=[
            copy_of(
                Permitted,
                one,
                ruling=one.name,
                rank=ruler(shown.rules.edition, shown.table.trouble, one).rank,
            )
            for one in offered(shown.rules, shown.table)
            if shown.table.trouble is not None
        ],
    )


@get("/tables/{name:str}/approvals", opt={"roles": AT_TABLE})
async def approvals(request: Request, name: TableName) -> ApprovalList:
    """Approvals that are asked for or may still be used; a player's own."""
    shown, session = table_of(request, name), session_of(request)
    own, now = person_of(session), context_of(request).now()
    rows = []
    for one in shown.table.approvals.values():
        waiting = waits(one)
        if own is not None and own not in (one.by, one.whom):
            continue
        if waiting or (one.granted_by is not None and alive(shown.table, one, now)):
            rule = shown.rules.edition.approvals[one.key]
            rows.append(copy_of(ApprovalRow, rule, approval=one))
    return ApprovalList(approvals=rows)


@post("/tables/{name:str}/approvals", opt={"roles": ("staff", "player")})
async def ask(
    request: Request, name: TableName, data: JSONBody[AskApproval], key: CommandHeader = None
) -> Accepted:
    """Ask for an approval; another person grants it in their own session."""
    return await _give(request, name, key, "request-approval", **msgspec.to_builtins(data))


@post("/tables/{name:str}/approvals/{number:int}/grant", status_code=200, opt={"roles": STAFF})
async def grant(
    request: Request, name: TableName, number: Number, key: CommandHeader = None
) -> Accepted:
    """Grant what another asked for; the core checks that it is another and of sufficient rank."""
    return await _give(request, name, key, "grant-approval", approval=number)


@post("/tables/{name:str}/approvals/{number:int}/refuse", status_code=200, opt={"roles": STAFF})
async def turn_down(
    request: Request, name: TableName, number: Number, key: CommandHeader = None
) -> Accepted:
    """Turn down what another asked for."""
    return await _give(request, name, key, "refuse-approval", approval=number)


@post(
    "/tables/{name:str}/approvals/{number:int}/withdraw",
    status_code=200,
    opt={"roles": ("staff", "player")},
)
async def withdraw(
    request: Request, name: TableName, number: Number, key: CommandHeader = None
) -> Accepted:
    """Take back what one asked for, or an approval that was granted and is not used."""
    return await _give(request, name, key, "withdraw-approval", approval=number)


Only = Annotated[bool, Parameter(required=False)]
To = Annotated[str | None, Parameter(max_length=60, required=False)]


def _duties(
    request: Request, shown: PublishedTable, to: str | None, overdue: bool
) -> list[DutyRow]:
    now = context_of(request).now()
    rows = []
    for duty in open_duties(shown.table, to):
        late = duty.due is not None and duty.due < now
        if late or not overdue:
            rows.append(DutyRow(table=shown.name, duty=duty, overdue=late))
    return rows


@get("/duties", opt={"roles": HOUSE})
async def all_duties(request: Request, to: To = None, overdue: Only = False) -> DutyList:
    """The open duties of every table one may look at, or those that are overdue."""
    found = [_duties(request, shown, to, overdue) for shown in tables_of(request)]
    return DutyList(duties=[row for rows in found for row in rows])


@get("/tables/{name:str}/duties", opt={"roles": HOUSE})
async def duties(
    request: Request, name: TableName, to: To = None, overdue: Only = False
) -> DutyList:
    """The open duties of a table, or those that are overdue."""
    return DutyList(duties=_duties(request, table_of(request, name), to, overdue))


@post("/tables/{name:str}/duties/{number:int}/discharge", status_code=200, opt={"roles": HOUSE})
async def discharge(
    request: Request,
    name: TableName,
    number: Number,
    data: JSONBody[Discharge],
    key: CommandHeader = None,
) -> Accepted:
    """Say that a duty has been done, and how."""
    return await _give(request, name, key, "discharge-duty", duty=number, how=data.how)


router = router_of(__name__, "floor")
