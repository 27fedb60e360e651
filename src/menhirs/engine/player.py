"""The engine that knows all we have: tables where a layout was solved, search everywhere else."""

from __future__ import annotations

from pathlib import Path
from threading import Event

from menhirs.core.errors import Malformed
from menhirs.core.position import Position
from menhirs.engine.analysis import Analysis, Limits, Watch
from menhirs.engine.search import Search
from menhirs.engine.solver.folders import folder_of
from menhirs.engine.solver.probe import Tables


class Engine:
    """Analyses by table where one covers the position, else by search."""

    def __init__(self, *, tables: Path | None = None, table_mb: int = 64, threads: int = 1) -> None:
        self._search = Search(table_mb=table_mb, threads=threads)
        self._folder = tables
        self._tables: dict[Path, Tables] = {}
        self.table_error: Malformed | None = None
        """Why the last position that has tables was searched all the same: they are damaged."""

    def analyse(
        self,
        position: Position,
        limits: Limits,
        *,
        lines: int = 1,
        watch: Watch | None = None,
        stop: Event | None = None,
    ) -> Analysis:
        """Analyses until a limit is reached, the value is proven or ``stop`` is set."""
        tables = self._tables_for(position)
        if tables is not None:
            try:
                return tables.analyse(position, limits, lines=lines, watch=watch, stop=stop)
            except Malformed as error:  # not solved yet, or damaged: the search still can
                self.table_error = error
        return self._search.analyse(position, limits, lines=lines, watch=watch, stop=stop)

    def _tables_for(self, position: Position) -> Tables | None:
        if self._folder is None or position.is_over:
            return None
        folder = folder_of(self._folder, position.rules, position.menhirs)
        if folder not in self._tables:
            if not folder.is_dir():
                return None
            self._tables[folder] = Tables(position.rules, position.menhirs, folder)
        tables = self._tables[folder]
        return tables if tables.covers(position) else None
