"""Witnesses: others who sign a head of the house log when they have seen that it only grew.

They are asked as C2SP tlog-witness has it, by a thread of its own: no command waits for them.
"""

from __future__ import annotations

import logging
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pitboss.errors import BadDataError, PitbossError
from pitboss.journal.proof.merkle import Tree, grown_proof
from pitboss.journal.proof.note import (
    COSIGNATURE,
    Note,
    NoteError,
    NoteKey,
    asking,
    read_key,
    read_lines,
    signed_by,
)
from pitboss.service.clock import Clock
from pitboss.service.trust.log import HouseLog

SECONDS = 10.0
AGAIN_SECONDS = 30.0
TRIES = 2
MOST_BYTES = 64 * 1024
SIZE_TYPE = "text/x.tlog.size"
log = logging.getLogger("pitboss.witness")


class RefusedError(PitbossError):
    """A witness did not sign; the sentence says why."""


class Witness(NamedTuple):
    """Where a witness is asked, and the key it signs with."""

    url: str
    key: NoteKey


def read_witness(text: str) -> Witness:
    """A witness as it is named to the server: its key and its address, in two words."""
    words = text.split()
    try:
        key = read_key(words[0]) if len(words) == 2 else None
    except NoteError as error:
        raise BadDataError(f"'{text}' names no witness: {error}") from None
    if key is None or key.kind != COSIGNATURE or not words[1].startswith(("https://", "http://")):
        raise BadDataError(f"'{text}' names no witness: its cosigning key and its address")
    return Witness(words[1].rstrip("/"), key)


class Witnesses:
    """Asks every witness about the latest head, again until each has signed it."""

    def __init__(self, witnesses: list[Witness], now: Clock, again: float = AGAIN_SECONDS) -> None:
        self.witnesses = witnesses
        self.failing: dict[str, str] = {}
        """What each witness that does not sign says."""
        self._now, self._again = now, again
        self._trees: dict[str, Tree] = {}
        self._head: tuple[HouseLog, Note] | None = None
        self._called = threading.Event()
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="witnesses", daemon=True)
        self._thread.start()

    def hear(self, house_log: HouseLog, note: Note) -> None:
        """A new head; it is handed over soon."""
        self._head = (house_log, note)
        self._called.set()

    def _run(self) -> None:
        while not self._ended:
            self._called.wait(self._again if self.failing else None)
            self._called.clear()
            if self._head is not None and not self._ended:
                self.ask(*self._head)

    def ask(self, house_log: HouseLog, note: Note) -> None:
        """Hand a head to each witness that has not seen it."""
        for witness in self.witnesses:
            try:
                self._one(witness, house_log, note)
            except (RefusedError, NoteError, OSError) as error:
                if witness.key.name not in self.failing:
                    log.error("the witness %s does not sign: %s", witness.key.name, error)  # noqa: TRY400
                self.failing[witness.key.name] = str(error)
            except Exception as error:
                log.exception("the witness %s could not be asked", witness.key.name)
                self.failing[witness.key.name] = str(error)
            else:
                self.failing.pop(witness.key.name, None)

    def _one(self, witness: Witness, house_log: HouseLog, note: Note) -> None:
        name, size = witness.key.text, note.head.size
        seen = house_log.state.seen.get(name, 0)
        if seen >= size:
            return
        for _ in range(TRIES):
            tree = self._tree(name, house_log, seen)
            leaves = house_log.leaves(seen)[: size - seen]
            answer = _post(witness.url, asking(seen, grown_proof(tree, leaves), note))
            if isinstance(answer, str):
                cosigned = Note(note.text, (*note.lines, *read_lines(answer)))
                if signed_by(cosigned, witness.key) is None:
                    raise RefusedError("its answer does not bear its signature")
                for leaf in leaves:
                    tree.append(leaf)
                house_log.cosigned(name, size, cosigned.whole, self._now())
                return
            if answer > size:
                raise RefusedError(
                    f"it has seen a log with {answer} entries, and this one has {size}: "
                    "history was lost here"
                )
            seen = answer
        raise RefusedError("it asks for another beginning each time")

    def _tree(self, name: str, house_log: HouseLog, size: int) -> Tree:
        tree = self._trees.get(name)
        if tree is None or tree.size != size:
            tree = Tree()
            for leaf in house_log.leaves(0)[:size]:
                tree.append(leaf)
            self._trees[name] = tree
        return tree

    def close(self) -> None:
        """Stop asking; what is under way is finished."""
        self._ended = True
        self._called.set()
        self._thread.join(2 * SECONDS)


def _post(url: str, body: bytes) -> str | int:
    """What a witness answers: signature lines, or the size that it knows."""
    asked = urllib.request.Request(f"{url}/add-checkpoint", data=body, method="POST")  # noqa: S310 - checked when it was named
    asked.add_header("Content-Type", "text/plain; charset=utf-8")
    try:
        with urllib.request.urlopen(asked, timeout=SECONDS) as answer:  # noqa: S310
            return str(answer.read(MOST_BYTES).decode())
    except urllib.error.HTTPError as error:
        told = error.read(MOST_BYTES).decode(errors="replace").strip()
        kind = error.headers.get("Content-Type", "")
        if error.code == 409 and kind.startswith(SIZE_TYPE) and told.isascii() and told.isdigit():
            return int(told)
        raise RefusedError(f"it answers {error.code} {told[:100]}".strip()) from None


def to_file(path: Path) -> Callable[[HouseLog, Note], None]:
    """Who writes each head of the log into a file, as a signed note."""

    def told(_: HouseLog, note: Note) -> None:
        new = path.with_name(f"{path.name}.new")
        new.write_text(note.whole, encoding="utf-8")
        new.rename(path)

    return told
