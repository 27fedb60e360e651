"""A match in the browser's storage, to which other tabs write too."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING

from menhirs.browser.match.stored_match import StoredTerms, write_entry, write_summary
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.match import Change, Match, Ply, entry_of
from menhirs.match.series import GameOfSeries
from menhirs.referee.parts import Following

if TYPE_CHECKING:
    from menhirs.browser.match.local_matches import LocalMatches


class BrowserMatchStorage:
    """Stores one match in the browser."""

    def __init__(self, stored: StoredTerms, match: Match, matches: LocalMatches) -> None:
        self._stored = stored
        self._match = match
        self._matches = matches

    async def keep(self, change: Change) -> bool:
        """Writes a change down. False: another tab was quicker, and nothing was written."""
        entry = entry_of(change)
        summary = self._summary_after(change)
        kept = self._matches.kept
        return await kept.append(self._stored.id, entry.number, write_entry(entry), summary)

    def _summary_after(self, change: Change) -> str:
        """The summary for the list of games after a change; empty if it stays the same."""
        if isinstance(change, Ply):
            position = change.position
        elif change.kind is EntryKind.TAKE_BACK:
            position = self._match.positions[int(change.text)]
        else:
            return ""
        return write_summary(self._match.terms, self._match.names, position, entry_of(change).at)

    async def keep_next(self, link: Entry, following: Following) -> bool:
        """Stores the next game of the series with the entry that leads to it, or neither."""
        stored, outcome = self._stored, self._match.position.outcome
        assert outcome is not None  # without it there would be no next game
        played = GameOfSeries(stored.id, stored.game, outcome.winner, outcome.score)
        earlier, game = stored.earlier.followed_by(played), (stored.series, stored.game + 1)
        new = StoredTerms(following.id, following.terms, *game, following.joins, earlier).new()
        kept = self._matches.kept
        return await kept.append(stored.id, link.number, write_entry(link), "", new)

    async def news(self) -> AsyncIterator[Sequence[Entry]]:
        """What another tab has written."""
        yield await self._matches.entries_after(self._stored.id, self._match.entries)
