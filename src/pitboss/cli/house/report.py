"""`pitboss report`: the reports of a house, from its journals alone; as text, JSON, CSV, PDF."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from pitboss.cli.options import Database, Json, open_book
from pitboss.cli.term.output import columns, console, fail, print_json

if TYPE_CHECKING:
    from pitboss.journal.store import Store
    from pitboss.paper import Paper
    from pitboss.service.reports import Report
    from pitboss.table import Rules

_MONTH = re.compile(r"(\d{4})-(\d{2})")


@cache
def rules_of(edition: str) -> Rules:
    """The rules of an edition as journals name it."""
    name, _, day = edition.partition("/")
    return open_book(name, day).rules


def now() -> dt.datetime:
    """The moment at which a report is made."""
    return dt.datetime.now(dt.UTC)


def report(
    database: Database = None,
    table: Annotated[str | None, Option(help="One table, e.g. table:1; all if omitted.")] = None,
    month: Annotated[
        str | None,
        Option(
            help="The report of a month that is over, e.g. 2026-10: every single payment error "
            "above the amount that the rulebook names."
        ),
    ] = None,
    day: Annotated[
        str | None, Option(help="The summary of a day by the casino's clock, e.g. 2026-10-04.")
    ] = None,
    shift: Annotated[
        str | None,
        Option(
            help="The report of a shift by the casino's clock, YYYY-MM-DDTHH:MM/HH:MM: "
            "hold, float, slips, ratings; without an end, until now."
        ),
    ] = None,
    duties: Annotated[
        bool, Option("--duties", help="Every duty with its deadline and proof, overdue first.")
    ] = False,
    csv: Annotated[str | None, Option(help="Write the report into this CSV file, too.")] = None,
    pdf: Annotated[str | None, Option(help="Write the report into this PDF file, too.")] = None,
    json: Json = False,
) -> None:
    """Print a report: of the tables' money, of a month, a day, a shift, or of duties."""
    from pitboss.cli.house.store import open_store

    if sum((month is not None, day is not None, shift is not None, duties)) > 1:
        fail("Say one of --month, --day, --shift and --duties.")
    wanted, date = _month(month), _day(day)
    for file in (csv, pdf):
        if file is not None and Path(file).exists():
            fail(f"{file} is there already.")
    store = open_store(database)
    try:
        names = _names(store, table)
        if wanted is not None:
            made: Any = _of_month(store, names, wanted)
        elif date is not None:
            made = _of_day(store, names, date, alone=table is not None)
        elif shift is not None:
            made = _of_shift(store, names, shift)
        elif duties:
            made = _of_duties(store, names, alone=table is not None)
        else:
            made = _of_tables(store, names)
    finally:
        store.close()
    document, paper = made
    _write(paper, csv, pdf)
    if json:
        print_json(document)
    else:
        _show(paper)


def _names(store: Store, table: str | None) -> list[str]:
    """The tables that are asked about."""
    from pitboss.aggregates import TABLE

    names = [name for name in store.streams() if TABLE.owns(name)]
    if table is not None and table not in names:
        fail(f"There is no table '{table}'; there are {', '.join(names) or 'none'}.")
    return [name for name in names if table in (None, name)]


def _lines(store: Store, names: Iterable[str]) -> list[tuple[str, Iterable[bytes]]]:
    from pitboss.journal.proof.export import pages

    return [(name, pages(store, name)) for name in names]


def _of_tables(store: Store, names: list[str]) -> tuple[object, Paper]:
    from pitboss.service.reports import report as report_of

    at = now()
    found = [report_of(name, lines, rules_of, at) for name, lines in _lines(store, names)]
    return {"at": at, "tables": found}, _tables_paper(found, at)


def _of_month(store: Store, names: list[str], month: tuple[int, int]) -> tuple[object, Paper]:
    from pitboss.refusal import Refusal
    from pitboss.service.compliance.month import month_paper, month_report

    found = month_report(_lines(store, names), rules_of, month, now())
    if isinstance(found, Refusal):
        fail(found)
    return found, month_paper(found)


def _of_day(store: Store, names: list[str], day: dt.date, *, alone: bool) -> tuple[object, Paper]:
    from pitboss.aggregates import HOUSE
    from pitboss.service.compliance.day import day_paper, day_report

    house = [] if alone else [name for name in store.streams() if HOUSE.owns(name)]
    found = day_report(_lines(store, [*names, *house]), rules_of, day, now())
    return found, day_paper(found)


def _of_shift(store: Store, names: list[str], text: str) -> tuple[object, Paper]:
    from pitboss.aggregates import TABLE
    from pitboss.refusal import Refusal
    from pitboss.views.money.papers import shift_paper
    from pitboss.views.money.shift import report_of, shift_of
    from pitboss.views.money.span import read_span

    span = read_span(text)
    if isinstance(span, Refusal):
        fail(span)
    at = now()
    every = (
        shift_of(TABLE.name_of(name), lines, span, rules_of, at)
        for name, lines in _lines(store, names)
    )
    found = report_of(span, [one for one in every if one is not None], at)
    return found, shift_paper(found)


def _of_duties(store: Store, names: list[str], *, alone: bool) -> tuple[object, Paper]:
    from pitboss.aggregates import PROMOTION, TOURNAMENT
    from pitboss.service.compliance.duties import ORDER, duties_of, duties_paper

    others = [name for name in store.streams() if PROMOTION.owns(name) or TOURNAMENT.owns(name)]
    at = now()
    rows = duties_of(_lines(store, names if alone else [*names, *others]), rules_of, at)
    counts = {state: sum(row.state == state for row in rows) for state in ORDER}
    return {"at": at, "counts": counts, "duties": rows}, duties_paper(rows, at, "UTC")


def _month(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    match = _MONTH.fullmatch(text)
    if match is None or not 1 <= int(match[2]) <= 12 or int(match[1]) < 1:
        fail(f"'{text}' is no month: write it as 2026-11.")
    return int(match[1]), int(match[2])


def _day(text: str | None) -> dt.date | None:
    try:
        return None if text is None else dt.date.fromisoformat(text)
    except ValueError:
        fail(f"'{text}' is no day: write it as 2026-11-04.")


def _write(paper: Paper, csv: str | None, pdf: str | None) -> None:
    from pitboss.paper import as_csv, as_pdf

    try:
        if csv is not None:
            Path(csv).write_text(as_csv(paper), encoding="utf-8")
        if pdf is not None:
            Path(pdf).write_bytes(as_pdf(paper))
    except OSError as error:
        fail(f"{error.filename} cannot be written: {error.strerror}.")


def _tables_paper(found: list[Report], at: dt.datetime) -> Paper:
    """The money of the tables as a document."""
    from pitboss.money import dollars
    from pitboss.paper import Paper as Document
    from pitboss.paper import PaperTable

    heads = ("table", "coups", "handle", "drop", "win", "expected", "deviations", "errors")
    rows = [
        (
            one.table,
            str(one.coups),
            dollars(one.handle_cents),
            dollars(one.drop_cents),
            dollars(one.win_cents),
            dollars(round(one.expected_win_cents)),
            f"{one.deviations:+.2f}{' ALERT' if one.alert else ''}",
            str(len(one.payment_errors)),
            str(len(one.duties_open)),
            str(len(one.duties_overdue)),
        )
        for one in found
    ]
    shown = PaperTable(heads=(*heads, "open", "overdue"), rows=rows, figures=tuple(range(1, 10)))
    return Document(title="Tables", lines=(f"{at:%Y-%m-%d %H:%M:%S %Z}",), tables=(shown,))


def _show(paper: Paper) -> None:
    out = console()
    out.print(paper.title, style="bold", markup=False)
    for line in paper.lines:
        out.print(line, markup=False)
    for table in paper.tables:
        if table.title:
            out.print(f"\n{table.title}", style="bold", markup=False)
        if not table.rows:
            out.print(table.empty, markup=False)
            continue
        shown = columns(*table.heads)
        for place in table.figures:
            shown.columns[place].justify = "right"
        for row in table.rows:
            shown.add_row(*row)
        out.print(shown)
