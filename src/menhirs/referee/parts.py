"""The parts of a referee: the storage of the match, the computer, and the readers."""

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


class MatchStorage(Protocol):
    """The storage of one match."""

    async def keep(self, change: Change) -> bool:
        """Stores a change. False: another writer was quicker, and nothing was stored."""

    async def keep_next(self, link: Entry, following: Following) -> bool:
        """Stores the next game of the series with the entry that leads to it, or neither."""

    def news(self) -> AsyncIterator[Sequence[Entry]]:
        """The entries that another writer has added, page by page."""


class Computer(Protocol):
    """The engine: it plays for the computer and gives hints."""

    @property
    def longest_thought(self) -> float:
        """The limit of one thought, in seconds."""

    async def think(self, question: Question) -> Thought:
        """Answers a question. Cancelling this stops the search."""

    def remark(self, thought: Thought) -> Remark | None:
        """A remark on the computer's action, if there is one."""


class Readers(Protocol):
    """The pages that get the messages of a match."""

    @property
    def readers(self) -> Collection[Reader]: ...

    @property
    def present(self) -> Mapping[Player, bool]:
        """Which seats have somebody at a screen."""

    def on_changes(self, changes: Sequence[Change], *, kept_here: bool) -> None:
        """Called after the readers got changes, stored here or by another writer."""

    def drop(self, error: Unavailable | None) -> None:
        """Drops the match from memory after a storage error, so that it is read again next time."""


class NoReaders:
    """The readers of a match that is closed."""

    readers: Collection[Reader] = ()
    present: Mapping[Player, bool] = {1: False, 2: False}

    def on_changes(self, changes: Sequence[Change], *, kept_here: bool) -> None: ...

    def drop(self, error: Unavailable | None) -> None: ...
