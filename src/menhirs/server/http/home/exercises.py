"""The exercises and the live analyses of a server."""

from __future__ import annotations

from collections.abc import AsyncIterator

from starlette.requests import Request

from menhirs.core.position import Position
from menhirs.home.ports import Stream
from menhirs.learn.classroom import Classroom
from menhirs.learn.lessons import LESSONS
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.match.fair_play import EngineDoor
from menhirs.notation.people import Translator
from menhirs.server.http.admission import address_of
from menhirs.server.http.match.visit import apart
from menhirs.server.http.people.fair_play import check_fair
from menhirs.server.http.rendering import language_of
from menhirs.server.http.services import admission_of, services_of
from menhirs.server.live.engine.live_analyses import LiveAnalyses, LiveQuestion
from menhirs.view.analysis.engine_lines import Found, found_data
from menhirs.view.as_json import as_json

_ALWAYS_FAIR = (LESSONS.name, PUZZLES.name)
"""The built-in sets, which need no fair-play check: they are older than any running game."""


class ServerExercises:
    """All exercises of a server, including those from its reviews."""

    def __init__(self, request: Request) -> None:
        self._request = request

    async def classroom(self, name: str, exercise: str) -> Classroom:
        """The classroom for an exercise; raises for a position of a running game."""
        classroom = services_of(self._request).classroom
        if name not in _ALWAYS_FAIR:
            found = await apart(self._request, classroom.exercise, name, exercise)
            await check_fair(self._request, EngineDoor.PUZZLE, [found.start])
        return classroom


class ServerAnalyses:
    """The live analyses of a server."""

    def __init__(self, request: Request) -> None:
        self._request = request

    async def follow(self, position: Position, lines: int, seconds: float) -> Stream:
        """The growing analysis; raises if the visitor has too many in progress."""
        analyses = services_of(self._request).analyses
        question = LiveQuestion(position, lines, seconds, analyses.tables)
        return _Lines(analyses, question, address_of(self._request), language_of(self._request))

    async def value(self, position: Position) -> Found:
        """The value of a position, cached after the first request."""
        values, visitor = services_of(self._request).values, address_of(self._request)
        if not values.has(position):
            admission_of(self._request).values.check(visitor)
        return await values.find(position, visitor)


class _Lines:
    """A stream of analysis lines, which counts for the visitor until it ends."""

    def __init__(
        self, analyses: LiveAnalyses, question: LiveQuestion, visitor: str, language: Translator
    ) -> None:
        analyses.enter(visitor)
        self._analyses = analyses
        self._visitor = visitor
        self._reports = analyses.follow(question)
        self._language = language

    async def __aiter__(self) -> AsyncIterator[str]:
        async for report in self._reports:
            yield as_json(found_data(report.known, report.status, self._language)) + "\n"

    async def aclose(self) -> None:
        """Stops the engine."""
        await self._reports.aclose()
        self._analyses.leave(self._visitor)
