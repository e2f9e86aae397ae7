"""Checksums where no tree covers a row; checkpoints by root, so that both of a fork are kept."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

from pitboss.journal.trust.codes import checksum

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Fill the checksums, key the checkpoints by their root as well, index the outbox."""
    _summed("commands", ("stream", "command"), "answer")
    _summed("outbox", ("key", "target"), "body")
    op.create_index("outbox_pending", "outbox", ["taken", "written", "key"])
    _by_root()


def _summed(name: str, keys: tuple[str, str], body: str) -> None:
    """Add the checksum over these columns."""
    op.add_column(name, sa.Column("checksum", sa.LargeBinary, nullable=True))
    columns: list[sa.ColumnClause[Any]] = [
        sa.column(column) for column in (*keys, body, "checksum")
    ]
    table = sa.table(name, *columns)
    first, second, content, summed = columns
    bind = op.get_bind()
    for one, two, found in bind.execute(sa.select(first, second, content)).all():
        bind.execute(
            table.update()
            .where(first == one, second == two)
            .values({summed.name: checksum(None, one, two, bytes(found))})
        )
    with op.batch_alter_table(name) as batch:
        batch.alter_column("checksum", existing_type=sa.LargeBinary, nullable=False)


def _by_root() -> None:
    op.rename_table("checkpoints", "checkpoints_1")
    made = op.create_table(
        "checkpoints",
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("size", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("root", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("stream", "size", "root", name="checkpoints_2_pkey"),
    )
    old = sa.table("checkpoints_1", sa.column("stream"), sa.column("size"), sa.column("body"))
    rows = op.get_bind().execute(sa.select(old.c.stream, old.c.size, old.c.body)).all()
    kept: list[dict[str, Any]] = [
        {"stream": stream, "size": size, "root": json.loads(body)["root"], "body": bytes(body)}
        for stream, size, body in rows
    ]
    if kept:
        op.bulk_insert(made, kept)
    op.drop_table("checkpoints_1")
