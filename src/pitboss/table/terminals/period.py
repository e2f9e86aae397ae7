"""The expiry of the wagering period, recorded by the clock or by whoever notices it."""

from __future__ import annotations

from pitboss.refusal import refuse
from pitboss.table.betting.window import close
from pitboss.table.machine import Work, decides
from pitboss.table.procedures.period import NAME, EndPeriod, the_period
from pitboss.table.terminals.expiry import EXPIRED, expire


@decides(EndPeriod, who=("staff", "clock"), procedure=NAME, troubled=True, rules=EXPIRED)
def end(work: Work, command: EndPeriod) -> None:
    """Not before its time."""
    rule, ends = the_period(work)
    if command.at < ends:
        left = int((ends - command.at).total_seconds())
        refuse("period-runs", rule.clauses, left=left)
    expire(work)
    close(work, "expiry")
    if not work.events:  # recorded before, where a call closes betting
        refuse("no-period", rule.clauses)
