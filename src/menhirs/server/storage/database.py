"""Opening the database, whichever it is, and bringing it up to date."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from menhirs.server.errors import Unavailable

_MIGRATIONS = Path(__file__).parent / "migrations"
# Any number: two servers that start together bring the database up to date one after the other.
_MIGRATION_LOCK = 1_127_301


def open_database(url: str) -> Engine:
    """The database of that address, with all its tables."""
    try:
        engine = _engine(url)
        _bring_up_to_date(engine)
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise Unavailable("database-address", why=_first_line(error)) from None
    except (SQLAlchemyError, OSError) as error:
        raise Unavailable("database", why=_first_line(error)) from None
    return engine


def is_postgresql(engine: Engine) -> bool:
    return engine.dialect.name == "postgresql"


def _first_line(error: Exception) -> str:
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__


def _engine(url: str) -> Engine:
    address = make_url(url)
    if address.get_backend_name() == "postgresql":
        address = address.set(drivername="postgresql+psycopg")
        return create_engine(address, pool_size=4, pool_pre_ping=True)
    if address.get_backend_name() != "sqlite":
        raise ArgumentError(f"{address.get_backend_name()} is neither sqlite nor postgresql")
    if address.database:
        Path(address.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(address, connect_args={"timeout": 15})
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("pragma journal_mode = wal")  # readers never wait for the writer
    cursor.execute("pragma synchronous = full")  # what was acknowledged survives a power cut
    cursor.execute("pragma foreign_keys = on")
    cursor.close()


def _bring_up_to_date(engine: Engine) -> None:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    with engine.begin() as connection:
        if is_postgresql(engine):
            lock = text("select pg_advisory_xact_lock(:lock)")
            connection.execute(lock, {"lock": _MIGRATION_LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
