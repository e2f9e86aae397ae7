"""The floor: the tables of this process as the API shows them, committed events only.

What is published is what the journal has. Each table's last committed state is kept here; the
service's own state may be a write ahead of it. Listeners are told on the loop, in order, and
whatever was missed is read from the journal.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from pitboss.api.history import History
from pitboss.api.marks import Marks
from pitboss.api.problems import ProblemError
from pitboss.api.visible import see_all
from pitboss.book import Rulebook
from pitboss.journal.record import read_line
from pitboss.journal.versions import read_event
from pitboss.service.sessions import Session
from pitboss.service.tables import Tables
from pitboss.table import Event, Rules, Table
from pitboss.table.views import Audience, view

PREFIX = "table:"
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
MOST_WAITING = 256
MOST_BEHIND = 1_000

_encode = msgspec.json.Encoder().encode


@dataclass
class Subscriber:
    """One who follows a table: what is to be sent, and whether some of it was dropped."""

    audience: Audience
    person: str | None
    waiting: deque[bytes] = field(default_factory=deque)
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    overflown: bool = False

    def put(self, message: bytes) -> None:
        """Have a message sent; who is too slow must read the table anew."""
        if self.overflown:
            return
        if len(self.waiting) >= MOST_WAITING:
            self.waiting.clear()
            self.overflown = True
        else:
            self.waiting.append(message)
        self.ready.set()


@dataclass
class Shown:
    """A table as it was last committed."""

    name: str
    rules: Rules
    sequence: int
    table: Table
    history: History
    marks: Marks
    subscribers: list[Subscriber] = field(default_factory=list)


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
        return sorted({one.removeprefix(PREFIX) for one in streams} | set(self._shown))

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
                )
                going.listeners.append(self._listener(shown))
            self._shown[name] = shown
        return shown

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
        made: dict[tuple[Audience, str | None], bytes] = {}
        for one in shown.subscribers:
            key = (one.audience, one.person)
            if key not in made:
                made[key] = message(shown, after, events, *key)
            one.put(made[key])

    def events(self, shown: Shown, after: int, until: int) -> tuple[Event, ...]:
        """The events after one sequence up to another, from the journal."""
        lines = self.tables.store.read(PREFIX + shown.name, after, until - after)
        return tuple(read_event(read_line(line)) for _, line in lines)

    def subscribe(self, shown: Shown, session: Session, after: int | None) -> Subscriber:
        """Follow a table from a sequence on; who is too far behind is told to read it anew."""
        audience = audience_of(session)
        person = session.person if audience == "player" else None
        one = Subscriber(audience, person)
        until = shown.sequence
        if after is None:
            one.put(message(shown, until, (), audience, person))
        elif after > until or until - after > MOST_BEHIND:
            one.put(reread(shown, audience, person))
        else:
            missed = self.events(shown, after, until)
            one.put(message(shown, after, missed, audience, person))
        shown.subscribers.append(one)
        return one


class Update(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="update"):
    """What happened after `after` up to `sequence`, as the role sees it, and the table now.

    Where `after` is not the last sequence the client has, something is missing.
    """

    table: str
    after: int
    sequence: int
    events: list[Any]
    view: Any


class Reread(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="reread"):
    """Events were left out: take this view, and read the history for what is between."""

    table: str
    sequence: int
    view: Any


def message(
    shown: Shown,
    after: int,
    events: tuple[Event, ...],
    audience: Audience,
    person: str | None,
) -> bytes:
    """An update as one role gets it."""
    return _encode(
        Update(
            table=shown.name,
            after=after,
            sequence=after + len(events),
            events=see_all(after + 1, events, audience, person),
            view=view(shown.table, audience, person),
        )
    )


def reread(shown: Shown, audience: Audience, person: str | None) -> bytes:
    """The message to one who has missed something."""
    now = view(shown.table, audience, person)
    return _encode(Reread(table=shown.name, sequence=shown.sequence, view=now))
