"""The queue of questions to the one engine worker; a player never waits long.

Questions of games come first, then live analyses, then reviews. Cancelled questions are removed,
or stopped if they have begun.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from enum import IntEnum
from itertools import count
from typing import Any, Protocol

from menhirs.view.as_json import as_json


class EngineWorker(Protocol):
    """The engine's worker."""

    async def think(self, question: str) -> str:
        """The answer to a question: see ``engine_worker.py``.

        If this is cancelled, it ends as soon as the worker has stopped.
        """


class Urgency(IntEnum):
    """The priority of a question."""

    PLAY = 0
    ANALYSIS = 1
    REVIEW = 2


class EngineQueue:
    """Gives the engine worker one question at a time."""

    def __init__(self, engine_worker: EngineWorker) -> None:
        self._engine_worker = engine_worker
        self._waiting: list[tuple[Urgency, int, asyncio.Future[None]]] = []
        self._numbers = count()
        self._is_busy = False

    async def ask(self, question: Mapping[str, Any], urgency: Urgency) -> dict[str, Any]:
        """The answer. Cancelling this cancels the question."""
        await self._turn(urgency)
        try:
            answer: dict[str, Any] = json.loads(await self._engine_worker.think(as_json(question)))
            return answer
        finally:
            self._pass_on()

    async def _turn(self, urgency: Urgency) -> None:
        if not self._is_busy:
            self._is_busy = True
            return
        turn = asyncio.get_running_loop().create_future()
        waiting = (urgency, next(self._numbers), turn)
        self._waiting.append(waiting)
        try:
            await turn
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:  # it got the worker at the same moment
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Gives the worker to the next question."""
        self._is_busy = bool(self._waiting)
        if self._waiting:
            first = min(self._waiting)  # all numbers differ
            self._waiting.remove(first)
            first[2].set_result(None)
