"""Every duty of a house, of tables and of what stands beside them, with proof of its discharge."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

import msgspec

from pitboss.aggregates import PROMOTION, TABLE, TOURNAMENT
from pitboss.aggregates.promotion.events import NoticeDue, NoticeGiven
from pitboss.aggregates.tournament import Tournament
from pitboss.aggregates.tournament.publication import InspectorateAdvised
from pitboss.editions.edition import Edition
from pitboss.editions.wagers import Clauses
from pitboss.journal.record import Record, read_line
from pitboss.paper import Paper, PaperTable
from pitboss.service.compliance.month import there
from pitboss.table import Event, Rules, Table
from pitboss.table.authority.duties import DutyDischarged
from pitboss.views.follower import Fold

State = Literal["overdue", "open", "done", "late"]
ADVICE, CHANGES = "tournament-advice", "tournament-changes-told"
ORDER: tuple[State, ...] = ("overdue", "open", "late", "done")
"""How a duty may stand, as counts of them are told."""


class DutyRow(msgspec.Struct, frozen=True, kw_only=True):
    """A duty: whose, what, until when, and how it was done; `proof` is the event that says so.

    `due_there` is the deadline by the casino's own clock; without one it holds as long as what it
    belongs to.
    """

    stream: str
    rulebook: str
    number: int
    key: str
    to: str
    what: str
    channel: str
    about: str | None
    raised: dt.datetime
    due: dt.datetime | None
    due_there: str
    state: State
    clauses: Clauses
    done_by: str | None = None
    done_at: dt.datetime | None = None
    done_there: str = ""
    how: str | None = None
    proof: int | None = None


class Discharges:
    """How each duty of a table was done, and which event says it."""

    def __init__(self) -> None:
        self.by_duty: dict[int, tuple[int, str]] = {}

    def take(self, before: Table, event: Event, after: Table, record: Record) -> None:  # noqa: ARG002
        """Take the next event."""
        if isinstance(event, DutyDischarged):
            self.by_duty[event.duty] = (record.sequence, event.how)


def table_duties(
    name: str, edition: Edition, table: Table, told: Discharges, now: dt.datetime
) -> list[DutyRow]:
    """The duties of a table, done ones too."""
    zone = edition.identity.time_zone
    found = []
    for duty in table.duties.values():
        proof, how = told.by_duty.get(duty.number, (None, None))
        found.append(
            DutyRow(
                stream=name,
                rulebook=edition.identity.rulebook,
                number=duty.number,
                key=duty.key,
                to=duty.to,
                what=duty.what,
                channel=duty.channel,
                about=duty.about,
                raised=duty.raised,
                due=duty.due,
                due_there=there(duty.due, zone),
                state=state_of(duty.due, duty.done_at, now),
                clauses=duty.clauses,
                done_by=duty.done_by,
                done_at=duty.done_at,
                done_there=there(duty.done_at, zone),
                how=how,
                proof=proof,
            )
        )
    return found


def state_of(due: dt.datetime | None, done: dt.datetime | None, now: dt.datetime) -> State:
    """How a duty stands at a moment."""
    if done is not None:
        return "late" if due is not None and done > due else "done"
    return "overdue" if due is not None and due < now else "open"


def promotion_duties(
    name: str, edition: Edition, events: Iterable[tuple[int, Any]], now: dt.datetime
) -> list[DutyRow]:
    """What a promotion owes: a winner told, a regulator told; each with its deadline."""
    rows: list[DutyRow] = []
    for sequence, event in events:
        if isinstance(event, NoticeDue):
            rows.append(
                DutyRow(
                    stream=name,
                    rulebook=edition.identity.rulebook,
                    number=len(rows) + 1,
                    key="notice",
                    to=event.to,
                    what=event.what,
                    channel="notice",
                    about=None,
                    raised=event.at,
                    due=event.due,
                    due_there=there(event.due, edition.identity.time_zone),
                    state=state_of(event.due, None, now),
                    clauses=event.clauses,
                )
            )
        elif isinstance(event, NoticeGiven):
            place = event.notice - 1
            rows[place] = _done(rows[place], edition, event, event.how, sequence)
    return rows


def _done(row: DutyRow, edition: Edition, event: Any, how: str, sequence: int) -> DutyRow:
    return msgspec.structs.replace(
        row,
        state=state_of(row.due, event.at, event.at),
        done_by=event.by,
        done_at=event.at,
        done_there=there(event.at, edition.identity.time_zone),
        how=how,
        proof=sequence,
    )


def tournament_duties(
    name: str, edition: Edition, events: Iterable[tuple[int, Any]], now: dt.datetime
) -> list[DutyRow]:
    """What a tournament owes the inspectorate: advice before entries, and of every change."""
    rows: list[DutyRow] = []
    state: Tournament = TOURNAMENT.start
    for sequence, event in events:
        before, state = state, TOURNAMENT.evolve(state, event)
        rule = None
        if before.published is None and state.published is not None:
            rule = edition.rules.get(ADVICE)
        elif state.unadvised > before.unadvised:
            rule = edition.rules.get(CHANGES)
        if rule is not None:
            due = state.terms.starts
            rows.append(
                DutyRow(
                    stream=name,
                    rulebook=edition.identity.rulebook,
                    number=len(rows) + 1,
                    key=ADVICE if state.published is not before.published else CHANGES,
                    to="inspectorate",
                    what=rule.says,
                    channel="direct",
                    about=state.terms.title,
                    raised=event.at,
                    due=due,
                    due_there=there(due, edition.identity.time_zone),
                    state=state_of(due, None, now),
                    clauses=rule.clauses,
                )
            )
        elif isinstance(event, InspectorateAdvised):
            rows = [
                one if one.done_at else _done(one, edition, event, "recorded", sequence)
                for one in rows
            ]
    return rows


def in_order(rows: Iterable[DutyRow]) -> list[DutyRow]:
    """Overdue first, the oldest deadline first; then what is open; what was done comes last."""

    def place(row: DutyRow) -> tuple[Any, ...]:
        far = dt.datetime.max.replace(tzinfo=dt.UTC)
        done = row.done_at
        when = -done.timestamp() if done is not None else (row.due or far).timestamp()
        return done is not None, row.state != "overdue", when, row.stream, row.number

    return sorted(rows, key=place)


def duties_of(
    streams: Sequence[tuple[str, Iterable[bytes]]],
    rules_of: Callable[[str], Rules],
    now: dt.datetime,
) -> list[DutyRow]:
    """Every duty that journals tell of, in order."""
    rows: list[DutyRow] = []
    for name, lines in streams:
        if TABLE.owns(name):
            rows += _of_table(name, lines, rules_of, now)
        elif PROMOTION.owns(name) or TOURNAMENT.owns(name):
            aggregate = PROMOTION if PROMOTION.owns(name) else TOURNAMENT
            records = [read_line(line) for line in lines]
            if records:
                edition = rules_of(records[0].edition).edition
                events = [(one.sequence, aggregate.read(one)) for one in records]
                of = promotion_duties if aggregate is PROMOTION else tournament_duties
                rows += of(name, edition, events, now)
    return in_order(rows)


def _of_table(
    name: str, lines: Iterable[bytes], rules_of: Callable[[str], Rules], now: dt.datetime
) -> list[DutyRow]:
    told, edition = Discharges(), None
    fold = Fold([told])
    for line in lines:
        edition = edition or read_line(line).edition
        fold.take(line)
    if edition is None:
        return []
    return table_duties(name, rules_of(edition).edition, fold.table, told, now)


def duties_paper(rows: Sequence[DutyRow], at: dt.datetime, zone: str) -> Paper:
    """The duties as a document."""
    counts = {state: sum(row.state == state for row in rows) for state in ORDER}
    cells = [
        (
            row.state,
            row.due_there or "as long as it lasts",
            row.stream,
            str(row.number),
            row.to,
            row.what,
            ", ".join(row.clauses),
            row.done_there,
            row.done_by or "",
            row.how or "",
            "" if row.proof is None else f"event {row.proof}",
        )
        for row in rows
    ]
    heads = (
        *("state", "due", "stream", "number", "to", "what", "clauses"),
        *("done", "by", "how", "proof"),
    )
    said = ", ".join(f"{number} {state}" for state, number in counts.items())
    return Paper(
        title="Duties of all tables, tournaments and promotions",
        lines=(f"As of {there(at, zone)}: {said}.",),
        tables=(PaperTable(heads=heads, rows=cells, figures=(3,)),),
    )
