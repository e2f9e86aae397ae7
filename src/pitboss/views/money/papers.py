"""The shift report and the slips as documents: page, CSV and PDF are made of the same cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from pitboss.money import dollars
from pitboss.paper import Paper, PaperTable
from pitboss.views.money.shift import ShiftReport, TableShift
from pitboss.views.money.slip import Slip

Names = Mapping[str, str]
MINUTE, HOUR = 60, 3600


def length(seconds: int) -> str:
    """How long something was, in hours and minutes."""
    return f"{seconds // HOUR}:{seconds % HOUR // MINUTE:02}"


def _cents(cents: float) -> str:
    return dollars(round(cents))


def shift_paper(report: ShiftReport, names: Names | None = None) -> Paper:
    """The report of a shift; `names` are those of staff, where they are known."""
    known = names or {}
    disagree = [one.table for one in report.tables if not one.agrees]
    lines = [
        f"Made on {report.at:%Y-%m-%d %H:%M:%S %Z}.",
        (
            f"{report.rounds} rounds. Handle {dollars(report.handle_cents)}, "
            f"drop {dollars(report.drop_cents + report.digital_cents)}, "
            f"win {dollars(report.win_cents)}, expected {_cents(report.expected_cents)}."
        ),
    ]
    if disagree:
        lines.append(f"The float does not agree with the events of {', '.join(disagree)}.")
    return Paper(
        title=f"Shift {report.span}",
        lines=lines,
        tables=(
            _money(report.tables),
            _floats(report.tables),
            slips_table([slip for one in report.tables for slip in one.slips], known, report),
            _ratings(report.tables),
            _on_duty(report.tables, known),
            _duties(report.tables),
        ),
    )


def _money(tables: Sequence[TableShift]) -> PaperTable:
    heads = ("table", "from", "to", "rounds", "an hour", "handle", "drop", "win", "expected")
    return PaperTable(
        title="Tables",
        heads=(*heads, "low", "high", "deviations"),
        rows=[
            (
                *(one.table, one.begins_there, one.ends_there, str(one.hold.coups)),
                *(str(one.rounds_an_hour), dollars(one.hold.handle_cents)),
                *(dollars(one.hold.drop_cents + one.digital_cents), dollars(one.hold.win_cents)),
                *(_cents(one.hold.expected_cents), _cents(one.hold.low_cents)),
                *(_cents(one.hold.high_cents), _deviations(one)),
            )
            for one in tables
        ],
        figures=tuple(range(3, 12)),
    )


def _deviations(one: TableShift) -> str:
    return f"{one.hold.deviations:+.2f}{' ALERT' if one.hold.alert else ''}"


def _floats(tables: Sequence[TableShift]) -> PaperTable:
    heads = ("table", "float before", "opened", "fills", "credits", "sold", "win", "counted")
    return PaperTable(
        title="Floats",
        heads=(*heads, "float after", "agrees"),
        rows=[
            (
                *(one.table, dollars(one.float_begins_cents), dollars(one.carried_cents)),
                *(dollars(one.fills_cents), dollars(-one.credits_cents)),
                *(dollars(-one.sold_cents), dollars(one.hold.win_cents - one.terminals_cents)),
                *(dollars(one.counted_cents), dollars(one.float_ends_cents)),
                "yes" if one.agrees else "NO",
            )
            for one in tables
        ],
        figures=tuple(range(1, 9)),
    )


def slips_table(slips: Sequence[Slip], names: Names, report: ShiftReport) -> PaperTable:
    """Fill and credit slips, by when they were made."""
    zones = {one.table: one.time_zone for one in report.tables}
    return PaperTable(
        title="Fill and credit slips",
        heads=("when", "table", "event", "slip", "number", "amount", "by", "clauses"),
        rows=[
            (
                _there(one.at, zones[one.table]),
                *(one.table, str(one.sequence), one.kind, one.number or ""),
                *(dollars(one.amount_cents), names.get(one.by, one.by), ", ".join(one.clauses)),
            )
            for one in sorted(slips, key=lambda one: (one.at, one.table, one.sequence))
        ],
        figures=(5,),
    )


def _ratings(tables: Sequence[TableShift]) -> PaperTable:
    heads = ("table", "player", "seat", "time", "rounds", "handle", "average bet", "bought")
    return PaperTable(
        title="Ratings",
        heads=(*heads, "result", "theoretical win", "edge %"),
        rows=[
            (
                *(one.table, one.person, "" if one.seat is None else str(one.seat)),
                *(length(one.seconds), str(one.rounds), dollars(one.handle_cents)),
                *(dollars(one.average_cents), dollars(one.bought_cents)),
                *(dollars(one.result_cents), dollars(one.theoretical_cents)),
                "" if one.edge is None else one.edge.percent,
            )
            for table in tables
            for one in table.ratings
        ],
        figures=tuple(range(2, 11)),
    )


def _on_duty(tables: Sequence[TableShift], names: Names) -> PaperTable:
    return PaperTable(
        title="On duty",
        heads=("table", "who", "rank", "time"),
        rows=[
            (one.table, names.get(one.person, one.person), one.rank or "", length(one.seconds))
            for table in tables
            for one in table.on_duty
        ],
        figures=(3,),
    )


def _duties(tables: Sequence[TableShift]) -> PaperTable:
    return PaperTable(
        title="Overdue duties",
        heads=("table", "due", "to", "what", "clauses"),
        rows=[
            (
                table.table,
                _there(one.due, table.time_zone),
                one.to,
                one.what,
                ", ".join(one.clauses),
            )
            for table in tables
            for one in table.duties_overdue
        ],
    )


def slip_paper(slip: Slip, zone: str, names: Names | None = None) -> Paper:
    """One slip, with room for those who sign it."""
    known = names or {}
    what = "Fill" if slip.kind == "fill" else "Credit"
    return Paper(
        title=f"{what} slip {slip.number or slip.sequence}",
        lines=(
            f"Table {slip.table}, event {slip.sequence} of its journal.",
            f"{_there(slip.at, zone)}, by {known.get(slip.by, slip.by)}.",
        ),
        tables=(
            PaperTable(
                heads=("float before", what.lower(), "float after", "clauses"),
                rows=[
                    (
                        *(dollars(slip.before_cents), dollars(slip.amount_cents)),
                        *(dollars(slip.after_cents), ", ".join(slip.clauses)),
                    )
                ],
                figures=(0, 1, 2),
            ),
            PaperTable(
                heads=("role", "name", "signature"),
                rows=[(who, " " * 24, " " * 24) for who in ("cage", "dealer", "supervisor")],
                title="Signed",
            ),
        ),
    )


def _there(at: datetime | None, zone: str) -> str:
    return "" if at is None else f"{at.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M:%S %Z}"
