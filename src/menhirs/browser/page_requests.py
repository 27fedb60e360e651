"""What pages without a server ask for to fill their gaps: what a server would put into the page.

Such a page asks for its own address and gets data. The names are those of the templates' gaps: see
``menhirs/site/pages.py``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from menhirs.browser.games_told import sections_told
from menhirs.browser.local_matches import LocalMatches
from menhirs.browser.requests import Answer, Asked, Routes, json_answer
from menhirs.browser.stored_match import read_summary
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet, rule_set
from menhirs.core.setup import random_menhirs
from menhirs.learn import first_game
from menhirs.learn.classroom import Classroom
from menhirs.learn.puzzles.daily import puzzle_of_day
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.given import GIVEN, name_of
from menhirs.learn.puzzles.page import puzzle_told, today_told
from menhirs.learn.puzzles.puzzle import Puzzle
from menhirs.match.addresses import new_match_id
from menhirs.notation.line import read_line
from menhirs.notation.tree import Game
from menhirs.referee.agreement import begin_from
from menhirs.view.analysis_tree import opening_text
from menhirs.view.errors import BadAddress
from menhirs.view.language import GettextLanguage
from menhirs.view.record_text import record_text
from menhirs.view.start_told import start_told
from menhirs.view.terms_in_words import game_told, players_in_words, terms_in_words

TODAY = "today"
"""Stands for the puzzle of the day in an address."""


class PageRequests:
    """Answers them."""

    def __init__(
        self,
        matches: LocalMatches,
        offered: Mapping[str, RuleSet],
        language: GettextLanguage,
        now: Callable[[], int],
    ) -> None:
        self._matches = matches
        self._offered = offered
        self._language = language
        self._now = now
        self._given = Classroom([GIVEN])

    def add_to(self, routes: Routes) -> None:
        """Says where they are answered."""
        routes.add("GET", "/", self._front)
        routes.add("GET", "/you/games", self._games)
        routes.add("GET", "/you/games.menhirs", self._records)
        routes.add("GET", "/m/{match}", self._match)
        routes.add("GET", "/puzzles", self._today)
        routes.add("GET", "/puzzles/{puzzle}", self._puzzle)
        routes.add("GET", "/play", self._play)
        routes.add("GET", "/analysis", self._analysis)
        routes.add("GET", "/analysis/puzzle", self._given_puzzle)

    async def _front(self, asked: Asked) -> Answer:
        today = today_told(self.todays_puzzle(), self._language)
        return json_answer({"today": today, "sections": await self._sections()})

    async def _games(self, asked: Asked) -> Answer:
        return json_answer({"sections": await self._sections()})

    async def _sections(self) -> list[dict[str, object]]:
        kept = await self._matches.shelf.games()
        games = [read_summary(match, summary) for match, summary in kept]
        return sections_told(games, self._language, self._offered)

    async def _records(self, asked: Asked) -> Answer:
        """The records of all games, one after the other."""
        names = [match for match, _ in await self._matches.shelf.games()]
        matches = [(await self._matches.as_it_is(name))[1] for name in names]
        return Answer(200, "\n".join(map(record_text, matches)))

    async def _match(self, asked: Asked) -> Answer:
        stored, match = await self._matches.as_it_is(asked.parts["match"])
        terms, following = match.terms, first_game.next_game(match.terms.rules.name)
        return json_answer(
            {
                "match_id": stored.id,
                "title": players_in_words(match, self._language),
                "terms": terms_in_words(terms, self._language),
                "sentence": "",
                "game": game_told(terms.rules, self._language),
                "guided": terms.guided,
                "helps": bool(terms.computers) and not terms.guided,
                "next_is_base": following == "base",
                "next_is_amsterdam": bool(following) and following != "base",
            }
        )

    def todays_puzzle(self) -> Puzzle:
        """The same for everybody, from midnight to midnight by UTC."""
        day = datetime.fromtimestamp(self._now() / 1000, UTC).date()
        return puzzle_of_day(day, PUZZLES.puzzles.values())

    async def _today(self, asked: Asked) -> Answer:
        return json_answer({"today": today_told(self.todays_puzzle(), self._language)})

    async def _puzzle(self, asked: Asked) -> Answer:
        name, today = asked.parts["puzzle"], self.todays_puzzle()
        puzzle = today if name == TODAY else PUZZLES.puzzle(name)
        of = TODAY if name == TODAY else asked.query.get("of", "")
        return json_answer({"of": of, **puzzle_told(puzzle, today, self._language)})

    async def _play(self, asked: Asked) -> Answer:
        position = begin_from(asked.query.get("position", ""), self._offered)
        return json_answer(start_told(position, self._language))

    async def _analysis(self, asked: Asked) -> Answer:
        game = await self._wanted(asked)
        line = [game, *game.main_line()]
        ply = asked.query.get("ply", "-1")
        at = line[min(int(ply) if ply.isdecimal() else -1, len(line) - 1)]
        return json_answer({"opening": json.loads(opening_text(game, at, self._language))})

    async def _wanted(self, asked: Asked) -> Game:
        """The game that the analysis board begins with."""
        if name := asked.query.get("match", ""):
            _, match = await self._matches.as_it_is(name)
            if not match.is_over:
                raise BadAddress("match-runs")
            return Game.from_record(match.record())
        if line := asked.query.get("position", ""):
            return Game(read_line(line, self._offered))
        rules = rule_set(asked.query.get("rules", "amsterdam"), self._offered)
        return Game(Position.start(rules, random_menhirs(rules, new_match_id())))

    async def _given_puzzle(self, asked: Asked) -> Answer:
        name = name_of(read_line(asked.query.get("position", ""), self._offered))
        return json_answer({"opening": self._given.opening(GIVEN.name, name, self._language)})
