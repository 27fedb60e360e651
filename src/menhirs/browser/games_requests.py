"""Requests about all games of this browser: the list, their records, and records from elsewhere."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from menhirs.browser.games_query import GamesQuery
from menhirs.browser.games_told import sections_told
from menhirs.browser.local_matches import LocalMatches
from menhirs.browser.requests import Answer, Asked, Routes, json_answer
from menhirs.browser.stored_match import StoredTerms, read_summary
from menhirs.core.actions import Player
from menhirs.core.errors import MenhirsError
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.engine.levels import LEVELS
from menhirs.match.addresses import new_match_id
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.match import Match
from menhirs.match.names import LONGEST_NAME, checked_name
from menhirs.match.terms import Terms
from menhirs.notation.actions import write_action
from menhirs.notation.record import Record, read_record
from menhirs.referee.agreement import joins
from menhirs.view.fields import OneOf, Text, Whole
from menhirs.view.game_list import ListedGame
from menhirs.view.game_list import game_data as listed_game_told
from menhirs.view.game_search import SHOWN, GamesPage, SearchTerms, page_of, write_place
from menhirs.view.language import GettextLanguage
from menhirs.view.record_text import record_text

_LARGEST_RECORD = 131_072

_log = logging.getLogger(__name__)


class GamesRequests:
    """Answers them."""

    def __init__(
        self, matches: LocalMatches, offered: Mapping[str, RuleSet], language: GettextLanguage
    ) -> None:
        self._matches = matches
        self._offered = offered
        self._language = language

    def add_to(self, routes: Routes) -> None:
        """Says where they are answered."""
        routes.add("GET", "/api/games", self._games)
        routes.add("GET", "/told/you/games", self._page)
        routes.add("GET", "/told/you/games/now", self._now)
        routes.add("GET", "/you/games.menhirs", self._records)
        routes.add("POST", "/api/records", self._bring)

    async def _games(self, asked: Asked) -> Answer:
        found = await self._found(GamesQuery(asked.query))
        games = [await self._told(game) for game in found.games]
        return json_answer({"games": games, "following": write_place(found.following)})

    async def _found(self, query: GamesQuery) -> GamesPage:
        search = query.search(self._language)
        return page_of(await self._listed(), search, query.most, query.after)

    async def _page(self, asked: Asked) -> Answer:
        """What a server would write into the page of all games."""
        query = GamesQuery(asked.query)
        found = await self._found(query)
        after, words = write_place(found.following), query.words
        return json_answer(
            {
                "asked": words,
                "is_search": bool(words),
                "is_first": query.after is None,
                "sections": sections_told(
                    found.games, self._language, self._offered, self._matches.now()
                ),
                "following": after and query.address("/you/games", after=after),
                "first": query.address("/you/games"),
                "records": query.address("/you/games.menhirs"),
            }
        )

    async def _now(self, asked: Asked) -> Answer:
        """What the front page shows of them: a few of each section."""
        listed = await self._listed()
        some = [
            game
            for section, most in SHOWN.items()
            for game in page_of(listed, SearchTerms((section,)), most).games
        ]
        return json_answer(
            {"sections": sections_told(some, self._language, self._offered, self._matches.now())}
        )

    async def _listed(self) -> list[ListedGame]:
        """All games that can be read."""
        games = []
        for match, summary in await self._matches.shelf.games():
            try:
                games.append(read_summary(match, summary))
            except MenhirsError as error:
                _log.warning("a game is left out of the list: %s", error)
        return games

    async def _told(self, game: ListedGame) -> dict[str, object]:
        due = None
        if game.terms.clock is not None and game.outcome is None:
            _, match = await self._matches.as_it_is(game.match)
            due = None if match.clock is None else match.clock.flag_falls()
        at = self._matches.now()
        return listed_game_told(game, f"/m/{game.match}", due, at, self._language)

    async def _records(self, asked: Asked) -> Answer:
        records = []
        search = GamesQuery(asked.query).search(self._language)
        for game in page_of(await self._listed(), search, most=None).games:
            _, match = await self._matches.as_it_is(game.match)
            if match.plies:  # where nothing was played there is nothing to keep
                records.append(record_text(match))
        return Answer(200, "\n".join(records))

    async def _bring(self, asked: Asked) -> Answer:
        fields = asked.fields(_LARGEST_RECORD)
        text = fields.required("record", Text(_LARGEST_RECORD))
        opponent = fields.optional("opponent", OneOf(("shared", "computer"))) or "shared"
        level = fields.optional("level", Whole(1, len(LEVELS))) or 3
        side = int(fields.optional("side", OneOf(("1", "2"))) or "1")
        fields.finish()
        computers = {3 - side: level} if opponent == "computer" else {}
        stored = _match_of(read_record(text, self._offered), computers, self._matches.now())
        await self._matches.create(stored)
        return json_answer({"match": stored.id, "seats": stored.you}, 201)


def _match_of(record: Record, computers: dict[Player, int], at: int) -> StoredTerms:
    """A game from elsewhere as a match, as far as it was played."""
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
    """Whether a game begins there, and not in its middle."""
    if position.menhirs.bit_count() != position.rules.menhirs:
        return False
    return position == Position.start(position.rules, position.menhirs)


def _name(told: str) -> str:
    """A name from a record, if one can be called that here."""
    try:
        return checked_name(told[:LONGEST_NAME])
    except MenhirsError:
        return ""
