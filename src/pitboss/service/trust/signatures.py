"""What is done at each signing: anchor, checkpoints, house log, its head, witnesses.

The anchor is on the disk before a checkpoint is told to anyone. Every line written since the last
signing is read from the store once more: what was changed or taken there in the meantime is found
now, not at the next start.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pitboss.aggregates import TABLE
from pitboss.aggregates.log import STREAM as LOG_STREAM
from pitboss.errors import BrokenStreamError
from pitboss.journal.proof.checkpoint import Checkpoint
from pitboss.journal.proof.merkle import Tree, leaf_hash
from pitboss.journal.proof.note import Head, Note, note_of
from pitboss.service.trust.log import HouseLog

if TYPE_CHECKING:
    from pitboss.journal.trust.anchor import Anchor
    from pitboss.service.tables import Tables

ORIGIN = "pitboss.house"
ORIGIN_DIGITS = 16
log = logging.getLogger("pitboss.signing")

Told = Callable[[HouseLog, Note], None]
"""Hears each new head of the house log: who writes it to a file, who asks witnesses."""


def origin_of(public: str) -> str:
    """The name of a house's log, which no other house has."""
    return f"{ORIGIN}/{public[:ORIGIN_DIGITS]}"


class Signing:
    """Signs what has grown, and keeps what was signed where the database is not."""

    def __init__(self, tables: Tables, anchor: Anchor | None = None) -> None:
        self._tables, self._anchor = tables, anchor
        self.log = HouseLog(tables.store, tables.writer)
        self.told: list[Told] = []
        self._read: dict[str, Tree] = {}

    def sign(self, name: str) -> Checkpoint | None:
        """Sign one table as it is, and keep that; nothing while a write is on its way."""
        found = self._tables.checkpoint(name)
        if found is not None:
            self.keep([found])
        return found

    def keep(self, checkpoints: Sequence[Checkpoint]) -> None:
        """Keep checkpoints: first in the anchor, then beside the streams."""
        if self._anchor is not None and checkpoints:
            self._anchor.sign(checkpoints)
        for one in checkpoints:
            self._tables.store.keep_checkpoint(one)

    def enter(self, checkpoints: Sequence[Checkpoint]) -> Checkpoint | None:
        """Keep checkpoints and enter them in the house log; its head, where it has grown."""
        checkpoints = [one for one in checkpoints if self._borne_out(one)]
        self.keep(checkpoints)
        self.log.follow()
        if not self.log.grown(checkpoints):
            return None
        at = self._tables.moments.now()
        self.log.keep(checkpoints, at)
        tree = self.log.tree()
        signer = self._tables.signer
        head = signer.sign(LOG_STREAM, tree.size, tree.root(), at.isoformat())
        self.keep([head])
        note = note_of(signer, Head(origin_of(signer.public), tree.size, tree.root()))
        for told in self.told:
            try:
                told(self.log, note)
            except Exception:
                log.exception("a head of the house log was not taken")
        return head

    def _borne_out(self, one: Checkpoint) -> bool:
        """Whether the store still has what is to be signed; a table that it lacks is set aside."""
        try:
            self.read_again(one)
        except BrokenStreamError as error:
            if not TABLE.owns(one.stream):
                raise
            log.error("%s", error)  # noqa: TRY400 - the sentence says it all
            self._tables.set_aside(one.stream, str(error))
            return False
        return True

    def watch(self, stream: str, size: int) -> None:
        """Set a table aside whose end is not in the store any more; `size` was committed."""
        if self._tables.store.head(stream) < size:
            why = f"{stream} is not in the store as it was written, up to event {size}"
            log.error("%s", why)
            self._tables.set_aside(stream, why)

    def read_again(self, checkpoint: Checkpoint) -> None:
        """Read what the store has of a stream since it was last signed; it must lead there."""
        tree = self._read.get(checkpoint.stream)
        if tree is None:  # what was there at the start was looked through then
            return self._remember(checkpoint)
        for sequence, line in self._tables.store.read(checkpoint.stream, tree.size):
            if sequence > checkpoint.size:
                break
            if sequence == tree.size + 1:
                tree.append(leaf_hash(line))
        if (tree.size, tree.root().hex()) != (checkpoint.size, checkpoint.root):
            self._read.pop(checkpoint.stream)
            raise BrokenStreamError(
                f"{checkpoint.stream} is not in the store as it was written, up to event "
                f"{checkpoint.size}"
            )
        return None

    def _remember(self, checkpoint: Checkpoint) -> None:
        tree = Tree()
        for _, line in self._tables.store.read(checkpoint.stream, 0, checkpoint.size):
            tree.append(leaf_hash(line))
        if tree.root().hex() == checkpoint.root:
            self._read[checkpoint.stream] = tree
            return
        raise BrokenStreamError(
            f"{checkpoint.stream} is not in the store as it was written, up to event "
            f"{checkpoint.size}"
        )
