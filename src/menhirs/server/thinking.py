"""The computer's thoughts, in processes of their own: play is never kept waiting for them."""

from __future__ import annotations

import asyncio
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cached_property
from multiprocessing import connection, get_context, parent_process

from menhirs.engine.levels import LevelPlayer
from menhirs.notation.actions import write_action
from menhirs.notation.line import read_line
from menhirs.server.metrics import THINKING

_LOWER_PRIORITY = 10


@dataclass(frozen=True)
class Thought:
    """What the computer came up with."""

    claims: bool
    action: str | None
    """None if it is not its turn, or if it claims."""


class Thinkers:
    """Processes that think."""

    def __init__(self, processes: int | None = None) -> None:
        self._processes = processes or max(1, (os.cpu_count() or 2) - 1)

    @cached_property
    def _pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._processes, mp_context=get_context("spawn"), initializer=_prepare
        )

    def warm_up(self) -> None:
        """Starts the processes before the first player waits for them."""
        for _ in range(self._processes):
            self._pool.submit(os.getpid)

    async def think(
        self, line: str, level: int, seed: str, *, acts: bool, may_claim: bool
    ) -> Thought:
        """What a level does in a position, or whether it claims there."""
        loop = asyncio.get_running_loop()
        question = (line, level, seed, acts, may_claim)
        with THINKING.labels(str(level)).time():
            try:
                return await loop.run_in_executor(self._pool, _think, *question)
            except BrokenProcessPool:  # a process was killed: the thought is had again
                vars(self).pop("_pool", None)
                return await loop.run_in_executor(self._pool, _think, *question)

    def close(self) -> None:
        if "_pool" in vars(self):
            self._pool.shutdown(wait=False, cancel_futures=True)


def _prepare() -> None:
    os.nice(_LOWER_PRIORITY)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A server that was killed takes its thinkers along."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)


def _think(line: str, level: int, seed: str, acts: bool, may_claim: bool) -> Thought:
    position = read_line(line)
    player = LevelPlayer(level, seed)
    # While it thinks about taking away, the claim that is open is the opponent's.
    if may_claim and player.wants_to_claim(position):
        return Thought(claims=True, action=None)
    if not acts:
        return Thought(claims=False, action=None)
    return Thought(claims=False, action=write_action(player.choose(position), position))
