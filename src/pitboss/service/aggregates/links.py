"""The writer of links: what people ask of them, and what tables tell them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from pitboss.aggregates.link import LINK, Link, LinkEvent, Terms, act, hear, terms_of
from pitboss.aggregates.link.commands import LeaveLink, read_command, read_told
from pitboss.aggregates.link.machine import CLOCK, TABLE, reject
from pitboss.errors import UnknownLinkError
from pitboss.journal.store import Message
from pitboss.refusal import Refusal
from pitboss.service.aggregates.repository import Decided, Repository, StateStream
from pitboss.service.intake import Actor
from pitboss.service.outbox import MOST_TOGETHER, source_of
from pitboss.table import Rules
from pitboss.words import not_fitting

CLOCK_ACTOR = Actor(CLOCK, CLOCK)


@dataclass
class LinkStream(StateStream[Link, LinkEvent]):
    """A link's stream, and what its edition says of pools."""

    terms: Terms = field(kw_only=True)

    @property
    def link(self) -> Link:
        """The link as it is."""
        return self.state


class Links(Repository[LinkStream, Link, LinkEvent]):
    """Every link of this process."""

    aggregate = LINK

    def _new(self, name: str, rules: Rules | None) -> LinkStream:
        terms = None if rules is None else terms_of(rules.edition)
        if not LINK.owns(name) or rules is None or terms is None:
            raise UnknownLinkError(f"there is no link '{LINK.name_of(name)}'")
        return LinkStream(name, LINK, rules=rules, state=LINK.start, terms=terms)

    def _last(self, state: Link) -> dt.datetime | None:
        return state.now

    def link(self, name: str) -> Link:
        """A link as it was last written."""
        return self.stream(name).link

    def _decide(
        self, stream: LinkStream, data: Mapping[str, Any], actor: Actor
    ) -> Decided[Link, LinkEvent] | Refusal:
        fields = {**data, "by": actor.person, "role": actor.role, "rank": actor.rank}
        try:
            wanted = read_command({**fields, "at": self._moments.now(stream.link.now)})
        except msgspec.ValidationError as error:
            return Refusal.of("bad-command.decide", what=not_fitting(error))
        return act(stream.terms, stream.link, wanted)

    def _hear(self, stream: LinkStream, state: Link, message: Message) -> Decided[Link, LinkEvent]:
        said: dict[str, Any] = msgspec.json.decode(message.body)
        at, table = self._moments.now(state.now), source_of(message)
        try:
            told = read_told({**said, "table": table, "at": at, "role": TABLE})
        except msgspec.ValidationError as error:
            refusal = Refusal.of("bad-command.decide", what=not_fitting(error))
            unread = LeaveLink(by=table, at=at, role=TABLE, table=table)
            return reject(stream.terms, state, unread, str(said.get("do")), refusal)
        return hear(stream.terms, state, told)

    def unheard(self, message: Message, refusal: Refusal) -> bool:
        """A table does not take what a link told it: one that will not be linked leaves it.

        Whatever else a table refuses waits, and is told again.
        """
        said: dict[str, Any] = msgspec.json.decode(message.body)
        if said.get("do") != "note-link":
            return False

        def decide(stream: LinkStream) -> Decided[Link, LinkEvent] | Refusal:
            at = self._moments.now(stream.link.now)
            gone = LeaveLink(
                by=CLOCK, at=at, role=CLOCK, table=message.target, reason=refusal.sentence
            )
            return act(stream.terms, stream.link, gone)

        with self._lock:
            stream = self.stream(source_of(message))
            key = f"{CLOCK}/{message.key}"
            return self._written(stream, key, decide, [message.key]).refusal is None

    def tick(self) -> int:
        """Settle."""
        return self.settle()

    def settle(self) -> int:
        """Share out wins whose moment is over; at how many links something was done."""
        done = 0
        for name in self.names():
            link = self.link(name)
            ready = link.waiting and not link.questioned and not link.held
            if ready and not self._told(name):
                key = f"settle/{self.stream(name).sequence}"
                done += self.give(name, {"do": "settle-wins"}, CLOCK_ACTOR, key).refusal is None
        return done

    def _told(self, name: str) -> bool:
        """Whether tables told a link what it has not taken yet."""
        return any(message.target == name for message in self.store.pending(MOST_TOGETHER))
