"""How a migration is run: on the connection, and in the transaction, that opens the store."""

from __future__ import annotations

from alembic import context

from pitboss.journal.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=False,
)
context.run_migrations()
