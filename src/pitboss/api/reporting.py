"""Routes: reports for supervisors, and what the house was alarmed about."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Router, get
from litestar.params import Parameter

from pitboss.api.acting import Table, table_of
from pitboss.api.exporting import above_lowest
from pitboss.api.floor import PREFIX
from pitboss.api.guard import HOUSE, context_of, session_of
from pitboss.service.house import HouseEvent
from pitboss.service.reports import Report

Asked = Request[Any, Any, Any]
Month = Annotated[
    str | None,
    Parameter(pattern="^20[0-9]{2}-(0[1-9]|1[0-2])$", max_length=7, required=False),
]


class Alerts(msgspec.Struct, frozen=True, kw_only=True):
    """What the house was alarmed about, the newest last."""

    alerts: list[dict[str, Any]]


@get("/tables/{name:str}/report", opt={"roles": HOUSE, "answer": Report})
async def table_report(request: Asked, name: Table, month: Month = None) -> Report:
    """Win, drop, hold against the exact expectation, payment errors of the month, duties."""
    shown, session, context = table_of(request, name), session_of(request), context_of(request)
    above_lowest(session, shown, "Reports")
    asked = None
    if month is not None:
        asked = (int(month[:4]), int(month[5:]))

    found = await asyncio.to_thread(context.reports.of, PREFIX + name, context.now(), asked)
    return msgspec.structs.replace(found, table=name)


@get("/alerts", opt={"roles": HOUSE, "answer": Alerts})
async def alerts(request: Asked) -> Alerts:
    """Overdue duties, notices due, alarms on sequences and hold, a clock that went back.

    Staff are shown those of the tables of their house, and those of no table.
    """
    context, session = context_of(request), session_of(request)

    def theirs(event: HouseEvent) -> bool:
        table = getattr(event, "table", None)
        if table is None or session.role != "staff":
            return True
        shown = context.floor.get(table.removeprefix(PREFIX))
        return shown.rules.edition.identity.house == session.house

    found = [one for one in list(context.tables.house.state.alerts) if theirs(one)]
    return Alerts(alerts=[msgspec.to_builtins(one) for one in found])


TYPES: tuple[type[msgspec.Struct], ...] = (Report, Alerts)
router = Router("/", route_handlers=[table_report, alerts], tags=["reports"])
