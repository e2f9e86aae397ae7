"""The tables of a store, and how a store of an earlier schema is brought up to this one.

A new store is made as it stands here. An earlier one is changed step by step by the migrations
beside this module; the library that runs them is imported only then. A store that is newer
than this program is refused.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from pitboss.errors import StoreError

FIRST = "0001"
HEAD = "0004"
MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 5_271_009
"""The number under which processes on PostgreSQL take turns to change the schema."""

metadata = sa.MetaData()

records = sa.Table(
    "records",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("sequence", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("line", sa.LargeBinary, nullable=False),
    sa.Column("code", sa.LargeBinary, nullable=True),  # none where the store has no key
    # On SQLite lines lie in the order of writing, with an index beside them: kept in the order
    # of the key, a line in the middle would have its neighbours' pages written too.
)
commands = sa.Table(
    "commands",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("command", sa.Text, primary_key=True),
    sa.Column("answer", sa.LargeBinary, nullable=False),
    sa.Column("checksum", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,  # short rows: one page is written, not two
)
secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
outbox = sa.Table(
    "outbox",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("target", sa.Text, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("written", sa.BigInteger, nullable=False),
    sa.Column("taken", sa.Boolean, nullable=False, default=False),
    sa.Column("checksum", sa.LargeBinary, nullable=False),
    sa.Index("outbox_pending", "taken", "written", "key"),
)
snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("sequence", sa.BigInteger, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
checkpoints = sa.Table(
    "checkpoints",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("size", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("root", sa.Text, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
version = sa.table("alembic_version", sa.column("version_num"))


def prepare(engine: sa.Engine) -> None:
    """Make the tables of a new store, or bring an earlier one up to this schema."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.text("select pg_advisory_xact_lock(:number)"), {"number": LOCK})
        found = _found(connection)
        if found is None:
            metadata.create_all(connection)
            _stamp(connection, HEAD)
        elif found < HEAD:
            _upgrade(connection)
        elif found > HEAD:
            raise StoreError(
                f"the store has schema {found} and this program knows {HEAD}: it is too old for it"
            )


def _found(connection: sa.Connection) -> str | None:
    """The schema of a store; a store without a mark is of the first, an empty one of none."""
    there = set(sa.inspect(connection).get_table_names())
    if "alembic_version" in there:
        marked = connection.execute(sa.select(version.c.version_num)).scalar()
        if marked is not None:
            return str(marked)
    if "records" not in there:
        return None
    _stamp(connection, FIRST)
    return FIRST


def _stamp(connection: sa.Connection, mark: str) -> None:
    connection.exec_driver_sql(
        "create table if not exists alembic_version (version_num varchar(32) not null,"
        " constraint alembic_version_pkc primary key (version_num))"
    )
    connection.execute(version.delete())
    connection.execute(version.insert().values(version_num=mark))


def _upgrade(connection: sa.Connection) -> None:
    from alembic import command  # noqa: PLC0415 - half a second, and seldom needed
    from alembic.config import Config  # noqa: PLC0415

    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS))
    settings.set_main_option("path_separator", "os")
    settings.attributes["connection"] = connection
    command.upgrade(settings, HEAD)
