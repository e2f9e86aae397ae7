"""The month's report: every single payment error above the amount that the edition names.

An error belongs to the month in which the house became aware that it is above the amount, by the
casino's own clock. Only rulebooks with such a rule are reported on. Lines that are of no payment
error are not decoded, so that a year of play costs little more than its reading.
"""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from zoneinfo import ZoneInfo

import msgspec

from pitboss.editions.edition import Edition
from pitboss.editions.wagers import Clauses
from pitboss.journal.record import read_line
from pitboss.money import dollars
from pitboss.paper import Paper, PaperTable
from pitboss.refusal import Refusal
from pitboss.table import Rules, read_event
from pitboss.table.matters.payment_errors import PaymentErrorChanged, PaymentErrorOpened

RULE = "monthly-report"
MARK = b'"payment-error-'
"""What a line of a payment error has in it, as it is written."""
MonthName = tuple[int, int]


class SingleError(msgspec.Struct, frozen=True, kw_only=True):
    """A single over- or underpayment above the amount: whose table, when, which coup, how much."""

    table: str
    rulebook: str
    matter: int
    aware: dt.datetime
    direction: str
    amount_cents: int
    coup: int
    wager: str | None
    person: str | None
    about: str
    clauses: Clauses


class TableMonth(msgspec.Struct, frozen=True, kw_only=True):
    """A table's part in the report; `limit_cents` is the amount that must be passed."""

    table: str
    rulebook: str
    limit_cents: int | None
    errors: int
    overpaid_cents: int
    underpaid_cents: int


class MonthReport(msgspec.Struct, frozen=True, kw_only=True):
    """The report of a month over all tables."""

    month: str
    at: dt.datetime
    errors: tuple[SingleError, ...]
    overpaid_cents: int
    underpaid_cents: int
    tables: tuple[TableMonth, ...]
    clauses: Mapping[str, Clauses]
    zones: Mapping[str, str]


def named(month: MonthName) -> str:
    """A month as it is written: 2026-10."""
    return f"{month[0]}-{month[1]:02}"


def ends(month: MonthName, edition: Edition) -> dt.datetime:
    """The first moment after a month, where the casino is."""
    year, number = (month[0] + 1, 1) if month[1] == 12 else (month[0], month[1] + 1)
    return dt.datetime(year, number, 1, tzinfo=ZoneInfo(edition.identity.time_zone))


def not_over(month: MonthName, edition: Edition, now: dt.datetime) -> Refusal | None:
    """Why there is no report of a month yet, by the rule that asks for it at its end."""
    rule = edition.rules.get(RULE)
    if rule is None or now >= ends(month, edition):
        return None
    return Refusal.of("month-not-over", rule.clauses, month=said(month))


def said(month: MonthName) -> str:
    """A month in words: October 2026."""
    return f"{calendar.month_name[month[1]]} {month[0]}"


def errors_of(
    table: str, lines: Iterable[bytes], rules_of: Callable[[str], Rules], month: MonthName
) -> tuple[Edition, TableMonth, list[SingleError]] | None:
    """A table's errors of a month, from its journal; nothing of a table without a line."""
    found: dict[int, SingleError] = {}
    rest = iter(lines)
    first = next(rest, None)
    if first is None:
        return None
    edition = rules_of(read_line(first).edition).edition
    for line in chain((first,), rest):
        if MARK in line:
            record = read_line(line)
            edition = rules_of(record.edition).edition
            event = read_event(record.event)
            if isinstance(event, PaymentErrorOpened | PaymentErrorChanged):
                _take(found, table, edition, event)
    rule = edition.rules.get(RULE)
    limit = rule.value if rule is not None and isinstance(rule.value, int) else None
    zone = ZoneInfo(edition.identity.time_zone)
    ours = [one for one in found.values() if _month(one.aware, zone) == month]
    ours = [one for one in ours if limit is not None and one.amount_cents > limit]
    part = TableMonth(
        table=table,
        rulebook=edition.identity.rulebook,
        limit_cents=limit,
        errors=len(ours),
        overpaid_cents=sum(one.amount_cents for one in ours if one.direction == "over"),
        underpaid_cents=sum(one.amount_cents for one in ours if one.direction == "under"),
    )
    return edition, part, ours


def _take(
    found: dict[int, SingleError],
    table: str,
    edition: Edition,
    event: PaymentErrorOpened | PaymentErrorChanged,
) -> None:
    """An error, or what it turned out to be; above the amount from then on, if it was not."""
    rule = edition.rules.get(RULE)
    limit = rule.value if rule is not None and isinstance(rule.value, int) else 0
    before = found.get(event.matter)
    if isinstance(event, PaymentErrorOpened):
        found[event.matter] = SingleError(
            table=table,
            rulebook=edition.identity.rulebook,
            matter=event.matter,
            aware=event.at,
            direction=event.direction,
            amount_cents=event.amount_cents,
            coup=event.coup,
            wager=event.wager,
            person=event.person,
            about=event.about,
            clauses=rule.clauses if rule is not None else (),
        )
    elif before is not None:
        known = before.amount_cents > limit
        found[event.matter] = msgspec.structs.replace(
            before,
            aware=before.aware if known else event.at,
            direction=event.direction,
            amount_cents=event.amount_cents,
            about=event.about,
        )


def _month(at: dt.datetime, zone: ZoneInfo) -> MonthName:
    there = at.astimezone(zone)
    return there.year, there.month


def month_report(
    tables: Iterable[tuple[str, Iterable[bytes]]],
    rules_of: Callable[[str], Rules],
    month: MonthName,
    now: dt.datetime,
) -> MonthReport | Refusal:
    """The report of a month over tables; refused while the month is not over at one of them."""
    parts: list[TableMonth] = []
    errors: list[SingleError] = []
    editions: dict[str, Edition] = {}
    for name, lines in tables:
        found = errors_of(name, lines, rules_of, month)
        if found is None:
            continue
        edition, part, ours = found
        editions[part.rulebook] = edition
        refusal = not_over(month, edition, now)
        if refusal is not None:
            return refusal
        parts.append(part)
        errors += ours
    clauses = {book: one.rules[RULE].clauses for book, one in editions.items() if RULE in one.rules}
    errors.sort(key=lambda one: (one.aware, one.table, one.matter))
    return MonthReport(
        month=named(month),
        at=now,
        errors=tuple(errors),
        overpaid_cents=sum(one.overpaid_cents for one in parts),
        underpaid_cents=sum(one.underpaid_cents for one in parts),
        tables=tuple(parts),
        clauses=clauses,
        zones={book: one.identity.time_zone for book, one in editions.items()},
    )


def month_paper(report: MonthReport) -> Paper:
    """The report as a document; moments by the clock of each casino."""
    month = (int(report.month[:4]), int(report.month[5:]))
    rules = "; ".join(f"{book}: {', '.join(one)}" for book, one in report.clauses.items())
    errors = [
        (
            there(one.aware, report.zones[one.rulebook]),
            one.table,
            one.rulebook,
            str(one.coup),
            one.wager or "",
            one.person or "",
            one.direction,
            dollars(one.amount_cents),
            one.about,
        )
        for one in report.errors
    ]
    tables = [
        (
            one.table,
            one.rulebook,
            "none" if one.limit_cents is None else dollars(one.limit_cents),
            str(one.errors),
            dollars(one.overpaid_cents),
            dollars(one.underpaid_cents),
        )
        for one in report.tables
    ]
    sums = (
        f"{len(report.errors)} errors above the amount: overpaid "
        f"{dollars(report.overpaid_cents)}, underpaid {dollars(report.underpaid_cents)}."
    )
    return Paper(
        title=f"Single payment errors, {said(month)}",
        lines=(
            sums,
            f"Asked for by: {rules or 'no rulebook of these tables'}.",
        ),
        tables=(
            PaperTable(
                heads=(
                    *("became aware", "table", "rulebook", "coup", "wager", "person"),
                    *("direction", "amount", "about"),
                ),
                rows=errors,
                title="Errors",
                figures=(3, 7),
            ),
            PaperTable(
                heads=("table", "rulebook", "above", "errors", "overpaid", "underpaid"),
                rows=tables,
                title="Tables",
                figures=(2, 3, 4, 5),
            ),
        ),
    )


def there(at: dt.datetime | None, zone: str) -> str:
    """A moment by the clock of a casino, with its distance from UTC."""
    return "" if at is None else f"{at.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M:%S %z}"
