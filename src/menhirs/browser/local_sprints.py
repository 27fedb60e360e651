"""Claim sprints without a server, compared with one's own earlier ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from menhirs.browser.browser_storage import BrowserStorage
from menhirs.learn.errors import BadExercise
from menhirs.learn.play.sprint import Sprint, SprintScore
from menhirs.view.as_json import as_json

SPRINTS = "sprints"
"""The kind of stored sprints. Each one's key is its day and its number on that day."""


class LocalSprints:
    """The sprints of the person at this screen."""

    def __init__(self, storage: BrowserStorage) -> None:
        self._storage = storage

    async def last(self, day: int) -> Sprint | None:
        return max(await self._of(day), key=lambda one: one.run, default=None)

    async def create(self, day: int, at: int) -> Sprint:
        run = len(await self._of(day)) + 1
        sprint = Sprint(f"{day}-{run}", at, day, run)
        await self._put(sprint)
        return sprint

    async def change(self, name: str, change: Callable[[Sprint], Sprint]) -> tuple[Sprint, Sprint]:
        if (text := await self._storage.get(SPRINTS, name)) is None:
            raise BadExercise("no-sprint")
        before = read_sprint(name, json.loads(text))
        after = change(before)
        if after != before:
            await self._put(after)
        return before, after

    async def scores(self) -> list[SprintScore]:
        return [SprintScore(one.day, one.run, one.score) for one in await self._all()]

    async def table(self, day: int) -> None:
        return None

    async def everything(self) -> dict[str, object]:
        """All of them by name, to be kept in a file."""
        return {one.id: one.as_json() for one in await self._all()}

    async def take_in(self, sprints: Mapping[str, Sprint]) -> None:
        """Adds what a file has kept; of a sprint that both have the better one stays."""
        own_sprints = {one.id: one for one in await self._all()}
        for name, sprint in sprints.items():
            if name not in own_sprints or own_sprints[name].score < sprint.score:
                await self._put(sprint)

    async def _of(self, day: int) -> list[Sprint]:
        return [one for one in await self._all() if one.day == day]

    async def _all(self) -> list[Sprint]:
        kept = await self._storage.all(SPRINTS)
        return [read_sprint(name, json.loads(text)) for name, text in kept]

    async def _put(self, sprint: Sprint) -> None:
        await self._storage.put(SPRINTS, sprint.id, as_json(sprint.as_json()))


def read_sprint(name: str, data: dict[str, object]) -> Sprint:
    """A sprint as it was kept. Anything else raises an error of Python's."""
    day, _, run = name.partition("-")
    return Sprint.from_json(name, int(day), int(run), data)
