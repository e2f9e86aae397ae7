"""Two copies of a journal held against each other: what one of them lost, and forks.

What counts of the other copy is what was signed. It may be an older export, or only the
checkpoints that a witness kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from pitboss.journal.proof.checkpoint import Checkpoint
from pitboss.journal.proof.format import ALL, CHECKPOINT, EXTRACT, PROOF, read_as
from pitboss.journal.proof.merkle import Tree, leaf_hash
from pitboss.journal.proof.verify import Finding

_name = msgspec.json.Decoder(dict[str, msgspec.Raw])
Copy = tuple[dict[str, list[bytes]], list[Checkpoint]]


def read_copy(lines: Iterable[bytes]) -> Copy:
    """The leaf hashes of each stream of a file, and its checkpoints."""
    leaves: dict[str, list[bytes]] = {}
    signed = []
    for given in lines:
        line = given.rstrip(b"\n")
        if line.startswith(CHECKPOINT):
            checkpoint = read_as(Checkpoint, line)
            if checkpoint.stream != ALL:
                signed.append(checkpoint)
        elif not line.startswith((EXTRACT, PROOF)):
            stream = msgspec.json.decode(_name.decode(line)["stream"], type=str)
            leaves.setdefault(stream, []).append(leaf_hash(line))
    return leaves, signed


def compare(ours: Copy, other: Copy, keys: Sequence[str] | None = None) -> Finding | None:
    """What our copy lacks, or has otherwise, of what the other one shows to be signed.

    Our copy must have been verified; its own checkpoints stand for its keys where none are
    given.
    """
    leaves, signed = ours
    known = set(keys) if keys is not None else {one.key for one in signed}
    roots = _roots(leaves, other[1])
    for checkpoint in sorted(other[1], key=lambda one: (one.stream, one.size)):
        if not checkpoint.holds() or checkpoint.key not in known:
            continue
        name, size = checkpoint.stream, checkpoint.size
        have = len(leaves.get(name, ()))
        if have < size:
            sentence = f"{size} events of {name} were signed; the file has {have}"
            return Finding(0, name, have + 1, "truncated", sentence)
        if roots[name, size] != checkpoint.root:
            first = _first_difference(leaves[name], other[0].get(name, []))
            where = f", from event {first} on" if first is not None else ""
            sentence = f"the key signed two histories of {name}: they are not the same{where}"
            return Finding(0, name, first or 1, "fork", sentence)
    return None


def _roots(
    leaves: dict[str, list[bytes]], wanted: Iterable[Checkpoint]
) -> dict[tuple[str, int], str]:
    """The roots of our streams at the sizes of these checkpoints."""
    sizes: dict[str, set[int]] = {}
    for checkpoint in wanted:
        sizes.setdefault(checkpoint.stream, set()).add(checkpoint.size)
    found = {}
    for stream, at in sizes.items():
        tree = Tree()
        for leaf in leaves.get(stream, ()):
            tree.append(leaf)
            if tree.size in at:
                found[stream, tree.size] = tree.root().hex()
        if 0 in at:
            found[stream, 0] = Tree().root().hex()
    return found


def _first_difference(ours: Sequence[bytes], theirs: Sequence[bytes]) -> int | None:
    for place, (mine, other) in enumerate(zip(ours, theirs, strict=False), 1):
        if mine != other:
            return place
    return None
