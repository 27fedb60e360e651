"""What a process that serves thousands asks of Python and of the system."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from contextlib import suppress
from pathlib import Path

_YOUNG = 20_000
_NEVER = 1_000_000
_YOUNG_EVERY = 0.5
"""Seconds."""
_LOOKS = 10
"""The number of collections of young objects before one of the next generation."""
_ALL_EVERY = 720
"""The number of these, within an hour, before one of all objects."""
_GROWTH, _LEAST_GROWTH = 1.25, 16 * 2**20
"""Memory that has grown by so much is looked through whole: by a factor, and bytes besides."""
_SWITCH_EVERY = 0.0005


def prepare_process() -> None:
    """Avoids long pauses. Called once, when everything is imported."""
    # Looking for garbage among all objects of a thousand matches takes a third of a second, in
    # which nobody is answered.
    gc.freeze()
    gc.set_threshold(_YOUNG, _NEVER, _NEVER)
    # A commit needs the interpreter several times. It must not wait each time for as long as a
    # busy loop is allowed to keep it.
    sys.setswitchinterval(_SWITCH_EVERY)


async def collect_garbage() -> None:
    """Looks for garbage where it is cheap to look, and among all objects when memory grows.

    Python by itself counts objects made less objects freed. Where as many rooms are closed as
    opened that number stands still, while the young ones become hundreds of thousands. And what a
    request was still working with when the young ones were looked through is young no more: so
    the survivors of the last few seconds are looked through too.
    """
    settled = memory_in_use()
    while True:
        for _ in range(_ALL_EVERY):
            for _ in range(_LOOKS):
                await asyncio.sleep(_YOUNG_EVERY)
                gc.collect(0)
            gc.collect(1)
            if memory_in_use() > _GROWTH * settled + _LEAST_GROWTH:
                settled = _collect_all()
        gc.unfreeze()  # what was kept then may have become garbage
        settled = _collect_all()


def _collect_all() -> int:
    """Looks through all objects that were not looked through before; the memory left in use."""
    gc.collect()
    gc.freeze()
    return memory_in_use()


def memory_in_use() -> int:
    """Bytes that this process has in memory; on systems that do not tell, the most it ever had."""
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_bytes().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    with suppress(ImportError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return 0


def allow_many_files() -> None:
    """Every connection is an open file: as many are allowed as the system lets us have."""
    with suppress(ImportError, OSError, ValueError):  # not every system has that limit
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
