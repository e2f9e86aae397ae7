"""What a forger does with an exported journal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from pitboss.journal.proof.checkpoint import Checkpoint, Signer
from pitboss.journal.proof.format import CHECKPOINT, line_of, read_as, sign_list
from pitboss.journal.proof.merkle import leaf_hash
from pitboss.journal.record import Record, read_line
from tests.journal.playing import AT, sign_prefix

Change = Callable[[dict[str, Any]], None]


def split(lines: Sequence[bytes]) -> tuple[list[bytes], list[Checkpoint]]:
    """The records and the checkpoints of a file."""
    records = [line for line in lines if not line.startswith(CHECKPOINT)]
    signed = [read_as(Checkpoint, line) for line in lines if line.startswith(CHECKPOINT)]
    return records, signed


def joined(records: Sequence[bytes], signed: Sequence[Checkpoint]) -> list[bytes]:
    """A file of these, every checkpoint where it belongs or as near as can be."""
    found: list[bytes] = []
    waiting = sorted(signed[:-1], key=lambda one: one.size)
    for number, line in enumerate(records, 1):
        found.append(line)
        while waiting and waiting[0].size <= number:
            found.append(line_of(waiting.pop(0)))
    found += [line_of(one) for one in waiting]
    return [*found, line_of(signed[-1])]


def edited(line: bytes, change: Change) -> bytes:
    """A line whose event was changed."""
    record = read_line(line)
    data = record.data()
    change(data)
    return msgspec.structs.replace(record, event=msgspec.Raw(msgspec.json.encode(data))).line()


def later(data: dict[str, Any]) -> None:
    """The smallest change there is: somebody else did it."""
    data["by"] = data["by"] + "x"


def rechained(lines: Sequence[bytes]) -> list[bytes]:
    """The lines numbered and chained anew."""
    found: list[bytes] = []
    previous = ""
    for number, line in enumerate(lines, 1):
        record: Record = read_line(line)
        changed = msgspec.structs.replace(record, sequence=number, previous=previous)
        found.append(changed.line())
        previous = leaf_hash(found[-1]).hex()
    return found


def resigned(lines: Sequence[bytes], signer: Signer, *sizes: int) -> list[bytes]:
    """A file of these lines, signed anew at these sizes and at the end."""
    wanted = sorted({*sizes, len(lines)})
    signed = [sign_prefix(lines[:size], signer) for size in wanted]
    return joined(lines, [*signed, sign_list(signer, signed[-1:], AT)])
