"""The anchor: how far every stream had come, kept where the database is not.

Rows can be taken from a database without a trace in it: its end deleted, an older copy put in
its place. So the last place of each stream is also kept in a file beside the house's keys. After
each commit the new ends of its streams are put there, each with the house's code, before anyone
is answered; the signed checkpoints follow with each signing, synchronised before they are told.
A file that has grown is written anew with one line or two for each stream and the signed list of
all of them.

Each process writes a file of its own (`anchor`, `anchor.2`, ...) and reads them all.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import threading
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from pitboss.errors import StoreError
from pitboss.journal.proof.checkpoint import Checkpoint, Signer
from pitboss.journal.proof.format import ALL, CHECKPOINT, line_of, list_root, read_as, sign_list
from pitboss.journal.trust.codes import Codes

MARK = b'{"mark":'
MOST_BYTES = 1 << 20
MOST_FILES = 64
CODES = b"codes 1"

Ends = Mapping[str, tuple[int, str]]
"""The size of each stream and the hash of its last line."""


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """How far a stream had come: its size, the hash of its last line, and the house's code."""

    stream: str
    size: int
    end: str
    code: str = ""


class _MarkLine(msgspec.Struct, frozen=True):
    mark: Mark


class Known(NamedTuple):
    """What an anchor knows of a stream: the last mark and the last signed checkpoint."""

    mark: Mark | None
    checkpoint: Checkpoint | None

    @property
    def size(self) -> int:
        """How many events the stream had at least."""
        marked = 0 if self.mark is None else self.mark.size
        return max(marked, 0 if self.checkpoint is None else self.checkpoint.size)


_marks = msgspec.json.Decoder(_MarkLine)
_encode = msgspec.json.Encoder().encode


def codes_of(signer: Signer) -> Codes:
    """The codes of the house with this key."""
    return Codes(signer.derive(CODES))


class _Reading:
    """What the anchors of a store say, however many processes wrote them."""

    def __init__(self, path: Path, signer: Signer) -> None:
        self._signer, self._codes = signer, codes_of(signer)
        self._marks: dict[str, Mark] = {}
        self._checkpoints: dict[str, Checkpoint] = {}
        self.new = not any(_files(path))
        """Whether there was no anchor here before."""
        for file in _files(path):
            self._read(file)

    def known(self) -> dict[str, Known]:
        """What is known of each stream."""
        names = sorted({*self._marks, *self._checkpoints})
        return {one: Known(self._marks.get(one), self._checkpoints.get(one)) for one in names}

    def _read(self, path: Path) -> None:
        lines = path.read_bytes().split(b"\n")
        seen: dict[str, tuple[int, str]] = {}
        for number, line in enumerate(lines, 1):
            if not line or number == len(lines):  # what a crash left half written counts nothing
                continue
            if not self._take(line, seen):
                raise StoreError(
                    f"line {number} of the anchor {path} was not written by this house's key"
                )

    def _take(self, line: bytes, seen: dict[str, tuple[int, str]]) -> bool:
        try:
            if line.startswith(CHECKPOINT):
                return self._signed(read_as(Checkpoint, line), seen)
            mark = _marks.decode(line).mark
        except ValueError:
            return False
        code = self._codes.row("mark", mark.stream, str(mark.size), mark.end).hex()
        if mark.code != code:
            return False
        before = self._marks.get(mark.stream)
        if before is None or before.size <= mark.size:
            self._marks[mark.stream] = mark
        return True

    def _signed(self, checkpoint: Checkpoint, seen: dict[str, tuple[int, str]]) -> bool:
        if not checkpoint.holds(self._signer.public):
            return False
        if checkpoint.stream == ALL:  # no stream may be missing from the list
            return (checkpoint.size, checkpoint.root) == (len(seen), list_root(seen).hex())
        seen[checkpoint.stream] = (checkpoint.size, checkpoint.root)
        before = self._checkpoints.get(checkpoint.stream)
        if before is None or before.size <= checkpoint.size:
            self._checkpoints[checkpoint.stream] = checkpoint
        return True


def read_anchor(path: Path, signer: Signer) -> dict[str, Known] | None:
    """What an anchor knows, for whoever only reads; nothing where there is none."""
    found = _Reading(path, signer)
    return None if found.new else found.known()


class Anchor(_Reading):
    """The anchor of one store, as this process keeps it."""

    def __init__(self, path: Path, signer: Signer) -> None:
        self._lock = threading.Lock()
        super().__init__(path, signer)
        self._path, self._held = _own(path)
        self._file = -1
        self._length = 0
        self.failed: OSError | None = None

    # Writing ------------------------------------------------------------------------------

    def mark(self, ends: Ends) -> None:
        """These streams have come so far; in the file when this returns, and after a crash.

        What cannot be put there is told at the next signing: the commits themselves stand.
        """
        with self._lock:
            lines = b""
            for stream, (size, end) in ends.items():
                code = self._codes.row("mark", stream, str(size), end).hex()
                self._marks[stream] = found = Mark(stream, size, end, code)
                lines += MARK + _encode(found) + b"}\n"
            if self._file < 0:
                return
            try:
                self._append(lines)
                if self._length > MOST_BYTES:
                    self._renew()
            except OSError as error:
                self.failed = error

    def sign(self, checkpoints: Iterable[Checkpoint]) -> None:
        """Keep signed checkpoints; on the disk when this returns."""
        with self._lock:
            lines = b""
            for one in checkpoints:
                self._checkpoints[one.stream] = one
                lines += line_of(one) + b"\n"
            if self._file < 0 or self.failed is not None:
                self._renew()
            else:
                self._append(lines)
                os.fsync(self._file)

    def _append(self, lines: bytes) -> None:
        """Called with the lock held."""
        written = os.write(self._file, lines)
        self._length += written
        if written != len(lines):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self._path))

    def begin(self) -> None:
        """Write the file anew, from what is known: from now on marks are put there."""
        with self._lock:
            self._renew()

    def reset(self, ends: Ends, checkpoints: Iterable[Checkpoint]) -> None:
        """Forget what was known and begin anew here; other processes' files are gone."""
        with self._lock:
            self._marks.clear()
            self._checkpoints = {one.stream: one for one in checkpoints}
            for other in _files(self._path.with_name(_base(self._path.name))):
                if other != self._path:
                    other.unlink()
        self.mark(ends)
        self.begin()

    def _renew(self) -> None:
        """Called with the lock held."""
        at = max((one.at for one in self._checkpoints.values()), default="")
        lines = [line_of(one) for _, one in sorted(self._checkpoints.items())]
        lines.append(line_of(sign_list(self._signer, self._checkpoints.values(), at)))
        lines += [MARK + _encode(one) + b"}" for _, one in sorted(self._marks.items())]
        body = b"".join(line + b"\n" for line in lines)
        new = self._path.with_name(f"{self._path.name}.new")
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        new.rename(self._path)
        _synchronise(self._path.parent)
        if self._file >= 0:
            os.close(self._file)
        self._file = os.open(self._path, os.O_WRONLY | os.O_APPEND)
        self._length, self.failed = len(body), None

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._file >= 0:
                with contextlib.suppress(OSError):
                    os.fsync(self._file)
                os.close(self._file)
                self._file = -1
            if self._held >= 0:
                os.close(self._held)
                self._held = -1


def _base(name: str) -> str:
    return name.split(".", maxsplit=1)[0]


def _files(path: Path) -> Iterator[Path]:
    """The anchors of all processes that served this store."""
    for number in range(1, MOST_FILES + 1):
        file = path if number == 1 else path.with_name(f"{path.name}.{number}")
        if file.exists():
            yield file


def _own(path: Path) -> tuple[Path, int]:
    """The first of the files that no other process has; held until it is closed."""
    for number in range(1, MOST_FILES + 1):
        file = path if number == 1 else path.with_name(f"{path.name}.{number}")
        held = os.open(file.with_name(f"{file.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(held)
            continue
        return file, held
    raise StoreError(f"too many processes keep an anchor beside {path}")


def _synchronise(folder: Path) -> None:
    """Have a new name in a folder survive a loss of power."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
