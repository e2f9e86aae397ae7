"""Routes: what a house owes its regulator: duties, the month's report, the summary of a day."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Iterable
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import Parameter

from pitboss.aggregates import PROMOTION, TABLE, TOURNAMENT
from pitboss.api.context import Context
from pitboss.api.guard import HOUSE, Request, above_lowest, context_of, session_of
from pitboss.api.lookup import tables_of
from pitboss.api.problems import ProblemError, refused
from pitboss.api.routes import router_of
from pitboss.journal.proof.export import pages
from pitboss.journal.record import read_line
from pitboss.paper import Paper, as_csv, as_pdf
from pitboss.refusal import Refusal
from pitboss.service.compliance.day import DayReport, day_paper, day_report
from pitboss.service.compliance.duties import (
    ORDER,
    Discharges,
    DutyRow,
    State,
    duties_of,
    duties_paper,
    in_order,
    table_duties,
)
from pitboss.service.compliance.month import MonthReport, month_paper, month_report

MonthPath = Annotated[str, Parameter(pattern="^20[0-9]{2}-(0[1-9]|1[0-2])$", max_length=7)]
DayPath = Annotated[str, Parameter(pattern="^20[0-9]{2}-[0-9]{2}-[0-9]{2}$", max_length=10)]
Form = Annotated[str, Parameter(pattern="^(csv|pdf)$", max_length=3)]


class Duties(msgspec.Struct, frozen=True, kw_only=True):
    """Every duty, overdue first, and how many stand how."""

    at: dt.datetime
    counts: dict[State, int]
    duties: list[DutyRow]


@get("/compliance/duties", opt={"roles": HOUSE})
async def every_duty(request: Request) -> Duties:
    """Every duty of tables, tournaments and promotions, with its deadline and its proof."""
    context = _desk(request)
    rows = await asyncio.to_thread(_duties, request, context)
    counts = {state: sum(row.state == state for row in rows) for state in ORDER}
    return Duties(at=context.now(), counts=counts, duties=rows)


@get("/compliance/duties/{form:str}", opt={"roles": HOUSE})
async def duties_file(request: Request, form: Form) -> Response[bytes]:
    """The same as a file."""
    context = _desk(request)
    rows = await asyncio.to_thread(_duties, request, context)
    return await _file(duties_paper(rows, context.now(), _zone(request)), form, "duties")


@get("/compliance/months/{month:str}", opt={"roles": HOUSE})
async def month_of_house(request: Request, month: MonthPath) -> MonthReport:
    """Every single payment error above the amount in a month that is over."""
    return await _month(request, month)


@get("/compliance/months/{month:str}/{form:str}", opt={"roles": HOUSE})
async def month_file(request: Request, month: MonthPath, form: Form) -> Response[bytes]:
    """The same as a file."""
    return await _file(month_paper(await _month(request, month)), form, month)


@get("/compliance/days/{day:str}", opt={"roles": HOUSE})
async def day_of_house(request: Request, day: DayPath) -> DayReport:
    """The summary of a day over all tables."""
    return await _day(request, day)


@get("/compliance/days/{day:str}/{form:str}", opt={"roles": HOUSE})
async def day_file(request: Request, day: DayPath, form: Form) -> Response[bytes]:
    """The same as a file."""
    return await _file(day_paper(await _day(request, day)), form, day)


def _desk(request: Request) -> Context:
    """The desk is not for the lowest rank of a house."""
    if session_of(request).role == "staff":
        above_lowest(request, "The compliance desk is for ranks above the lowest.")
    return context_of(request)


def _zone(request: Request) -> str:
    """The clock of the caller's house; of the first rulebook for whoever belongs to none."""
    context, session = context_of(request), session_of(request)
    editions = [book.edition.identity for book in context.books.values()]
    theirs = [one for one in editions if one.house == session.house]
    return (theirs or editions)[0].time_zone


def _duties(request: Request, context: Context) -> list[DutyRow]:
    now = context.now()
    rows: list[DutyRow] = []
    for shown in tables_of(request):
        stream, edition = TABLE.stream_of(shown.name), shown.rules.edition
        told = shown.follower.of(Discharges)
        rows += table_duties(stream, edition, shown.table, told, now)
    rows += duties_of(_beside(request, context), context.tables.rules, now)
    return in_order(rows)


def _beside(request: Request, context: Context) -> list[tuple[str, Iterable[bytes]]]:
    """The journals of the caller's tournaments and promotions."""
    store, house = context.tables.store, session_of(request).house
    found: list[tuple[str, Iterable[bytes]]] = []
    for name in store.streams():
        if PROMOTION.owns(name) or TOURNAMENT.owns(name):
            lines = list(pages(store, name))
            edition = context.tables.rules(read_line(lines[0]).edition).edition if lines else None
            if edition is not None and house in (None, edition.identity.house):
                found.append((name, lines))
    return found


async def _month(request: Request, month: str) -> MonthReport:
    context = _desk(request)
    wanted = int(month[:4]), int(month[5:])

    def make() -> MonthReport | Refusal:
        return month_report(_tables(request), context.tables.rules, wanted, context.now())

    found = await asyncio.to_thread(make)
    if isinstance(found, Refusal):
        raise refused(found)
    return found


async def _day(request: Request, day: str) -> DayReport:
    context = _desk(request)
    try:
        wanted = dt.date.fromisoformat(day)
    except ValueError as error:
        raise ProblemError(422, "no-such-day", f"There is no day {day}.") from error

    def make() -> DayReport:
        return day_report(_tables(request), context.tables.rules, wanted, context.now())

    return await asyncio.to_thread(make)


def _tables(request: Request) -> list[tuple[str, Iterable[bytes]]]:
    store = context_of(request).tables.store
    streams = [TABLE.stream_of(shown.name) for shown in tables_of(request)]
    return [(name, pages(store, name)) for name in streams]


async def _file(paper: Paper, form: Form, name: str) -> Response[bytes]:
    """A report to be kept, under a name of its own."""
    made = as_csv(paper).encode() if form == "csv" else await asyncio.to_thread(as_pdf, paper)
    kind = "text/csv; charset=utf-8" if form == "csv" else "application/pdf"
    said = {"content-disposition": f'attachment; filename="{name}.{form}"'}
    return Response(made, media_type=kind, headers=said)


router = router_of(__name__, "floor")
