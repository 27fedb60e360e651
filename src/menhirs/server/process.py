"""What a process that serves thousands asks of Python and of the system."""

from __future__ import annotations

import gc
from contextlib import suppress

_YOUNG = 20_000
_NEVER = 1_000_000


def prepare_process() -> None:
    """Avoids long pauses and allows many sockets. Called once, when everything is imported."""
    # Looking for garbage among all objects of a thousand matches takes a third of a second, in
    # which nobody is answered. Young objects are looked through as always; all of them only when
    # rooms are swept.
    gc.freeze()
    gc.set_threshold(_YOUNG, 50, _NEVER)
    with suppress(ImportError, OSError, ValueError):  # not every system has that limit
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
