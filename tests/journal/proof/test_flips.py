"""A byte of a small SQLite store changed: found, or nothing that anyone reads is different."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from pitboss.errors import StoreError
from pitboss.journal.proof.export import export_lines
from pitboss.journal.proof.integrity import check
from pitboss.journal.proof.verify import verify_lines
from pitboss.journal.record import INDEXED
from pitboss.journal.snapshots import take_snapshot
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Message, Write
from pitboss.service.people.seal import Seal
from tests.journal.counter import EVERY
from tests.journal.playing import AT, SIGNER, sign_prefix
from tests.journal.samples import Sample

SEAL = Seal(bytes(range(32)))
SECRET = b"the order of a shoe"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory, sample: Sample) -> Path:
    """A store with something in every table, closed, so that all is in one file."""
    path = tmp_path_factory.mktemp("flips") / "small.db"
    store = SqlStore(f"sqlite:///{path}")
    pen, after = sample.pen(1), 0
    for command, lines in pen.groups:
        secrets = {"shoe": SEAL.close("shoe", SECRET)} if after == 0 else {}
        messages = [Message(command, "house", b"tell")] if after < 2 else []
        write = Write(pen.stream, after, lines, command, b"answer", dict(secrets), messages)
        assert store.write([write]) == [None]
        after += len(lines)
    marked = {INDEXED: b'{"sequence":%d}' % after}
    assert store.write([Write(pen.stream, after, answers=marked)]) == [None]
    store.keep_snapshot(take_snapshot(pen.stream, sample.replayed(after), SIGNER))
    store.keep_checkpoint(sign_prefix([line for _, line in store.read(pen.stream)], SIGNER))
    store.close()
    assert not path.with_name("small.db-wal").exists()
    return path


def told(path: Path) -> Any:
    """All that a reader is told by a store; what is wrong with it is raised."""
    store = SqlStore(f"sqlite:///{path}")
    try:
        check(store, EVERY)
        lines = [store.read(stream) for stream in store.streams()]
        file = list(export_lines(store, SIGNER, AT))
        verdict = verify_lines(file, EVERY, [SIGNER.public], replay=False)
        if not verdict.sound:
            raise StoreError(verdict.findings[0].sentence)
        secret = store.secret("shoe")
        opened = None if secret is None else SEAL.open("shoe", secret)
        return lines, store.streams(), store.answers(), store.pending(), opened, file
    finally:
        store.close()


def outcome(small: Path, at: int, mask: int, whole: Any) -> str:
    copy = small.with_name("flipped.db")
    for end in ("", "-wal", "-shm"):
        copy.with_name(copy.name + end).unlink(missing_ok=True)
    shutil.copy(small, copy)
    with copy.open("r+b") as file:
        file.seek(at)
        byte = file.read(1)[0]
        file.seek(at)
        file.write(bytes([byte ^ mask]))
    try:
        found = told(copy)
    except Exception as error:  # noqa: BLE001
        return type(error).__name__
    assert found == whole, f"byte {at} xor {mask} was not noticed"
    return "harmless"


def test_a_changed_byte_is_found_or_harmless(small: Path) -> None:
    """A sample of all bytes; every byte of the first page's header."""
    whole = told(small)
    chance = random.Random(3)
    size = small.stat().st_size
    places = [*range(100), *(chance.randrange(size) for _ in range(200))]
    outcomes = [outcome(small, at, 1 << chance.randrange(8), whole) for at in places]
    assert set(outcomes) - {"harmless"}, "some must be found"


@pytest.mark.parametrize(
    "change", ["outbox set target = cast(target as blob)", "commands set answer = 'answer'"]
)
def test_a_text_that_became_a_blob_of_the_same_bytes_is_found(
    small: Path, tmp_path: Path, change: str
) -> None:
    copy = tmp_path / "changed.db"
    shutil.copy(small, copy)
    with sqlite3.connect(copy) as connection:
        connection.execute(f"update {change}")
    connection.close()
    with pytest.raises(StoreError, match="damaged at"):
        told(copy)


@pytest.mark.long
def test_bytes_all_over_the_file_are_found_or_harmless(small: Path) -> None:
    whole = told(small)
    for at in range(0, small.stat().st_size, 5):
        outcome(small, at, 0xFF if at % 2 else 0x01, whole)
