"""The lines of an exported journal.

A file holds records, one a line, each stream in its order; after a record may stand the signed
checkpoint of its stream there. The last line is the signed list of the file's streams: a
checkpoint of the name `*` whose leaves are the last checkpoints, so that nobody can leave out
the end of the file or a stream. An *extract* begins with a head that names one unit; each of
its records is followed by the proof that it stands in the signed tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from pitboss.journal.proof.checkpoint import Checkpoint, Signer
from pitboss.journal.proof.merkle import leaf_hash, root_of

ALL = "*"
CHECKPOINT = b'{"checkpoint":'
EXTRACT = b'{"extract":'
PROOF = b'{"proof":'


class Extract(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an extract says it holds: a unit's events, from `first` to `last` of `size`.

    In files its number is called `coup`, whatever the unit: tables had extracts first.
    """

    stream: str
    number: int = msgspec.field(name="coup")
    first: int
    last: int
    size: int


class Proof(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The hashes from the record of this sequence up to the root."""

    sequence: int
    path: tuple[str, ...]


Kind = TypeVar("Kind", Checkpoint, Extract, Proof)
_WORDS = {Checkpoint: "checkpoint", Extract: "extract", Proof: "proof"}
_LINES: dict[Any, msgspec.json.Decoder[Any]] = {
    kind: msgspec.json.Decoder(
        msgspec.defstruct(f"{kind.__name__}Line", [(word, kind)], forbid_unknown_fields=True)
    )
    for kind, word in _WORDS.items()
}


def line_of(told: Checkpoint | Extract | Proof) -> bytes:
    """A checkpoint, the head of an extract or a proof as a line."""
    return msgspec.json.encode({_WORDS[type(told)]: told})


def read_as(kind: type[Kind], line: bytes) -> Kind:
    """What a line of this kind tells; `msgspec.DecodeError` where it is none."""
    found: Kind = getattr(_LINES[kind].decode(line), _WORDS[kind])
    return found


def list_root(ends: Mapping[str, tuple[int, str]]) -> bytes:
    """The root over the ends of streams: name, size and root of each, in order of names."""
    leaves = [
        leaf_hash(msgspec.json.encode([stream, size, root]))
        for stream, (size, root) in sorted(ends.items())
    ]
    return root_of(leaves)


def sign_list(signer: Signer, ends: Iterable[Checkpoint], at: str) -> Checkpoint:
    """The signed list of streams with which a file ends."""
    sizes = {one.stream: (one.size, one.root) for one in ends}
    return signer.sign(ALL, len(sizes), list_root(sizes), at)
