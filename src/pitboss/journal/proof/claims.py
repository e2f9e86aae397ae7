"""What a log of checkpoints says of the other streams of a file, and who outside saw its heads.

The log stands first in a whole export, so that each stream is held against it as it is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.journal.aggregate import Aggregate
from pitboss.journal.proof.checkpoint import Checkpoint
from pitboss.journal.proof.merkle import Tree
from pitboss.journal.proof.note import NoteError, NoteKey, read_note, signed_by


class Wrong(NamedTuple):
    """What is wrong, and with which event of which stream."""

    stream: str
    sequence: int
    code: str
    sentence: str


class Claims:
    """The checkpoints of a log, met one by one, and the heads that witnesses signed."""

    def __init__(self, witnesses: Sequence[NoteKey] = ()) -> None:
        self._witnesses = witnesses
        self._open: dict[str, dict[int, str]] = {}
        self._seen: dict[NoteKey, int] = dict.fromkeys(witnesses, 0)
        self._roots: dict[int, bytes] = {}
        self._needed = 0
        self.log = ""

    def take(
        self,
        aggregate: Aggregate[Any, Any],
        stream: str,
        event: Any,
        tree: Tree,
        met: Mapping[str, Sequence[Checkpoint]],
    ) -> Checkpoint | Wrong | None:
        """An event of a log, before it is in its tree: the checkpoint in it, or what is wrong."""
        if aggregate.logs is None or aggregate.cosigns is None:
            return None
        self.log = stream
        if self._witnesses:
            self._roots[tree.size] = tree.root()
        note = aggregate.cosigns(event)
        if note is not None:
            return self._cosigned(stream, tree.size + 1, note)
        one: Checkpoint | None = aggregate.logs(event)
        if one is None:
            return None
        self._needed = tree.size + 1
        if one.stream in met:  # it was read already: then it was signed there
            roots = [known.root for known in met[one.stream] if known.size == one.size]
            if one.root not in roots:
                sentence = f"the log has another root of {one.stream} at {one.size} than the file"
                return Wrong(one.stream, one.size, "wrong-root", sentence)
            return one
        self._open.setdefault(one.stream, {})[one.size] = one.root
        return one

    def _cosigned(self, stream: str, sequence: int, text: str) -> Wrong | None:
        try:
            note = read_note(text)
            head = note.head
        except NoteError as error:
            return Wrong(stream, sequence, "bad-note", str(error))
        for key in self._witnesses:
            if signed_by(note, key) is None:
                continue
            if self._roots.get(head.size) != head.root:
                sentence = f"{key.name} saw another log with {head.size} entries: it was forked"
                return Wrong(stream, sequence, "fork", sentence)
            self._seen[key] = max(self._seen[key], head.size)
        return None

    def met(self, stream: str, tree: Tree) -> Wrong | None:
        """A stream has come to a size; its root must be the one in the log."""
        wanted = self._open.get(stream, {})
        root = wanted.pop(tree.size, None)
        if root is None or root == tree.root().hex():
            return None
        sentence = f"an event of {stream} up to {tree.size} is not the one in the house log"
        return Wrong(stream, tree.size, "wrong-root", sentence)

    def end(self, sizes: Mapping[str, int]) -> Wrong | None:
        """The file is over: what the log has must be there, and witnesses must have seen it."""
        for stream, wanted in sorted(self._open.items()):
            size = sizes.get(stream, 0)
            if not wanted or (not size and len(sizes) == 1):  # the log alone is a file too
                continue
            if not size:
                sentence = f"the house log has {max(wanted)} events of {stream}: it is left out"
                return Wrong(stream, 1, "missing-stream", sentence)
            sentence = f"the house log has {max(wanted)} events of {stream}; the file has {size}"
            return Wrong(stream, size + 1, "truncated", sentence)
        return self._unseen()

    def _unseen(self) -> Wrong | None:
        for key, seen in self._seen.items():
            if not self.log:
                sentence = f"the file has no house log, so {key.name} saw nothing of it"
                return Wrong("", 0, "unwitnessed", sentence)
            if seen < self._needed:
                sentence = (
                    f"the head of {self.log} with {self._needed} entries was not seen by "
                    f"{key.name}, which saw {seen}"
                )
                return Wrong(self.log, seen + 1, "unwitnessed", sentence)
        return None
