"""The wagering period: it begins when wagers are called for, and its expiry ends the wagers.

An edition may have one; any table may be given a time to bet of its own. Where betting closes by a
call and the table was given none, the period is that of terminals alone: the call comes after it.
"""

from __future__ import annotations

import datetime as dt
from typing import Annotated

import msgspec

from pitboss.editions.conduct import Period
from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.machine import (
    Command,
    PublicEvent,
    Query,
    Standing,
    Work,
    decides,
    replace,
)
from pitboss.table.own import Own, Part, own_part
from pitboss.table.procedures.memory import memory, remember
from pitboss.table.state import Table

NAME = "period"
EXPIRY = "expiry"
LENGTH, LIMITS = "wagering-period", "change-limits"
"""Who sets the length: as the edition says of it, or else as of the limits of the table."""
LONGEST = 3_600


class EndPeriod(Command, frozen=True, kw_only=True):
    """The wagering period is over: betting closes, or terminals take no more wagers."""


class SetPeriod(Command, frozen=True, kw_only=True):
    """Set how long the wagering period lasts, from the next one on."""

    milliseconds: Annotated[int, msgspec.Meta(ge=0)]


class SetBettingTime(Command, frozen=True, kw_only=True):
    """Set the time to bet at this table, from the next call on; none where it is nought."""

    seconds: Annotated[int, msgspec.Meta(ge=0)]


class ExtendPeriod(Command, frozen=True, kw_only=True):
    """Make the wagering period that runs longer by so many seconds."""

    seconds: Annotated[int, msgspec.Meta(ge=0)]


class PeriodSet(PublicEvent, frozen=True, kw_only=True):
    """The wagering period lasts so long from the next one on; before it was another length."""

    milliseconds: int
    before: int

    def changes(self, table: Table) -> Table:
        """From the next call on."""
        own = memory(table, NAME, Length())
        return remember(table, NAME, replace(own, milliseconds=self.milliseconds))


class BettingTimeSet(PublicEvent, frozen=True, kw_only=True):
    """Wagers are taken for so long once they are called for, by whoever bets at this table."""

    seconds: int
    before: int

    def changes(self, table: Table) -> Table:
        """From the next call on."""
        own = memory(table, NAME, Length())
        return remember(table, NAME, replace(own, cloth=self.seconds))


class PeriodExtended(PublicEvent, frozen=True, kw_only=True):
    """The wagering period that runs ends later."""

    seconds: int
    until: dt.datetime

    def changes(self, table: Table) -> Table:
        """Later, never earlier."""
        return replace(table, betting=replace(table.betting, closes_at=self.until))


@own_part
class Length(Part, Own, frozen=True, kw_only=True, tag_field="own", tag=NAME):
    """The length of the period that was set at this table.

    `cloth`: the seconds of its own time to bet, which binds everyone who wagers there.
    """

    milliseconds: int | None = None
    cloth: int = 0


def betting_time(table: Table) -> int:
    """The seconds of the table's own time to bet; nought where it keeps none."""
    return memory(table, NAME, Length()).cloth


def length_of(query: Query) -> int | None:
    """How long the next period lasts, in milliseconds: as set at the table, or as usual."""
    rule, own = query.edition.conduct.period, memory(query.table, NAME, Length())
    if own.cloth:
        return own.cloth * 1000
    if rule is None:
        return None
    return rule.seconds * 1000 if own.milliseconds is None else own.milliseconds


def clauses_of(query: Query) -> Clauses:
    """What is cited of a period: the edition's own, or else the calls with which it begins."""
    rule = query.edition.conduct.period
    return query.cite("calls") if rule is None else rule.clauses


def begins(work: Work) -> dt.datetime | None:
    """When the period ends that begins now; none where there are no periods."""
    length = length_of(work)
    if length is None:
        return None
    if work.table.betting.closes_at is not None and work.command.at < work.table.betting.closes_at:
        refuse("period-begun", clauses_of(work))
    return work.command.at + dt.timedelta(milliseconds=length)


def in_period(work: Work) -> None:
    """Refuse a wager after the expiry of the period, and where that closes betting, before it."""
    expires = work.edition.close.at == EXPIRY
    ends = work.table.betting.closes_at
    if ends is None and expires:
        refuse("bets-not-called", clauses_of(work))
    if ends is None or not (expires or betting_time(work.table)):
        return
    if work.command.at >= ends:
        refuse("period-over", clauses_of(work))


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
    before = memory(work.table, NAME, Length()).milliseconds
    usual = rule.seconds * 1000 if before is None else before
    work.emit(PeriodSet, command, before=usual, clauses=clauses)


def _leave(query: Query) -> str:
    return LENGTH if LENGTH in query.edition.approvals else LIMITS


def _ranked(standing: Standing) -> None:
    Ranked(_leave(standing))(standing)


@decides(SetBettingTime, approvals=(LENGTH, LIMITS), needs=(_ranked,), troubled=True)
def set_betting_time(work: Work, command: SetBettingTime) -> None:
    """By whoever may set a period, or else the limits; never less than the text has."""
    clauses = authorise(work, _leave(work))
    if work.table.betting.closes_at is not None and not work.table.betting.closed:
        refuse("period-begun", clauses_of(work))
    rule = work.edition.conduct.period
    least, before = 1 if rule is None else rule.least, betting_time(work.table)
    if command.seconds == before:
        refuse("no-change.betting-time")
    if command.seconds and not least <= command.seconds <= LONGEST:
        refuse("period-length", clauses, least=least, most=LONGEST)
    work.emit(BettingTimeSet, command, before=before, clauses=clauses)


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
