"""Verification of an exported journal: from the file and the public key alone.

Order, hashes and signatures are checked, and every stream whose aggregate is known is replayed:
what its aggregate says must hold is checked after each event. Reading ends at the first thing
that is wrong, which is named with its event.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from pitboss.hexadecimal import octets
from pitboss.journal.aggregate import Aggregates, Unit, aggregate_of, unit_of
from pitboss.journal.proof.checkpoint import Checkpoint
from pitboss.journal.proof.claims import Claims, Wrong
from pitboss.journal.proof.crossings import Crossings
from pitboss.journal.proof.format import (
    ALL,
    CHECKPOINT,
    EXTRACT,
    Extract,
    Proof,
    list_root,
    read_as,
)
from pitboss.journal.proof.merkle import Tree, included, leaf_hash
from pitboss.journal.proof.note import NoteKey
from pitboss.journal.record import Record, read_line
from pitboss.journal.replay import Replay


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
    keys: list[str] = field(default_factory=list)
    replayed: int = 0
    under_way: int = 0
    extract: Extract | None = None
    unit: str = ""
    findings: list[Finding] = field(default_factory=list)
    signed: dict[str, list[Checkpoint]] = field(default_factory=dict, repr=False)

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


@dataclass
class _Stream:
    tree: Tree = field(default_factory=Tree)
    last: str = ""
    replay: Replay[Any, Any] | None = None
    signed: int = 0


class _File:
    """A file being read."""

    def __init__(
        self,
        aggregates: Aggregates,
        keys: Sequence[str] | None,
        witnesses: Sequence[NoteKey] = (),
        *,
        replay: bool,
    ) -> None:
        self.verdict = Verdict()
        self.claims = Claims(witnesses)
        self.aggregates = aggregates
        self.keys = keys
        self.replay = replay
        self.streams: dict[str, _Stream] = {}
        self.crossings = Crossings()
        self.ended = False

    def take(self, number: int, line: bytes) -> Finding | None:
        """The next line; what is wrong with it."""
        if self.ended:
            return Finding(number, "", 0, "after-end", "a line stands after the end of the file")
        if line.startswith(CHECKPOINT):
            return self._checkpoint(number, line)
        return self._record(number, line)

    def _record(self, number: int, line: bytes) -> Finding | None:
        try:
            record: Record = read_line(line)
        except ValueError as error:
            return Finding(number, "", 0, "unreadable", f"the line is no record: {error}")
        name = record.stream
        stream = self.streams.get(name) or self._begun(name)
        sequence = stream.tree.size + 1
        if record.sequence != sequence:
            sentence = f"event {sequence} of {name} should stand here, not {record.sequence}"
            return Finding(number, name, sequence, "out-of-sequence", sentence)
        if record.previous != stream.last:
            sentence = (
                f"event {sequence - 1} of {name} is not the one that event {sequence} was "
                "written after"
            )
            return Finding(number, name, max(1, sequence - 1), "broken-chain", sentence)
        if stream.replay is not None:
            wrong = stream.replay.take(record)
            if wrong is not None:
                sentence = f"event {sequence} of {name} does not hold: {wrong[1]}"
                return Finding(number, name, sequence, wrong[0], sentence)
            self.verdict.replayed += 1
            replay = stream.replay
            crossed = self.crossings.take(replay.aggregate, number, record, replay.event)
            if crossed is not None:
                return Finding(*crossed.place, crossed.code, crossed.sentence)
            logged = self._logged(number, name, stream, replay)
            if logged is not None:
                return logged
        leaf = leaf_hash(line)
        stream.tree.append(leaf)
        stream.last = leaf.hex()
        other = self.claims.met(name, stream.tree)
        if other is not None:
            return Finding(number, *other)
        self.verdict.records += 1
        self.verdict.streams[name] = sequence
        return None

    def _logged(
        self, number: int, name: str, stream: _Stream, replay: Replay[Any, Any]
    ) -> Finding | None:
        """What a log says of another stream: it must be signed by a key that counts."""
        met = {one: self.verdict.signed.get(one, ()) for one in self.streams if one != name}
        found = self.claims.take(replay.aggregate, name, replay.event, stream.tree, met)
        if isinstance(found, Wrong):
            return Finding(number, *found)
        return None if found is None else self._counts(number, found)

    def _begun(self, name: str) -> _Stream:
        found = self.streams[name] = _Stream()
        aggregate = aggregate_of(self.aggregates, name)
        if self.replay and aggregate is not None:
            found.replay = Replay(aggregate)
        return found

    def signature(self, number: int, line: bytes) -> Checkpoint | Finding:
        """A checkpoint that is signed by a key that counts; else what is wrong with it."""
        try:
            checkpoint = read_as(Checkpoint, line)
        except ValueError as error:
            return Finding(number, "", 0, "unreadable", f"the line is no checkpoint: {error}")
        return self._counts(number, checkpoint) or checkpoint

    def _counts(self, number: int, checkpoint: Checkpoint) -> Finding | None:
        """What is wrong with a checkpoint's signature."""
        if not checkpoint.holds() or (self.keys is not None and checkpoint.key not in self.keys):
            name, size = checkpoint.stream, checkpoint.size
            what = "the list of streams" if name == ALL else f"the checkpoint of {name} at {size}"
            sentence = f"{what} is not signed by the key"
            return Finding(number, name, size, "bad-signature", sentence)
        if checkpoint.key not in self.verdict.keys:
            self.verdict.keys.append(checkpoint.key)
        if self.keys is None and len(self.verdict.keys) > 1:
            sentence = "the file is signed by several keys: say which are the house's"
            return Finding(number, checkpoint.stream, checkpoint.size, "bad-signature", sentence)
        return None

    def _checkpoint(self, number: int, line: bytes) -> Finding | None:
        found = self.signature(number, line)
        if isinstance(found, Finding):
            return found
        if found.stream == ALL:
            return self._list(number, found)
        name, size = found.stream, found.size
        stream = self.streams.get(name) or _Stream()
        for other in self.verdict.signed.get(name, ()):
            if other.size == size and other.root != found.root:
                return _fork(number, name, stream.signed, size)
        if size != stream.tree.size:
            sentence = (
                f"the checkpoint is over {size} events of {name}; {stream.tree.size} stand "
                "before it"
            )
            bad = min(size, stream.tree.size) + 1
            return Finding(number, name, bad, "wrong-size", sentence)
        if found.root != stream.tree.root().hex():
            first = stream.signed + 1
            sentence = f"an event of {name} from {first} to {size} is not the one that was signed"
            return Finding(number, name, first, "wrong-root", sentence)
        self.verdict.checkpoints += 1
        self.verdict.signed.setdefault(name, []).append(found)
        stream.signed = size
        return None

    def _list(self, number: int, found: Checkpoint) -> Finding | None:
        unsigned = self._unsigned(number)
        if unsigned is not None:
            return unsigned
        ends = {
            name: (stream.tree.size, stream.tree.root().hex())
            for name, stream in self.streams.items()
        }
        if (found.size, found.root) != (len(ends), list_root(ends).hex()):
            sentence = (
                f"the file was signed with {found.size} streams at their ends; what stands "
                "before is not that"
            )
            return Finding(number, ALL, 0, "wrong-list", sentence)
        self.ended = True
        return None

    def _unsigned(self, number: int) -> Finding | None:
        for name, stream in self.streams.items():
            if stream.signed != stream.tree.size:
                sentence = f"the events of {name} after {stream.signed} are under no checkpoint"
                return Finding(number, name, stream.signed + 1, "unsigned-end", sentence)
        return None

    def end(self) -> Finding | None:
        """The file is over."""
        if self.ended:
            crossed = self.crossings.end(self.streams)
            self.verdict.under_way = self.crossings.under_way
            if crossed is not None:
                return Finding(*crossed.place, crossed.code, crossed.sentence)
            left = self.claims.end({name: one.tree.size for name, one in self.streams.items()})
            return None if left is None else Finding(0, *left)
        sentence = "the file does not end with the signed list of its streams: it was cut short"
        return self._unsigned(0) or Finding(0, ALL, 0, "no-end", sentence)

    def forked(self, finding: Finding, rest: Iterable[tuple[int, bytes]]) -> Finding:
        """Whether what looks like a changed event is a fork: the house signed both."""
        if finding.code != "wrong-root":
            return finding
        for number, line in rest:
            if not line.startswith(CHECKPOINT):
                continue
            other = self.signature(number, line)
            if isinstance(other, Finding) or other.stream != finding.stream:
                continue
            stream = self.streams[finding.stream]
            if (other.size, other.root) == (stream.tree.size, stream.tree.root().hex()):
                return _fork(number, finding.stream, stream.signed, other.size)
        return finding


def _fork(number: int, name: str, signed: int, size: int) -> Finding:
    sentence = f"the key signed two histories of {name} with {size} events: it was forked"
    return Finding(number, name, min(signed + 1, size), "fork", sentence)


def verify_lines(
    lines: Iterable[bytes],
    aggregates: Aggregates,
    keys: Sequence[str] | None = None,
    *,
    witnesses: Sequence[NoteKey] = (),
    replay: bool = True,
) -> Verdict:
    """Check an exported file. Without keys, one key must have signed all of it.

    Each of the witnesses must have seen the last head of its log of checkpoints.
    """
    numbered: Iterator[tuple[int, bytes]] = (
        (number, line.rstrip(b"\n")) for number, line in enumerate(lines, 1)
    )
    file = _File(aggregates, keys, witnesses, replay=replay)
    first = next(numbered, None)
    if first is not None and first[1].startswith(EXTRACT):
        finding = _extract(file, first[1], numbered)
    else:
        finding = _whole(file, chain([first] if first is not None else [], numbered))
    if finding is not None:
        file.verdict.findings.append(finding)
    return file.verdict


def _whole(file: _File, numbered: Iterator[tuple[int, bytes]]) -> Finding | None:
    for number, line in numbered:
        finding = file.take(number, line)
        if finding is not None:
            return file.forked(finding, numbered)
    return file.end()


# Extracts -------------------------------------------------------------------------------


def _extract(
    file: _File, head_line: bytes, numbered: Iterator[tuple[int, bytes]]
) -> Finding | None:
    """The extract of one unit: all of its events, each proved to stand in the signed tree."""
    try:
        head = file.verdict.extract = read_as(Extract, head_line)
    except ValueError as error:
        return Finding(1, "", 0, "unreadable", f"the line is no head of an extract: {error}")
    name, unit = head.stream, unit_of(file.aggregates, head.stream)
    if unit is None:
        return Finding(1, name, 0, "unreadable", f"{name} has no part to be extracted alone")
    file.verdict.unit = unit.name
    wanted, last = head.first, ""
    ended: int | None = None
    proofs: list[tuple[int, bytes, Record, tuple[bytes, ...]]] = []
    for number, line in numbered:
        if line.startswith(CHECKPOINT):
            return _extract_end(file, head, unit, proofs, number, line, next(numbered, None))
        try:
            record = read_line(line)
            proof = read_as(Proof, next(numbered, (0, b""))[1])
            path = tuple(bytes.fromhex(node) for node in proof.path)
        except ValueError:
            sentence = f"event {wanted} of {name} with its proof should stand here"
            return Finding(number, name, wanted, "unreadable", sentence)
        if (record.stream, record.sequence, proof.sequence) != (name, wanted, wanted):
            sentence = f"event {wanted} of {name} should stand here, not {record.sequence}"
            return Finding(number, name, wanted, "out-of-sequence", sentence)
        if last and record.previous != last:
            sentence = f"event {wanted - 1} of {name} is not the one before event {wanted}"
            return Finding(number, name, wanted - 1, "broken-chain", sentence)
        before, ended = ended, unit.ended(record)
        if before == head.number or (wanted == head.first > 1 and ended is None):
            return _incomplete(number, head, unit, wanted)
        proofs.append((number, leaf_hash(line), record, path))
        last = proofs[-1][1].hex()
        wanted += 1
    return Finding(0, name, wanted, "no-end", "the extract does not end with a checkpoint")


def _extract_end(
    file: _File,
    head: Extract,
    unit: Unit,
    proofs: list[tuple[int, bytes, Record, tuple[bytes, ...]]],
    number: int,
    line: bytes,
    more: tuple[int, bytes] | None,
) -> Finding | None:
    name, verdict = head.stream, file.verdict
    found = file.signature(number, line)
    if isinstance(found, Finding):
        return found
    if more is not None:
        return Finding(more[0], name, head.last, "after-end", "a line stands after the checkpoint")
    if (found.stream, found.size) != (name, head.size):
        sentence = f"the checkpoint is of {found.stream} with {found.size} events"
        return Finding(number, name, head.first, "wrong-size", sentence)
    root = octets(found.root)
    if root is None:
        sentence = f"the root of the checkpoint of {name} is no root"
        return Finding(number, name, head.first, "wrong-root", sentence)
    for place, leaf, record, path in proofs:
        if not included(leaf, record.sequence - 1, head.size, path, root):
            sentence = f"event {record.sequence} of {name} is not the one that was signed"
            return Finding(place, name, record.sequence, "wrong-root", sentence)
    ends = [unit.ended(record) for _, _, record, _ in proofs]
    between = ends[1:-1] if head.first > 1 else ends[:-1]
    whole = bool(proofs) and proofs[-1][2].sequence == head.last and ends[-1] == head.number
    if not whole or any(end is not None for end in between):
        return _incomplete(number, head, unit, head.last)
    verdict.records, verdict.checkpoints = len(proofs), 1
    verdict.streams[name] = len(proofs)
    verdict.signed[name] = [found]
    return None


def _incomplete(number: int, head: Extract, unit: Unit, sequence: int) -> Finding:
    sentence = f"the events are not all those of {unit.name} {head.number} of {head.stream}"
    return Finding(number, head.stream, sequence, f"wrong-{unit.name}", sentence)
