"""The visitor of the edition without a server: the person at this screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from menhirs.browser.engine_queue import EngineQueue, Urgency
from menhirs.browser.live_analysis import follow, read_found
from menhirs.browser.local_games import LocalGames
from menhirs.browser.local_own_play import LocalOwnPlay
from menhirs.browser.local_reviews import LocalReviews
from menhirs.browser.local_sprints import LocalSprints
from menhirs.browser.match.match_visits import LocalMatchVisits
from menhirs.browser.questions import write_position
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.home.exercises import CLASSROOM
from menhirs.home.ports import Stream
from menhirs.learn.classroom import Classroom
from menhirs.learn.review.exercise_set import ReviewExercises
from menhirs.match.fair_play import EngineDoor
from menhirs.view.analysis.engine_lines import Found
from menhirs.view.language import GettextLanguage

T = TypeVar("T")


class LocalExercises:
    """The exercises of the program, and those from the reviews of this browser."""

    def __init__(self, reviews: LocalReviews) -> None:
        self._reviews = reviews

    async def classroom(self, name: str, exercise: str) -> Classroom:
        """The classroom for an exercise of a set."""
        if name != ReviewExercises.name:
            return CLASSROOM
        found = await self._reviews.finished(exercise.partition(".")[0])
        return CLASSROOM.with_set(ReviewExercises(lambda _: found))


class LocalAnalyses:
    """Analyses by the engine worker."""

    def __init__(self, engine_queue: EngineQueue, language: GettextLanguage) -> None:
        self._engine_queue = engine_queue
        self._language = language

    async def follow(self, position: Position, lines: int, seconds: float) -> Stream:
        """The growing analysis of a position."""
        return follow(position, lines, seconds, self._engine_queue, self._language)

    async def value(self, position: Position) -> Found:
        """The value of a position and of every action in it."""
        question = {"kind": "value", "position": write_position(position)}
        return read_found(await self._engine_queue.ask(question, Urgency.ANALYSIS))


@dataclass(frozen=True, eq=False)
class LocalVisitor:
    """The person at this screen."""

    language: GettextLanguage
    offered: Mapping[str, RuleSet]
    now: Callable[[], int]
    matches: LocalMatchVisits
    games: LocalGames
    reviews: LocalReviews
    exercises: LocalExercises
    analyses: LocalAnalyses
    own_play: LocalOwnPlay
    sprints: LocalSprints

    def url_of(self, path: str) -> str:
        """The path alone: nobody else can open it."""
        return path

    async def apart(self, work: Callable[..., T], *arguments: Any) -> T:
        """Runs the work at once: there is nobody else who would have to wait."""
        return work(*arguments)

    async def check_fair(self, door: EngineDoor, positions: Iterable[Position]) -> None:
        """Never raises: there are no games between people here."""

    def admit_request(self) -> None:
        """Never raises: the device is the visitor's own."""

    admit_picture = admit_reading = admit_request
