"""The shift report and the slips as documents: page, CSV and PDF are made of the same cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from pitboss.editions.texts import translations
from pitboss.money import dollars
from pitboss.paper import Paper, PaperTable
from pitboss.views.money.shift import ShiftReport, TableShift
from pitboss.views.money.slip import Slip
from pitboss.words.catalogue import Said, spoken

Names = Mapping[str, str]
MINUTE, HOUR = 60, 3600
WORDS = "shift"
SIGNERS = ("cage", "dealer", "supervisor")


class Writing:
    """What a document is written with: its language, and the names of staff that are known."""

    def __init__(self, language: str, names: Names | None = None) -> None:
        self._language = language
        self._texts: Names = {} if language == "en" else translations(language)
        self._names = names or {}

    def say(self, key: str, **params: object) -> str:
        """A sentence or a word of these documents."""
        return spoken(WORDS, Said(key, params), self._language)

    def text(self, text: str) -> str:
        """A text of an edition."""
        return self._texts.get(text, text)

    def who(self, person: str) -> str:
        """Somebody's name."""
        return self._names.get(person, person)

    def table(
        self,
        title: str | None,
        heads: Sequence[str],
        rows: Sequence[Sequence[str]],
        figures: Sequence[int] = (),
    ) -> PaperTable:
        """A table with its title and its heads by their keys."""
        return PaperTable(
            title="" if title is None else self.say(title),
            heads=[self.say(head) for head in heads],
            rows=rows,
            figures=figures,
            empty=self.say("none"),
        )


def length(seconds: int) -> str:
    """How long something was, in hours and minutes."""
    return f"{seconds // HOUR}:{seconds % HOUR // MINUTE:02}"


def _cents(cents: float) -> str:
    return dollars(round(cents))


def shift_paper(report: ShiftReport, names: Names | None = None, language: str = "en") -> Paper:
    """The report of a shift; `names` are those of staff, where they are known."""
    sheet = Writing(language, names)
    disagree = [one.table for one in report.tables if not one.agrees]
    lines = [
        sheet.say("made", at=f"{report.at:%Y-%m-%d %H:%M:%S %Z}"),
        sheet.say(
            "totals",
            rounds=str(report.rounds),
            handle=dollars(report.handle_cents),
            drop=dollars(report.drop_cents + report.digital_cents),
            win=dollars(report.win_cents),
            expected=_cents(report.expected_cents),
        ),
    ]
    if disagree:
        lines.append(sheet.say("disagrees", tables=", ".join(disagree)))
    return Paper(
        title=sheet.say("title", span=report.span),
        lines=lines,
        tables=(
            _money(report.tables, sheet),
            _floats(report.tables, sheet),
            _slips([slip for one in report.tables for slip in one.slips], sheet, report),
            _ratings(report.tables, sheet),
            _on_duty(report.tables, sheet),
            _duties(report.tables, sheet),
        ),
    )


def _money(tables: Sequence[TableShift], sheet: Writing) -> PaperTable:
    heads = ("table", "from", "to", "rounds", "hour", "handle", "drop", "win", "expected")
    rows = [
        (
            *(one.table, one.begins_there, one.ends_there, str(one.hold.coups)),
            *(str(one.rounds_an_hour), dollars(one.hold.handle_cents)),
            *(dollars(one.hold.drop_cents + one.digital_cents), dollars(one.hold.win_cents)),
            *(_cents(one.hold.expected_cents), _cents(one.hold.low_cents)),
            *(_cents(one.hold.high_cents), _deviations(one, sheet)),
        )
        for one in tables
    ]
    return sheet.table("tables", (*heads, "low", "high", "deviations"), rows, tuple(range(3, 12)))


def _deviations(one: TableShift, sheet: Writing) -> str:
    deviations = f"{one.hold.deviations:+.2f}"
    return sheet.say("alert", deviations=deviations) if one.hold.alert else deviations


def _floats(tables: Sequence[TableShift], sheet: Writing) -> PaperTable:
    heads = ("table", "float-before", "opened", "fills", "credits", "sold", "win", "counted")
    rows = [
        (
            *(one.table, dollars(one.float_begins_cents), dollars(one.carried_cents)),
            *(dollars(one.fills_cents), dollars(-one.credits_cents)),
            *(dollars(-one.sold_cents), dollars(one.hold.win_cents - one.terminals_cents)),
            *(dollars(one.counted_cents), dollars(one.float_ends_cents)),
            sheet.say("agrees.yes" if one.agrees else "agrees.no"),
        )
        for one in tables
    ]
    return sheet.table("floats", (*heads, "float-after", "agrees"), rows, tuple(range(1, 9)))


def _slips(slips: Sequence[Slip], sheet: Writing, report: ShiftReport) -> PaperTable:
    """Fill and credit slips, by when they were made."""
    zones = {one.table: one.time_zone for one in report.tables}
    heads = ("when", "table", "event", "kind", "number", "amount", "by", "clauses")
    rows = [
        (
            _there(one.at, zones[one.table]),
            *(one.table, str(one.sequence), sheet.say(one.kind), one.number or ""),
            *(dollars(one.amount_cents), sheet.who(one.by), ", ".join(one.clauses)),
        )
        for one in sorted(slips, key=lambda one: (one.at, one.table, one.sequence))
    ]
    return sheet.table("slips", heads, rows, (5,))


def _ratings(tables: Sequence[TableShift], sheet: Writing) -> PaperTable:
    heads = ("table", "player", "seat", "time", "rounds", "handle", "average", "bought")
    rows = [
        (
            *(one.table, one.person, "" if one.seat is None else str(one.seat)),
            *(length(one.seconds), str(one.rounds), dollars(one.handle_cents)),
            *(dollars(one.average_cents), dollars(one.bought_cents)),
            *(dollars(one.result_cents), dollars(one.theoretical_cents)),
            "" if one.edge is None else one.edge.percent,
        )
        for table in tables
        for one in table.ratings
    ]
    every = (*heads, "result", "theoretical", "edge")
    return sheet.table("ratings", every, rows, tuple(range(2, 11)))


def _on_duty(tables: Sequence[TableShift], sheet: Writing) -> PaperTable:
    rows = [
        (one.table, sheet.who(one.person), sheet.text(one.rank or ""), length(one.seconds))
        for table in tables
        for one in table.on_duty
    ]
    return sheet.table("on-duty", ("table", "who", "rank", "time"), rows, (3,))


def _duties(tables: Sequence[TableShift], sheet: Writing) -> PaperTable:
    rows = [
        (
            *(table.table, _there(one.due, table.time_zone), sheet.text(one.to)),
            *(sheet.text(one.what), ", ".join(one.clauses)),
        )
        for table in tables
        for one in table.duties_overdue
    ]
    return sheet.table("duties", ("table", "due", "to-whom", "what", "clauses"), rows)


def slip_paper(slip: Slip, zone: str, names: Names | None = None, language: str = "en") -> Paper:
    """One slip, with room for those who sign it."""
    sheet = Writing(language, names)
    amounts = (
        *(dollars(slip.before_cents), dollars(slip.amount_cents)),
        *(dollars(slip.after_cents), ", ".join(slip.clauses)),
    )
    heads = ("float-before", slip.kind, "float-after", "clauses")
    room = " " * 24
    return Paper(
        title=sheet.say("slip", kind=slip.kind, number=str(slip.number or slip.sequence)),
        lines=(
            sheet.say("slip-of", table=slip.table, event=str(slip.sequence)),
            sheet.say("slip-by", at=_there(slip.at, zone), name=sheet.who(slip.by)),
        ),
        tables=(
            sheet.table(None, heads, [amounts], (0, 1, 2)),
            sheet.table(
                "signed",
                ("role", "name", "signature"),
                [(sheet.say(who), room, room) for who in SIGNERS],
            ),
        ),
    )


def _there(at: datetime | None, zone: str) -> str:
    return "" if at is None else f"{at.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M:%S %Z}"
