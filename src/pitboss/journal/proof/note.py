"""Heads of a log as others know them: C2SP signed notes, tlog-checkpoint, tlog-cosignature.

A note is a text, an empty line, and a line for each signature. The text of a checkpoint is the
log's origin, its size and its root. A *witness* that has seen how the log grew from the last head
it knew signs the same text with the time at which it saw it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pitboss.journal.proof.checkpoint import Signer

ED25519 = 1
COSIGNATURE = 4
DASH = "\u2014 "
KEY_ID_BYTES = 4
TIME_BYTES = 8
SIGNATURE_BYTES = 64


class NoteError(ValueError):
    """A text that is no note, no checkpoint or no key."""


class NoteKey(NamedTuple):
    """A public key with its name, as `name+id+key`."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        """The first bytes of the hash of name, kind and key."""
        body = self.name.encode() + b"\n" + bytes([self.kind]) + self.public
        return hashlib.sha256(body).digest()[:KEY_ID_BYTES]

    @property
    def text(self) -> str:
        """The key as it is published."""
        key = base64.b64encode(bytes([self.kind]) + self.public).decode()
        return f"{self.name}+{self.id.hex()}+{key}"


class Line(NamedTuple):
    """One signature of a note: whose name it bears, the key's id, and the signature."""

    name: str
    id: bytes
    signature: bytes

    @property
    def text(self) -> str:
        """The line, as it stands in a note."""
        return f"{DASH}{self.name} {base64.b64encode(self.id + self.signature).decode()}\n"


class Head(NamedTuple):
    """What a checkpoint says: of which log, how many leaves, which root."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """The text that is signed."""
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"


class Note(NamedTuple):
    """A text and its signatures."""

    text: str
    lines: tuple[Line, ...]

    @property
    def whole(self) -> str:
        """The note as it is written."""
        return self.text + "\n" + "".join(line.text for line in self.lines)

    @property
    def head(self) -> Head:
        """The checkpoint that the text is; further lines of it are left aside."""
        rows = self.text.split("\n")
        if len(rows) < 4 or not rows[0] or not rows[1].isascii() or not rows[1].isdigit():
            raise NoteError("the note is no checkpoint")
        if rows[1] != str(int(rows[1])):
            raise NoteError("the size of the checkpoint is not written plainly")
        return Head(rows[0], int(rows[1]), _decoded(rows[2]))


def read_note(text: str) -> Note:
    """A note as it was written; an error for any other text."""
    body, found, rest = text.rpartition("\n\n")
    if not found or not rest.endswith("\n"):
        raise NoteError("the text is no signed note")
    return Note(body + "\n", read_lines(rest))


def read_lines(text: str) -> tuple[Line, ...]:
    """Signature lines alone, as a witness answers."""
    found = []
    for row in text.splitlines():
        words = row.removeprefix(DASH).split(" ")
        if not row.startswith(DASH) or len(words) != 2 or not words[0]:
            raise NoteError("a line of the note is no signature")
        body = _decoded(words[1])
        if len(body) <= KEY_ID_BYTES:
            raise NoteError("a signature of the note is too short")
        found.append(Line(words[0], body[:KEY_ID_BYTES], body[KEY_ID_BYTES:]))
    return tuple(found)


def read_key(text: str) -> NoteKey:
    """A published key; its id must be its own."""
    words = text.strip().split("+", 2)
    if len(words) != 3:
        raise NoteError("the text is no key of a note: name+id+key")
    body = _decoded(words[2])
    if len(body) != 33 or body[0] not in (ED25519, COSIGNATURE):
        raise NoteError("the key is of a kind that is not known here")
    key = NoteKey(words[0], body[0], body[1:])
    if key.id.hex() != words[1]:
        raise NoteError("the key and its id do not fit together")
    return key


def note_of(signer: Signer, head: Head) -> Note:
    """A head signed by the house, under the log's own name."""
    key = key_of(signer, head.origin)
    return Note(head.text, (Line(key.name, key.id, signer.sign_note(head.text.encode())),))


def key_of(signer: Signer, origin: str) -> NoteKey:
    """The house's key as readers of notes know it."""
    return NoteKey(origin, ED25519, bytes.fromhex(signer.public))


def signed_by(note: Note, key: NoteKey) -> int | None:
    """When this key signed a note; 0 where its kind tells no time, nothing where it did not."""
    for line in note.lines:
        if (line.name, line.id) != (key.name, key.id):
            continue
        if key.kind == ED25519:
            return 0 if _holds(key.public, line.signature, note.text.encode()) else None
        if len(line.signature) != TIME_BYTES + SIGNATURE_BYTES:
            return None
        at = int.from_bytes(line.signature[:TIME_BYTES])
        body = cosigned_text(note.text, at)
        return at if _holds(key.public, line.signature[TIME_BYTES:], body) else None
    return None


def cosigned_text(text: str, at: int) -> bytes:
    """What a witness signs: when it saw this text."""
    return f"cosignature/v1\ntime {at}\n{text}".encode()


def _holds(public: bytes, signature: bytes, body: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, body)
    except (InvalidSignature, ValueError):
        return False
    return True


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise NoteError("a part of the note is not base64") from None


def asking(old: int, proof: Sequence[bytes], note: Note) -> bytes:
    """What a witness is asked, as tlog-witness has it: the size it knows, the proof, the note."""
    rows = [f"old {old}", *(base64.b64encode(node).decode() for node in proof), "", note.whole]
    return "\n".join(rows).encode()
