"""What solving a layout takes, and whether this machine has it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from math import comb
from pathlib import Path

from menhirs.core.errors import Malformed
from menhirs.core.rules import RuleSet

GB = 10**9

# As measured (docs/contribute/performance.md), for every fog of all tiles: those who may take tiles
# away have many more positions with the same fog, and two laps.
_BYTES, _MICROSECONDS, _BYTES_ON_DISK = 46, 0.7, 6
_BYTES_WITH_CHANCES, _MICROSECONDS_WITH_CHANCES, _BYTES_ON_DISK_WITH_CHANCES = 112, 6.0, 30
_LEAST_BYTES = 50_000_000

_AVAILABLE = Path("/proc/meminfo")
_MOUNTS, _KINDS_IN_MEMORY = Path("/proc/self/mountinfo"), ("tmpfs", "ramfs")
_LIMIT, _USED = Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory.current")


@dataclass(frozen=True, slots=True)
class Needs:
    """What it takes to solve one layout, roughly."""

    processor_seconds: float
    """On all threads together."""
    memory: int
    """In bytes."""
    disk: int


def needs_of(rules: RuleSet) -> Needs:
    """What it takes to solve a layout of these rules: for its tables, or for its value alone."""
    cells = rules.geometry.cells.bit_count()
    fogs = max(comb(cells, tiles) for tiles in range(min(rules.fog_tiles, cells) + 1))
    if rules.chances is None:
        seconds, memory, disk = _MICROSECONDS, _BYTES, _BYTES_ON_DISK
    else:
        seconds, memory = _MICROSECONDS_WITH_CHANCES, _BYTES_WITH_CHANCES
        disk = _BYTES_ON_DISK_WITH_CHANCES
    return Needs(
        fogs * seconds / 10**6,
        _LEAST_BYTES + fogs * memory,
        fogs * disk,
    )


def free_memory() -> int | None:
    """The bytes that a process can still get here; None if unknown."""
    known = [bytes_ for bytes_ in (_free_of_machine(), _free_of_group()) if bytes_ is not None]
    return min(known, default=None)


def check_memory(needed: int, free: int | None) -> None:
    """Raises if something takes more memory than is free."""
    if free is not None and free < needed:
        raise Malformed("solve-memory", needed=_in_gb(needed), free=_in_gb(free))


def check_disk(needed: int, folder: Path, free: int) -> None:
    """Raises if something takes more room than is free in a folder."""
    if free < needed:
        raise Malformed("solve-disk", needed=_in_gb(needed), free=_in_gb(free), path=folder)


def is_in_memory(folder: Path) -> bool:
    """Whether the files of a folder take memory instead of a disk, as far as the system says.

    A folder that is not there yet is looked for where it would be made.
    """
    try:
        there = next((path for path in (folder, *folder.parents) if path.exists()), folder)
        device = there.stat().st_dev
        mounts = _MOUNTS.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:  # unknown
        return False
    name = f"{os.major(device)}:{os.minor(device)}"
    # The fields of a mount, a dash, and the kind of its file system: see proc(5).
    kinds = [line.partition(" - ")[2].split()[0] for line in mounts if line.split()[2] == name]
    return any(kind in _KINDS_IN_MEMORY for kind in kinds)


def _in_gb(size: int) -> str:
    return f"{size / GB:.1f}"


def _free_of_machine() -> int | None:
    try:
        for line in _AVAILABLE.read_text("ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):  # no such question on this system
        return None


def _free_of_group() -> int | None:
    """What the container leaves, if there is one with a limit."""
    try:
        return max(0, int(_LIMIT.read_text("ascii")) - int(_USED.read_text("ascii")))
    except (OSError, ValueError):  # no container, or "max"
        return None
