"""What an edition provides: who asks, where things are kept, who thinks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from menhirs.core.actions import Player
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.learn.classroom import Classroom
from menhirs.learn.play.facts import GameFacts
from menhirs.learn.play.training import TrainingCard
from menhirs.match.commands import Command
from menhirs.match.fair_play import EngineDoor
from menhirs.match.match import Match
from menhirs.referee.agreement import MatchWanted
from menhirs.view.engine_lines import Found
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

    async def apart(self, work: Callable[..., T], *told: Any) -> T:
        """The result of work that takes a moment: nobody else has to wait for it."""
        ...

    async def check_fair(self, door: EngineDoor, positions: Iterable[Position]) -> None:
        """Raises if this visitor must not be helped with one of these positions now."""
        ...

    def admit_reading(self) -> None:
        """Counts a whole game that is to be read, or raises."""
        ...
