"""How long a house keeps what it must be able to show: nothing of it is forgotten before."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable
from zoneinfo import ZoneInfo

from pitboss.aggregates import PROMOTION
from pitboss.aggregates.promotion.events import ClaimDenied
from pitboss.editions.edition import Edition
from pitboss.journal.record import read_line
from pitboss.refusal import Refusal
from pitboss.table import Rules

YEARS = 5
"""The usual term; a house may keep longer."""


def ends(at: dt.datetime, years: int, edition: Edition) -> dt.datetime:
    """When a term of so many years ends where the casino is; from 29 February on 1 March."""
    there = at.astimezone(ZoneInfo(edition.identity.time_zone))
    try:
        return there.replace(year=there.year + years)
    except ValueError:
        return there.replace(year=there.year + years, month=3, day=1)


def must_keep(
    promotions: Iterable[tuple[str, Iterable[bytes]]],
    rules_of: Callable[[str], Rules],
    person: str,
    now: dt.datetime,
    years: int = YEARS,
) -> Refusal | None:
    """Why a person's record stays: it is the register of a refused prize whose term is not over."""
    for name, lines in promotions:
        if not PROMOTION.owns(name):
            continue
        for line in lines:
            record = read_line(line)
            event = PROMOTION.read(record)
            if not isinstance(event, ClaimDenied) or event.register != person:
                continue
            edition = rules_of(record.edition).edition
            until = ends(event.at, years, edition)
            if now < until:
                rules = edition.promotions
                clauses = () if rules is None else rules.denied.register_clauses
                return Refusal.of("kept-until", clauses, until=f"{until:%d %B %Y}", years=years)
    return None
