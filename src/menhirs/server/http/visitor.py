"""Whoever asks a server, as the room of answers knows them: see ``home/ports.py``."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, TypeVar

from starlette.requests import Request

from menhirs.core.actions import Player
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.home.ports import Begun, Stream
from menhirs.learn.classroom import Classroom
from menhirs.learn.lessons import LESSONS
from menhirs.learn.play.facts import GameFacts
from menhirs.learn.play.training import TrainingCard
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.match.commands import Command
from menhirs.match.fair_play import EngineDoor
from menhirs.match.match import Match
from menhirs.notation.people import Tongue
from menhirs.referee.agreement import MatchWanted
from menhirs.server.http.admission import address_of
from menhirs.server.http.fair_play import check_fair
from menhirs.server.http.person_cookie import person_of
from menhirs.server.http.rendering import language_of
from menhirs.server.http.security import is_program
from menhirs.server.http.visit import (
    Visit,
    admission_of,
    apart,
    lobby_of,
    offered_by,
    rooms_of,
    visit_to,
)
from menhirs.server.languages import Language
from menhirs.server.live import new_matches
from menhirs.server.live.clock import now
from menhirs.server.live.live_analyses import LiveAnalyses, LiveQuestion
from menhirs.server.live.own_play import OwnPlayMaker
from menhirs.server.live.values import Values
from menhirs.view.as_json import as_json
from menhirs.view.engine_lines import Found, found_data
from menhirs.view.messages import State

T = TypeVar("T")

_ALWAYS_FAIR = (LESSONS.name, PUZZLES.name)
"""Exercises that come with the program were drawn up long before any game that is played."""


class ServerVisitor:
    """Somebody who sent a request."""

    def __init__(self, request: Request) -> None:
        self._request = request

    @cached_property
    def language(self) -> Language:
        return language_of(self._request)

    @property
    def offered(self) -> Mapping[str, RuleSet]:
        return offered_by(self._request)

    @property
    def matches(self) -> ServerMatches:
        return ServerMatches(self._request)

    @property
    def exercises(self) -> ServerExercises:
        return ServerExercises(self._request)

    @property
    def analyses(self) -> ServerAnalyses:
        return ServerAnalyses(self._request)

    def url_of(self, path: str) -> str:
        return str(self._request.base_url).rstrip("/") + path

    @property
    def own_play(self) -> ServerOwnPlay:
        return ServerOwnPlay(self._request)

    def now(self) -> int:
        return now()

    async def apart(self, work: Callable[..., T], *told: Any) -> T:
        """In a thread: who plays does not wait for it, and visitors take turns."""
        return await apart(self._request, work, *told)

    async def check_fair(self, door: EngineDoor, positions: Iterable[Position]) -> None:
        await check_fair(self._request, door, positions)

    def admit_reading(self) -> None:
        admission_of(self._request).check_reading(address_of(self._request))


class ServerMatchVisit:
    """A match, as whoever sent the request comes to it."""

    def __init__(self, request: Request, visit: Visit) -> None:
        self._request = request
        self._visit = visit
        self._room = visit.room

    @property
    def match(self) -> Match:
        return self._room.match

    def state(self) -> State:
        return self._room.state(self._visit.you, self._visit.language)

    async def plies(self) -> str:
        return await self._visit.plies()

    async def submit(self, command: Command, at: int) -> None:
        """The scripts of our own pages come this way too: only programs are marked as such."""
        if is_program(self._request):
            await self._room.note_program(self._visit.you)
        await self._room.submit(self._visit.you, command, at)

    async def join(self, name: str) -> tuple[Player, str]:
        return await lobby_of(self._request).sit_down(self._room, name, None, program=True)

    async def withdraw(self) -> None:
        await lobby_of(self._request).withdraw_from(self._room, self._visit.you)


class ServerMatches:
    """The matches of a server, for a program."""

    def __init__(self, request: Request) -> None:
        self._request = request

    async def create(self, wanted: MatchWanted) -> Begun:
        """Starts a match that belongs to whoever has its key."""
        request = self._request
        admission_of(request).check_creation(address_of(request))
        return await new_matches.create(
            rooms_of(request), wanted, offered_by(request), program=True
        )

    async def visit(self, match: str) -> ServerMatchVisit:
        return ServerMatchVisit(self._request, await visit_to(self._request, match))


class ServerExercises:
    """All exercises of a server, those from its reviews among them."""

    def __init__(self, request: Request) -> None:
        self._request = request

    async def classroom(self, name: str, exercise: str) -> Classroom:
        """Who answers; not about a position of a game that is being played."""
        classroom: Classroom = self._request.app.state.classroom
        if name not in _ALWAYS_FAIR:
            found = await apart(self._request, classroom.exercise, name, exercise)
            await check_fair(self._request, EngineDoor.PUZZLE, [found.start])
        return classroom


class ServerOwnPlay:
    """What the games of a person tell. Of whoever nobody knows there is nothing to tell."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._maker: OwnPlayMaker = request.app.state.own_play

    async def facts(self) -> list[GameFacts]:
        return await self._read(self._maker.store.facts)

    async def cards(self) -> list[TrainingCard]:
        return await self._read(self._maker.store.cards)

    async def days(self) -> list[int]:
        return await self._read(self._maker.store.days)

    async def keep(self, card: TrainingCard, day: int) -> None:
        if (person := await person_of(self._request)) is not None:
            writer = rooms_of(self._request).writer
            await writer.run(self._maker.store.keep_card, person.id, card, day)

    async def prepare(self) -> None:
        if (person := await person_of(self._request)) is not None:
            self._maker.want(person.id)

    async def _read(self, read: Callable[[str], list[T]]) -> list[T]:
        person = await person_of(self._request)
        if person is None:
            return []
        return await rooms_of(self._request).writer.read(read, person.id)


class ServerAnalyses:
    """The engine's own processes."""

    def __init__(self, request: Request) -> None:
        self._request = request

    async def follow(self, position: Position, lines: int, seconds: float) -> Stream:
        """What the engine finds; whoever has too many under way is refused."""
        analyses: LiveAnalyses = self._request.app.state.analyses
        question = LiveQuestion(position, lines, seconds, analyses.tables)
        return _Lines(analyses, question, address_of(self._request), language_of(self._request))

    async def value(self, position: Position) -> Found:
        """The value of a position, as it was found when it was first asked for."""
        values: Values = self._request.app.state.values
        if not values.has(position):
            admission_of(self._request).check_value(address_of(self._request))
        return await values.find(position)


class _Lines:
    """What the engine finds, for a visitor who is let in now and leaves with the end of it."""

    def __init__(
        self, analyses: LiveAnalyses, question: LiveQuestion, visitor: str, language: Tongue
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
