"""`pitboss report`: the reports of a house's tables, from their journals alone."""

from __future__ import annotations

import datetime as dt
import re
from functools import cache
from typing import TYPE_CHECKING, Annotated

from typer import Option

from pitboss.cli.options import Database, Json, open_book
from pitboss.cli.term.output import columns, console, fail, print_json

if TYPE_CHECKING:
    from pitboss.service.reports import Report
    from pitboss.table import Rules

_MONTH = re.compile(r"(\d{4})-(\d{2})")


@cache
def rules_of(edition: str) -> Rules:
    """The rules of an edition as journals name it."""
    name, _, day = edition.partition("/")
    return open_book(name, day).rules


def report(
    database: Database = None,
    table: Annotated[str | None, Option(help="One table, e.g. table:1; all if omitted.")] = None,
    month: Annotated[str | None, Option(help="Payment errors of this month, e.g. 2026-11.")] = None,
    json: Json = False,
) -> None:
    """Print the report of one table or of all."""
    from pitboss.aggregates import TABLE
    from pitboss.cli.house.store import open_store
    from pitboss.journal.proof.export import pages
    from pitboss.service.reports import report as report_of

    wanted = _month(month)
    store = open_store(database)
    try:
        names = [name for name in store.streams() if TABLE.owns(name)]
        if table is not None and table not in names:
            fail(f"There is no table '{table}'; there are {', '.join(names) or 'none'}.")
        now = dt.datetime.now(dt.UTC)
        found = [
            report_of(name, pages(store, name), rules_of, now, wanted)
            for name in names
            if table in (None, name)
        ]
    finally:
        store.close()
    if json:
        print_json({"at": now, "tables": found})
    else:
        _show(found)


def _month(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    match = _MONTH.fullmatch(text)
    if match is None or not 1 <= int(match[2]) <= 12:
        fail(f"'{text}' is no month: write it as 2026-11.")
    return int(match[1]), int(match[2])


def _show(found: list[Report]) -> None:
    from pitboss.money import dollars

    heads = ("table", "coups", "handle", "drop", "win", "expected", "deviations", "errors", "open")
    shown = columns(*heads, "overdue")
    for one in found:
        shown.add_row(
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
    console().print(shown)
