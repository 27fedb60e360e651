"""How every store asks the database, and changes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, TypeAlias

from sqlalchemy import Engine, Executable, Row, UpdateBase
from sqlalchemy.dialects import postgresql, sqlite

from menhirs.server.storage.database import is_postgresql

AnyRow: TypeAlias = Row[*tuple[Any, ...]]


class SqlStore:
    """A part of the database. Everything here blocks."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._dialect: ModuleType = postgresql if is_postgresql(engine) else sqlite
        """What both databases can do, and each writes in its own way."""

    def _rows(self, query: Executable, values: Mapping[str, Any] | None = None) -> list[AnyRow]:
        """All rows of a query."""
        with self.engine.connect() as connection:
            return list(connection.execute(query, values))

    def _row(self, query: Executable, values: Mapping[str, Any] | None = None) -> AnyRow | None:
        """The only row of a query; None if there is none."""
        with self.engine.connect() as connection:
            return connection.execute(query, values).one_or_none()

    def _column(self, query: Executable) -> list[Any]:
        """The first value of every row."""
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def _data(self, query: Executable) -> list[dict[str, Any]]:
        """All rows by the names of their columns."""
        with self.engine.connect() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]

    def _change(
        self,
        change: UpdateBase,
        values: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
    ) -> int:
        """Makes a change in a transaction of its own. Returns how many rows it concerned."""
        with self.engine.begin() as connection:
            return connection.execute(change, values).rowcount
