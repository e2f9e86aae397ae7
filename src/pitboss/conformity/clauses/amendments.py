"""The history of an edition: which of its rules were changed, by what, and when.

An edition that prints such a table has a row of the inventory for each line of it, named
after its part, the rules changed and the instrument: `part:rules:instrument`.
"""

from __future__ import annotations

import datetime as dt
import re

import msgspec

from pitboss.editions.edition import Clause, Edition

_ROW = re.compile(r"(?P<part>[^:]+):(?P<rules>[0-9][0-9.()a-z-]*):(?P<by>[a-z]+(?:-[0-9]+)+)")
_DATE = re.compile(r"([0-9]{1,2} [A-Z][a-z]+ [0-9]{4})")


class Amendment(msgspec.Struct, frozen=True, kw_only=True):
    """Rules that were changed together, by which instrument, and on which day."""

    clause: str
    rules: tuple[str, ...]
    instrument: str
    date: dt.date | None
    summary: str


def amendments_of(edition: Edition) -> tuple[Amendment, ...]:
    """Every amendment that the edition lists, the oldest first."""
    found = [made for clause in edition.clauses.values() if (made := _amendment(clause))]
    return tuple(sorted(found, key=lambda one: (one.date or dt.date.min, one.rules)))


def notes_of(edition: Edition) -> tuple[Clause, ...]:
    """What else is said where the amendments are listed."""
    listed = {one.clause for one in amendments_of(edition)}
    sections = {edition.clauses[one].section for one in listed}
    return tuple(
        clause
        for clause in edition.clauses.values()
        if clause.section in sections and clause.clause not in listed
    )


def _amendment(clause: Clause) -> Amendment | None:
    row = _ROW.fullmatch(clause.clause)
    if row is None:
        return None
    written = _DATE.search(clause.summary)
    name, *numbers = row["by"].split("-")
    return Amendment(
        clause=clause.clause,
        rules=tuple(row["rules"].split("-")),
        instrument=" ".join((name.upper(), *numbers)),
        date=_day(written[1]) if written else None,
        summary=clause.summary,
    )


def _day(text: str) -> dt.date | None:
    try:
        return dt.datetime.strptime(text, "%d %B %Y").replace(tzinfo=dt.UTC).date()
    except ValueError:
        return None
