"""Verification of an exported journal: from the file and the public key alone.

A file has one line for each record, in order of stream and sequence, and lines for signed
checkpoints. What is wrong is named with the first bad line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import msgspec

from pitboss.journal.checkpoint import Checkpoint
from pitboss.journal.merkle import Tree, leaf_hash
from pitboss.journal.record import Record, read_line

CHECKPOINT = b'{"checkpoint":'


class _CheckpointLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    checkpoint: Checkpoint


_checkpoint = msgspec.json.Decoder(_CheckpointLine)


@dataclass(frozen=True)
class Finding:
    """Something wrong: in which line of the file, with which event, and what."""

    line: int
    stream: str
    sequence: int
    code: str
    sentence: str


@dataclass
class Verdict:
    """What a file holds and what is wrong with it."""

    records: int = 0
    streams: dict[str, int] = field(default_factory=dict)
    checkpoints: int = 0
    signed: dict[str, int] = field(default_factory=dict)
    last: dict[str, str] = field(default_factory=dict, repr=False)
    findings: list[Finding] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


def checkpoint_line(checkpoint: Checkpoint) -> bytes:
    """A checkpoint as a line of an exported file."""
    return msgspec.json.encode(_CheckpointLine(checkpoint))


def verify_lines(lines: Iterable[bytes], key: str | None = None) -> Verdict:
    """Check order, hashes and signatures of an exported journal.

    Every stream must end with a checkpoint over all of its records: without it nobody could
    tell a file that was cut short from a whole one.
    """
    verdict = Verdict()
    trees: dict[str, Tree] = {}
    for number, line in enumerate(lines, 1):
        body = line.rstrip(b"\n")
        if body.startswith(CHECKPOINT):
            verdict.findings += _check(verdict, trees, number, body, key)
        else:
            verdict.findings += _record(verdict, trees, number, body)
        if verdict.findings:
            return verdict
    for stream, tree in trees.items():
        if verdict.signed.get(stream) != tree.size:
            last = verdict.signed.get(stream, 0)
            verdict.findings.append(
                Finding(
                    0,
                    stream,
                    last + 1,
                    "unsigned-end",
                    f"the events of {stream} after {last} are under no checkpoint",
                )
            )
    return verdict


def _record(
    verdict: Verdict, trees: dict[str, Tree], number: int, body: bytes
) -> Iterator[Finding]:
    try:
        record: Record = read_line(body)
    except msgspec.DecodeError as error:
        yield Finding(number, "", 0, "unreadable", f"the line is no record: {error}")
        return
    tree = trees.setdefault(record.stream, Tree())
    before = verdict.last.get(record.stream, "")
    if record.sequence != tree.size + 1:
        yield Finding(
            number,
            record.stream,
            tree.size + 1,
            "out-of-sequence",
            f"event {tree.size + 1} of {record.stream} should stand here, not {record.sequence}",
        )
        return
    if record.previous != before:
        yield Finding(
            number,
            record.stream,
            max(1, tree.size),
            "broken-chain",
            f"event {tree.size} of {record.stream} is not the one that event {tree.size + 1} "
            "was written after",
        )
        return
    leaf = leaf_hash(body)
    tree.append(leaf)
    verdict.last[record.stream] = leaf.hex()
    verdict.records += 1
    verdict.streams[record.stream] = tree.size


def _check(
    verdict: Verdict, trees: dict[str, Tree], number: int, body: bytes, key: str | None
) -> Iterator[Finding]:
    try:
        checkpoint = _checkpoint.decode(body).checkpoint
    except msgspec.DecodeError as error:
        yield Finding(number, "", 0, "unreadable", f"the line is no checkpoint: {error}")
        return
    stream, size = checkpoint.stream, checkpoint.size
    tree = trees.get(stream, Tree())
    if not checkpoint.holds(key):
        yield Finding(
            number, stream, size, "bad-signature", "the checkpoint is not signed by the key"
        )
    elif size != tree.size:
        yield Finding(
            number,
            stream,
            min(size, tree.size) + 1,
            "wrong-size",
            f"the checkpoint is over {size} events of {stream}; {tree.size} stand before it",
        )
    elif checkpoint.root != tree.root().hex():
        first = verdict.signed.get(stream, 0) + 1
        yield Finding(
            number,
            stream,
            first,
            "wrong-root",
            f"an event of {stream} from {first} to {size} is not the one that was signed",
        )
    else:
        verdict.checkpoints += 1
        verdict.signed[stream] = size
