"""What an edition provides: who asks, where things are kept, who thinks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from typing import Any, Protocol, TypeVar

from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.learn.classroom import Classroom
from menhirs.match.fair_play import Door
from menhirs.view.language import GettextLanguage

T = TypeVar("T")


class Stream(Protocol):
    """Texts that come bit by bit; what can't be answered at all is told before the first."""

    def __aiter__(self) -> AsyncIterator[str]: ...

    async def aclose(self) -> None:
        """Nobody reads on."""


class Exercises(Protocol):
    """The exercises of an edition."""

    async def classroom(self, name: str, exercise: str) -> Classroom:
        """Who answers about an exercise of a set, unless fair play forbids it."""
        ...


class Analyses(Protocol):
    """The engine as somebody looks over its shoulder."""

    async def follow(self, position: Position, lines: int, seconds: float) -> Stream:
        """What it finds, again and again, a JSON text a line (``EngineTold``)."""
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
    def exercises(self) -> Exercises: ...
    @property
    def analyses(self) -> Analyses: ...

    def now(self) -> int:
        """The moment, in milliseconds since 1970."""
        ...

    async def apart(self, work: Callable[..., T], *told: Any) -> T:
        """The result of work that takes a moment: nobody else has to wait for it."""
        ...

    async def check_fair(self, door: Door, positions: Iterable[Position]) -> None:
        """Raises if this visitor must not be helped with one of these positions now."""
        ...

    def admit_reading(self) -> None:
        """Counts a whole game that is to be read, or raises."""
        ...
