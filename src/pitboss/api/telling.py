"""What followers of a table are told: made when it is sent, and once for all who see the same.

A follower holds only how far it was told. What is new is put into one message when its turn
comes, so that a busy table and a slow client make fewer messages and never a longer queue.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import msgspec

from pitboss.api.visible import is_personal, see
from pitboss.table import Event, Table
from pitboss.table.views import Audience, PlayerView, own_of, view

MOST_BEHIND = 1_000
"""Who has missed more events than these reads the table anew."""

_encode = msgspec.json.Encoder().encode


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


@dataclass(eq=False)
class Subscriber:
    """One who follows a table, and the last sequence it was told; `fresh` before anything was."""

    audience: Audience
    person: str | None
    sent: int
    fresh: bool = True
    ready: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.ready.set()


class Told:
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

    def __init__(self, name: str, sequence: int, table: Table) -> None:
        self.sequence = sequence
        self._name = name
        self._table = table
        self._events: deque[Told] = deque(maxlen=MOST_BEHIND)
        self._views: dict[Audience, msgspec.Raw | PlayerParts] = {}

    @property
    def first(self) -> int:
        """The sequence after which every event is at hand here."""
        return self.sequence - len(self._events)

    def add(self, events: Sequence[Event], table: Table) -> None:
        """What has happened since."""
        for event in events:
            self.sequence += 1
            self._events.append(Told(self.sequence, event))
        self._table = table
        self._views.clear()

    def add_earlier(self, events: Sequence[Event]) -> None:
        """What happened just before the first of these: read once for all who missed it."""
        for event in reversed(events):
            self._events.appendleft(Told(self.first, event))

    def update(self, after: int, audience: Audience, person: str | None) -> bytes:
        """All that a role sees after a sequence, none of it from before `first`."""
        told = islice(self._events, after - self.first, None)
        seen = [one.to(audience, person) for one in told]
        return _encode(
            Update(
                table=self._name,
                after=after,
                sequence=self.sequence,
                events=[one for one in seen if one is not None],
                view=self._view(audience, person),
            )
        )

    def reread(self, audience: Audience, person: str | None) -> bytes:
        """The message to one who has missed too much."""
        now = self._view(audience, person)
        return _encode(Reread(table=self._name, sequence=self.sequence, view=now))

    def _view(self, audience: Audience, person: str | None) -> msgspec.Raw | PlayerParts:
        made = self._views.get(audience)
        if made is None:
            now = view(self._table, audience)
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
            self._views[audience] = made
        if isinstance(made, PlayerParts):
            return msgspec.structs.replace(made, own=own_of(self._table, person))
        return made
