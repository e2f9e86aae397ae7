"""Duties: what must be done or told because something happened, until someone has done it."""

from __future__ import annotations

import calendar
import datetime as dt
from zoneinfo import ZoneInfo

from pitboss.editions.edition import Edition
from pitboss.editions.procedures import Due
from pitboss.refusal import Refusal, refuse, sure
from pitboss.table.admission import passes
from pitboss.table.machine import Command, Event, Standing, Work, decides, replace
from pitboss.table.own import alike
from pitboss.table.state import Duty, Table
from pitboss.words import with_article


class DischargeDuty(Command, frozen=True, kw_only=True):
    """Say that a duty has been done, and how."""

    duty: int
    how: str


class DutyRaised(Event, frozen=True, kw_only=True):
    """Something must now be done or told."""

    duty: int
    key: str
    to: str
    what: str
    channel: str
    timing: Due
    due: dt.datetime | None = None
    about: str | None = None

    def changes(self, table: Table) -> Table:
        """The duty is open."""
        duty = alike(Duty, self, number=self.duty, raised=self.at)
        return replace(table, numbered=self.duty, duties={**table.duties, self.duty: duty})


class DutyDischarged(Event, frozen=True, kw_only=True):
    """A duty was done."""

    duty: int
    how: str

    def changes(self, table: Table) -> Table:
        """The duty is done."""
        done = replace(table.duties[self.duty], done_by=self.by, done_at=self.at)
        return replace(table, duties={**table.duties, self.duty: done})


def raise_duty(
    work: Work, key: str, about: str | None = None, since: dt.datetime | None = None
) -> None:
    """An event creates a duty of the edition; nothing where the edition has none of that name.

    Its time runs from the event, or from a moment before it.
    """
    rule = work.edition.duties.get(key)
    if rule is None:
        return
    work.emit(
        DutyRaised,
        rule,
        duty=work.table.numbered + 1,
        key=key,
        timing=rule.due,
        due=deadline(rule.due, since or work.command.at, work.edition.identity.time_zone),
        about=about,
        clauses=rule.clauses,
    )


def end_duties(work: Work, about: str, how: str, key: str | None = None) -> None:
    """Open duties about something are done by what was just recorded: all, or those of a key."""
    for duty in open_duties(work.table):
        if duty.about == about and key in (None, duty.key):
            work.emit(DutyDischarged, duty=duty.number, how=how, clauses=duty.clauses)


def deadline(due: Due, at: dt.datetime, zone: str) -> dt.datetime | None:
    """When a duty is due by the casino's own time zone, told by its distance from UTC then.

    A journal keeps that distance, not the zone: of an hour that comes twice, when clocks go
    back, the zone's name alone would not say which is meant.
    """
    local = at.astimezone(ZoneInfo(zone))
    end = dt.time(23, 59, 59)
    found = local
    if due == "standing":
        return None
    if due == "shift-end":
        found = (at.astimezone(dt.UTC) + dt.timedelta(hours=8)).astimezone(local.tzinfo)
    elif due == "three-days":
        found = (at.astimezone(dt.UTC) + dt.timedelta(hours=72)).astimezone(local.tzinfo)
    elif due == "day-end":
        found = dt.datetime.combine(local.date(), end, local.tzinfo)
    elif due == "month-end":
        last = calendar.monthrange(local.year, local.month)[1]
        found = dt.datetime.combine(local.date().replace(day=last), end, local.tzinfo)
    offset = found.utcoffset()
    assert offset is not None
    return found.astimezone(dt.timezone(offset))


def open_duties(table: Table, to: str | None = None) -> list[Duty]:
    """The duties not yet done, oldest first."""
    return [
        duty
        for duty in table.duties.values()
        if duty.done_by is None and (to is None or duty.to == to)
    ]


def not_theirs(edition: Edition, duty: Duty, role: str, rank: str | None) -> Refusal | None:
    """Why someone in this role and rank cannot say that a duty is done; nothing where they can."""
    rule = edition.duties.get(duty.key)
    if rule is None:
        return None
    if rule.ends is not None:
        return Refusal.of("by-its-act", rule.clauses, number=duty.number, ends=rule.ends)
    if role not in ("staff", *rule.also):
        doers = " or ".join(("staff", *rule.also))
        return Refusal.of(
            "not-their-duty", rule.clauses, number=duty.number, doers=doers, role=role
        )
    ranks = edition.ranks
    if role != "staff" or rule.rank is None:
        return None
    if not ranks.held(rank, rule.rank):
        takes, held = with_article(rule.rank), with_article(rank or role)
        return Refusal.of(
            "rank-too-low.not-theirs", rule.clauses, number=duty.number, takes=takes, held=held
        )
    return None


def _theirs(work: Standing, number: int) -> Duty:
    """An open duty that whoever asks may say is done."""
    duty = work.table.duties.get(number)
    if duty is None or duty.done_by is not None:
        refuse("no-such-duty", duty=number)
    assert work.actor is not None  # only who is at the table is admitted
    sure(not_theirs(work.edition, duty, work.actor.role, work.actor.rank))
    return duty


@decides(
    DischargeDuty,
    who=("staff", "inspector", "surveillance"),
    troubled=True,
    opens=True,
    fits={"duty": passes(_theirs)},
)
def discharge(work: Work, command: DischargeDuty) -> None:
    """Each duty is done once, by those whose it is; some end by a recorded act alone."""
    duty = _theirs(work, command.duty)
    if not command.how.strip():
        refuse("not-said.discharge", duty.clauses)
    work.emit(DutyDischarged, duty=command.duty, how=command.how, clauses=duty.clauses)
