"""The summary of a day over all tables: money, errors, complaints, malfunctions, duties.

A day is one by the casino's own clock, from midnight to midnight, however many hours it has.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from zoneinfo import ZoneInfo

import msgspec

from pitboss.aggregates import HOUSE, TABLE
from pitboss.aggregates.house import ExclusionLifted, ExclusionRecorded
from pitboss.journal.record import Record, read_line
from pitboss.money import dollars
from pitboss.paper import Paper, PaperTable
from pitboss.service.compliance.duties import Discharges, DutyRow, in_order, table_duties
from pitboss.service.compliance.month import there
from pitboss.table import Event, Rules, Table
from pitboss.table.matters.payment_errors import PaymentErrorOpened
from pitboss.table.sight.sentence import sentence
from pitboss.views.follower import Fold
from pitboss.views.money.sums import Sums

MATTERS, MALFUNCTIONS = "pitboss.table.matters.", "malfunction"


class Noted(msgspec.Struct, frozen=True, kw_only=True):
    """Something of the day that a regulator may ask about: a complaint, a malfunction, a case."""

    stream: str
    sequence: int
    at: dt.datetime
    there: str
    kind: str
    sentence: str
    person: str | None
    clauses: tuple[str, ...]


class TableDay(msgspec.Struct, frozen=True, kw_only=True):
    """A table's day in figures."""

    table: str
    rulebook: str
    coups: int
    handle_cents: int
    drop_cents: int
    win_cents: int
    fills_cents: int
    credits_cents: int
    errors: int
    overpaid_cents: int
    underpaid_cents: int


class DayReport(msgspec.Struct, frozen=True, kw_only=True):
    """The summary of a day; `over` where the day has ended at every table."""

    day: str
    at: dt.datetime
    over: bool
    tables: tuple[TableDay, ...]
    noted: tuple[Noted, ...]
    duties: tuple[DutyRow, ...]
    excluded: int
    lifted: int


class DayTally:
    """What a table did on one day of its casino."""

    def __init__(self, name: str, day: dt.date, rules_of: Callable[[str], Rules]) -> None:
        self.name, self.day, self.rules_of = name, day, rules_of
        self.sums = Sums()
        self.errors: list[PaymentErrorOpened] = []
        self.noted: list[Noted] = []
        self.edition: str | None = None
        self.zone = ZoneInfo("UTC")

    def take(self, before: Table, event: Event, after: Table, record: Record) -> None:  # noqa: ARG002
        """Take the next event, where it is of the day."""
        if self.edition is None:
            self.edition = record.edition
            self.zone = ZoneInfo(self.rules_of(record.edition).edition.identity.time_zone)
        if event.at.astimezone(self.zone).date() != self.day:
            return
        self.sums.add(event)
        if isinstance(event, PaymentErrorOpened):
            self.errors.append(event)
        module, kind = type(event).__module__, record.data()["event"]
        if module.startswith(MATTERS) or MALFUNCTIONS in kind:
            self.noted.append(
                Noted(
                    stream=self.name,
                    sequence=record.sequence,
                    at=event.at,
                    there=there(event.at, self.zone.key),
                    kind=kind,
                    sentence=sentence(event),
                    person=getattr(event, "person", None),
                    clauses=tuple(event.clauses),
                )
            )

    def row(self) -> TableDay:
        """The figures."""
        book = "" if self.edition is None else self.edition.partition("/")[0]
        over = [one.amount_cents for one in self.errors if one.direction == "over"]
        under = [one.amount_cents for one in self.errors if one.direction == "under"]
        return TableDay(
            table=self.name,
            rulebook=book,
            coups=self.sums.coups,
            handle_cents=self.sums.handle_cents,
            drop_cents=self.sums.drop_cents,
            win_cents=self.sums.win_cents,
            fills_cents=self.sums.fills_cents,
            credits_cents=self.sums.credits_cents,
            errors=len(self.errors),
            overpaid_cents=sum(over),
            underpaid_cents=sum(under),
        )


def day_report(
    streams: Sequence[tuple[str, Iterable[bytes]]],
    rules_of: Callable[[str], Rules],
    day: dt.date,
    now: dt.datetime,
) -> DayReport:
    """The summary of a day from journals."""
    tallies: list[DayTally] = []
    duties: list[DutyRow] = []
    excluded = lifted = 0
    for name, lines in streams:
        if TABLE.owns(name):
            tally, told = DayTally(name, day, rules_of), Discharges()
            fold = Fold([tally, told])
            for line in lines:
                fold.take(line)
            if tally.edition is not None:
                tallies.append(tally)
                edition = rules_of(tally.edition).edition
                duties += [
                    one
                    for one in table_duties(name, edition, fold.table, told, now)
                    if _of_day(one, day, tally.zone)
                ]
        elif HOUSE.owns(name):
            found = [HOUSE.read(read_line(line)) for line in lines]
            zone = tallies[0].zone if tallies else ZoneInfo("UTC")
            today = [one for one in found if one.at.astimezone(zone).date() == day]
            excluded += sum(isinstance(one, ExclusionRecorded) for one in today)
            lifted += sum(isinstance(one, ExclusionLifted) for one in today)
    noted = sorted((one for tally in tallies for one in tally.noted), key=lambda one: one.at)
    return DayReport(
        day=day.isoformat(),
        at=now,
        over=all(now.astimezone(tally.zone).date() > day for tally in tallies),
        tables=tuple(tally.row() for tally in tallies),
        noted=tuple(noted),
        duties=tuple(in_order(duties)),
        excluded=excluded,
        lifted=lifted,
    )


def _of_day(row: DutyRow, day: dt.date, zone: ZoneInfo) -> bool:
    """Whether a duty was raised, due or done on a day, or is overdue since."""
    moments = (row.raised, row.due, row.done_at)
    days = {one.astimezone(zone).date() for one in moments if one is not None}
    return day in days or (row.state == "overdue" and min(days) < day)


def day_paper(report: DayReport) -> Paper:
    """The summary as a document."""
    money = [
        (
            *(one.table, one.rulebook, str(one.coups), dollars(one.handle_cents)),
            *(dollars(one.drop_cents), dollars(one.win_cents), dollars(one.fills_cents)),
            *(dollars(one.credits_cents), str(one.errors), dollars(one.overpaid_cents)),
            dollars(one.underpaid_cents),
        )
        for one in report.tables
    ]
    noted = [
        (one.there, one.stream, one.sentence, one.person or "", ", ".join(one.clauses))
        for one in report.noted
    ]
    duties = [
        (one.state, one.due_there or "as long as it lasts", one.stream, one.to, one.what)
        for one in report.duties
    ]
    heads = ("table", "rulebook", "coups", "handle", "drop", "win", "fills", "credits")
    said = "" if report.over else " The day is not over."
    return Paper(
        title=f"Summary of {report.day}",
        lines=(f"{report.excluded} people excluded, {report.lifted} exclusions lifted.{said}",),
        tables=(
            PaperTable(
                heads=(*heads, "errors", "overpaid", "underpaid"),
                rows=money,
                title="Tables",
                figures=tuple(range(2, 11)),
            ),
            PaperTable(
                heads=("when", "table", "what", "person", "clauses"),
                rows=noted,
                title="Complaints, cases and malfunctions",
            ),
            PaperTable(heads=("state", "due", "table", "to", "what"), rows=duties, title="Duties"),
        ),
    )
