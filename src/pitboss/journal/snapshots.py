"""Snapshots: the state of a stream after so many events, so that opening it is quick.

A snapshot is never the truth; the journal is. It is signed with the house's key and holds the
Merkle tree it was taken at: one that is not ours, not whole, of another shape of the state, or
ahead of the journal is passed over, and the journal is replayed from its first event.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Generic

import msgspec

from pitboss.journal.aggregate import Aggregate, Event, State
from pitboss.journal.proof.checkpoint import Signer, signed_by
from pitboss.journal.proof.merkle import Tree, leaf_hash
from pitboss.journal.record import read_line
from pitboss.journal.store import Snapshot, Store


@dataclass
class StreamState(Generic[State, Event]):
    """A stream replayed so far: the state, its tree, the hash of the last line."""

    aggregate: Aggregate[State, Event]
    state: State
    tree: Tree = field(default_factory=Tree)
    previous: str = ""

    def take(self, line: bytes) -> Event:
        """The next line of the stream; its event."""
        event = self.aggregate.read(read_line(line))
        self.state = self.aggregate.evolve(self.state, event)
        leaf = leaf_hash(line)
        self.tree.append(leaf)
        self.previous = leaf.hex()
        return event


class _Body(msgspec.Struct, frozen=True, array_like=True):
    shape: bytes
    stream: str
    size: int
    peaks: tuple[bytes, ...]
    previous: str
    state: msgspec.Raw


class _Signed(msgspec.Struct, frozen=True, array_like=True):
    body: bytes
    signature: bytes


_body = msgspec.msgpack.Decoder(_Body)
_signed = msgspec.msgpack.Decoder(_Signed)
_encode = msgspec.msgpack.Encoder().encode


@cache
def shape(aggregate: Aggregate[Any, Any]) -> bytes:
    """A hash of the fields of every part of a state; it changes with any of them."""
    fields = msgspec.json.schema(
        type(aggregate.start), schema_hook=lambda _kind: {"type": "object"}
    )
    schema = msgspec.json.encode([aggregate.meaning, fields], order="deterministic")
    return hashlib.sha256(schema).digest()


@cache
def _state(aggregate: Aggregate[State, Event]) -> msgspec.msgpack.Decoder[State]:
    return msgspec.msgpack.Decoder(type(aggregate.start), dec_hook=aggregate.parts)


def take_snapshot(stream: str, taken: StreamState[Any, Any], signer: Signer) -> Snapshot:
    """A snapshot of a stream, signed."""
    tree, state = taken.tree, msgspec.Raw(_encode(taken.state))
    form = shape(taken.aggregate)
    body = _encode(_Body(form, stream, tree.size, tree.peaks, taken.previous, state))
    return Snapshot(stream, tree.size, _encode(_Signed(body, signer.sign_bytes(body))))


def read_snapshot(
    snapshot: Snapshot, aggregate: Aggregate[State, Event], public: str
) -> StreamState[State, Event] | None:
    """The state in a snapshot; nothing where it is not to be trusted."""
    try:
        signed = _signed.decode(snapshot.body)
        if not signed_by(public, signed.body, signed.signature):
            return None
        body = _body.decode(signed.body)
        found = (body.shape, body.stream, body.size)
        if found != (shape(aggregate), snapshot.stream, snapshot.sequence):
            return None
        state = _state(aggregate).decode(body.state)
        return StreamState(aggregate, state, Tree.of(body.size, body.peaks), body.previous)
    except ValueError:
        return None


def kept_state(
    store: Store, stream: str, aggregate: Aggregate[State, Event], public: str
) -> StreamState[State, Event] | None:
    """The state in a stream's snapshot; nothing where there is none that the journal bears out."""
    kept = store.snapshot(stream)
    found = read_snapshot(kept, aggregate, public) if kept is not None else None
    return found if found is not None and _fits(store, stream, found) else None


def load_state(
    store: Store, stream: str, aggregate: Aggregate[State, Event], public: str
) -> StreamState[State, Event]:
    """A stream's state: from its snapshot and the events after it, else from all events."""
    found = kept_state(store, stream, aggregate, public)
    found = found or StreamState(aggregate, aggregate.start)
    for _, line in store.read(stream, found.tree.size):
        found.take(line)
    return found


def _fits(store: Store, stream: str, found: StreamState[Any, Any]) -> bool:
    """Whether the line that the snapshot was taken after is the one in the journal."""
    size = found.tree.size
    if size == 0:
        return True
    last = store.read(stream, size - 1, 1)
    return bool(last) and leaf_hash(last[0][1]).hex() == found.previous


def state_digest(state: object) -> str:
    """A hash of everything in a state, by which two replays are compared.

    What is as if it had never been set is left out, so that a field added later, with a
    default, does not change the digest of what was before.
    """
    plain = msgspec.json.encode(_plain(state), order="deterministic")
    return hashlib.sha256(plain).hexdigest()


@cache
def _defaults(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return {
        one.name: one.default if one.default_factory is msgspec.NODEFAULT else one.default_factory()
        for one in msgspec.structs.fields(kind)
    }


def _plain(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        given = ((name, getattr(value, name), d) for name, d in _defaults(type(value)).items())
        return {name: _plain(found) for name, found, default in given if found != default}
    if isinstance(value, Mapping):
        return {str(key): _plain(found) for key, found in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(found) for found in value]
    if isinstance(value, frozenset):
        return sorted((_plain(found) for found in value), key=msgspec.json.encode)
    return value.astimezone(dt.UTC) if isinstance(value, dt.datetime) else value
