"""Routes: reports for supervisors, and what the house was alarmed about."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import get

from pitboss.aggregates import TABLE
from pitboss.aggregates.house import HouseEvent
from pitboss.api.guard import HOUSE, Request, context_of, session_of
from pitboss.api.lookup import Month, TableName, above_lowest_at, may_look, month_asked, table_of
from pitboss.api.routes import router_of
from pitboss.service.reports import Report, Tally


class Alerts(msgspec.Struct, frozen=True, kw_only=True):
    """What the house was alarmed about, the newest last."""

    alerts: list[dict[str, Any]]


@get("/tables/{name:str}/report", opt={"roles": HOUSE})
async def table_report(request: Request, name: TableName, month: Month = None) -> Report:
    """Win, drop, hold against the exact expectation, payment errors of the month, duties."""
    shown, session, context = table_of(request, name), session_of(request), context_of(request)
    above_lowest_at(shown, session, "Reports")

    def make() -> Report:
        found = shown.follower.of(Tally).report(context.now(), month_asked(month))
        return msgspec.structs.replace(found, table=name)

    return await asyncio.to_thread(make)


@get("/alerts", opt={"roles": HOUSE})
async def alerts(request: Request) -> Alerts:
    """Overdue duties, notices due, alarms on sequences and hold, a clock that went back.

    Staff are shown those of the tables of their house, and those of no table.
    """
    context, session = context_of(request), session_of(request)

    def theirs(event: HouseEvent) -> bool:
        table = getattr(event, "table", None)
        if table is None or session.role != "staff":
            return True
        return may_look(session, context.floor.get(TABLE.name_of(table)))

    found = [one for one in list(context.tables.house.state.alerts) if theirs(one)]
    return Alerts(alerts=[msgspec.to_builtins(one) for one in found])


router = router_of(__name__, "reports")
