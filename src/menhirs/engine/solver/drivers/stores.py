"""Where a solver puts its tables: in files that stay, or in memory while they are needed."""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

from menhirs.core.errors import Malformed
from menhirs.engine.solver.passes.ranking import Ranking
from menhirs.engine.solver.tables.content import DraftContent
from menhirs.engine.solver.tables.drafts import Draft, Label
from menhirs.engine.solver.tables.tables import (
    DeltaTable,
    Table,
    TableFolder,
    ValueTable,
    WholeTable,
)


class Store(Protocol):
    """A place for the tables of one layout."""

    def has(self, label: Label) -> bool:
        """Whether the table is there, complete."""

    def wants(self, label: Label) -> bool:
        """Whether the table is to be put here, once it is solved."""

    def can_refer_to(self, label: Label) -> bool:
        """Whether another table may be put here as its differences from this one."""

    def put(self, draft: Draft) -> Future[str]:
        """Puts a table here; its checksum, once that is done."""

    def table(self, label: Label) -> Table:
        """A table that was checked, to be looked up."""

    def take(self, label: Label) -> Table:
        """A table to be read as a whole, which checks it, for the last time."""

    def close(self) -> None:
        """Waits until everything is written."""


class FileStore:
    """Tables in the files of a folder, written by a thread of its own while others are solved."""

    def __init__(self, folder: Path, ranking: Ranking) -> None:
        self._folder = folder
        self._files = TableFolder(folder, ranking)
        self._scribe = ThreadPoolExecutor(max_workers=1)
        self._last: Future[str] | None = None

    def has(self, label: Label) -> bool:
        try:
            self.table(label)
        except Malformed:
            return False
        return True

    def wants(self, label: Label) -> bool:
        return True

    def can_refer_to(self, label: Label) -> bool:
        return True

    def put(self, draft: Draft) -> Future[str]:
        self._last = self._scribe.submit(_write_after, self._last, draft, self._folder)
        return self._last

    def table(self, label: Label) -> Table:
        return self._files.table(label)

    def take(self, label: Label) -> Table:
        return self._files.unchecked(label)

    def close(self) -> None:
        self._scribe.shutdown(cancel_futures=True)


def _write_after(earlier: Future[str] | None, draft: Draft, folder: Path) -> str:
    """Writes a table, unless an earlier one failed: no table is there without those before it."""
    if earlier:
        earlier.result()
    return draft.write_to(folder)


class MemoryStore:
    """Only some tables, in memory: those requested, and those that the solver itself reads again.

    The latter stay until they are read.
    """

    def __init__(
        self, ranking: Ranking, requested: Collection[Label], read_again: Collection[str]
    ) -> None:
        """``read_again`` are names of stages."""
        self._ranking = ranking
        self._requested = requested
        self._read_again = read_again
        self._tables: dict[Label, Table] = {}

    def has(self, label: Label) -> bool:
        return label in self._tables

    def wants(self, label: Label) -> bool:
        return label in self._requested or label.stage in self._read_again

    def can_refer_to(self, label: Label) -> bool:
        return label in self._tables

    def put(self, draft: Draft) -> Future[str]:
        stays = draft.label in self._requested
        content = DraftContent(draft, self._ranking.count(draft.label.tiles), stays=stays)
        reference = draft.reference
        self._tables[draft.label] = (
            DeltaTable(content, self._tables[reference]) if reference else WholeTable(content)
        )
        done: Future[str] = Future()
        done.set_result(content.checksum)
        return done

    def table(self, label: Label) -> Table:
        return self._tables[label]

    def take(self, label: Label) -> Table:
        return self._tables[label] if label in self._requested else self._tables.pop(label)

    def close(self) -> None:
        """There is nothing to finish."""


class RequestRecorder:
    """Stands in for tables that are not there yet, and records which of them are requested.

    Which ones depends on the position that is looked up, and on no value.
    """

    def __init__(self) -> None:
        self.requested: set[Label] = set()

    def table(self, label: Label) -> ValueTable:
        self.requested.add(label)
        return _NoValues()


class _NoValues:
    def value(self, place: int, forbidden: int | None) -> int:
        return 0
