"""The interface of the browser's storage of games, reviews and progress.

Its implementation is passed in: IndexedDB in a browser, a few dicts in tests. Every call is one
transaction, whatever happens to the tab.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from menhirs.browser.errors import BrowserTrouble


class StorageError(BrowserTrouble):
    """Storage failed: it is full, forbidden or gone."""

    def __init__(self, why: str) -> None:
        super().__init__("shelf", why=why)


@dataclass(frozen=True)
class NewMatch:
    """A match to be stored."""

    id: str
    text: str
    """Its terms and players: see ``stored_match.py``."""
    summary: str
    """The summary for the list of games."""


class BrowserStorage(Protocol):
    """Stores texts. Every failure raises a :class:`StorageError`."""

    async def create(self, match: NewMatch) -> bool:
        """Stores a match; returns False, and stores nothing, if the id is taken."""

    async def read(self, match: str) -> tuple[str, Sequence[str]] | None:
        """The texts of a match and of its entries, in order."""

    async def append(
        self, match: str, number: int, entry: str, summary: str, following: NewMatch | None = None
    ) -> bool:
        """Adds an entry, and stores the next match of the series with it.

        Returns False, and stores nothing, unless the number is the next one: another tab was
        quicker, or the match is gone. An empty summary leaves the stored one.
        """

    async def games(self) -> Sequence[tuple[str, str]]:
        """The ids and summaries of all matches."""

    async def put(self, kind: str, key: str, text: str) -> None:
        """Stores a text of some kind, replacing the old one."""

    async def get(self, kind: str, key: str) -> str | None:
        """The text of that kind and key."""

    async def all(self, kind: str) -> Sequence[tuple[str, str]]:
        """The keys and texts of a kind."""

    async def drop(self, kind: str, key: str) -> None:
        """Deletes a text."""
