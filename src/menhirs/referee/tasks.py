"""Background tasks: references are kept until they end, and their errors are logged."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from menhirs.core.errors import MenhirsError

_log = logging.getLogger(__name__)


class Tasks:
    """Background tasks."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Runs work in the background."""
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            level = logging.WARNING if isinstance(error, MenhirsError) else logging.ERROR
            _log.log(level, "in a match: %s", error, exc_info=error)

    def cancel(self) -> None:
        """Cancels all tasks."""
        for task in self._running:
            task.cancel()
