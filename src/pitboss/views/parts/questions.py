"""Since when people are asked what they are asked now: no rule sets them a time."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from pitboss.journal.record import Record
from pitboss.table import Event, Rules, Table
from pitboss.table.machine import Query
from pitboss.table.play import Ask


class Questions:
    """When the question began that a table waits with.

    It begins anew with each hand, with each card that came, and with what may be answered; that
    one of several has answered, or someone's wager was touched, changes nothing.
    """

    def __init__(self, rules_of: Callable[[str], Rules]) -> None:
        self._rules_of = rules_of
        self._question: tuple[object, ...] | None = None
        self.since: dt.datetime | None = None

    def take(self, before: Table, event: Event, after: Table, record: Record) -> None:
        """Take the next event."""
        if after.coup is before.coup and after.trouble is before.trouble:
            return
        question = self._asked(after, record.edition)
        if question != self._question:
            self._question = question
            self.since = None if question is None else event.at

    def _asked(self, table: Table, edition: str) -> tuple[object, ...] | None:
        coup = table.coup
        if coup is None or table.trouble is not None:
            return None
        rules = self._rules_of(edition)
        if not rules.play.decided:
            return None
        step = rules.play.next(Query(rules, table))
        if not isinstance(step, Ask):
            return None
        return (coup.number, step.hand, step.among, len(coup.slots))
