"""The engine that knows all we have: tables where a layout was solved, search everywhere else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event

from menhirs.core.errors import Malformed
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.analysis import Analysis, Analyst, Limits, Watch
from menhirs.engine.search import Search
from menhirs.engine.solver.tables.flips import FlipResults
from menhirs.engine.solver.tables.folders import folder_of
from menhirs.engine.solver.tables.probe import Tables
from menhirs.engine.tables_folder import missing_tables


class Engine:
    """Analyses by table where one covers the position, else by search."""

    def __init__(
        self,
        *,
        tables: Path | None = None,
        table_mb: int = 64,
        threads: int = 1,
        complain: Callable[[Malformed], None] = lambda error: None,
    ) -> None:
        """``complain`` gets the reason where a position is searched in spite of the tables."""
        self._search = Search(table_mb=table_mb, threads=threads)
        self._folder = tables
        self._complain = complain
        self._tables: dict[Path, Tables] = {}

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
        known: Analysis | None = None
        try:
            solved = self._solved_for(position)
            if solved is not None:
                known = solved.analyse(position, limits, lines=lines, watch=watch, stop=stop)
        except Malformed as error:  # not solved to the end, damaged, locked: the search still can
            self._complain(error)
        if known is not None and known.proven:
            return known
        searched = self._search.analyse(position, limits, lines=lines, watch=watch, stop=stop)
        return searched if known is None or searched.proven else known

    def _solved_for(self, position: Position) -> Analyst | None:
        """What knows the truth about the position's layout, if it was solved."""
        if self._folder is None or position.is_over:
            return None
        try:
            return self._found_in(self._folder, position)
        except OSError as error:  # a folder without permission to read
            raise Malformed("file", path=error.filename, why=error.strerror) from None

    def _found_in(self, parent: Path, position: Position) -> Analyst | None:
        if (missing := missing_tables(parent, position)) is not None:
            raise missing
        if position.phase is Phase.FLIP:
            return FlipResults(position.rules, parent)
        folder = folder_of(parent, position.rules, position.menhirs)
        if not folder.is_dir():
            return None
        if folder not in self._tables:
            self._tables[folder] = Tables(position.rules, position.menhirs, folder)
        tables = self._tables[folder]
        return tables if tables.covers(position) else None
