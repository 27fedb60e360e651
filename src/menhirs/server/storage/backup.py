"""A copy of a database while servers write to it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import make_url

from menhirs.server.errors import BadOrder
from menhirs.server.storage.database import keep_private

_PAGES = 1_000
"""Copied at a time; writers come in between."""


def back_up(database: str, target: Path) -> None:
    """Copies an SQLite database to a file, as it is at one moment.

    For PostgreSQL it names the program to use instead.
    """
    address = make_url(database)
    if address.get_backend_name() != "sqlite":
        shown = address.set(drivername="postgresql").render_as_string(hide_password=True)
        raise BadOrder("backup-postgresql", file=target, database=shown)
    if target.exists():
        raise BadOrder("backup-exists", file=target)
    part = target.with_name(f"{target.name}.part")
    try:
        keep_private(part)
        with (
            closing(sqlite3.connect(str(address.database))) as source,
            closing(sqlite3.connect(part)) as copy,
        ):
            source.backup(copy, pages=_PAGES)
        part.replace(target)  # renamed last, so a file with this name is complete
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        raise BadOrder("backup-failed", file=target, why=error) from None
