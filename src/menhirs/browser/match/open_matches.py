"""Open matches survive, even if the browser deletes its stored data.

A browser whose disk is full may delete all that a site has stored, without asking. This tab then
stores again what it has read or written of its open matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from menhirs.browser.browser_storage import BrowserStorage, NewMatch
from menhirs.browser.match.stored_match import read_entry, read_stored, write_summary
from menhirs.referee.referee import take_in


class OpenMatches:
    """Storage for matches that are open in this tab."""

    def __init__(self, storage: BrowserStorage) -> None:
        self._storage = storage
        self._seen: dict[str, tuple[str, list[str]]] = {}
        """The texts of matches and of their entries, as they were last stored."""

    async def read(self, match: str) -> tuple[str, Sequence[str]] | None:
        """The text of a match and those of its entries."""
        found = await self._storage.read(match)
        if found is None and match in self._seen:
            await self._put_back(match)
            found = await self._storage.read(match)
        if found is not None:
            self._seen[match] = (found[0], list(found[1]))
        return found

    async def append(
        self, match: str, number: int, entry: str, summary: str, following: NewMatch | None = None
    ) -> bool:
        """Adds an entry, as the storage does."""
        written = await self._storage.append(match, number, entry, summary, following)
        if not written and await self._storage.read(match) is None and match in self._seen:
            await self._put_back(match)
            written = await self._storage.append(match, number, entry, summary, following)
        if written and match in self._seen:
            self._seen[match][1].append(entry)
        return written

    async def _put_back(self, match: str) -> None:
        """One transaction, so that another tab finds all of it or nothing."""
        text, texts = self._seen[match]
        stored = read_stored(match, text)
        first = len(stored.entries) + 1
        later = [read_entry(number, entry) for number, entry in enumerate(texts, start=first)]
        played = stored.match()
        for entry in later:
            take_in(played, entry)
        summary = write_summary(stored.terms, played.names, played.position, played.last_at)
        whole = replace(stored, entries=[*stored.entries, *later])
        await self._storage.create(whole.new(summary))
