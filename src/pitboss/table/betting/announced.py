"""A change of limits announced by a sign, and the players who agree to it beforehand."""

from __future__ import annotations

import datetime as dt

from pitboss.refusal import refuse
from pitboss.table.betting.alter import OF_LIMITS, ChangeLimits, altered, says
from pitboss.table.life.notices import CHANGE, NoticePosted, check_time, known, ranked
from pitboss.table.life.open import CONSENT, check_limits
from pitboss.table.machine import Query, TableEvent, Work, decides, replace
from pitboss.table.state import Table


class AnnounceLimits(ChangeLimits, frozen=True, kw_only=True):
    """Display a sign of limits to come: those that the command names, and when."""

    change_at: dt.datetime


class AgreeToLimits(ChangeLimits, frozen=True, kw_only=True):
    """A player agrees that the limits be altered now as the command says."""


class LimitsAgreed(TableEvent, frozen=True, kw_only=True):
    """A player agreed to a change of limits."""

    what: str

    def changes(self, table: Table) -> Table:
        """Recorded until the limits change or the player leaves."""
        mark = f"{OF_LIMITS}{self.what}"
        return replace(table, marks={**table.marks, f"{CONSENT}{self.by}": mark})


def _announced(query: Query) -> None:
    """Only where every change of limits is announced or agreed to."""
    if CHANGE not in query.edition.notices:
        refuse("not-provided.required", title=query.edition.identity.title)


@decides(AnnounceLimits, rules=("limits-sign",), needs=(_announced,), worded=True)
def announce(work: Work, command: AnnounceLimits) -> None:
    """What will stand on the sign and when, long enough before."""
    notice = known(work, CHANGE)
    ranked(work, notice)
    shown, change = check_time(work, command.change_at, CHANGE)
    what = _what(work, command)
    if not notice.allows(shown, change):
        refuse("notice-too-short", notice.clauses, minutes=notice.minutes)
    work.emit(
        NoticePosted, kind=CHANGE, change_at=command.change_at, value=what, clauses=notice.clauses
    )


@decides(AgreeToLimits, who=("player", "terminal"), needs=(_announced,), worded=True)
def agree(work: Work, command: AgreeToLimits) -> None:
    """Each player for themselves; every one at the table must agree."""
    notice = known(work, CHANGE)
    if not notice.or_consent:
        refuse("not-provided.consent", notice.clauses)
    work.emit(LimitsAgreed, what=_what(work, command), clauses=notice.clauses)


def _what(work: Work, command: ChangeLimits) -> str:
    """What is altered; limits that could not stand on a sign are refused."""
    before = work.table.next_sign or work.table.sign
    after = altered(before, command)
    if after == before:
        refuse("no-change.change-limits")
    check_limits(work, work.house, after)
    return says(before, after)
