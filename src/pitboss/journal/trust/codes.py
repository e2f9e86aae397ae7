"""The house's code on every row: without the house's key nobody can write one.

A line of a stream, an answer and a message each carry a keyed hash over what they are and where
they stand. A row that was changed, moved to another place or written by somebody else does not
have it, and is not read. What a code cannot show is that rows are missing: that is the anchor's.
"""

from __future__ import annotations

import hashlib

CODE_BYTES = 16
PLAIN_BYTES = 8
KEY_BYTES = 64


class Codes:
    """Makes the codes of one house."""

    __slots__ = ("_key",)

    def __init__(self, key: bytes) -> None:
        self._key = key[:KEY_BYTES]

    def line(self, stream: str, sequence: int, line: bytes) -> bytes:
        """The code of a line at its place."""
        head = f"line {len(stream)} {stream} {sequence} ".encode()
        return hashlib.blake2b(head + line, digest_size=CODE_BYTES, key=self._key).digest()

    def row(self, *parts: str | bytes) -> bytes:
        """The code of a row that no tree covers."""
        body = b"row " + framed(parts)
        return hashlib.blake2b(body, digest_size=CODE_BYTES, key=self._key).digest()


def checksum(codes: Codes | None, *parts: str | bytes) -> bytes:
    """The code of a row; where the store has no key, a hash that shows damage alone."""
    if codes is not None:
        return codes.row(*parts)
    return hashlib.sha256(framed(parts)).digest()[:PLAIN_BYTES]


def framed(parts: tuple[str | bytes, ...]) -> bytes:
    """The parts in a row, each behind its length, so that no two rows read alike."""
    bodies = [part.encode() if isinstance(part, str) else part for part in parts]
    return b"".join(len(body).to_bytes(8) + body for body in bodies)
