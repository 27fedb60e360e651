"""What a referee is put together from: who keeps the match, who thinks, who is told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from menhirs.core.actions import Player
from menhirs.match.entries import Entry
from menhirs.match.errors import Unavailable
from menhirs.match.match import Change
from menhirs.match.terms import Terms
from menhirs.referee.thought import Question, Thought
from menhirs.view.match.state_view import Reader, Remark


@dataclass(frozen=True)
class Following:
    """The next game of a series, before it is kept."""

    id: str
    terms: Terms
    joins: list[Entry]
    """Its first entries: everybody sits down, on swapped seats."""


class Keeper(Protocol):
    """Where a match is kept."""

    async def keep(self, change: Change) -> bool:
        """Stores a change. False: another writer was quicker, and nothing was stored."""
        ...

    async def keep_next(self, link: Entry, following: Following) -> bool:
        """Stores the next game of the series with the entry that leads to it, or neither."""
        ...

    def news(self) -> AsyncIterator[Sequence[Entry]]:
        """What somebody else has written down; each part is taken in before the next is read."""
        ...


class Computer(Protocol):
    """Who thinks for the computer, and for those who ask what it would do."""

    @property
    def longest_thought(self) -> float:
        """Seconds that it may think."""
        ...

    async def think(self, question: Question) -> Thought:
        """What it comes up with. If this is cancelled nobody has to think any more."""
        ...

    def remark(self, thought: Thought) -> Remark | None:
        """What is said of its action, besides what it is."""
        ...


class Readers(Protocol):
    """Those who are told what happens."""

    @property
    def readers(self) -> Collection[Reader]: ...

    @property
    def present(self) -> Mapping[Player, bool]:
        """Which seats have somebody at a screen."""
        ...

    def told(self, changes: Sequence[Change], *, kept_here: bool) -> None:
        """All of them were told of changes, that were kept here or came from elsewhere."""
        ...

    def given_up(self, error: Unavailable | None) -> None:
        """Drops the match from memory after a storage error, so that it is read again next time."""
        ...


class Nobody:
    """The readers of a match that is closed."""

    readers: Collection[Reader] = ()
    present: Mapping[Player, bool] = {1: False, 2: False}

    def told(self, changes: Sequence[Change], *, kept_here: bool) -> None: ...

    def given_up(self, error: Unavailable | None) -> None: ...
