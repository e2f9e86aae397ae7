"""The floor: the tables of this process as the API shows them, committed events only.

What is published is what the journal has. Each table's last committed state is kept here; the
service's own state may be a write ahead of it. Listeners are told on the loop, in order, and
whatever was missed is read from the journal.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from pitboss.api.history import History
from pitboss.api.marks import Marks
from pitboss.api.problems import ProblemError
from pitboss.api.telling import MOST_BEHIND, Recent, Subscriber
from pitboss.book import Rulebook
from pitboss.journal.record import read_line
from pitboss.journal.versions import read_event
from pitboss.service.sessions import Session
from pitboss.service.tables import Tables
from pitboss.table import Event, Rules, Table
from pitboss.table.views import Audience

PREFIX = "table:"
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")


@dataclass
class Shown:
    """A table as it was last committed."""

    name: str
    rules: Rules
    sequence: int
    table: Table
    history: History
    marks: Marks
    recent: Recent
    subscribers: list[Subscriber] = field(default_factory=list)
    past: object | None = None


def audience_of(session: Session) -> Audience:
    """What a session's role lets it see."""
    return session.role


class Floor:
    """Every table that this process shows."""

    def __init__(self, tables: Tables, books: dict[str, Rulebook]) -> None:
        self.tables = tables
        self.books = books
        self._shown: dict[str, Shown] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self.published = 0

    def start(self) -> None:
        """Take the running loop, on which everything is published."""
        self._loop = asyncio.get_running_loop()

    def names(self) -> list[str]:
        """The names of all tables there are."""
        streams = {one for one in self.tables.store.streams() if one.startswith(PREFIX)}
        going = {one.name for one in self.shown() if one.sequence}
        return sorted({one.removeprefix(PREFIX) for one in streams} | going)

    def get(self, name: str, edition: str | None = None) -> Shown:
        """A table; a problem where there is none of that name."""
        shown = self._shown.get(name)
        if shown is None:
            if not NAME.fullmatch(name):
                raise ProblemError(404, "no-such-table", "There is no table of that name.")
            try:
                going = self.tables.table(PREFIX + name, edition)
            except LookupError:
                raise ProblemError(404, "no-such-table", f"There is no table '{name}'.") from None
            with going.telling:
                shown = Shown(
                    name,
                    going.stream.rules,
                    going.told,
                    going.shown,
                    History(self.tables.store, PREFIX + name),
                    Marks(self.tables.store, PREFIX + name, self.tables.signer.public),
                    Recent(name, going.told, going.shown),
                )
                going.listeners.append(self._listener(shown))
            self._shown[name] = shown
        return shown

    def forget(self, name: str) -> None:
        """Let go of a table at which nothing has happened: its setting up failed."""
        shown = self._shown.get(name)
        if shown is not None and not shown.sequence and self.tables.forget(PREFIX + name):
            del self._shown[name]

    def shown(self) -> list[Shown]:
        """The tables that were asked for so far."""
        return list(self._shown.values())

    def _listener(self, shown: Shown) -> Callable[[int, tuple[Event, ...], Table], None]:
        def heard(sequence: int, events: tuple[Event, ...], table: Table) -> None:
            loop = self._loop
            if loop is None or loop.is_closed():
                self._publish(shown, sequence, events, table)
            else:
                loop.call_soon_threadsafe(self._publish, shown, sequence, events, table)

        return heard

    def _publish(
        self, shown: Shown, sequence: int, events: tuple[Event, ...], table: Table
    ) -> None:
        if sequence <= shown.sequence:
            return  # told before
        after = shown.sequence
        missing = sequence - len(events) - after
        if missing > 0:
            events = (*self.events(shown, after, after + missing), *events)
        elif missing < 0:
            events = events[-missing:]
        shown.sequence, shown.table = sequence, table
        self.published += len(events)
        shown.recent.add(events, table)
        for one in shown.subscribers:
            one.ready.set()

    def events(self, shown: Shown, after: int, until: int) -> tuple[Event, ...]:
        """The events after one sequence up to another, from the journal."""
        lines = self.tables.store.read(PREFIX + shown.name, after, until - after)
        return tuple(read_event(read_line(line)) for _, line in lines)

    def subscribe(self, shown: Shown, session: Session, after: int | None) -> Subscriber:
        """Follow a table, from a sequence on or from now."""
        audience = audience_of(session)
        person = session.person if audience == "player" else None
        one = Subscriber(audience, person, shown.sequence if after is None else after)
        shown.subscribers.append(one)
        return one

    def next_message(self, shown: Shown, one: Subscriber) -> bytes | None:
        """What a subscriber is to be sent now, all that is new in one; nothing if nothing is.

        Who is too far behind, or ahead of the journal, is told to read the table anew.
        """
        recent, after = shown.recent, one.sent
        if after == recent.sequence and not one.fresh:
            return None
        one.fresh, one.sent = False, recent.sequence
        if not 0 <= recent.sequence - after <= MOST_BEHIND:
            return recent.reread(one.audience, one.person)
        if after < recent.first:
            recent.add_earlier(self.events(shown, after, recent.first))
        return recent.update(after, one.audience, one.person)
