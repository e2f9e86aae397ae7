"""Lines carry the house's code: a column for it, filled when the house first starts with an anchor.

An earlier program would write lines without one, so it must not open the store any more.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column."""
    op.add_column("records", sa.Column("code", sa.LargeBinary, nullable=True))
