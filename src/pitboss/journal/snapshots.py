"""Snapshots: the state of a table after so many events, so that opening it is quick.

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
from typing import Any

import msgspec

from pitboss.journal.checkpoint import Signer, signed_by
from pitboss.journal.merkle import Tree, leaf_hash
from pitboss.journal.record import read_line
from pitboss.journal.store import Snapshot, Store
from pitboss.journal.versions import read_event
from pitboss.table import Event, Table, evolve

MEANING = 1
"""Goes up when the same events lead to another state than before."""


@dataclass
class State:
    """A table's stream replayed so far: the state, its tree, the hash of the last line."""

    table: Table = field(default_factory=Table)
    tree: Tree = field(default_factory=Tree)
    previous: str = ""

    def take(self, line: bytes) -> Event:
        """The next line of the stream; its event."""
        event = read_event(read_line(line))
        self.table = evolve(self.table, event)
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
    table: Table


class _Signed(msgspec.Struct, frozen=True, array_like=True):
    body: bytes
    signature: bytes


_body = msgspec.msgpack.Decoder(_Body)
_signed = msgspec.msgpack.Decoder(_Signed)
_encode = msgspec.msgpack.Encoder().encode


@cache
def shape() -> bytes:
    """A hash of the fields of every part of a state; it changes with any of them."""
    schema = msgspec.json.encode([MEANING, msgspec.json.schema(Table)], order="deterministic")
    return hashlib.sha256(schema).digest()


def take_snapshot(stream: str, state: State, signer: Signer) -> Snapshot:
    """A snapshot of a stream, signed."""
    tree = state.tree
    body = _encode(_Body(shape(), stream, tree.size, tree.peaks, state.previous, state.table))
    return Snapshot(stream, tree.size, _encode(_Signed(body, signer.sign_bytes(body))))


def read_snapshot(snapshot: Snapshot, public: str) -> State | None:
    """The state in a snapshot; nothing where it is not to be trusted."""
    try:
        signed = _signed.decode(snapshot.body)
        if not signed_by(public, signed.body, signed.signature):
            return None
        body = _body.decode(signed.body)
        tree = Tree.of(body.size, body.peaks)
    except ValueError:
        return None
    found = (body.shape, body.stream, body.size)
    if found != (shape(), snapshot.stream, snapshot.sequence):
        return None
    return State(body.table, tree, body.previous)


def kept_state(store: Store, stream: str, public: str) -> State | None:
    """The state in a stream's snapshot; nothing where there is none that the journal bears out."""
    kept = store.snapshot(stream)
    state = read_snapshot(kept, public) if kept is not None else None
    return state if state is not None and _fits(store, stream, state) else None


def load_state(store: Store, stream: str, public: str) -> State:
    """A table's state: from its snapshot and the events after it, else from all events."""
    state = kept_state(store, stream, public) or State()
    for _, line in store.read(stream, state.tree.size):
        state.take(line)
    return state


def _fits(store: Store, stream: str, state: State) -> bool:
    """Whether the line that the snapshot was taken after is the one in the journal."""
    size = state.tree.size
    if size == 0:
        return True
    last = store.read(stream, size - 1, 1)
    return bool(last) and leaf_hash(last[0][1]).hex() == state.previous


def state_digest(table: Table) -> str:
    """A hash of everything in a state, by which two replays are compared.

    What is as if it had never been set is left out, so that a field added later, with a
    default, does not change the digest of what was before.
    """
    plain = msgspec.json.encode(_plain(table), order="deterministic")
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
    return value.astimezone(dt.UTC) if isinstance(value, dt.datetime) else value
