"""Where the solver's arrays lie: in memory, or in files where memory is short."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from menhirs.core.errors import Malformed
from menhirs.engine.solver import buffers
from menhirs.engine.solver.buffers import arrays_on_disk, buffer
from menhirs.engine.solver.drivers.solver import Progress, Solver
from tests.engine.house_rules import LONG_AMSTERDAM
from tests.engine.solver.little_memory import mapped_files

MENHIRS = LONG_AMSTERDAM.geometry.mask_of("a2 c2 d3")


def test_tables_worked_out_in_files_are_the_same_and_leave_no_file_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_memory, in_files, scratch = (tmp_path / name for name in ("memory", "files", "scratch"))
    scratch.mkdir()
    Solver(LONG_AMSTERDAM, MENHIRS, in_memory, threads=1).run()
    monkeypatch.setattr(buffers, "_LARGE", 1)
    used: list[int] = []

    def look(progress: Progress) -> None:
        used.append(mapped_files(scratch))
        assert not list(scratch.iterdir())

    with arrays_on_disk(scratch):
        Solver(LONG_AMSTERDAM, MENHIRS, in_files, threads=2, report=look).run()
    assert min(used) > 0
    names = sorted(path.name for path in in_memory.iterdir())
    assert names == sorted(path.name for path in in_files.iterdir())
    for name in names:
        assert (in_files / name).read_bytes() == (in_memory / name).read_bytes(), name


def test_only_large_arrays_go_to_files_and_only_where_they_are_asked_to(tmp_path: Path) -> None:
    with arrays_on_disk(tmp_path):
        small, large = buffer("b", 1000), buffer("I", 1_000_000)
        assert mapped_files(tmp_path) == 1
    large[-1] = small[-1] = 7
    assert (large[0], large[-1], len(small), len(large)) == (0, 7, 1000, 1_000_000)
    del large
    assert mapped_files(tmp_path) == 0
    kept = buffer("I", 1_000_000)
    assert mapped_files(tmp_path) == 0 and len(kept) == 1_000_000


def test_a_disk_without_room_for_an_array_is_told_before_anything_is_written_to_it(
    tmp_path: Path,
) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4100, before[1]))
    try:
        with arrays_on_disk(tmp_path), pytest.raises(Malformed) as caught:
            buffer("I", 1_000_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert caught.value.code == "file-write"
    assert not list(tmp_path.iterdir())
