"""The interfaces that an edition implements: the visitor, storage, and the engine."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from menhirs.core.actions import Player
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.learn.classroom import Classroom
from menhirs.learn.messages import ProofState
from menhirs.learn.play.facts import GameFacts
from menhirs.learn.play.sprint import Sprint, SprintPlace, SprintScore
from menhirs.learn.play.training import TrainingCard
from menhirs.learn.review.progress import ReviewProgress, Subject
from menhirs.match.commands import Command
from menhirs.match.fair_play import EngineDoor
from menhirs.match.match import Match
from menhirs.notation.record import Record
from menhirs.referee.agreement import MatchWanted
from menhirs.view.analysis.engine_lines import Found
from menhirs.view.game_list import ListedGame
from menhirs.view.game_search import GamesPage, ListPosition, SearchTerms
from menhirs.view.language import GettextLanguage
from menhirs.view.messages import State

T = TypeVar("T")


class Stream(Protocol):
    """A stream of texts. A request that can't be answered raises before the first."""

    def __aiter__(self) -> AsyncIterator[str]: ...

    async def aclose(self) -> None:
        """Ends the stream: its reader has left."""


@dataclass(frozen=True)
class Begun:
    """A match that was just started."""

    match: str
    seats: list[Player]
    """The seats that its starter took."""
    secret: str = ""
    """The key to these seats; empty in a browser, where nobody else can take them."""


class MatchVisit(Protocol):
    """A match as opened by one visitor."""

    @property
    def match(self) -> Match: ...
    @property
    def own_seats(self) -> list[Player]:
        """The visitor's seats."""

    def state(self) -> State:
        """The match as this visitor sees it."""

    async def plies(self) -> str:
        """The game ply by ply, as JSON."""

    async def submit(self, command: Command, at: int) -> None:
        """Carries out a command; ``at`` is its arrival."""

    async def join(self, name: str) -> tuple[Player, str]:
        """Takes the free seat; returns it, with its secret."""

    async def withdraw(self) -> None:
        """Withdraws the match, if nobody has taken its free seat."""


class Matches(Protocol):
    """The matches of an edition."""

    async def create(self, wanted: MatchWanted) -> Begun:
        """Starts a match."""

    async def visit(self, match: str) -> MatchVisit:
        """The match with that id; raises if there is none."""


class Games(Protocol):
    """The games of one visitor."""

    async def find(
        self, search: SearchTerms, most: int, after: ListPosition | None = None
    ) -> GamesPage:
        """A page of the games that match a search."""

    async def runs_out(self, game: ListedGame) -> int | None:
        """The end of the running clock of a game; None: no clock runs."""


class VisitorReviews(Protocol):
    """The reviews of an edition, and their proofs."""

    async def look(self, subject: Subject) -> ReviewProgress | None:
        """The progress of a review; None if it was never requested."""

    async def begin(self, subject: Subject) -> ReviewProgress:
        """Starts a review unless there is one."""

    async def record(self, review: str) -> Record:
        """The record of an uploaded game, by the name of its review."""

    async def page_of(self, review: str, ply: int) -> str:
        """The address of a review, at the position before a ply."""

    async def look_at_proof(self, subject: Subject) -> ProofState:
        """Whether a review can be proven by solving its layout, and the progress of the proof."""

    async def begin_proof(self, subject: Subject) -> ProofState:
        """Starts the proof, unless it exists or is impossible."""


class Exercises(Protocol):
    """The exercises of an edition."""

    async def classroom(self, name: str, exercise: str) -> Classroom:
        """The classroom for an exercise of a set; raises if fair play forbids it."""


class Analyses(Protocol):
    """The live analyses of an edition."""

    async def follow(self, position: Position, lines: int, seconds: float) -> Stream:
        """The growing analysis of a position: a stream of JSON lines (``EngineData``)."""

    async def value(self, position: Position) -> Found:
        """The value of a position, with its actions, after a search of a fixed length."""


class OwnPlay(Protocol):
    """The visitor's statistics and exercises."""

    async def facts(self) -> Collection[GameFacts]:
        """The facts of the visitor's finished games, as far as they were evaluated."""

    async def cards(self) -> Collection[TrainingCard]:
        """The visitor's exercises."""

    async def days(self) -> Collection[int]:
        """The days on which the visitor trained, counted since 1970."""

    async def keep(self, card: TrainingCard, day: int) -> None:
        """Stores an exercise that was tried on that day."""

    async def prepare(self) -> None:
        """Lets newly finished games be evaluated and reviewed in idle time."""


class Sprints(Protocol):
    """The visitor's claim sprints, and the table of others."""

    async def last(self, day: int) -> Sprint | None:
        """The visitor's last sprint of a day."""

    async def create(self, day: int, at: int) -> Sprint:
        """Begins a sprint."""

    async def change(self, name: str, change: Callable[[Sprint], Sprint]) -> tuple[Sprint, Sprint]:
        """Changes a sprint of the visitor in one step; returns it before and after."""

    async def scores(self) -> Collection[SprintScore]:
        """The scores of the visitor's sprints."""

    async def table(self, day: int) -> Sequence[SprintPlace] | None:
        """The best first sprints of a day; None in the edition without a server."""


class Visitor(Protocol):
    """The visitor who sends a request, and everything that an edition offers them."""

    @property
    def language(self) -> GettextLanguage: ...
    @property
    def offered(self) -> Mapping[str, RuleSet]:
        """The games that are played here."""

    @property
    def matches(self) -> Matches: ...
    @property
    def games(self) -> Games: ...
    @property
    def reviews(self) -> VisitorReviews: ...
    @property
    def exercises(self) -> Exercises: ...
    @property
    def analyses(self) -> Analyses: ...
    @property
    def own_play(self) -> OwnPlay: ...
    @property
    def sprints(self) -> Sprints: ...

    def url_of(self, path: str) -> str:
        """The address of a page to send to others."""

    def now(self) -> int:
        """The moment, in milliseconds since 1970."""

    async def apart(self, work: Callable[..., T], *arguments: Any) -> T:
        """Runs work that takes a moment in a thread, so that nobody else waits for it."""

    async def check_fair(self, door: EngineDoor, positions: Iterable[Position]) -> None:
        """Raises if fair play forbids the visitor engine help with one of these positions now."""

    def admit_request(self) -> None:
        """Counts a request outside matches; raises if there were too many."""

    def admit_picture(self) -> None:
        """Counts a picture that takes a moment to draw; raises if there were too many."""

    def admit_reading(self) -> None:
        """Counts a whole game to be read; raises if there were too many."""
