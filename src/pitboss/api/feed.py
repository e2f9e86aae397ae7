"""What subscribers of a table are told: made when it is sent, once for all who see the same.

A subscriber holds only how far it was told. What is new is put into one message when its turn
comes, so that a busy table and a slow client make fewer messages and never a longer queue.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import msgspec

from pitboss.table import Event
from pitboss.table.sight.audience import is_personal, see
from pitboss.table.sight.roles import Audience, PlayerView, own_of, view
from pitboss.views.parts.carried import Encoded
from pitboss.views.parts.shown import Shown, Viewer

MOST_BEHIND = 1_000
"""Who has missed more events than these reads the table anew."""

MOST_KEPT = 200
"""So many of its newest events a table keeps ready; what is older is read when somebody asks."""

AT_ONCE = 8
"""So many messages are made and sent before the loop looks for requests again."""

_encode = msgspec.json.Encoder().encode


class Beat(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="beat"
):
    """Nothing has happened after `after`, and the stream is alive: its silence would say it is not.

    It has what an update without events has, but for the table, which is as it was. `parts` has
    those that the subscriber asked for and that have changed, as their routes answer them.
    """

    table: str
    after: int
    sequence: int
    events: list[Any]
    parts: dict[str, Any] = {}


class Update(Beat, frozen=True, kw_only=True, tag="update"):
    """What happened after `after` up to `sequence`, as the role sees it, and the table now.

    Where `after` is not the last sequence the client has, something is missing.
    """

    view: Any


class Reread(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="reread"
):
    """Events were left out: take this view, and read the history for what is between."""

    table: str
    sequence: int
    view: Any
    parts: dict[str, Any] = {}


@dataclass(eq=False)
class Subscriber:
    """One who follows a table, and the last sequence it was told; `fresh` before anything was.

    `parts` are those it asked for, each as it was last told; `beside` those that have changed
    though nothing happened at the table.
    """

    viewer: Viewer
    sent: int
    login: str = ""
    parts: dict[str, bytes | None] = field(default_factory=dict)
    beside: set[str] = field(default_factory=set)
    fresh: bool = True
    ready: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.ready.set()


class Turns:
    """Who is told next: a few at a time, so that a request never waits for a whole floor's telling.

    Who waits for a turn is told of all that happened meanwhile in one message.
    """

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def take(self) -> None:
        """Wait for one's turn."""
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        if not self._waiting:
            loop.call_soon(self._give, loop)
        self._waiting.append(turn)
        await turn

    def _give(self, loop: asyncio.AbstractEventLoop) -> None:
        for _ in range(min(AT_ONCE, len(self._waiting))):
            turn = self._waiting.popleft()
            if not turn.done():  # who waited may be gone
                turn.set_result(None)
        if self._waiting:
            loop.call_soon(self._give, loop)


class EncodedEvent:
    """An event, encoded once for each who sees it differently."""

    __slots__ = ("_data", "_made", "_personal", "_sequence")

    def __init__(self, sequence: int, event: Event) -> None:
        self._sequence = sequence
        self._data: dict[str, Any] = msgspec.to_builtins(event)
        self._personal = is_personal(self._data)
        self._made: dict[tuple[Audience, str | None], msgspec.Raw | None] = {}

    def to(self, audience: Audience, person: str | None) -> msgspec.Raw | None:
        """The event as this role sees it; nothing where it is not theirs to see."""
        key = (audience, person if self._personal else None)
        if key not in self._made:
            seen = see(self._sequence, self._data, audience, person)
            self._made[key] = None if seen is None else msgspec.Raw(_encode(seen))
        return self._made[key]


class PlayerParts(msgspec.Struct, frozen=True, kw_only=True):
    """A player's view: what all players see, encoded once, and what is this player's own."""

    role: Audience
    display: msgspec.Raw
    table: msgspec.Raw
    players: msgspec.Raw
    own: Any


class Recent:
    """The newest events of a table and the table after them, ready to be told."""

    def __init__(self, shown: Shown) -> None:
        self._shown = shown
        self._events: deque[EncodedEvent] = deque(maxlen=MOST_BEHIND)
        self._views: dict[Audience, msgspec.Raw | PlayerParts] = {}
        self._parts = Encoded(shown)

    @property
    def first(self) -> int:
        """The sequence after which every event is at hand here."""
        return self._shown.sequence - len(self._events)

    def add(self, events: Sequence[Event]) -> None:
        """What has happened since: the table shows it already."""
        first = self._shown.sequence - len(events) + 1
        self._events.extend(EncodedEvent(*one) for one in enumerate(events, first))
        while len(self._events) > MOST_KEPT:
            self._events.popleft()
        self._views.clear()

    def add_earlier(self, events: Sequence[Event]) -> None:
        """What happened just before the first of these: read once for all who missed it."""
        for event in reversed(events):
            self._events.appendleft(EncodedEvent(self.first, event))

    def update(self, one: Subscriber) -> bytes:
        """All that a subscriber sees after what it was sent, none of it from before `first`."""
        viewer = one.viewer
        told = islice(self._events, one.sent - self.first, None)
        seen = [event.to(viewer.role, viewer.own) for event in told]
        return _encode(
            Update(
                table=self._shown.name,
                after=one.sent,
                sequence=self._shown.sequence,
                events=[event for event in seen if event is not None],
                view=self._view(viewer),
                parts=self._changed(one),
            )
        )

    def reread(self, one: Subscriber) -> bytes:
        """The message to one who has missed too much."""
        return _encode(
            Reread(
                table=self._shown.name,
                sequence=self._shown.sequence,
                view=self._view(one.viewer),
                parts=self._changed(one),
            )
        )

    def beat(self, one: Subscriber) -> bytes:
        """The message to one who has been told all that happened at the table."""
        at, parts = self._shown.sequence, self._changed(one, one.beside)
        one.beside.clear()
        return _encode(Beat(table=self._shown.name, after=at, sequence=at, events=[], parts=parts))

    def forget(self, viewer: Viewer) -> None:
        """Nobody follows as this viewer any more."""
        self._parts.forget(viewer)

    def _changed(
        self, one: Subscriber, among: Collection[str] | None = None
    ) -> dict[str, msgspec.Raw]:
        found = {}
        for name, before in one.parts.items():
            if among is not None and name not in among:
                continue
            now = self._parts.part(name, one.viewer)
            if now != before:
                one.parts[name] = now
                found[name] = msgspec.Raw(b"null" if now is None else now)
        return found

    def _view(self, viewer: Viewer) -> msgspec.Raw | PlayerParts:
        made, shown = self._views.get(viewer.role), self._shown
        if made is None:
            now = view(shown.rules.play, shown.table, viewer.role)
            if isinstance(now, PlayerView):
                made = PlayerParts(
                    role=now.role,
                    display=msgspec.Raw(_encode(now.display)),
                    table=msgspec.Raw(_encode(now.table)),
                    players=msgspec.Raw(_encode(now.players)),
                    own=None,
                )
            else:
                made = msgspec.Raw(_encode(now))
            self._views[viewer.role] = made
        if isinstance(made, PlayerParts):
            return msgspec.structs.replace(made, own=own_of(shown.table, viewer.own))
        return made
