"""Journals into files and back, and the commands that do it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

import pitboss.cli  # noqa: F401 - it registers the commands
from pitboss.cli.app import app
from pitboss.journal.backup import backup, restore
from pitboss.journal.checkpoint import Signer, signer_at
from pitboss.journal.export import (
    NothingToExportError,
    export_lines,
    extract_lines,
    import_lines,
    read_parquet,
    write_file,
    write_parquet,
)
from pitboss.journal.memory import MemoryStore
from pitboss.journal.places import DATABASE
from pitboss.journal.record import Kept, read_line
from pitboss.journal.schema import StoreError
from pitboss.journal.snapshots import load_state
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Message, RepeatedError, Store, Write
from pitboss.journal.verify import verify_lines
from pitboss.refusal import BadDataError
from tests.journal.forging import edited, joined, later, resigned, split
from tests.journal.playing import (
    AT,
    RULEBOOKS,
    SIGNER,
    TABLE,
    exported,
    steady,
    steady_store,
)


def fill(store: Store) -> None:
    """A table, a stream of another kind, a secret, a message, a checkpoint."""
    after = 0
    for command, lines in steady(RULEBOOKS[0], 2).groups:
        assert store.write([Write(TABLE, after, lines, command, b'{"a":1}')]) == [None]
        after += len(lines)
    messages = [Message("m", "house", b"tell")]
    secrets: dict[str, bytes | None] = {"s": b"sealed"}
    assert store.write([Write("x", 0, (), "c", b"", secrets, messages)]) == [None]
    store.keep_checkpoint(steady_store().checkpoints(TABLE)[0])


def test_what_is_exported_and_imported_is_the_same(store: Store) -> None:
    import_lines(store, [line + b"\n" for line in exported()])
    assert store.read(TABLE) == steady_store().read(TABLE)
    again = list(export_lines(store, SIGNER, AT))
    assert verify_lines(again, [SIGNER.public]).sound
    assert load_state(store, TABLE, "").table == load_state(steady_store(), TABLE, "").table
    with pytest.raises(BadDataError, match="already"):
        import_lines(store, exported())


def test_an_imported_command_is_not_carried_out_again() -> None:
    store = MemoryStore()
    import_lines(store, exported())
    (error,) = store.write([Write(TABLE, store.head(TABLE), [b"x"], "c5", b"")])
    assert isinstance(error, RepeatedError)
    kept = msgspec.json.decode(error.answer, type=Kept)
    lines = store.read(TABLE, kept.sequence - kept.count, kept.count)
    assert {read_line(line).command for _, line in lines} == {"c5"}


def test_parquet_holds_the_same_lines(tmp_path: Path) -> None:
    path = tmp_path / "journal.parquet"
    assert write_parquet(path, exported()) == len(exported())
    assert tuple(read_parquet(path)) == exported()
    assert verify_lines(read_parquet(path), [SIGNER.public]).sound
    with pytest.raises(BadDataError, match="already"):
        write_parquet(path, exported())


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    def broken() -> Iterator[bytes]:
        yield b"one"
        raise RuntimeError

    path = tmp_path / "a.jsonl"
    with pytest.raises(RuntimeError):
        write_file(path, broken())
    assert list(tmp_path.iterdir()) == []
    write_file(path, [b"one"])
    with pytest.raises(BadDataError, match="already"):
        write_file(path, [b"two"])
    assert path.read_bytes() == b"one\n"


def test_what_is_not_there_is_not_exported() -> None:
    with pytest.raises(NothingToExportError, match="no stream 'table:9'"):
        list(export_lines(steady_store(), SIGNER, AT, ["table:9"]))
    with pytest.raises(NothingToExportError, match="no finished coup 99"):
        list(extract_lines(steady_store(), SIGNER, AT, TABLE, 99))
    with pytest.raises(NothingToExportError, match="no stream"):
        list(extract_lines(steady_store(), SIGNER, AT, "table:9", 1))


def test_a_backup_holds_everything_and_is_restored(url: str, tmp_path: Path) -> None:
    source = SqlStore(url)
    fill(source)
    path = tmp_path / "backup.db"
    rows = backup(url, path)
    assert rows["records"] == source.head(TABLE)
    assert rows["secrets"] == rows["outbox"] == rows["checkpoints"] == 1
    assert sorted(one.name for one in tmp_path.iterdir() if "backup" in one.name) == ["backup.db"]
    again = f"sqlite:///{tmp_path / 'again.db'}"
    assert restore(path, again) == rows
    target = SqlStore(again)
    assert target.read(TABLE) == source.read(TABLE)
    assert target.answers() == source.answers()
    assert target.secret("s") == b"sealed"
    assert target.pending() == source.pending()
    assert target.checkpoints(TABLE) == source.checkpoints(TABLE)
    target.close()
    source.close()
    with pytest.raises(StoreError, match="something in it"):
        restore(path, again)
    with pytest.raises(BadDataError, match="already"):
        backup(url, path)


def test_a_backup_goes_into_the_other_kind_of_store(postgres_url: str, tmp_path: Path) -> None:
    source = SqlStore(f"sqlite:///{tmp_path / 'a.db'}")
    fill(source)
    backup(source.url, tmp_path / "backup.db")
    restore(tmp_path / "backup.db", postgres_url)
    target = SqlStore(postgres_url)
    assert target.read(TABLE) == source.read(TABLE)
    assert target.answers() == source.answers()
    target.close()
    source.close()


def test_a_backup_is_of_one_moment_while_others_write(url: str, tmp_path: Path) -> None:
    store, stop = SqlStore(url), threading.Event()
    pen = steady(RULEBOOKS[0], 1)

    def write() -> None:
        after = 0
        for command, lines in pen.groups:
            store.write([Write(TABLE, after, lines, command, b"")])
            after += len(lines)
            if stop.wait(0.005):
                return

    thread = threading.Thread(target=write)
    thread.start()
    for number in range(3):
        rows = backup(url, tmp_path / f"backup-{number}.db")
        assert rows["commands"] <= rows["records"]
    stop.set()
    thread.join()
    store.close()


def test_a_damaged_backup_is_refused(tmp_path: Path) -> None:
    store = SqlStore(f"sqlite:///{tmp_path / 'a.db'}")
    fill(store)
    path = tmp_path / "backup.db"
    backup(store.url, path)
    store.close()
    body = path.read_bytes()
    at = body.index(b"card-dealt")
    path.write_bytes(body[:at] + b"card-DEALT" + body[at + 10 :])
    with pytest.raises(StoreError, match="does not follow"):
        restore(path, f"sqlite:///{tmp_path / 'b.db'}")


def test_a_new_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "signing.key"
    first = signer_at(path)
    assert signer_at(path).public == first.public
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]
    path.write_bytes(b"short")
    with pytest.raises(BadDataError, match="no signing key"):
        signer_at(path)


# Commands ---------------------------------------------------------------------------------


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house with a store of its own and a key."""
    folder = tmp_path / "house"
    folder.mkdir()
    monkeypatch.setenv("PITBOSS_HOME", str(folder))
    store = SqlStore(f"sqlite:///{folder / DATABASE}")
    fill(store)
    store.close()
    signer_at(folder / "signing.key")
    return tmp_path


def public(home: Path) -> str:
    return Signer((home / "house" / "signing.key").read_bytes()).public


def test_export_then_verify(home: Path) -> None:
    for name in ("all.jsonl", "all.parquet"):
        done = run("export", "--out", home / name)
        assert done.exit_code == 0, done.output
        done = run("verify", home / name, "--key", public(home))
        assert done.exit_code == 1  # an earlier checkpoint is by another key
        assert "not signed by the key" in done.stderr
        keys = ("--key", public(home), "--key", SIGNER.public)
        done = run("verify", home / name, *keys)
        assert done.exit_code == 0, done.stderr
        assert "the key you gave" in done.stdout
        told = json.loads(run("verify", home / name, *keys, "--json").stdout)
        assert told["sound"] is True
        assert told["records"] == told["replayed"] == told["streams"][TABLE] > 20


def test_export_without_a_file_prints_the_lines(home: Path) -> None:
    done = run("export", "--stream", TABLE, "--coup", 2)
    assert done.exit_code == 0
    path = home / "dispute.jsonl"
    path.write_bytes(done.stdout_bytes)
    key = home / "house.pub"
    key.write_text(run("public-key").stdout)
    done = run("verify", path, "--key", key)
    assert done.exit_code == 0, done.stderr
    assert "coup 2 of table:1" in done.stdout


def test_a_forged_file_is_one_sentence_and_exit_1(home: Path) -> None:
    records, signed = split(exported())
    records[8] = edited(records[8], later)
    path = home / "forged.jsonl"
    path.write_bytes(b"\n".join(joined(records, signed)))
    done = run("verify", path)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "event 9 of table:1" in done.stderr
    done = run("verify", path, "--json")
    assert done.exit_code == 1
    told = json.loads(done.stdout)
    assert told["sound"] is False
    assert told["findings"][0]["sequence"] == 9


def test_another_copy_shows_a_lost_end(home: Path) -> None:
    whole, cut = home / "whole.jsonl", home / "cut.jsonl"
    write_file(whole, exported())
    write_file(cut, resigned(split(exported())[0][:-2], SIGNER))
    assert run("verify", cut).exit_code == 0
    done = run("verify", cut, "--against", whole)
    assert done.exit_code == 1
    assert "were signed; the file has" in done.stderr
    assert run("verify", whole, "--against", cut).exit_code == 0


def test_import_backup_and_restore(home: Path) -> None:
    write_file(home / "a.jsonl", exported())
    other = f"sqlite:///{home / 'other.db'}"
    done = run("import", home / "a.jsonl", "--database", other, "--json")
    assert json.loads(done.stdout)["streams"] == {TABLE: steady_store().head(TABLE)}
    done = run("backup", home / "backup.db")
    assert done.exit_code == 0, done.stderr
    done = run(
        "restore", home / "backup.db", "--database", f"sqlite:///{home / 'new.db'}", "--json"
    )
    assert json.loads(done.stdout)["rows"]["secrets"] == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("verify nothing.jsonl", "There is no file"),
        ("verify {forged} --key abc", "no public key"),
        ("verify {forged} --against {junk}", "no exported journal"),
        ("export --coup 1", "--coup needs one --stream"),
        ("export --stream table:9 --out {new}", "no stream 'table:9'"),
        ("export --stream table:1 --coup 77 --out {new}", "no finished coup 77"),
        ("export --json", "--json tells"),
        ("export --signing-key {new}", "no signing key"),
        ("export --signing-key {junk} --out {new}", "no signing key"),
        ("export --database sqlite:///{new}", "no database"),
        ("export --database mysql://x/y", "no store for journals"),
        ("export --out {junk}", "there already"),
        ("backup {junk}", "there already"),
        ("restore {new}", "no file"),
        ("restore {junk} --database sqlite:///{new}", "not a database"),
        ("import {whole}", "already"),
        ("public-key --signing-key {new}", "no signing key"),
    ],
)
def test_what_is_asked_wrongly_is_one_sentence_and_exit_2(
    home: Path, words: str, said: str
) -> None:
    names = {"forged": "whole.jsonl", "whole": "whole.jsonl", "junk": "junk", "new": "new"}
    places = {name: str(home / file) for name, file in names.items()}
    write_file(home / "whole.jsonl", exported())
    (home / "junk").write_text("junk that is no database, no journal and no key " * 50)
    done = run(*(word.format(**places) for word in words.split()))
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (home / "new").exists()
