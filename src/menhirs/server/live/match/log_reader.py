"""Reading a match's log, page by page and in slices.

A log may have a hundred thousand entries, so it is read in slices, between which other work is
done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from menhirs.match.entries import Entry
from menhirs.match.match import Match
from menhirs.match.outages import Outages
from menhirs.referee.referee import take_in
from menhirs.server.storage.match.store import StoredMatch
from menhirs.server.storage.match.writer import Writer

A_PAGE = 1_000
"""The number of entries read at a time."""
_SLICE = 50
"""The number of entries that are appended in one go, in about three milliseconds."""


async def open_match(
    writer: Writer, name: str, outages: Outages
) -> tuple[StoredMatch, Match] | None:
    """The match with that id, with all its entries; None if there is none."""
    stored = await writer.read(writer.store.load, name, A_PAGE)
    if stored is None:
        return None
    match = Match(stored.terms, (), outages)
    page: Sequence[Entry] = stored.entries
    while True:
        await _take_in(match, page)
        if len(page) < A_PAGE:
            return stored, match
        page, stored.seats = await writer.read(writer.store.news, name, match.entries, A_PAGE)


async def _take_in(match: Match, entries: Sequence[Entry]) -> None:
    for begin in range(0, len(entries), _SLICE):
        if begin:
            await asyncio.sleep(0)
        for entry in entries[begin : begin + _SLICE]:
            take_in(match, entry)
