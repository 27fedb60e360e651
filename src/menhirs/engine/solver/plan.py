"""Where a layout is solved: in memory, or in files beside its tables where memory is short."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from menhirs.core.rules import RuleSet
from menhirs.engine.solver.buffers import arrays_on_disk
from menhirs.engine.solver.needs import (
    Needs,
    check_disk,
    check_memory,
    free_memory,
    is_in_memory,
    needs_of,
)


@dataclass(frozen=True, slots=True)
class Plan:
    """How tables are made in a folder. It may go to the process that makes them."""

    folder: Path
    needs: Needs
    too_little: int | None
    """The bytes of memory that there are, if the tables take more: then files are used."""

    @property
    def disk(self) -> int:
        """The bytes on disk that it takes: for the tables and, while it lasts, for such files."""
        return self.needs.disk + (0 if self.too_little is None else self.needs.memory)

    def check_disk(self, free: int) -> None:
        """Raises if it takes more room on disk than is free."""
        check_disk(self.disk, self.folder, free)

    def arrays(self) -> AbstractContextManager[None]:
        """Within it, the arrays of a solver that this thread runs lie where they are to lie."""
        return nullcontext() if self.too_little is None else arrays_on_disk(self.folder)


def plan_of(rules: RuleSet, folder: Path, memory: int | None = None) -> Plan:
    """The plan for tables or the value alone, with these bytes of memory, by default all free ones.

    Raises if memory is short and the folder is itself in memory: files in it would not help.
    """
    needs = needs_of(rules)
    there = free_memory() if memory is None else memory
    if there is None or there >= needs.memory:
        return Plan(folder, needs, None)
    if memory is None and is_in_memory(folder):
        check_memory(needs.memory, there)
    return Plan(folder, needs, there)
