"""The games of this browser: as a list, as a file of records, and imported records."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from menhirs.browser.match.local_matches import LocalMatches
from menhirs.browser.match.stored_match import StoredTerms, read_summary
from menhirs.core.actions import Player
from menhirs.core.errors import MenhirsError
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.engine.levels import LEVELS
from menhirs.home.ports import Visitor
from menhirs.home.requests import PLAIN, Answer, Nothing, Route, VisitorRequest, json_answer
from menhirs.home.shapes import RecordsAsked
from menhirs.match.addresses import new_match_id
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.match import Match
from menhirs.match.names import LONGEST_NAME, checked_name
from menhirs.match.terms import Terms
from menhirs.notation.actions import write_action
from menhirs.notation.record import Record, read_record
from menhirs.referee.agreement import joins
from menhirs.view.errors import BadAddress
from menhirs.view.fields import OneOf, Text, Whole
from menhirs.view.game_list import ListedGame
from menhirs.view.game_search import GamesPage, ListPosition, SearchTerms, page_of
from menhirs.view.match.record_text import record_text
from menhirs.view.request_limits import LARGEST_RECORD
from menhirs.view.shapes import Shape, request_field

_log = logging.getLogger(__name__)


class RecordBrought(Shape):
    """A game record to import and play on."""

    record: str = request_field(Text(LARGEST_RECORD))
    opponent: str = request_field(OneOf(("shared", "computer")), "shared")
    level: int = request_field(Whole(1, len(LEVELS)), 3)
    side: str = request_field(OneOf(("1", "2")), "1")


class LocalGames:
    """All games of this browser."""

    def __init__(self, matches: LocalMatches, offered: Mapping[str, RuleSet]) -> None:
        self._matches = matches
        self._offered = offered

    @property
    def routes(self) -> list[Route[Nothing] | Route[RecordsAsked] | Route[RecordBrought]]:
        """The routes that this edition answers differently from a server."""
        return [
            Route("GET", "/you/games.menhirs", self._records, RecordsAsked, kind=PLAIN),
            Route("POST", "/api/records", self._bring, RecordBrought, status=201),
            Route("GET", "/m/{match}/next", self._next, Nothing),
        ]

    async def find(
        self, search: SearchTerms, most: int | None, after: ListPosition | None = None
    ) -> GamesPage:
        """A page of those that are looked for."""
        return page_of(await self._listed(), search, most, after)

    async def _listed(self) -> list[ListedGame]:
        """All stored games that can be read."""
        games = []
        for match, summary in await self._matches.storage.games():
            try:
                games.append(read_summary(match, summary))
            except MenhirsError as error:
                _log.warning("a game is left out of the list: %s", error)
        return games

    async def runs_out(self, game: ListedGame) -> int | None:
        """When the running clock of a game is over."""
        if game.terms.clock is None or game.outcome is not None:
            return None
        _, match = await self._matches.as_it_is(game.match)
        return None if match.clock is None else match.clock.flag_falls()

    async def _records(self, visitor: Visitor, request: VisitorRequest[RecordsAsked]) -> Answer:
        records = []
        for game in (await self.find(request.wanted.search(visitor.language), None)).games:
            _, match = await self._matches.as_it_is(game.match)
            if match.plies:  # a game without actions is not exported
                records.append(record_text(match))
        return Answer(200, "\n".join(records), PLAIN)

    async def _bring(self, visitor: Visitor, request: VisitorRequest[RecordBrought]) -> Answer:
        wanted = request.wanted
        computers = {3 - int(wanted.side): wanted.level} if wanted.opponent == "computer" else {}
        record = read_record(wanted.record, self._offered)
        stored = _match_of(record, computers, self._matches.now())
        await self._matches.create(stored)
        return json_answer({"match": stored.id, "seats": stored.own_seats}, 201)

    async def _next(self, visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
        """The next game of a series. (A server redirects to it with the key to the seat.)"""
        _, match = await self._matches.as_it_is(request.gaps["match"])
        if match.next_match is None:
            raise BadAddress("no-page")
        return json_answer({"match": match.next_match})


def _match_of(record: Record, computers: dict[Player, int], at: int) -> StoredTerms:
    """An imported game as a match."""
    start = record.start
    terms = Terms(
        start.rules,
        start.menhirs,
        computers=computers,
        shared=not computers,
        position=None if _is_beginning(start) else start,
    )
    names = {seat: _name(record.headers.get(f"Player{seat}", "")) for seat in terms.people}
    match = Match(terms, entries := joins(names, at))
    for action, before in zip(record.actions, record.positions, strict=False):
        player = before.actor(action) or before.player
        text = write_action(action, before)
        entries.append(Entry(match.entries + 1, at, EntryKind.ACTION, player, text))
        match.append(entries[-1])
    name = new_match_id()
    return StoredTerms(name, terms, name, 1, entries)


def _is_beginning(position: Position) -> bool:
    """Whether a position is the start of a game."""
    if position.menhirs.bit_count() != position.rules.menhirs:
        return False
    return position == Position.start(position.rules, position.menhirs)


def _name(name: str) -> str:
    """A name from a record, if it is allowed as a player's name."""
    try:
        return checked_name(name[:LONGEST_NAME])
    except MenhirsError:
        return ""
