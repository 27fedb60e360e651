"""A machine that is short of memory, for tests, and a look at the files that are used instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from menhirs.engine.solver import plan


def leave_little_memory(patch: pytest.MonkeyPatch) -> None:
    """Lets this process believe that hardly any memory is free here."""
    patch.setattr(plan, "free_memory", lambda: 1_000_000)
    # The folder for temporary files, in which tests work, may be in memory.
    patch.setattr(plan, "is_in_memory", lambda _: False)


def mapped_files(folder: Path, process: int | None = None) -> int:
    """The number of files of a folder that a process (this one) works in and that have no name."""
    maps = Path("/proc", "self" if process is None else str(process), "maps")
    lines = maps.read_text("utf-8").splitlines()
    return sum(str(folder) in line and line.endswith("(deleted)") for line in lines)
