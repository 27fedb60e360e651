"""Keys of the server itself, made at its first start and stored in the database."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Engine, select
from sqlalchemy.dialects import postgresql, sqlite

from menhirs.server.storage import tables
from menhirs.server.storage.database import is_postgresql


def kept_key(engine: Engine, name: str, make: Callable[[], str]) -> str:
    """The key of that name, made if missing. Servers that start together agree on one."""
    columns = tables.server_keys.c
    wanted = select(columns.value).where(columns.name == name)
    with engine.connect() as connection:
        found: str | None = connection.execute(wanted).scalar()
    if found is not None:
        return found
    dialect = postgresql if is_postgresql(engine) else sqlite
    made = dialect.insert(tables.server_keys).values(name=name, value=make())
    with engine.begin() as connection:
        connection.execute(made.on_conflict_do_nothing())
    with engine.connect() as connection:
        kept: str = connection.execute(wanted).scalar_one()
        return kept
