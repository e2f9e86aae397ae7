"""Journals into files and back: whole stores, single streams, the extract of one unit."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from pitboss.errors import BadDataError, BrokenStreamError, NothingToExportError
from pitboss.journal.aggregate import Aggregates, Unit, is_late, unit_of
from pitboss.journal.proof.checkpoint import Checkpoint, Signer
from pitboss.journal.proof.format import (
    ALL,
    CHECKPOINT,
    Extract,
    Proof,
    line_of,
    read_as,
    sign_list,
)
from pitboss.journal.proof.merkle import Tree, inclusion_proofs, leaf_hash, root_of
from pitboss.journal.record import INDEXED, Kept, Record, read_line
from pitboss.journal.store import Store, Write

PAGE = 5_000


def pages(store: Store, stream: str) -> Iterator[bytes]:
    """Every line of a stream, read a part at a time."""
    after = 0
    while True:
        found = store.read(stream, after, PAGE)
        for after, line in found:  # noqa: B007 - the last one is where the next begins
            yield line
        if len(found) < PAGE:
            return


def export_lines(
    store: Store,
    signer: Signer,
    at: str,
    streams: Sequence[str] | None = None,
    aggregates: Aggregates = (),
) -> Iterator[bytes]:
    """The lines of a file: records, checkpoints, and the signed list of the streams."""
    there = store.streams()
    for stream in streams or ():
        if stream not in there:
            raise NothingToExportError(f"there is no stream '{stream}' in the store")
    ends = []
    for stream in streams or in_order(there, aggregates):
        tree = Tree()
        kept: dict[int, list[Checkpoint]] = {}
        for checkpoint in store.checkpoints(stream):
            kept.setdefault(checkpoint.size, []).append(checkpoint)
        for line in pages(store, stream):
            tree.append(leaf_hash(line))
            yield line
            for checkpoint in kept.pop(tree.size, ()):
                _borne_out(checkpoint, tree)
                yield line_of(checkpoint)
        for beyond in kept.values():
            _borne_out(beyond[0], tree)
        end = signer.sign(stream, tree.size, tree.root(), at)
        yield line_of(end)
        ends.append(end)
    yield line_of(sign_list(signer, ends, at))


def _borne_out(checkpoint: Checkpoint, tree: Tree) -> None:
    """A signed checkpoint that the lines do not bear out: nothing is signed over it."""
    name, size = checkpoint.stream, checkpoint.size
    if size > tree.size:
        raise BrokenStreamError(
            f"a checkpoint over {size} events of {name} was signed, and event {tree.size + 1} is "
            "not there: its end was cut off"
        )
    if size and checkpoint.root != tree.root().hex():
        raise BrokenStreamError(f"an event of {name} up to {size} is not the one that was signed")


def in_order(streams: Sequence[str], aggregates: Aggregates) -> list[str]:
    """A log of checkpoints comes first, so that the others are held against it as they come."""
    logs = [one for one in aggregates if one.logs is not None]
    return sorted(streams, key=lambda stream: (not any(log.owns(stream) for log in logs), stream))


def extract_lines(
    store: Store, signer: Signer, at: str, stream: str, number: int, aggregates: Aggregates
) -> Iterator[bytes]:
    """The events of one unit with the proof of each: from the end of the unit before it.

    The event that ended the unit before comes first, where there was one: it shows that
    nothing between the two was left out.
    """
    lines = list(pages(store, stream))
    if not lines:
        raise NothingToExportError(f"there is no stream '{stream}' in the store")
    unit = unit_of(aggregates, stream)
    if unit is None:
        raise NothingToExportError(f"{stream} has no part to be extracted alone")
    first, last = _bounds(lines, stream, unit, number)
    leaves = [leaf_hash(line) for line in lines]
    head = Extract(stream=stream, number=number, first=first, last=last, size=len(lines))
    yield line_of(head)
    paths = inclusion_proofs(leaves, range(first - 1, last))
    for sequence, path in enumerate(paths, first):
        yield lines[sequence - 1]
        yield line_of(Proof(sequence=sequence, path=tuple(node.hex() for node in path)))
    yield line_of(signer.sign(stream, len(leaves), root_of(leaves), at))


def _bounds(lines: Sequence[bytes], stream: str, unit: Unit, number: int) -> tuple[int, int]:
    """The sequences of the first and the last event of a unit."""
    before = 1
    for line in lines:
        record = read_line(line)
        ended = unit.ended(record)
        if ended == number:
            return before, record.sequence
        if ended is not None:
            before = record.sequence
    raise NothingToExportError(f"{stream} has no finished {unit.name} {number}")


def import_lines(store: Store, lines: Iterable[bytes], aggregates: Aggregates) -> dict[str, int]:
    """Write a file's records and checkpoints into a store that has none of its streams.

    A command is written with the answer that its events are, so that a late retry finds it.
    Verify the file first: nothing is checked here but the order.
    """
    sizes: dict[str, int] = {}
    waiting: list[Record] = []
    raw: list[bytes] = []
    there = set(store.streams())
    ends: list[Checkpoint] = []

    def flush() -> None:
        if not waiting:
            return
        stream = waiting[0].stream
        last = waiting[-1]
        answer = Kept(sequence=last.sequence, count=len(waiting), asked=last.asked)
        write = Write(
            stream=stream,
            after=sizes.get(stream, 0),
            lines=tuple(raw),
            command=waiting[0].command,
            answer=msgspec.json.encode(answer),
        )
        error = store.write([write])[0]
        if error is not None:
            raise error
        sizes[stream] = waiting[-1].sequence
        waiting.clear()
        raw.clear()

    for given in lines:
        line = given.rstrip(b"\n")
        if line.startswith(CHECKPOINT):
            ends.append(read_as(Checkpoint, line))
            continue
        record = read_line(line)
        if record.stream in there:
            raise BadDataError(f"the store has a stream '{record.stream}' already")
        if waiting and (waiting[0].stream, waiting[0].command) != (record.stream, record.command):
            flush()
        waiting.append(record)
        raw.append(line)
    flush()
    for stream, size in sizes.items():
        if is_late(aggregates, stream):
            answers = {INDEXED: msgspec.json.encode(Kept(sequence=size))}
            store.write([Write(stream=stream, after=size, answers=answers)])
    for checkpoint in ends:
        if checkpoint.stream != ALL:
            store.keep_checkpoint(checkpoint)
    return sizes


# Files ----------------------------------------------------------------------------------


def write_file(path: Path, lines: Iterable[bytes]) -> int:
    """Write lines to a file that must not be there yet; whole on the disk, or not at all."""
    if path.exists():
        raise BadDataError(f"{path} is there already")
    new = path.with_name(f"{path.name}.new")
    number = 0
    try:
        with new.open("wb") as file:
            for line in lines:
                file.write(line + b"\n")
                number += 1
            file.flush()
            os.fsync(file.fileno())
        new.rename(path)
    finally:
        new.unlink(missing_ok=True)
    return number


COLUMNS = ("stream", "sequence", "version", "edition", "command", "event", "by", "rank", "at")


def write_parquet(path: Path, lines: Iterable[bytes]) -> int:
    """The same lines as a table for study: a row a record, `line` as it was written.

    Checkpoints keep their lines too, with no sequence, so that `read_parquet` gives back the
    file that was exported.
    """
    import polars as pl  # noqa: PLC0415

    if path.exists():
        raise BadDataError(f"{path} is there already")
    rows: dict[str, list[Any]] = {name: [] for name in (*COLUMNS, "line")}
    for line in lines:
        row: dict[str, Any] = {"line": line.decode()}
        if line.startswith(b'{"stream":'):
            record = read_line(line)
            data = record.data()
            row.update((name, getattr(record, name)) for name in COLUMNS[:5])
            row.update((name, data.get(name)) for name in COLUMNS[5:])
        for name, column in rows.items():
            column.append(row.get(name))
    kinds = dict.fromkeys(rows, pl.String) | {"sequence": pl.Int64, "version": pl.Int64}
    pl.DataFrame(rows, schema=kinds).write_parquet(path)
    return len(rows["line"])


def read_parquet(path: Path) -> Iterator[bytes]:
    """The lines of an exported table, in their order."""
    import polars as pl  # noqa: PLC0415

    try:
        lines = pl.read_parquet(path, columns=["line"])["line"]
    except (pl.exceptions.PolarsError, OSError) as error:
        raise BadDataError(f"{path} is no exported journal: {str(error).splitlines()[0]}") from None
    for line in lines:
        yield str(line).encode()
