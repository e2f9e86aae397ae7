"""Backup and restore: everything, of one moment, whole or refused."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from pitboss.errors import BadDataError, StoreError
from pitboss.journal.backup import backup, restore
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Write
from tests.journal.counter import EVERY
from tests.journal.samples import SAMPLES, Sample, fill

STREAMS = [one.stream for one in SAMPLES.values()]


def test_a_backup_holds_everything_and_is_restored(url: str, tmp_path: Path) -> None:
    source = SqlStore(url)
    fill(source)
    path = tmp_path / "backup.db"
    rows = backup(url, path, EVERY)
    assert rows["records"] == sum(map(source.head, STREAMS))
    assert rows["secrets"] == rows["outbox"] == 1
    assert rows["checkpoints"] == len(STREAMS)
    assert sorted(one.name for one in tmp_path.iterdir() if "backup" in one.name) == ["backup.db"]
    again = f"sqlite:///{tmp_path / 'again.db'}"
    assert restore(path, again, EVERY) == rows
    target = SqlStore(again)
    for stream in STREAMS:
        assert target.read(stream) == source.read(stream)
        assert target.checkpoints(stream) == source.checkpoints(stream)
    assert target.answers() == source.answers()
    assert target.secret("s") == b"sealed"
    assert target.pending() == source.pending()
    target.close()
    source.close()
    with pytest.raises(StoreError, match="something in it"):
        restore(path, again, EVERY)
    with pytest.raises(BadDataError, match="already"):
        backup(url, path, EVERY)


def test_a_backup_goes_into_the_other_kind_of_store(postgres_url: str, tmp_path: Path) -> None:
    source = SqlStore(f"sqlite:///{tmp_path / 'a.db'}")
    fill(source)
    backup(source.url, tmp_path / "backup.db", EVERY)
    restore(tmp_path / "backup.db", postgres_url, EVERY)
    target = SqlStore(postgres_url)
    for stream in STREAMS:
        assert target.read(stream) == source.read(stream)
        assert target.checkpoints(stream) == source.checkpoints(stream)
    assert target.answers() == source.answers()
    target.close()
    source.close()


def test_a_backup_is_of_one_moment_while_others_write(
    url: str, tmp_path: Path, sample: Sample
) -> None:
    store, stop = SqlStore(url), threading.Event()
    pen = sample.pen(2)

    def write() -> None:
        after = 0
        for command, lines in pen.groups:
            store.write([Write(pen.stream, after, lines, command, b"")])
            after += len(lines)
            if stop.wait(0.005):
                return

    thread = threading.Thread(target=write)
    thread.start()
    for number in range(3):
        rows = backup(url, tmp_path / f"backup-{number}.db", EVERY)
        assert rows["commands"] <= rows["records"]
    stop.set()
    thread.join()
    store.close()


@pytest.mark.parametrize("word", [b"card-dealt", b"duty-gathered", b"day-closed"])
def test_a_damaged_backup_is_refused(tmp_path: Path, word: bytes) -> None:
    store = SqlStore(f"sqlite:///{tmp_path / 'a.db'}")
    fill(store)
    path = tmp_path / "backup.db"
    backup(store.url, path, EVERY)
    store.close()
    body = path.read_bytes()
    at = body.index(word)
    path.write_bytes(body[:at] + word.upper() + body[at + len(word) :])
    with pytest.raises(StoreError, match="does not follow"):
        restore(path, f"sqlite:///{tmp_path / 'b.db'}", EVERY)
