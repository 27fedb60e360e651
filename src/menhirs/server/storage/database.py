"""Opens the database and migrates it to the current version."""

from __future__ import annotations

import os
import socket
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from menhirs.server.errors import BadOrder, ServerUnavailable

if TYPE_CHECKING:
    from alembic.config import Config

_MIGRATIONS = Path(__file__).parent / "migrations"
# Any number: two servers that start together bring the database up to date one after the other.
_MIGRATION_LOCK = 1_127_301

CONNECTION_PREFIX = "menhirs "
_OWNER_ONLY = 0o600
_LONGEST_NAME = 63  # PostgreSQL cuts off the rest


def open_database(url: str) -> Engine:
    """Opens the database of a URL, with all its tables."""
    try:
        engine = _engine(url)
        _bring_up_to_date(engine)
    except ServerUnavailable:
        raise
    except (ArgumentError, NoSuchModuleError, ImportError, ValueError) as error:
        raise ServerUnavailable("database-address", why=_first_line(error)) from None
    except (SQLAlchemyError, OSError) as error:
        raise ServerUnavailable("database", why=_first_line(error)) from None
    return engine


def existing_database(url: str) -> Engine:
    """Opens an existing database; raises instead of creating an SQLite file."""
    try:
        address = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise ServerUnavailable("database-address", why=_first_line(error)) from None
    if address.get_backend_name() == "sqlite" and not Path(address.database or "").is_file():
        raise ServerUnavailable("database", why=f"there is no file {address.database}")
    return open_database(url)


def is_postgresql(engine: Engine) -> bool:
    return engine.dialect.name == "postgresql"


def _first_line(error: Exception) -> str:
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__


def _engine(url: str) -> Engine:
    address = make_url(url)
    if address.get_backend_name() == "postgresql":
        address = address.set(drivername="postgresql+psycopg")
        # Every server has a name of its own, so that they see each other in the database.
        name = f"{CONNECTION_PREFIX}{os.getpid()}@{socket.gethostname()}"[:_LONGEST_NAME]
        return create_engine(
            address,
            pool_size=4,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args={"application_name": name},
        )
    if address.get_backend_name() != "sqlite":
        raise ArgumentError(f"{address.get_backend_name()} is neither sqlite nor postgresql")
    if address.database in (None, "", ":memory:"):
        raise ArgumentError("matches are kept in a file: sqlite:///the/path/to/it")
    Path(address.database).parent.mkdir(parents=True, exist_ok=True)
    keep_private(Path(address.database))
    engine = create_engine(address, hide_parameters=True, connect_args={"timeout": 15})
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def keep_private(file: Path) -> None:
    """Creates a file that only its owner can read, or restricts it: a database holds secrets and
    keys.

    SQLite gives its files beside it the same permissions; older ones may have others.
    """
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWNER_ONLY))
    for part in (file, *(file.with_name(f"{file.name}-{end}") for end in ("wal", "shm"))):
        with suppress(OSError):  # it does not exist, or belongs to another user
            part.chmod(_OWNER_ONLY)


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("pragma journal_mode = wal")  # readers never wait for the writer
    cursor.execute("pragma synchronous = full")  # acknowledged commits survive a power cut
    cursor.execute("pragma foreign_keys = on")
    cursor.close()


def _bring_up_to_date(engine: Engine) -> None:
    with engine.begin() as connection:
        if (version := _version(connection)) == _known_versions()[-1]:
            return
        _check_ours(connection, version)
        if is_postgresql(engine):
            lock = text("select pg_advisory_xact_lock(:lock)")
            connection.execute(lock, {"lock": _MIGRATION_LOCK})
        _migrate(connection)


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("select version_num from alembic_version")).scalar()


def _check_ours(connection: Connection, version: str | None) -> None:
    """Raises for a database of another program, or of a newer menhirs."""
    tables = set(inspect(connection).get_table_names()) - {"alembic_version"}
    if version is None and tables and not is_postgresql(connection.engine):
        raise ServerUnavailable(
            "database", why=f"it is another program's, with a table {min(tables)}"
        )
    if version is not None and version not in _known_versions():
        raise ServerUnavailable(
            "database", why=f"it has the version {version}, which is not known here"
        )


def _known_versions() -> list[str]:
    """The revisions that the names of the migrations begin with, the newest last."""
    migrations = (_MIGRATIONS / "versions").glob("*_*.py")
    return sorted(path.name.partition("_")[0] for path in migrations)


def _migrate(connection: Connection) -> None:
    # Imported here: most starts find nothing to do, and players wait for a restart.
    from alembic import command

    command.upgrade(migrations(connection), "head")


def go_back(engine: Engine, version: str) -> None:
    """Migrates back to an earlier version. Data that it does not have is lost."""
    from alembic import command

    with engine.begin() as connection:
        if version not in (known := _known_versions()[:-1]):
            raise BadOrder("no-version", version=version, known=", ".join(known))
        command.downgrade(migrations(connection), version)


def migrations(connection: Connection) -> Config:
    """The configuration of Alembic for a connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    return config
