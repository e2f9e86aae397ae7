"""The Merkle tree over a stream, hashed as RFC 9162 has it: leaves, roots, proofs.

A leaf is hashed behind a zero byte and a node behind a one byte, so that no node can pass for
a leaf. A tree of n leaves splits at the largest power of two below n.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

EMPTY_ROOT = hashlib.sha256(b"").digest()


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node over its two children."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree:
    """A tree that only grows: the roots of its full subtrees, largest first.

    Appending costs a constant number of hashes on average; the root as many as the tree is
    deep. The leaves themselves are not kept.
    """

    __slots__ = ("_peaks", "size")

    def __init__(self) -> None:
        self.size = 0
        self._peaks: list[bytes] = []

    def append(self, leaf: bytes) -> None:
        """Add the hash of a leaf."""
        size = self.size
        while size & 1:
            leaf = node_hash(self._peaks.pop(), leaf)
            size >>= 1
        self._peaks.append(leaf)
        self.size += 1

    @classmethod
    def of(cls, size: int, peaks: Sequence[bytes]) -> Tree:
        """A tree of so many leaves with these roots of full subtrees."""
        if len(peaks) != size.bit_count():
            raise ValueError(f"a tree of {size} leaves has {size.bit_count()} full subtrees")
        tree = cls()
        tree.size, tree._peaks = size, list(peaks)
        return tree

    @property
    def peaks(self) -> tuple[bytes, ...]:
        """The roots of the full subtrees, largest first."""
        return tuple(self._peaks)

    def root(self) -> bytes:
        """The root over all leaves so far."""
        if not self._peaks:
            return EMPTY_ROOT
        root = self._peaks[-1]
        for peak in reversed(self._peaks[:-1]):
            root = node_hash(peak, root)
        return root

    def copy(self) -> Tree:
        """A tree of the same leaves that grows on its own."""
        return Tree.of(self.size, self._peaks)


def root_of(leaves: Sequence[bytes]) -> bytes:
    """The root over these leaf hashes."""
    tree = Tree()
    for leaf in leaves:
        tree.append(leaf)
    return tree.root()


def _split(size: int) -> int:
    """The largest power of two below `size`."""
    return 1 << (size - 1).bit_length() - 1


def inclusion_proof(leaves: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """The hashes that lead from leaf `index` to the root."""
    return inclusion_proofs(leaves, range(index, index + 1))[0]


def inclusion_proofs(leaves: Sequence[bytes], places: range) -> tuple[tuple[bytes, ...], ...]:
    """The proofs of neighbouring leaves; no hash of the tree is made twice."""
    for place in places:
        if not 0 <= place < len(leaves):
            raise IndexError(f"there is no leaf {place} among {len(leaves)}")
    paths: dict[int, list[bytes]] = {place: [] for place in places}

    def root(start: int, end: int) -> bytes:
        inside = range(max(start, places.start), min(end, places.stop))
        if not inside or end - start == 1:
            return root_of(leaves[start:end])
        half = start + _split(end - start)
        left, right = root(start, half), root(half, end)
        for place in inside:
            paths[place].append(right if place < half else left)
        return node_hash(left, right)

    root(0, len(leaves))
    return tuple(map(tuple, paths.values()))


def included(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether the proof leads from this leaf, at this place of `size`, to the root."""
    if not 0 <= index < size:
        return False
    place, last, found = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            return False
        if place & 1 or place == last:
            found = node_hash(sibling, found)
            while not place & 1 and place:
                place >>= 1
                last >>= 1
        else:
            found = node_hash(found, sibling)
        place >>= 1
        last >>= 1
    return last == 0 and found == root


def consistency_proof(leaves: Sequence[bytes], size: int) -> tuple[bytes, ...]:
    """The hashes that show that the tree of the first `size` leaves grew into this one."""
    if not 0 < size <= len(leaves):
        raise IndexError(f"there was no tree of {size} leaves among {len(leaves)}")
    path: list[bytes] = []
    whole = True
    while size != len(leaves):
        half = _split(len(leaves))
        if size <= half:
            path.append(root_of(leaves[half:]))
            leaves = leaves[:half]
        else:
            path.append(root_of(leaves[:half]))
            leaves, size, whole = leaves[half:], size - half, False
    if not whole:
        path.append(root_of(leaves))
    return tuple(reversed(path))


def grown_proof(before: Tree, leaves: Sequence[bytes]) -> tuple[bytes, ...]:
    """The same from the tree as it was and the leaves added since: no earlier leaf is needed."""
    if not before.size:
        return ()

    def old(start: int, end: int) -> bytes:
        """The root over a part of the earlier leaves that is made of whole peaks."""
        nodes, place = [], 0
        for peak, width in zip(before.peaks, _widths(before.size), strict=True):
            if start <= place and place + width <= end:
                nodes.append(peak)
            place += width
        root = nodes.pop()
        while nodes:
            root = node_hash(nodes.pop(), root)
        return root

    path: list[bytes] = []
    start, size, end, whole = 0, before.size, before.size + len(leaves), True
    while size != end - start:
        half = _split(end - start)
        if size <= half:
            path.append(root_of(leaves[start + half - before.size : end - before.size]))
            end = start + half
        else:
            path.append(old(start, start + half))
            start, size, whole = start + half, size - half, False
    if not whole:
        path.append(old(start, end))
    return tuple(reversed(path))


def _widths(size: int) -> list[int]:
    """How many leaves are under each peak of a tree, largest first."""
    return [1 << bit for bit in range(size.bit_length() - 1, -1, -1) if size >> bit & 1]


def consistent(
    size: int, root: bytes, later_size: int, later_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether the proof shows that the earlier tree is the beginning of the later."""
    if not 0 < size <= later_size:
        return False
    if size == later_size:
        return not proof and root == later_root
    path = list(proof)
    if size & (size - 1) == 0:
        path.insert(0, root)
    if not path:
        return False
    place, last = size - 1, later_size - 1
    while place & 1:
        place >>= 1
        last >>= 1
    first = second = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            first, second = node_hash(sibling, first), node_hash(sibling, second)
            while not place & 1 and place:
                place >>= 1
                last >>= 1
        else:
            second = node_hash(second, sibling)
        place >>= 1
        last >>= 1
    return last == 0 and first == root and second == later_root
