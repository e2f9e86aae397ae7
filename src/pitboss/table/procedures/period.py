"""The wagering period: it begins when wagers are called for, and its expiry closes betting."""

from __future__ import annotations

from pitboss.refusal import refuse
from pitboss.table.betting.window import close
from pitboss.table.machine import Command, Work, decides


class EndPeriod(Command, frozen=True, kw_only=True):
    """The wagering period is over: betting closes."""


def in_period(work: Work) -> None:
    """Refuse a wager before wagers are called for, and after the period's expiry."""
    rule = work.edition.conduct.period
    if rule is None:
        return
    ends = work.table.betting.closes_at
    if ends is None:
        refuse("bets-not-called", rule.clauses)
    if work.command.at >= ends:
        refuse("period-over", rule.clauses)


@decides(EndPeriod, who=("staff", "clock"), procedure="period")
def end(work: Work, command: EndPeriod) -> None:
    """Not before its time."""
    rule, ends = work.edition.conduct.period, work.table.betting.closes_at
    assert rule is not None
    if work.table.betting.closed or ends is None:
        refuse("no-period", rule.clauses)
    if command.at < ends:
        left = int((ends - command.at).total_seconds())
        refuse("period-runs", rule.clauses, left=left)
    close(work, "expiry")
