"""One line of a journal: an event with its place, its edition and its command.

The line is written once, as JSON, and its bytes are the leaf of the stream's Merkle tree: what
is stored, exported and verified is the same line.
"""

from __future__ import annotations

from typing import Any

import msgspec

INDEXED = ""
"""The key under which late answers of a stream tell up to which sequence they are all there."""


class Record(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """An event in its stream. `event` is kept as it was written, whatever its kind.

    `previous` is the hash of the line before, so that a changed line is found by the next.
    `asked` is a digest of what was asked under the command's id, where a person asked.
    """

    stream: str
    sequence: int
    previous: str
    version: int
    edition: str
    fingerprint: str
    command: str
    event: msgspec.Raw
    asked: str = ""

    def line(self) -> bytes:
        """The line of this record."""
        return msgspec.json.encode(self)

    def data(self) -> dict[str, Any]:
        """The event as plain data."""
        found: dict[str, Any] = msgspec.json.decode(self.event)
        return found


class Kept(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An answer as it is stored: its events are the last `count` lines up to `sequence`.

    Earlier versions stored the events themselves. `asked` is that of the lines.
    """

    sequence: int
    count: int = 0
    asked: str = ""
    events: tuple[msgspec.Raw, ...] = ()


_decoder = msgspec.json.Decoder(Record)


def read_line(line: bytes) -> Record:
    """The record of a line; `msgspec.DecodeError` where it is none."""
    return _decoder.decode(line)
