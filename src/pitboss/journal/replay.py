"""A stream's records replayed: what must hold after every event."""

from __future__ import annotations

from typing import Generic

from pitboss.errors import UnknownVersionError
from pitboss.journal.aggregate import Aggregate, Event, State, Wrong
from pitboss.journal.record import Record


class Replay(Generic[State, Event]):
    """One stream, event by event. Nothing is believed that the events do not bear out."""

    def __init__(self, aggregate: Aggregate[State, Event]) -> None:
        self.state = aggregate.start
        self.aggregate = aggregate
        self._check = aggregate.check()
        self._commands: set[str] = set()
        self._command: str | None = None
        self.event: Event | None = None
        """The last event that was read."""

    def take(self, record: Record) -> Wrong | None:
        """The next record; what is wrong with it."""
        wrong = self._check.admits(record)
        if wrong is not None:
            return wrong
        if record.command != self._command:
            if record.command in self._commands:
                return "repeated-command", f"the command {record.command} was carried out before"
            self._commands.add(record.command)
            self._command = record.command
        try:
            event = self.event = self.aggregate.read(record)
        except (ValueError, UnknownVersionError) as error:
            return "unreadable-event", f"it cannot be read: {error}"
        before = self.state
        wrong = self._check.follows(before, event)
        if wrong is not None:
            return wrong
        try:
            after = self.aggregate.evolve(before, event)
            wrong = self._check.holds(before, event, after)
        except Exception as error:  # noqa: BLE001 - a forged event may break anything
            return "impossible", f"it cannot follow the events before it ({type(error).__name__})"
        self.state = after
        return wrong
