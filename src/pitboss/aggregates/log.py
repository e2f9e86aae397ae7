"""The house log: one stream whose lines are the signed checkpoints of all others.

One head of this log covers every stream that was ever signed: what is in it cannot be shortened,
changed or left out alone. Witnesses outside cosign its heads; what they signed is kept in it too.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any, Union

import msgspec
from msgspec.structs import replace

from pitboss.aggregates.shapes import hyphened
from pitboss.journal.aggregate import Aggregate, Check, Wrong
from pitboss.journal.proof.checkpoint import Checkpoint
from pitboss.journal.proof.note import NoteError, read_note
from pitboss.journal.record import Record

STREAM = "log"


class LogEvent(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event", tag=hyphened
):
    """Something that the log keeps."""

    by: str
    at: dt.datetime


class CheckpointLogged(LogEvent, frozen=True, kw_only=True):
    """A stream was signed."""

    checkpoint: Checkpoint


class HeadCosigned(LogEvent, frozen=True, kw_only=True):
    """A witness signed a head of this log: its name, the size, and the note as it came."""

    witness: str
    size: int
    note: str


KINDS: tuple[type[LogEvent], ...] = (CheckpointLogged, HeadCosigned)
_UNION: Any = Union[KINDS]  # noqa: UP007 - a union made at run time
_decoder = msgspec.json.Decoder(_UNION)


class LogState(msgspec.Struct, frozen=True, kw_only=True):
    """How far each stream was signed, how far each witness saw, and the size then needed.

    `needs` is the size of the log with its last checkpoint: a head of that size covers all.
    """

    signed: Mapping[str, Checkpoint] = {}
    seen: Mapping[str, int] = {}
    size: int = 0
    needs: int = 0


def evolve(state: LogState, event: LogEvent) -> LogState:
    """The state after an event."""
    size = state.size + 1
    match event:
        case CheckpointLogged(checkpoint=one):
            signed = {**state.signed, one.stream: one}
            return replace(state, signed=signed, size=size, needs=size)
        case HeadCosigned():
            seen = {**state.seen, event.witness: max(event.size, state.seen.get(event.witness, 0))}
            return replace(state, seen=seen, size=size)
        case _:
            return replace(state, size=size)


class LogCheck(Check[LogState, LogEvent]):
    """What must hold of the log."""

    def admits(self, record: Record) -> Wrong | None:
        """What concerns the whole house is under no edition."""
        if record.edition or record.fingerprint:
            return "other-edition", "an entry of the log is under no edition"
        return None

    def follows(self, before: LogState, event: LogEvent) -> Wrong | None:
        """A stream is signed further each time; a head is cosigned that was there."""
        if isinstance(event, CheckpointLogged):
            one = event.checkpoint
            last = before.signed.get(one.stream)
            if not one.holds() or one.stream == STREAM:
                return "bad-signature", f"the checkpoint of {one.stream} is not signed by its key"
            if last is not None and one.size < last.size:
                sentence = f"{one.stream} was signed with {last.size} events, then with {one.size}"
                return "shortened", sentence
            return None
        if isinstance(event, HeadCosigned):
            try:
                head = read_note(event.note).head
            except NoteError as error:
                return "bad-note", str(error)
            if head.size != event.size or head.size > before.size:
                return "bad-note", f"the note of {event.witness} is over no head of this log"
        return None


def _logged(event: LogEvent) -> Checkpoint | None:
    return event.checkpoint if isinstance(event, CheckpointLogged) else None


def _cosigned(event: LogEvent) -> str | None:
    return event.note if isinstance(event, HeadCosigned) else None


LOG: Aggregate[LogState, LogEvent] = Aggregate(
    prefix=STREAM,
    start=LogState(),
    decode=_decoder.decode,
    evolve=evolve,
    check=LogCheck,
    logs=_logged,
    cosigns=_cosigned,
)
