"""The memory that solving takes and has, and the choice between memory and files."""

from __future__ import annotations

from pathlib import Path

import pytest

from menhirs.core.errors import Malformed
from menhirs.core.rules import AMSTERDAM, BASE
from menhirs.engine.solver import plan
from menhirs.engine.solver.buffers import buffer
from menhirs.engine.solver.needs import GB, check_memory, free_memory, is_in_memory, needs_of
from menhirs.engine.solver.plan import plan_of
from tests.engine.solver.little_memory import leave_little_memory, mapped_files

SHARED_MEMORY = Path("/dev/shm")


def test_what_is_free_is_told_and_too_little_is_refused() -> None:
    check_memory(needs_of(BASE).memory, 4 * GB)
    check_memory(needs_of(AMSTERDAM).memory, 8 * GB)
    check_memory(needs_of(AMSTERDAM).memory, None)  # nobody tells
    for rules, free in ((BASE, 2 * GB), (AMSTERDAM, 6 * GB)):
        with pytest.raises(Malformed, match=r"\[solve-memory\]"):
            check_memory(needs_of(rules).memory, free)
    assert needs_of(AMSTERDAM).memory / GB == pytest.approx(6.2, abs=0.1)
    told = free_memory()
    assert told is None or 0 < told < 1 << 60


@pytest.mark.parametrize(("free", "in_files"), [(None, False), (7 * GB, False), (6 * GB, True)])
def test_files_are_used_if_less_is_free_than_it_takes(
    free: int | None, in_files: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_little_memory(monkeypatch)
    monkeypatch.setattr(plan, "free_memory", lambda: free)
    made = plan_of(AMSTERDAM, tmp_path)
    assert made.too_little == (free if in_files else None)
    with made.arrays():
        kept = buffer("I", 1_000_000)
        assert mapped_files(tmp_path) == in_files
    assert len(kept) == 1_000_000
    made.check_disk(8 * GB)
    needed = "7.8" if in_files else "1.6"  # with as much as it would take in memory
    with pytest.raises(Malformed, match=rf"takes about {needed} GB on disk, and 1.0 GB are free"):
        made.check_disk(GB)
    if in_files:
        with pytest.raises(Malformed, match=r"\[solve-disk\]"):
            made.check_disk(7 * GB)
    else:
        made.check_disk(2 * GB)


def test_whoever_says_how_much_memory_there_is_is_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_little_memory(monkeypatch)
    assert plan_of(BASE, tmp_path, 3 * GB).too_little is None
    assert plan_of(BASE, tmp_path, 2 * GB).too_little == 2 * GB


@pytest.mark.skipif(not SHARED_MEMORY.is_dir(), reason="no folder is known to be in memory")
def test_files_that_would_be_in_memory_themselves_do_not_help(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = SHARED_MEMORY / "not" / "there yet"
    assert is_in_memory(SHARED_MEMORY) and is_in_memory(folder)
    assert not is_in_memory(Path("/proc"))
    monkeypatch.setattr(plan, "free_memory", lambda: 2 * GB)
    with pytest.raises(Malformed, match=r"2.6 GB of memory, and 2.0 GB are free here"):
        plan_of(BASE, folder)
    assert plan_of(BASE, folder, 2 * GB).too_little == 2 * GB
    monkeypatch.setattr(plan, "free_memory", lambda: 3 * GB)
    assert plan_of(BASE, folder).too_little is None
