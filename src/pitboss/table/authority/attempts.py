"""Attempts: what someone of the house tried and no rule let them do, kept on record.

A refused command changes nothing, so it leaves no event. Where a reading asks that the attempt
be logged, the person who made it records it by a command of its own; it moves no money and
opens a matter that anyone can read later.
"""

from __future__ import annotations

from pitboss.refusal import refuse
from pitboss.table.admission import Ruled
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.betting.validity import lying
from pitboss.table.machine import Command, Event, Work, decides
from pitboss.table.matters.matter import given, next_number, open_matter
from pitboss.table.state import Table


class RecordAttempt(Command, frozen=True, kw_only=True):
    """Record that one tried to refuse a wager when that was too late; the wager stays."""

    number: int
    grounds: str


class AttemptRecorded(Event, frozen=True, kw_only=True):
    """Someone tried to refuse a wager after the first card had been removed."""

    matter: int
    number: int
    person: str
    coup: int
    grounds: str

    def changes(self, table: Table) -> Table:
        """On record; nothing else changes."""
        facts = {"wager": str(self.number), "coup": str(self.coup), "grounds": self.grounds}
        return open_matter(table, self.matter, "attempt", "recorded", self.person, facts)


@decides(RecordAttempt, troubled=True, needs=(Ruled("late-refusal-logged"), Ranked("refuse-wager")))
def record_attempt(work: Work, command: RecordAttempt) -> None:
    """After the removal a wager cannot be refused, though betting is open; log it."""
    rule = work.required("late-refusal-logged")
    authorise(work, "refuse-wager")
    placed = lying(work, command.number)
    coup = work.table.coup
    if coup is None:
        refuse("not-too-late", rule.clauses)
    if any(
        matter.kind == "attempt" and matter.facts["wager"] == str(placed.number)
        for matter in work.table.matters.values()
    ):
        refuse("recorded-already", number=placed.number)
    given(command.grounds, "on which grounds")
    number = next_number(work)
    work.emit(
        AttemptRecorded, command, placed, matter=number, coup=coup.number, clauses=rule.clauses
    )
