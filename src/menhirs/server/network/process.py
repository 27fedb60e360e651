"""Settings of Python and the system for a process that serves thousands."""

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
"""The number of collections of generation 0 before one of generation 1."""
_ALL_EVERY = 720
"""The number of collections of generation 1 before one of all objects."""
_GROWTH, _LEAST_GROWTH = 1.25, 16 * 2**20
"""The growth of memory (a factor, and bytes) that leads to a full garbage collection."""
_SWITCH_EVERY = 0.0005


def prepare_process() -> None:
    """Avoids long pauses. Called once, when everything is imported."""
    # A full garbage collection with a thousand matches takes a third of a second, in which nobody
    # is answered.
    gc.freeze()
    gc.set_threshold(_YOUNG, _NEVER, _NEVER)
    # A commit needs the interpreter's lock several times, and should not wait for the whole switch
    # interval of a busy loop each time.
    sys.setswitchinterval(_SWITCH_EVERY)


async def collect_garbage() -> None:
    """Collects garbage: the young objects often, all objects when memory grows.

    Python triggers collections by allocations minus deallocations. With as many rooms closed as
    opened that number stands still, while garbage grows. And objects that were in use during a
    young collection are promoted: so the generation above is collected regularly too.
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
        gc.unfreeze()  # objects that survived then may be garbage now
        settled = _collect_all()


def _collect_all() -> int:
    """Runs a full collection; returns the memory left in use."""
    gc.collect()
    gc.freeze()
    return memory_in_use()


def memory_in_use() -> int:
    """Bytes of memory in use by this process; on some systems the peak."""
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_bytes().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    with suppress(ImportError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return 0


def allow_many_files() -> None:
    """Raises the limit of open files to the most that the system allows: every connection is
    one.
    """
    with suppress(ImportError, OSError, ValueError):  # not every system has that limit
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
