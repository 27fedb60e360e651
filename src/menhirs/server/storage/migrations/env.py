"""Alembic's entry: migrates over the connection that it is given."""

from __future__ import annotations

from alembic import context

from menhirs.server.storage.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table by copying it
)
with context.begin_transaction():
    context.run_migrations()
