"""People: names, addresses, Player Cards and exclusions, readable only here and only with cause.

Each person has a key of their own, sealed by the house's key; what is known of them is sealed
by that key. Events know a random id and nothing else. To forget a person is to destroy their
key: what was sealed by it is noise from then on, in every copy of the store made later, while
the journals stay whole. Whoever reads, changes or forgets is recorded in the house's stream,
with whom it was about and why, before anything is answered.

A record is changed only from the version that was read: each version is written under a command
id of its own, so that of two who change it at once neither undoes what the other did.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
import os
import secrets
from collections.abc import Callable

import msgspec

from pitboss.aggregates.house import (
    STREAM,
    ExclusionLifted,
    ExclusionRecorded,
    HouseEvent,
    PersonEvent,
    PersonForgotten,
    PersonKept,
    PersonRead,
    read_event,
)
from pitboss.errors import (
    CardTakenError,
    KnownPersonError,
    NoReasonError,
    StillExcludedError,
    UnknownPersonError,
)
from pitboss.journal.proof.export import pages
from pitboss.journal.record import read_line
from pitboss.journal.store import Store
from pitboss.service.house import House
from pitboss.service.people.seal import KEY_BYTES, Seal
from pitboss.views.copies import copy_of

ID_BYTES = 12
TRIES = 8
INDEX = b"pitboss player card index"


class Excluded(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An exclusion of a person, in full; `ended` where it was ended before its time."""

    since: dt.datetime
    reason: str
    until: dt.datetime | None = None
    ended: dt.datetime | None = None


class Person(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is known of a person; `casino` is the house that keeps the record."""

    name: str
    address: str = ""
    player_card: str | None = None
    exclusions: tuple[Excluded, ...] = ()
    casino: str = ""


class _Kept(Person, frozen=True, kw_only=True, omit_defaults=True):
    """A record as it is sealed, with the number of its version."""

    version: int = 0


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

    def enter(self, person: Person, *, by: str, why: str, who: str | None = None) -> str:
        """Someone new; their id. `who` is theirs already where they have an account."""
        new = who or f"p{secrets.token_hex(ID_BYTES)}"
        if self.known(new):
            raise KnownPersonError
        key = os.urandom(KEY_BYTES)
        # A number that no record of this id had: one forgotten may be entered again.
        first = copy_of(_Kept, person, version=secrets.randbits(48))
        kept = {_key(new): self._seal.close(_key(new), key), **self._sealed(new, key, first)}
        event = PersonKept(
            by=by, at=self._now(), person=new, why=_reason(why), casino=person.casino
        )
        self._house.record([event], _id(), secrets=kept)
        return new

    def known(self, who: str) -> bool:
        """Whether there is a record; nothing of it is read."""
        return self._store.secret(_key(who)) is not None

    def casino_of(self, who: str) -> str:
        """Whose record it is, to see who may ask for it; nothing else is told."""
        return self._open(who, self._own_key(who)).casino

    def read(self, who: str, *, by: str, why: str) -> Person:
        """What is known of a person; the reading is recorded first."""
        person = self._open(who, self._own_key(who))
        event = PersonRead(
            by=by, at=self._now(), person=who, why=_reason(why), casino=person.casino
        )
        self._house.record([event], _id())
        return copy_of(Person, person)

    def change(self, who: str, person: Person, *, by: str, why: str) -> None:
        """Keep this in place of what was known; exclusions and whose record it is stay."""
        _reason(why)

        def kept(old: Person) -> Person:
            return msgspec.structs.replace(person, exclusions=old.exclusions, casino=old.casino)

        self._change(who, kept, by=by, why=why)

    def with_card(
        self,
        player_card: str,
        *,
        by: str,
        why: str,
        allowed: Callable[[str], None] = lambda _: None,
    ) -> str:
        """The id of whoever holds a Player Card; the look-up is recorded.

        `allowed` is asked whether it may be told of them, and raises where not.
        """
        _reason(why)
        who = self._holder(player_card)
        if who is None:
            raise UnknownPersonError
        allowed(who)
        self.read(who, by=by, why=why)
        return who

    def forget(self, who: str, *, by: str, why: str) -> None:
        """Destroy the key of a person, and what it sealed."""
        _reason(why)
        if self._house.excluded(who) is not None:
            raise StillExcludedError
        person = self._open(who, self._own_key(who))
        gone: dict[str, bytes | None] = {_key(who): None, _body(who): None}
        gone |= self._unindexed(person)
        event = PersonForgotten(by=by, at=self._now(), person=who, why=why, casino=person.casino)
        if not self._house.record([event], _version(who, person.version + 1), secrets=gone):
            self.forget(who, by=by, why=why)  # it was changed meanwhile
            return
        scrub = getattr(self._store, "scrub", None)
        if scrub is not None:
            scrub()

    def exclude(self, who: str, exclusion: Excluded, *, by: str) -> None:
        """Exclude a person from every table of the house; at once, and before it is answered."""
        _reason(exclusion.reason)
        event = ExclusionRecorded(
            by=by, at=self._now(), person=who, reason="see the person", until=exclusion.until
        )

        def kept(old: Person) -> Person:
            return msgspec.structs.replace(old, exclusions=(*old.exclusions, exclusion))

        self._change(who, kept, by=by, why="exclusion", also=event)

    def lift(self, who: str, *, by: str, why: str) -> None:
        """Let a person come to the tables again; what was stays known of them."""
        at = self._now()
        event = ExclusionLifted(by=by, at=at, person=who, reason=_reason(why))

        def kept(old: Person) -> Person:
            after = (
                one
                if one.ended is not None or (one.until is not None and one.until <= at)
                else msgspec.structs.replace(one, ended=at)
                for one in old.exclusions
            )
            return msgspec.structs.replace(old, exclusions=tuple(after))

        self._change(who, kept, by=by, why=why, also=event)

    def accesses(self, who: str) -> list[HouseEvent]:
        """Who entered, read, changed, excluded or forgot a person, when and why; in order."""
        kinds = PersonEvent | ExclusionRecorded | ExclusionLifted
        events = (read_event(read_line(line)) for line in pages(self._store, STREAM))
        return [one for one in events if isinstance(one, kinds) and one.person == who]

    # Changing ---------------------------------------------------------------------------

    def _change(
        self,
        who: str,
        change: Callable[[Person], Person],
        *,
        by: str,
        why: str,
        also: HouseEvent | None = None,
    ) -> None:
        for _ in range(TRIES):
            key = self._own_key(who)
            old = self._open(who, key)
            new = copy_of(_Kept, change(old), version=old.version + 1)
            kept = {**self._unindexed(old), **self._sealed(who, key, new)}
            told = PersonKept(by=by, at=self._now(), person=who, why=why, casino=old.casino)
            events = [told] if also is None else [told, also]
            if self._house.record(events, _version(who, new.version), secrets=kept):
                return
        raise TimeoutError("the record of this person changes too fast")

    # Keys -------------------------------------------------------------------------------

    def _own_key(self, who: str) -> bytes:
        sealed = self._store.secret(_key(who))
        if sealed is None:
            raise UnknownPersonError
        return self._seal.open(_key(who), sealed)

    def _open(self, who: str, key: bytes) -> _Kept:
        sealed = self._store.secret(_body(who))
        if sealed is None:
            raise UnknownPersonError
        return msgspec.json.decode(Seal(key).open(_body(who), sealed), type=_Kept)

    def _sealed(self, who: str, key: bytes, person: _Kept) -> dict[str, bytes | None]:
        body = Seal(key).close(_body(who), msgspec.json.encode(person))
        found: dict[str, bytes | None] = {_body(who): body}
        if person.player_card is not None:
            if self._holder(person.player_card) not in (None, who):
                raise CardTakenError
            name = self._index(person.player_card)
            found[name] = self._seal.close(name, who.encode())
        return found

    def _holder(self, player_card: str) -> str | None:
        name = self._index(player_card)
        sealed = self._store.secret(name)
        return None if sealed is None else self._seal.open(name, sealed).decode()

    def _unindexed(self, person: Person) -> dict[str, bytes | None]:
        return {} if person.player_card is None else {self._index(person.player_card): None}

    def _index(self, player_card: str) -> str:
        text = INDEX + b"\n" + player_card.strip().encode()
        return f"player-card:{hmac.new(self._index_key, text, hashlib.sha256).hexdigest()}"


def _id() -> str:
    return f"people/{secrets.token_hex(ID_BYTES)}"


def _version(who: str, version: int) -> str:
    return f"people/{who}/{version}"


def _key(who: str) -> str:
    return f"person-key:{who}"


def _body(who: str) -> str:
    return f"person:{who}"


def _reason(why: str) -> str:
    if not why.strip():
        raise NoReasonError
    return why
