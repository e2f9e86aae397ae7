"""Spectators: patrons who only watch, entered so that a report can name them.

A spectator holds no chips here, has no seat and never wagers, and no limit on players counts
them. One who comes by themself arrives; one whom those on duty have seen is noted by them, by
name or by description.
"""

from __future__ import annotations

from pitboss.refusal import refuse
from pitboss.table.machine import Command, Event, Work, decides, replace
from pitboss.table.state import Person, Table


class NoteSpectator(Command, frozen=True, kw_only=True):
    """Enter someone who only watches, by name or description, so that they can be named."""

    person: str


class SpectatorNoted(Event, frozen=True, kw_only=True):
    """Someone was seen at the table who only watches."""

    person: str

    def changes(self, table: Table) -> Table:
        """There, to be named; what was decided about them earlier holds."""
        before = table.people.get(self.person, Person(role="spectator"))
        person = Person(
            role="spectator",
            order=table.events,
            banned=before.banned,
            detained=before.detained,
        )
        return replace(table, people={**table.people, self.person: person})


@decides(
    NoteSpectator,
    who=("staff", "inspector", "surveillance"),
    troubled=True,
    fits={"person": lambda standing, name: not standing.table.people[name].present},
)
def note_spectator(work: Work, command: NoteSpectator) -> None:
    """Nobody needs to have come as a player to be named in a report."""
    name = command.person
    if not name.strip():
        refuse("not-said.note-spectator")
    known = work.table.people.get(name)
    if known is not None and known.present:
        refuse("already-here", name=name)
    work.emit(SpectatorNoted, person=name)
