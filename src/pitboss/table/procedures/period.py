"""The wagering period: it begins when wagers are called for, and its expiry closes betting.

Where betting closes by a call, the period is that of terminals alone: the call comes after it.
"""

from __future__ import annotations

import datetime as dt
from typing import Annotated

import msgspec

from pitboss.editions.conduct import Period
from pitboss.refusal import refuse
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.machine import Command, PublicEvent, Query, Work, decides, replace
from pitboss.table.own import Own, Part, own_part
from pitboss.table.procedures.memory import memory, remember
from pitboss.table.state import Table

NAME = "period"
EXPIRY = "expiry"
LENGTH = "wagering-period"
LONGEST = 3_600


class EndPeriod(Command, frozen=True, kw_only=True):
    """The wagering period is over: betting closes, or terminals take no more wagers."""


class SetPeriod(Command, frozen=True, kw_only=True):
    """Set how long the wagering period lasts, from the next one on."""

    milliseconds: Annotated[int, msgspec.Meta(ge=0)]


class ExtendPeriod(Command, frozen=True, kw_only=True):
    """Make the wagering period that runs longer by so many seconds."""

    seconds: Annotated[int, msgspec.Meta(ge=0)]


class PeriodSet(PublicEvent, frozen=True, kw_only=True):
    """The wagering period lasts so long from the next one on; before it was another length."""

    milliseconds: int
    before: int

    def changes(self, table: Table) -> Table:
        """From the next call on."""
        return remember(table, NAME, Length(milliseconds=self.milliseconds))


class PeriodExtended(PublicEvent, frozen=True, kw_only=True):
    """The wagering period that runs ends later."""

    seconds: int
    until: dt.datetime

    def changes(self, table: Table) -> Table:
        """Later, never earlier."""
        return replace(table, betting=replace(table.betting, closes_at=self.until))


@own_part
class Length(Part, Own, frozen=True, kw_only=True, tag_field="own", tag=NAME):
    """The length of the period that was set at this table."""

    milliseconds: int | None = None


def length_of(query: Query) -> int:
    """How long the next period lasts, in milliseconds: as set at the table, or as usual."""
    rule = query.edition.conduct.period
    assert rule is not None
    own = memory(query.table, NAME, Length()).milliseconds
    return rule.seconds * 1000 if own is None else own


def begins(work: Work) -> dt.datetime | None:
    """When the period ends that begins now; none where there are no periods."""
    rule = work.edition.conduct.period
    if rule is None:
        return None
    if work.table.betting.closes_at is not None and work.command.at < work.table.betting.closes_at:
        refuse("period-begun", rule.clauses)
    return work.command.at + dt.timedelta(milliseconds=length_of(work))


def in_period(work: Work) -> None:
    """Refuse a wager before wagers are called for, and after the period's expiry."""
    rule = work.edition.conduct.period
    if rule is None or work.edition.close.at != EXPIRY:
        return
    ends = work.table.betting.closes_at
    if ends is None:
        refuse("bets-not-called", rule.clauses)
    if work.command.at >= ends:
        refuse("period-over", rule.clauses)


def the_period(query: Query) -> tuple[Period, dt.datetime]:
    """The period that runs, and when it ends; refused where none does."""
    rule, ends = query.edition.conduct.period, query.table.betting.closes_at
    assert rule is not None
    if query.table.betting.closed or ends is None:
        refuse("no-period", rule.clauses)
    return rule, ends


@decides(SetPeriod, procedure=NAME, approvals=(LENGTH,), needs=(Ranked(LENGTH),), troubled=True)
def set_period(work: Work, command: SetPeriod) -> None:
    """By whoever speaks for the operator, never less than the text has."""
    rule = work.edition.conduct.period
    assert rule is not None
    clauses = (*rule.clauses, *authorise(work, LENGTH))
    if not rule.least * 1000 <= command.milliseconds <= LONGEST * 1000:
        refuse("period-length", clauses, least=rule.least, most=LONGEST)
    work.emit(PeriodSet, command, before=length_of(work), clauses=clauses)


@decides(ExtendPeriod, procedure=NAME, approvals=(LENGTH,), needs=(Ranked(LENGTH),))
def extend(work: Work, command: ExtendPeriod) -> None:
    """Before its instant has come; a period is never made shorter."""
    rule, ends = the_period(work)
    clauses = (*rule.clauses, *authorise(work, LENGTH))
    if command.at >= ends:
        refuse("period-over", clauses)
    until = ends + dt.timedelta(seconds=min(command.seconds, LONGEST + 1))
    if command.seconds < 1 or until - command.at > dt.timedelta(seconds=LONGEST):
        refuse("period-length", clauses, least=1, most=LONGEST)
    work.emit(PeriodExtended, seconds=command.seconds, until=until, clauses=clauses)
