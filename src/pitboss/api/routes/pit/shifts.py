"""Routes: the report of a shift, and fill and credit slips; as documents and as files."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, get
from litestar.params import Parameter

from pitboss.api.floor import PublishedTable
from pitboss.api.guard import HOUSE, Request, above_lowest, context_of, session_of
from pitboss.api.lookup import (
    Language,
    Number,
    TableName,
    above_lowest_at,
    pdf_in,
    staff_of,
    table_of,
    tables_of,
)
from pitboss.api.problems import ProblemError, refused
from pitboss.api.routes import router_of
from pitboss.paper import Paper, as_csv
from pitboss.refusal import Refusal
from pitboss.views.money.papers import shift_paper, slip_paper
from pitboss.views.money.shift import (
    ShiftReport,
    TableShift,
    first_within,
    report_of,
    shift_since,
)
from pitboss.views.money.slip import Slip, slip_of
from pitboss.views.money.span import Span, last_hours, read_span
from pitboss.views.states import States

SpanText = Annotated[
    str | None,
    Parameter(
        max_length=40,
        required=False,
        description="YYYY-MM-DDTHH:MM/HH:MM by the casino's clock; the last hours if omitted.",
    ),
]
OneTable = Annotated[str | None, Parameter(max_length=63, required=False)]
Form = Annotated[str, Parameter(pattern="^(csv|pdf)$", max_length=3)]


@get("/shift", opt={"roles": HOUSE})
async def shift(request: Request, span: SpanText = None, table: OneTable = None) -> ShiftReport:
    """A shift of every table that the caller may look at: hold, float, slips, ratings, duties."""
    return await _shift(request, span, table)


@get("/shift/{form:str}", opt={"roles": HOUSE})
async def shift_file(
    request: Request,
    form: Form,
    span: SpanText = None,
    table: OneTable = None,
    language: Language = "en",
) -> Response[bytes]:
    """The same as a file, in a language."""
    found = await _shift(request, span, table)
    paper = shift_paper(found, staff_of(context_of(request), session_of(request)), language)
    name = f"shift-{found.span.replace('/', '-').replace(':', '')}"
    return await _file(paper, form, name, language)


@get("/tables/{name:str}/float-slips/{number:int}", opt={"roles": HOUSE})
async def slip(request: Request, name: TableName, number: Number) -> Slip:
    """The fill or credit slip of an event of the table's journal."""
    return (await _slip(request, name, number))[0]


@get("/tables/{name:str}/float-slips/{number:int}/{form:str}", opt={"roles": HOUSE})
async def slip_file(
    request: Request, name: TableName, number: Number, form: Form, language: Language = "en"
) -> Response[bytes]:
    """The same as a file, in a language."""
    found, shown = await _slip(request, name, number)
    zone = shown.rules.edition.identity.time_zone
    staff = staff_of(context_of(request), session_of(request))
    paper = slip_paper(found, zone, staff, language)
    return await _file(paper, form, f"{name}-{found.kind}-{number}", language)


async def _shift(request: Request, text: str | None, table: str | None) -> ShiftReport:
    if session_of(request).role == "staff":
        above_lowest(request, "Shift reports are for ranks above the lowest.")
    context = context_of(request)
    every = tables_of(request) if table is None else [table_of(request, table)]
    every = [one for one in every if one.sequence]
    now = context.now()
    if text is None:
        zone = every[0].rules.edition.identity.time_zone if every else "UTC"
        span = last_hours(now, zone)
    else:
        found = read_span(text)
        if isinstance(found, Refusal):
            raise refused(found, 422)
        span = found

    def make() -> ShiftReport:
        return report_of(span, [_of_table(request, one, span) for one in every], now)

    return await asyncio.to_thread(make)


def _of_table(request: Request, shown: PublishedTable, span: Span) -> TableShift:
    """A table's shift, from the state before it on: what came earlier is not read again."""
    context = context_of(request)
    store, stream = context.tables.store, shown.follower.stream
    edition, now = shown.rules.edition, context.now()
    begins, _ = span.within(edition.identity.time_zone, now)
    head = shown.sequence

    def line_at(sequence: int) -> bytes:
        return store.read(stream, sequence - 1, 1)[0][1]

    first = first_within(line_at, head, begins)
    before = shown.follower.of(States).before(first)
    lines = [line for _, line in store.read(stream, first - 1, head - first + 1)]
    rules_of = context.tables.rules
    return shift_since(shown.name, (edition.name, before), lines, span, rules_of, now)


async def _slip(request: Request, name: str, number: int) -> tuple[Slip, PublishedTable]:
    shown = table_of(request, name)
    above_lowest_at(shown, session_of(request), "Slips")
    found = await asyncio.to_thread(_slip_at, shown, number)
    if found is None:
        raise ProblemError(
            404, "no-such-slip", f"Event {number} of this table is no fill and no credit."
        )
    return found, shown


def _slip_at(shown: PublishedTable, number: int) -> Slip | None:
    if number > shown.sequence:
        return None
    states = shown.follower.of(States)
    (event,) = states.events(number - 1, number)
    before, after = states.before(number), states.before(number + 1)
    return slip_of(shown.name, before, event, after, number)


async def _file(paper: Paper, form: str, name: str, language: str) -> Response[bytes]:
    """A document to be kept, under a name of its own."""
    if form == "csv":
        made = as_csv(paper).encode("utf-8" if language == "en" else "utf-8-sig")
    else:
        made = await asyncio.to_thread(pdf_in, paper, language)
    kind = "text/csv; charset=utf-8" if form == "csv" else "application/pdf"
    said = {"content-disposition": f'attachment; filename="{name}.{form}"'}
    return Response(made, media_type=kind, headers=said)


router = router_of(__name__, "reports")
