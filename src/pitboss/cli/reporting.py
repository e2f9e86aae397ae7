"""`pitboss report`: the reports of a house's tables, from their journals alone."""

from __future__ import annotations

import datetime as dt
import re
from functools import cache
from pathlib import Path

from rich.table import Table

from pitboss.book import UnknownRulebookError, rulebook
from pitboss.cli.common import console, fail, print_json
from pitboss.journal.export import pages
from pitboss.journal.places import database_url
from pitboss.journal.sql import SqlStore
from pitboss.money import dollars
from pitboss.service.reports import Report, report
from pitboss.service.tables import PREFIX
from pitboss.table import Rules

_MONTH = re.compile(r"(\d{4})-(\d{2})")


@cache
def rules_of(edition: str) -> Rules:
    """The rules of an edition as journals name it."""
    name, _, day = edition.partition("/")
    try:
        return Rules(rulebook(name, day).compiled)
    except UnknownRulebookError as error:
        fail(error)


def run(database: str | None, table: str | None, month: str | None, *, as_json: bool) -> None:
    """Print the report of one table or of all."""
    wanted = _month(month)
    url = database or database_url()
    if url.startswith("sqlite:///") and not Path(url.removeprefix("sqlite:///")).is_file():
        fail(f"There is no database {url.removeprefix('sqlite:///')}.")
    store = SqlStore(url)
    try:
        names = [name for name in store.streams() if name.startswith(PREFIX)]
        if table is not None and table not in names:
            fail(f"There is no table '{table}'; there are {', '.join(names) or 'none'}.")
        now = dt.datetime.now(dt.UTC)
        found = [
            report(name, pages(store, name), rules_of, now, wanted)
            for name in names
            if table in (None, name)
        ]
    finally:
        store.close()
    if as_json:
        print_json({"at": now, "tables": found})
        return
    _show(found)


def _month(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    match = _MONTH.fullmatch(text)
    if match is None or not 1 <= int(match[2]) <= 12:
        fail(f"'{text}' is no month: write it as 2026-11.")
    return int(match[1]), int(match[2])


def _show(found: list[Report]) -> None:
    heads = ("table", "coups", "handle", "drop", "win", "expected", "deviations", "errors", "open")
    shown = Table(*heads, "overdue", box=None)
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
