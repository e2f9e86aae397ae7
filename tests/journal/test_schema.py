"""Opening a store: earlier schemas are brought up to date, unsafe settings refused."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from pitboss.aggregates import AGGREGATES
from pitboss.errors import StoreError
from pitboss.journal import engine as engines
from pitboss.journal.proof.integrity import check
from pitboss.journal.record import INDEXED, read_line
from pitboss.journal.schema import FIRST, HEAD, MIGRATIONS, commands, metadata
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Message, Write
from tests import postgres
from tests.journal.playing import SIGNER, TABLE, steady_store
from tests.postgres import Cluster


def first_schema(url: str, *, marked: bool) -> None:
    """A store as the first version of this program left it, with something in every table."""
    engine = engines.open_engine(url)
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS))
    settings.set_main_option("path_separator", "os")
    lines = [line for _, line in steady_store().read(TABLE)]
    checkpoint = steady_store().checkpoints(TABLE)[0]
    with engine.begin() as connection:
        settings.attributes["connection"] = connection
        command.upgrade(settings, FIRST)
        rows: dict[str, list[dict[str, Any]]] = {
            "records": [
                {"stream": TABLE, "sequence": number, "line": line}
                for number, line in enumerate(lines, 1)
            ],
            "commands": [
                {"stream": stream, "command": key, "answer": answer}
                for stream, key, answer in steady_store().answers()
            ],
            "secrets": [{"key": "s", "body": b"sealed"}],
            "outbox": [
                {"key": "m", "target": "house", "body": b"body", "written": 1, "taken": False},
                {"key": "n", "target": "house", "body": b"", "written": 2, "taken": True},
            ],
            "snapshots": [{"stream": TABLE, "sequence": 3, "body": b"old"}],
            "checkpoints": [
                {
                    "stream": TABLE,
                    "size": checkpoint.size,
                    "body": msgspec.json.encode(checkpoint),
                }
            ],
        }
        for name, given in rows.items():
            table = sa.Table(name, sa.MetaData(), autoload_with=connection)
            connection.execute(table.insert(), given)
        if not marked:
            connection.exec_driver_sql("drop table alembic_version")
    engine.dispose()


def shape(url: str) -> dict[str, Any]:
    """Tables, columns, keys and indexes of a database, but not what they are called."""
    engine = engines.open_engine(url)
    found = {}
    with engine.connect() as connection:
        look = sa.inspect(connection)
        for name in sorted(look.get_table_names()):
            columns = {
                column["name"]: (str(column["type"]), column["nullable"])
                for column in look.get_columns(name)
            }
            keys = look.get_pk_constraint(name)["constrained_columns"]
            indexes = sorted(
                (str(index["name"]), tuple(index["column_names"]))
                for index in look.get_indexes(name)
            )
            found[name] = (columns, keys, indexes)
    engine.dispose()
    return found


@pytest.mark.parametrize("marked", [True, False])
def test_a_store_of_the_first_schema_is_upgraded(url: str, marked: bool) -> None:
    first_schema(url, marked=marked)
    store = SqlStore(url)
    assert store.read(TABLE) == steady_store().read(TABLE)
    marked_at = (TABLE, INDEXED, b'{"sequence":%d}' % steady_store().head(TABLE))
    assert store.answers() == [marked_at, *steady_store().answers()]
    assert store.secret("s") == b"sealed"
    assert store.pending() == [Message("m", "house", b"body")]
    assert store.checkpoints(TABLE) == steady_store().checkpoints(TABLE)
    assert store.checkpoints(TABLE)[0].holds(SIGNER.public)
    assert check(store, AGGREGATES) == {TABLE: steady_store().head(TABLE)}
    written = Write(TABLE, store.head(TABLE), [b"more"], "new", b"", taken=["m"])
    assert store.write([written]) == [None]
    store.close()
    SqlStore(url).close()


def second_schema(url: str, *, answered: bool) -> None:
    """A store of the second schema, whose last command has an answer in the index or not."""
    store = SqlStore(url)
    for stream, command_, answer in steady_store().answers():
        store.write([Write(stream, 0, command=command_, answer=answer)])
    lines = [line for _, line in steady_store().read(TABLE)]
    assert store.write([Write(TABLE, 0, lines)]) == [None]
    with store.engine.begin() as connection:
        if not answered:
            last = read_line(lines[-1]).command
            connection.execute(sa.delete(commands).where(commands.c.command == last))
        connection.exec_driver_sql("alter table records drop column code")
        connection.exec_driver_sql("update alembic_version set version_num = '0002'")
    store.close()


@pytest.mark.parametrize("answered", [True, False])
def test_answers_of_an_earlier_store_are_marked_where_they_are_all_there(
    url: str, answered: bool
) -> None:
    second_schema(url, answered=answered)
    store = SqlStore(url)
    size = store.head(TABLE)
    assert store.answer(TABLE, INDEXED) == (b'{"sequence":%d}' % size if answered else None)
    assert check(store, AGGREGATES) == {TABLE: size}
    store.close()
    SqlStore(url).close()


def test_an_upgraded_store_is_as_a_new_one(url: str, tmp_path: Path, cluster: Cluster) -> None:
    first_schema(url, marked=True)
    SqlStore(url).close()
    fresh = f"sqlite:///{tmp_path / 'fresh.db'}"
    if url.startswith("postgresql"):
        fresh = cluster.address(cluster.database())
    SqlStore(fresh).close()
    assert shape(url) == shape(fresh)
    assert set(shape(url)) == {*metadata.tables, "alembic_version"}


def test_the_migrations_end_where_the_program_begins() -> None:
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS))
    settings.set_main_option("path_separator", "os")
    script = ScriptDirectory.from_config(settings)
    assert script.get_heads() == [HEAD]
    assert script.get_bases() == [FIRST]


def test_a_newer_store_is_refused(url: str) -> None:
    SqlStore(url).close()
    engine = engines.open_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("update alembic_version set version_num = '9999'")
    engine.dispose()
    with pytest.raises(StoreError, match="schema 9999"):
        SqlStore(url)


def test_many_may_open_a_new_store_at_once(url: str) -> None:
    wrong: list[Exception] = []

    def opens() -> None:
        try:
            SqlStore(url).close()
        except Exception as error:  # noqa: BLE001
            wrong.append(error)

    threads = [threading.Thread(target=opens) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_store_is_opened_without_the_library_of_migrations(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from pitboss.journal.sql import SqlStore\n"
        f"SqlStore('sqlite:///{tmp_path / 'a.db'}').close()\n"
        f"SqlStore('sqlite:///{tmp_path / 'a.db'}').close()\n"
        "assert 'alembic' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# Settings -------------------------------------------------------------------------------


def test_sqlite_is_opened_with_a_log_and_full_synchronisation(tmp_path: Path) -> None:
    store = SqlStore(f"sqlite:///{tmp_path / 'a.db'}")
    for engine in (store.engine, store.reading):
        with engine.connect() as connection:
            assert connection.exec_driver_sql("pragma journal_mode").scalar() == "wal"
            assert connection.exec_driver_sql("pragma synchronous").scalar() == 2
    store.close()


def test_a_database_that_cannot_have_a_log_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as old:
        old.execute("create table a (b)")
    old.close()
    with pytest.raises(StoreError, match=r"readonly|journal_mode"):
        SqlStore(f"sqlite:///file:{path}?mode=ro&uri=true")


@pytest.mark.parametrize(
    ("needs", "said"),
    [
        ((("synchronous", "normal", 2),), "synchronous 1; a journal needs 2"),
        ((("journal_mode", "delete", "wal"),), "journal_mode delete; a journal needs wal"),
    ],
)
def test_a_setting_that_does_not_hold_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, needs: Any, said: str
) -> None:
    """As if the database had not taken what was set."""
    monkeypatch.setattr(engines, "SQLITE_NEEDS", needs)
    with pytest.raises(StoreError, match=said):
        SqlStore(f"sqlite:///{tmp_path / 'a.db'}")


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(b"not a database at all, " * 200)
    with pytest.raises(StoreError, match="not a database"):
        SqlStore(f"sqlite:///{path}")
    with pytest.raises(StoreError, match="unable to open"):
        SqlStore(f"sqlite:///{tmp_path / 'nowhere' / 'a.db'}")
    for url, said in (
        ("sqlite://", "needs a file"),
        ("mysql://host/db", "mysql is no store"),
        ("nonsense", "no address"),
    ):
        with pytest.raises(StoreError, match=said):
            SqlStore(url)


def test_a_server_that_answers_before_the_disk_is_refused(cluster: Cluster) -> None:
    name = cluster.database()
    SqlStore(cluster.address(name)).close()
    with psycopg.connect(cluster.plain("postgres"), autocommit=True) as connection:
        connection.execute(f"alter database {name} set synchronous_commit = off".encode())
    with pytest.raises(StoreError, match="synchronous_commit off; a journal needs on"):
        SqlStore(cluster.address(name))


def test_a_server_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        SqlStore(f"postgresql://nobody@/nothing?host={tmp_path}")


def test_a_machine_without_postgresql_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("shutil.which", lambda *_: None)
    monkeypatch.setattr("pathlib.Path.glob", lambda *_: iter(()))
    with pytest.raises(postgres.MissingPostgresError, match="make test"):
        postgres.binaries()
