"""The floor: the tables of this process as the API shows them, committed events only.

What is published is what the journal has. Each table's last committed state is kept here; the
service's own state may be a write ahead of it. Listeners are told on the loop, in order, and
whatever was missed is read from the journal.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from pitboss.aggregates import TABLE
from pitboss.api.feed import MOST_BEHIND, Recent, Subscriber, Turns
from pitboss.api.guard import viewer_of
from pitboss.api.problems import ProblemError
from pitboss.book import Rulebook
from pitboss.service.people.sessions import Session
from pitboss.service.tables import Tables
from pitboss.table import Event, Table
from pitboss.table.play import RoadSettings
from pitboss.views.parts.pool import fed
from pitboss.views.parts.shown import Shown
from pitboss.views.states import States

POOL = "pool"
"""The part of a table that changes though nothing happens there."""
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")


@dataclass(kw_only=True)
class PublishedTable(Shown):
    """A table as it was last committed, and who follows it."""

    subscribers: list[Subscriber] = field(default_factory=list)
    recent: Recent = field(init=False)

    def __post_init__(self) -> None:
        self.recent = Recent(self)

    def events(self, after: int, until: int) -> tuple[Event, ...]:
        """The events after one sequence up to another."""
        return self.follower.so_far(States).events(after, until)


class Floor:
    """Every table that this process shows."""

    def __init__(
        self, tables: Tables, books: dict[str, Rulebook], roads: RoadSettings | None = None
    ) -> None:
        self.tables = tables
        self.books = books
        self._roads = RoadSettings() if roads is None else roads
        self.turns = Turns()
        self._shown: dict[str, PublishedTable] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        tables.links.listeners.append(self._hear_pool)

    def start(self) -> None:
        """Take the running loop, on which everything is published."""
        self._loop = asyncio.get_running_loop()

    def names(self) -> list[str]:
        """The names of all tables there are."""
        streams = {one for one in self.tables.store.streams() if TABLE.owns(one)}
        going = {one.name for one in self.shown() if one.sequence}
        return sorted({TABLE.name_of(one) for one in streams} | going)

    def get(self, name: str, edition: str | None = None) -> PublishedTable:
        """A table; a problem where there is none of that name."""
        shown = self._shown.get(name)
        if shown is None:
            if not NAME.fullmatch(name):
                raise ProblemError(404, "no-such-table", "There is no table of that name.")
            try:
                going = self.tables.table(TABLE.stream_of(name), edition)
            except LookupError:
                raise ProblemError(404, "no-such-table", f"There is no table '{name}'.") from None
            with going.telling:
                shown = PublishedTable(
                    name=name,
                    rules=going.stream.rules,
                    rules_of=self.tables.rules,
                    pool_of=self.tables.links.latest,
                    clock=self.tables.clock,
                    follower=going.follower,
                    roads=self._roads,
                    sequence=going.told,
                    table=going.shown,
                )
                going.listeners.append(self._listener(shown))
            self._shown[name] = shown
        return shown

    def forget(self, name: str) -> None:
        """Let go of a table at which nothing has happened: its setting up failed."""
        shown = self._shown.get(name)
        if shown is not None and not shown.sequence and self.tables.forget(TABLE.stream_of(name)):
            del self._shown[name]

    def shown(self) -> list[PublishedTable]:
        """The tables that were asked for so far."""
        return list(self._shown.values())

    def _listener(self, shown: PublishedTable) -> Callable[[int, tuple[Event, ...], Table], None]:
        def heard(sequence: int, events: tuple[Event, ...], table: Table) -> None:
            loop = self._loop
            if loop is None or loop.is_closed():
                self._publish(shown, sequence, events, table)
            else:
                loop.call_soon_threadsafe(self._publish, shown, sequence, events, table)

        return heard

    def _publish(
        self, shown: PublishedTable, sequence: int, events: tuple[Event, ...], table: Table
    ) -> None:
        if sequence <= shown.sequence:
            return  # told before
        after = shown.sequence
        missing = sequence - len(events) - after
        if missing > 0:
            events = (*shown.events(after, after + missing), *events)
        elif missing < 0:
            events = events[-missing:]
        shown.sequence, shown.table = sequence, table
        shown.recent.add(events)
        for one in shown.subscribers:
            one.ready.set()

    def _hear_pool(self, stream: str) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._tell_pool, stream)

    def _tell_pool(self, stream: str) -> None:
        """The tables that feed a pool show what it is now."""
        for shown in self._shown.values():
            known = fed(shown) if shown.subscribers else None
            if known is None or known.stream != stream:
                continue
            for one in shown.subscribers:
                if POOL in one.parts:
                    one.beside.add(POOL)
                    one.ready.set()

    def look_again(self, login: str) -> None:
        """Have this account's streams see at once whether their sessions still hold."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._wake, login)

    def _wake(self, login: str) -> None:
        for shown in self._shown.values():
            for one in shown.subscribers:
                if one.login == login:
                    one.ready.set()

    def subscribe(
        self,
        shown: PublishedTable,
        session: Session,
        after: int | None,
        parts: Sequence[str] = (),
    ) -> Subscriber:
        """Follow a table, from a sequence on or from now."""
        sent = shown.sequence if after is None else after
        one = Subscriber(viewer_of(session), sent, session.login, dict.fromkeys(parts))
        shown.subscribers.append(one)
        return one

    def unsubscribe(self, shown: PublishedTable, one: Subscriber) -> None:
        """Follow it no longer."""
        shown.subscribers.remove(one)
        if all(other.viewer != one.viewer for other in shown.subscribers):
            shown.recent.forget(one.viewer)

    def next_message(self, shown: PublishedTable, one: Subscriber) -> bytes:
        """What a subscriber is to be sent now, all that is new in one; a beat if nothing is.

        Who is too far behind, or ahead of the journal, is told to read the table anew.
        """
        recent, after, now = shown.recent, one.sent, shown.sequence
        if after == now and not one.fresh:
            return recent.beat(one)
        if not 0 <= now - after <= MOST_BEHIND:
            message = recent.reread(one)
        else:
            if after < recent.first:
                recent.add_earlier(shown.events(after, recent.first))
            message = recent.update(one)
        one.fresh, one.sent = False, now
        return message


async def until_gone(socket: WebSocket[Any, Any, Any]) -> None:
    """Nothing is taken from a client here; it is only noticed when it goes."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive_data(mode="text")
