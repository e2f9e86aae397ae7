"""People: names, addresses, Player Cards and exclusions, readable only here and only with cause.

Each person has a key of their own, sealed by the house's key; what is known of them is sealed
by that key. Events know a random id and nothing else. To forget a person is to destroy their
key: what was sealed by it is noise from then on, in every copy of the store made later, while
the journals stay whole. Whoever reads, changes or forgets is recorded in the house's stream,
with whom it was about and why, before anything is answered.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
import os
import secrets
from collections.abc import Callable

import msgspec

from pitboss.journal.store import Store
from pitboss.service.house import (
    ExclusionLifted,
    ExclusionRecorded,
    House,
    HouseEvent,
    PersonForgotten,
    PersonKept,
    PersonRead,
)
from pitboss.service.sealing import KEY_BYTES, Seal

ID_BYTES = 12
INDEX = b"pitboss player card index"


class Excluded(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An exclusion of a person, in full."""

    since: dt.datetime
    reason: str
    until: dt.datetime | None = None


class Person(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is known of a person."""

    name: str
    address: str = ""
    player_card: str | None = None
    exclusions: tuple[Excluded, ...] = ()


class UnknownPersonError(LookupError):
    """Nobody is known under that id, or they were forgotten."""


class NoReasonError(ValueError):
    """Nothing is read of a person without a reason."""


class People:
    """The people of a house. `index_key` finds a Player Card without keeping its number."""

    def __init__(
        self,
        store: Store,
        house: House,
        seal: Seal,
        index_key: bytes,
        now: Callable[[], dt.datetime],
    ) -> None:
        self._store = store
        self._house = house
        self._seal = seal
        self._index_key = index_key
        self._now = now

    def enter(self, person: Person, *, by: str, why: str) -> str:
        """Someone new; their id."""
        who = f"p{secrets.token_hex(ID_BYTES)}"
        key = os.urandom(KEY_BYTES)
        kept = {_key(who): self._seal.close(_key(who), key), **self._sealed(who, key, person)}
        self._record(PersonKept(by=by, at=self._now(), person=who, why=_reason(why)), kept)
        return who

    def read(self, who: str, *, by: str, why: str) -> Person:
        """What is known of a person; the reading is recorded first."""
        key = self._own_key(who)
        self._record(PersonRead(by=by, at=self._now(), person=who, why=_reason(why)))
        return self._open(who, key)

    def change(self, who: str, person: Person, *, by: str, why: str) -> None:
        """Keep this in place of what was known."""
        key = self._own_key(who)
        before = self._open(who, key)
        kept = {**self._unindexed(before), **self._sealed(who, key, person)}
        self._record(PersonKept(by=by, at=self._now(), person=who, why=_reason(why)), kept)

    def with_card(self, player_card: str, *, by: str, why: str) -> str:
        """The id of whoever holds a Player Card; the look-up is recorded."""
        name = self._index(player_card)
        sealed = self._store.secret(name)
        if sealed is None:
            raise UnknownPersonError("nobody is known with that Player Card")
        who = self._seal.open(name, sealed).decode()
        self._record(PersonRead(by=by, at=self._now(), person=who, why=_reason(why)))
        return who

    def forget(self, who: str, *, by: str, why: str) -> None:
        """Destroy the key of a person, and what it sealed."""
        gone: dict[str, bytes | None] = {_key(who): None, _body(who): None}
        gone |= self._unindexed(self._open(who, self._own_key(who)))
        self._record(PersonForgotten(by=by, at=self._now(), person=who, why=_reason(why)), gone)
        scrub = getattr(self._store, "scrub", None)
        if scrub is not None:
            scrub()

    def exclude(self, who: str, exclusion: Excluded, *, by: str) -> None:
        """Exclude a person from every table of the house; at once, and before it is answered."""
        key = self._own_key(who)
        before = self._open(who, key)
        after = msgspec.structs.replace(before, exclusions=(*before.exclusions, exclusion))
        at = self._now()
        events: list[HouseEvent] = [
            PersonKept(by=by, at=at, person=who, why="exclusion"),
            ExclusionRecorded(by=by, at=at, person=who, reason="see the person"),
        ]
        self._house.record(events, _id(), secrets=self._sealed(who, key, after))

    def lift(self, who: str, *, by: str, why: str) -> None:
        """Let a person come to the tables again; what was stays known of them."""
        self._own_key(who)
        event = ExclusionLifted(by=by, at=self._now(), person=who, reason=_reason(why))
        self._house.record([event], _id())

    # Keys -------------------------------------------------------------------------------

    def _own_key(self, who: str) -> bytes:
        sealed = self._store.secret(_key(who))
        if sealed is None:
            raise UnknownPersonError(f"nobody is known as '{who}'")
        return self._seal.open(_key(who), sealed)

    def _open(self, who: str, key: bytes) -> Person:
        sealed = self._store.secret(_body(who))
        if sealed is None:
            raise UnknownPersonError(f"nobody is known as '{who}'")
        return msgspec.json.decode(Seal(key).open(_body(who), sealed), type=Person)

    def _sealed(self, who: str, key: bytes, person: Person) -> dict[str, bytes | None]:
        body = Seal(key).close(_body(who), msgspec.json.encode(person))
        found: dict[str, bytes | None] = {_body(who): body}
        if person.player_card is not None:
            name = self._index(person.player_card)
            found[name] = self._seal.close(name, who.encode())
        return found

    def _unindexed(self, person: Person) -> dict[str, bytes | None]:
        return {} if person.player_card is None else {self._index(person.player_card): None}

    def _index(self, player_card: str) -> str:
        text = INDEX + b"\n" + player_card.strip().encode()
        return f"player-card:{hmac.new(self._index_key, text, hashlib.sha256).hexdigest()}"

    def _record(self, event: HouseEvent, kept: dict[str, bytes | None] | None = None) -> None:
        self._house.record([event], _id(), secrets=kept)


def _id() -> str:
    return f"people/{secrets.token_hex(ID_BYTES)}"


def _key(who: str) -> str:
    return f"person-key:{who}"


def _body(who: str) -> str:
    return f"person:{who}"


def _reason(why: str) -> str:
    if not why.strip():
        raise NoReasonError("say why this is read or changed")
    return why
