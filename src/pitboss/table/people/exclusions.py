"""What the house has decided about a person, as a table is told of it.

Who is excluded from the casino at one table is excluded at all of them. The service tells each
table where the person is known; the table then refuses them as it does those whom it excluded
itself.
"""

from __future__ import annotations

from pitboss.refusal import refuse
from pitboss.table.machine import Command, PersonalEvent, Work, decides
from pitboss.table.matters.matter import known
from pitboss.table.people.presence import change_person, stand_aside
from pitboss.table.state import Table

GAME = "excluded from the game"
CASINO = "excluded from the casino"


class NoteExclusion(Command, frozen=True, kw_only=True):
    """Tell the table that someone is excluded from the casino; `over`: no longer."""

    person: str
    over: bool = False


class ExclusionNoted(PersonalEvent, frozen=True, kw_only=True):
    """The table knows that someone is excluded from the casino, elsewhere or by the house."""

    person: str

    def changes(self, table: Table) -> Table:
        """No further part, and the seat is free."""
        return stand_aside(table, self.person, banned=CASINO)


class ExclusionOver(PersonalEvent, frozen=True, kw_only=True):
    """The table knows that someone may come to the casino again."""

    person: str

    def changes(self, table: Table) -> Table:
        """Back, but for an exclusion from this game, which the casino's does not end."""
        here = any(
            matter.person == self.person and GAME in matter.facts
            for matter in table.matters.values()
        )
        return change_person(table, self.person, banned=GAME if here else None)


@decides(
    NoteExclusion,
    who=("clock",),
    opens=True,
    troubled=True,
    approvals=("exclude-from-casino",),
)
def note_exclusion(work: Work, command: NoteExclusion) -> None:
    """It holds at every table of the house."""
    excluded = work.table.people[known(work, command.person)].banned == CASINO
    clauses = work.cite("exclude-from-casino")
    if excluded is not command.over:
        state = "excluded already" if excluded else "not excluded from the casino"
        refuse("already-noted", clauses, person=command.person, state=state)
    work.emit(
        ExclusionOver if command.over else ExclusionNoted, person=command.person, clauses=clauses
    )
