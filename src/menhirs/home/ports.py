"""What an edition provides: who asks, where things are kept, who thinks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from menhirs.core.actions import Player
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.learn.classroom import Classroom
from menhirs.learn.messages import ProofState
from menhirs.learn.play.facts import GameFacts
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
    """Texts that come bit by bit; what can't be answered at all is told before the first."""

    def __aiter__(self) -> AsyncIterator[str]: ...

    async def aclose(self) -> None:
        """Nobody reads on."""


@dataclass(frozen=True)
class Begun:
    """A match that somebody has just started."""

    match: str
    seats: list[Player]
    """Those that they took."""
    secret: str = ""
    """The key to these seats; empty where nobody else could take them."""


class MatchVisit(Protocol):
    """A match, as one visitor comes to it."""

    @property
    def match(self) -> Match: ...
    @property
    def you(self) -> list[Player]:
        """The visitor's seats."""
        ...

    def state(self) -> State:
        """The match as this visitor sees it."""
        ...

    async def plies(self) -> str:
        """The game ply by ply, as JSON."""
        ...

    async def submit(self, command: Command, at: int) -> None:
        """Does what the visitor asks for; ``at`` is when that came."""
        ...

    async def join(self, name: str) -> tuple[Player, str]:
        """Takes the free seat; returns it, with its secret."""
        ...

    async def withdraw(self) -> None:
        """Takes the match back, if nobody has sat down at it."""
        ...


class Matches(Protocol):
    """The matches of an edition."""

    async def create(self, wanted: MatchWanted) -> Begun:
        """Starts a match."""
        ...

    async def visit(self, match: str) -> MatchVisit:
        """The match of that name, or an error: there is none."""
        ...


class Games(Protocol):
    """The games of one visitor."""

    async def find(
        self, search: SearchTerms, most: int, after: ListPosition | None = None
    ) -> GamesPage:
        """A page of those that are looked for."""
        ...

    async def runs_out(self, game: ListedGame) -> int | None:
        """When the running clock of a game is over; None: none runs."""
        ...


class VisitorReviews(Protocol):
    """The reviews of an edition, and their proofs."""

    async def look(self, subject: Subject) -> ReviewProgress | None:
        """How far a review is; None if nobody has asked for it yet."""
        ...

    async def begin(self, subject: Subject) -> ReviewProgress:
        """Begins a review unless there is one."""
        ...

    async def record(self, review: str) -> Record:
        """The game whose record was brought to be reviewed, by the name of the review."""
        ...

    async def page_of(self, review: str, ply: int) -> str:
        """The page on which a review is looked at, at the position before a ply."""
        ...

    async def look_at_proof(self, subject: Subject) -> ProofState:
        """Whether a review can be proven by solving its layout, and how far that is."""
        ...

    async def begin_proof(self, subject: Subject) -> ProofState:
        """Begins the proof, unless it is there or can't be."""
        ...


class Exercises(Protocol):
    """The exercises of an edition."""

    async def classroom(self, name: str, exercise: str) -> Classroom:
        """Who answers about an exercise of a set, unless fair play forbids it."""
        ...


class Analyses(Protocol):
    """The engine as somebody looks over its shoulder."""

    async def follow(self, position: Position, lines: int, seconds: float) -> Stream:
        """What it finds, again and again, a JSON text a line (``EngineData``)."""
        ...

    async def value(self, position: Position) -> Found:
        """The value of a position, with its actions, after a search of a fixed length."""
        ...


class OwnPlay(Protocol):
    """What belongs to whoever asks: what their games tell, and their exercises."""

    async def facts(self) -> Collection[GameFacts]:
        """What their finished games tell, as far as those were looked at."""
        ...

    async def cards(self) -> Collection[TrainingCard]:
        """Their exercises."""
        ...

    async def days(self) -> Collection[int]:
        """The days on which they trained, counted since 1970."""
        ...

    async def keep(self, card: TrainingCard, day: int) -> None:
        """Keeps an exercise that was tried on that day."""
        ...

    async def prepare(self) -> None:
        """Has games that ended since looked at and reviewed, when nothing else is to be done."""
        ...


class Visitor(Protocol):
    """Whoever asks, and what there is for them."""

    @property
    def language(self) -> GettextLanguage: ...
    @property
    def offered(self) -> Mapping[str, RuleSet]:
        """The games that are played here."""
        ...

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

    def url_of(self, path: str) -> str:
        """The address of a page, as it is sent to others."""
        ...

    def now(self) -> int:
        """The moment, in milliseconds since 1970."""
        ...

    async def apart(self, work: Callable[..., T], *arguments: Any) -> T:
        """The result of work that takes a moment: nobody else has to wait for it."""
        ...

    async def check_fair(self, door: EngineDoor, positions: Iterable[Position]) -> None:
        """Raises if this visitor must not be helped with one of these positions now."""
        ...

    def admit_request(self) -> None:
        """Counts a request that is about no match, or raises."""
        ...

    def admit_picture(self) -> None:
        """Counts a picture that takes a moment to draw, or raises."""
        ...

    def admit_reading(self) -> None:
        """Counts a whole game that is to be read, or raises."""
        ...
