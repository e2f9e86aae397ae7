"""Journals into files and back, and the commands that do it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

from pitboss.aggregates import AGGREGATES
from pitboss.cli.app import app
from pitboss.errors import BadDataError, NothingToExportError
from pitboss.journal.memory import MemoryStore
from pitboss.journal.paths import DATABASE
from pitboss.journal.proof.checkpoint import Signer, signer_at
from pitboss.journal.proof.export import (
    export_lines,
    extract_lines,
    import_lines,
    read_parquet,
    write_file,
    write_parquet,
)
from pitboss.journal.proof.verify import verify_lines
from pitboss.journal.record import INDEXED, Kept, read_line
from pitboss.journal.snapshots import load_state
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import RepeatedError, Store, Write
from tests.journal.counter import EVERY
from tests.journal.forging import edited, joined, later, resigned, split
from tests.journal.playing import AT, SIGNER, TABLE, exported, steady_store
from tests.journal.samples import Sample, fill


def test_what_is_exported_and_imported_is_the_same(store: Store, sample: Sample) -> None:
    import_lines(store, [line + b"\n" for line in sample.exported], EVERY)
    assert store.read(sample.stream) == sample.store.read(sample.stream)
    again = list(export_lines(store, SIGNER, AT))
    assert verify_lines(again, EVERY, [SIGNER.public]).sound
    loaded = load_state(store, sample.stream, sample.aggregate, "")
    assert loaded.state == sample.replayed().state
    marked = store.answer(sample.stream, INDEXED) is not None
    assert marked == sample.aggregate.late
    with pytest.raises(BadDataError, match="already"):
        import_lines(store, sample.exported, EVERY)


def test_an_imported_command_is_not_carried_out_again(sample: Sample) -> None:
    store, stream = MemoryStore(), sample.stream
    import_lines(store, sample.exported, EVERY)
    (error,) = store.write([Write(stream, store.head(stream), [b"x"], "c5", b"")])
    assert isinstance(error, RepeatedError)
    kept = msgspec.json.decode(error.answer, type=Kept)
    lines = store.read(stream, kept.sequence - kept.count, kept.count)
    assert {read_line(line).command for _, line in lines} == {"c5"}


def test_parquet_holds_the_same_lines(tmp_path: Path, sample: Sample) -> None:
    path = tmp_path / "journal.parquet"
    assert write_parquet(path, sample.exported) == len(sample.exported)
    assert tuple(read_parquet(path)) == sample.exported
    assert verify_lines(read_parquet(path), EVERY, [SIGNER.public]).sound
    with pytest.raises(BadDataError, match="already"):
        write_parquet(path, sample.exported)


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
        list(extract_lines(steady_store(), SIGNER, AT, TABLE, 99, AGGREGATES))
    with pytest.raises(NothingToExportError, match="no stream"):
        list(extract_lines(steady_store(), SIGNER, AT, "table:9", 1, AGGREGATES))


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
        assert told["records"] == sum(told["streams"].values())
        assert told["replayed"] == told["streams"][TABLE] + told["streams"]["house"] > 20


def test_a_coup_is_exported_for_people(home: Path) -> None:
    for name in ("coup.svg", "coup.csv", "coup.scenario"):
        done = run("export", "--stream", TABLE, "--coup", 2, "--out", home / name)
        assert done.exit_code == 0, done.output
    picture, lines = (home / "coup.svg").read_text(), (home / "coup.csv").read_text()
    assert picture.startswith("<svg ")
    assert "coup 2" in picture
    assert lines.splitlines()[0].split(",")[1].strip().startswith("coup 2")
    assert "table:1" not in picture + lines
    again = run("run", home / "coup.scenario")
    assert again.exit_code == 0, again.output
    run("export", "--stream", TABLE, "--coup", 2, "--language", "zh", "--out", home / "zh.svg")
    assert "第 2 局" in (home / "zh.svg").read_text()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--stream", TABLE, "--out", "whole.svg"), "is of one coup: say which by --coup"),
        (("--stream", TABLE, "--coup", 99, "--out", "no.svg"), "No coup 99 is finished"),
        (("--stream", "house", "--coup", 1, "--out", "no.csv"), "'house' is no table"),
        (("--stream", TABLE, "--coup", 2, "--language", "fr", "--out", "no.svg"), "no language"),
    ],
)
def test_a_coup_that_cannot_be_exported_is_one_sentence(
    home: Path, words: tuple[object, ...], says: str
) -> None:
    *options, name = words
    done = run("export", *options, home / str(name))
    assert done.exit_code == 2
    assert says in " ".join(done.stderr.split())
    assert not (home / str(name)).exists()


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
