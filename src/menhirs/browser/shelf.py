"""Where a browser keeps things. Python does not know how: it is handed a shelf.

In a browser that is its database, in tests a few dicts. Every call is one transaction: it happens
as a whole or not at all, whatever happens to the tab.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from menhirs.browser.errors import BrowserTrouble


class ShelfError(BrowserTrouble):
    """The shelf refuses: it is full, forbidden, or gone."""

    def __init__(self, why: str) -> None:
        super().__init__("shelf", why=why)


@dataclass(frozen=True)
class NewMatch:
    """A match to be put on the shelf."""

    id: str
    text: str
    """Its terms and who sits down: see ``stored_match.py``."""
    summary: str
    """Enough to list it."""


class Shelf(Protocol):
    """Keeps texts. Whatever it can't do it says by a :class:`ShelfError`."""

    async def create(self, match: NewMatch) -> bool:
        """Puts a match there; False, and nothing, if one of that id is there already."""
        ...

    async def read(self, match: str) -> tuple[str, Sequence[str]] | None:
        """The text of a match and those of its entries, in their order."""
        ...

    async def append(
        self, match: str, number: int, entry: str, summary: str, following: NewMatch | None = None
    ) -> bool:
        """Adds an entry, and puts the next match of the series there with it.

        False, and nothing, unless the number is the one after the last: another tab was quicker, or
        the match is gone. An empty summary leaves the one that is there.
        """
        ...

    async def games(self) -> Sequence[tuple[str, str]]:
        """The ids and summaries of all matches."""
        ...

    async def put(self, kind: str, key: str, text: str) -> None:
        """Keeps a text of some kind, instead of the one that was there."""
        ...

    async def get(self, kind: str, key: str) -> str | None:
        """The text of that kind and key."""
        ...

    async def all(self, kind: str) -> Sequence[tuple[str, str]]:
        """The keys and texts of a kind."""
        ...

    async def drop(self, kind: str, key: str) -> None:
        """Keeps a text no more."""
        ...
