"""A store held against its anchor and its own signed checkpoints, before anything is decided on it.

Every line is read once: it must carry the house's code, follow the one before it and lead to the
roots that were signed. What the anchor knows must be there. A stream that is shorter than it was
is *behind*: rows were taken away, or an older copy is here. Any other fault makes a stream
*broken*.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from pitboss.errors import BrokenStreamError, RolledBackError
from pitboss.journal.proof.checkpoint import Checkpoint
from pitboss.journal.proof.merkle import Tree, leaf_hash
from pitboss.journal.store import Store
from pitboss.journal.trust.anchor import Known

PAGE = 5_000


class Behind(NamedTuple):
    """A stream that has fewer events than were signed or written."""

    stream: str
    had: int
    has: int

    @property
    def sentence(self) -> str:
        """What is missing, in words."""
        if not self.has:
            return f"{self.stream} is gone, which had {self.had:,} events"
        return f"{self.stream} ends at event {self.has:,}, and had {self.had:,}"


@dataclass
class Found:
    """What a look through a store found."""

    ends: dict[str, tuple[int, str]] = field(default_factory=dict)
    trees: dict[str, Tree] = field(default_factory=dict)
    behind: list[Behind] = field(default_factory=list)
    broken: dict[str, str] = field(default_factory=dict)
    void: list[Checkpoint] = field(default_factory=list)
    """Signed checkpoints that the store does not bear out."""

    def sentence(self) -> str | None:
        """What is behind, in words; nothing where nothing is."""
        if not self.behind:
            return None
        first, *others = self.behind
        more = f", and {len(others)} more streams are behind" if others else ""
        return f"the store is behind its anchor: {first.sentence}{more}"


class _Place(msgspec.Struct, frozen=True):
    stream: str
    sequence: int
    previous: str


_place = msgspec.json.Decoder(_Place)


def look(
    store: Store,
    known: Mapping[str, Known],
    keys: Collection[str],
    streams: Collection[str] | None = None,
) -> Found:
    """Look through every stream that there is, or was; or through these alone."""
    found = Found()
    for stream in sorted(streams or {*store.streams(), *known}):
        try:
            _stream(store, stream, known.get(stream), keys, found)
        except BrokenStreamError as error:
            found.broken[stream] = str(error)
        except ValueError as error:
            found.broken[stream] = f"{stream} cannot be read: {error}"
    return found


def check_anchored(
    store: Store,
    known: Mapping[str, Known],
    keys: Collection[str],
    streams: Collection[str] | None = None,
) -> Found:
    """The same for whoever only reads; an error for the first thing that is wrong."""
    found = look(store, known, keys, streams)
    sentence = found.sentence()
    if sentence is not None:
        raise RolledBackError(sentence)
    for broken in found.broken.values():
        raise BrokenStreamError(broken)
    return found


def check_checkpoints(
    checkpoints: Iterable[Checkpoint], roots: Mapping[int, str], size: int, keys: Collection[str]
) -> None:
    """Every checkpoint of a stream must be the house's, and of this tree."""
    for one in checkpoints:
        if not one.holds() or one.key not in keys:
            raise BrokenStreamError(
                f"the checkpoint of {one.stream} at event {one.size} is not signed by the house's "
                "key"
            )
        if one.size > size:
            raise BrokenStreamError(
                f"a checkpoint over {one.size} events of {one.stream} was signed, and event "
                f"{size + 1} is not there: its end was cut off"
            )
        if roots[one.size] != one.root:
            raise BrokenStreamError(
                f"an event of {one.stream} up to {one.size} is not the one that was signed"
            )


def _stream(
    store: Store, stream: str, known: Known | None, keys: Collection[str], found: Found
) -> None:
    signed = store.checkpoints(stream)
    mark = known.mark if known is not None else None
    anchored = known.checkpoint if known is not None else None
    wanted = {one.size for one in signed}
    if anchored is not None:
        wanted.add(anchored.size)
    tree, end = Tree(), ""
    roots = {0: tree.root().hex()} if 0 in wanted else {}
    marked: str | None = None
    for line in lines_of(store, stream):
        end = _followed(stream, tree, end, line)
        if tree.size in wanted:
            roots[tree.size] = tree.root().hex()
        if mark is not None and tree.size == mark.size:
            marked = end
    found.ends[stream], found.trees[stream] = (tree.size, end), tree
    found.void += [one for one in signed if roots.get(one.size) != one.root]
    if known is not None and known.size > tree.size:
        found.behind.append(Behind(stream, known.size, tree.size))
        return
    check_checkpoints(signed, roots, tree.size, keys)
    if anchored is not None and roots[anchored.size] != anchored.root:
        raise BrokenStreamError(
            f"an event of {stream} up to {anchored.size} is not the one that the anchor knows"
        )
    if mark is not None and mark.size and marked != mark.end:
        raise BrokenStreamError(f"event {mark.size} of {stream} is not the one the anchor knows")


def lines_of(store: Store, stream: str) -> Iterator[bytes]:
    """Every line of a stream, read a part at a time; none may be missing."""
    after = 0
    while True:
        page = store.read(stream, after, PAGE)
        for sequence, line in page:
            if sequence != after + 1:
                raise BrokenStreamError(f"event {after + 1} of {stream} is missing")
            after = sequence
            yield line
        if len(page) < PAGE:
            return


def _followed(stream: str, tree: Tree, previous: str, line: bytes) -> str:
    """Take the next line into the tree; the hash of it."""
    try:
        place = _place.decode(line)
    except msgspec.DecodeError as error:
        raise BrokenStreamError(
            f"event {tree.size + 1} of {stream} cannot be read: {error}"
        ) from None
    if place != _Place(stream, tree.size + 1, previous):
        raise BrokenStreamError(
            f"event {tree.size + 1} of {stream} does not follow the one before it"
        )
    leaf = leaf_hash(line)
    tree.append(leaf)
    return leaf.hex()
