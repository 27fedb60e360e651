"""What a server would write into its pages, for pages that were made before anybody came.

It is found at ``/told`` and the address of the page.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime

from menhirs.browser.local_matches import LocalMatches
from menhirs.browser.local_reviews import LocalReviews
from menhirs.browser.local_visitor import LocalVisitor
from menhirs.browser.requests import Answer, Asked, Routes, json_answer
from menhirs.core.rules import RuleSet
from menhirs.home.exercises import opening_of
from menhirs.learn.match_page import match_data
from menhirs.learn.puzzles.daily import easy_puzzle_of_day, puzzle_of_day
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.given import GIVEN, name_of
from menhirs.learn.puzzles.page import puzzle_data, today_data
from menhirs.learn.puzzles.puzzle import Puzzle
from menhirs.learn.review.exercise_set import ReviewExercises, exercise_id
from menhirs.notation.line import read_line
from menhirs.notation.tree import Game
from menhirs.referee.agreement import begin_from
from menhirs.referee.referee import view_of
from menhirs.view.analysis_tree import game_from, game_played, opening_text
from menhirs.view.errors import BadAddress, BadMessage
from menhirs.view.language import GettextLanguage
from menhirs.view.start_data import start_data


class PageRequests:
    """Answers them."""

    def __init__(
        self,
        matches: LocalMatches,
        reviews: LocalReviews,
        visitor: LocalVisitor,
        offered: Mapping[str, RuleSet],
        language: GettextLanguage,
    ) -> None:
        self._matches = matches
        self._reviews = reviews
        self._visitor = visitor
        self._offered = offered
        self._language = language

    def add_to(self, routes: Routes) -> None:
        """Says where they are answered."""
        routes.add("GET", "/api/puzzles/today", self._today)
        routes.add("GET", "/told/", self._with_today)
        routes.add("GET", "/told/puzzles", self._with_today)
        routes.add("GET", "/told/puzzles/{puzzle}", self._puzzle)
        routes.add("GET", "/told/learn/again/{review}/{ply}", self._again)
        routes.add("GET", "/told/analysis", self._analysis)
        routes.add("GET", "/told/analysis/puzzle", self._given_puzzle)
        routes.add("GET", "/analysis/puzzle", self._given_puzzle)
        routes.add("GET", "/told/review/{review}", self._review)
        routes.add("GET", "/told/play", self._from_here)
        routes.add("GET", "/told/m/{match}", self._match)
        routes.add("GET", "/m/{match}/next", self._next)

    @property
    def _puzzle_of_today(self) -> Puzzle:
        """The same for everybody, from midnight to midnight by UTC."""
        return puzzle_of_day(self._day, PUZZLES.puzzles.values())

    @property
    def _day(self) -> date:
        return datetime.fromtimestamp(self._matches.now() / 1000, UTC).date()

    async def _today(self, asked: Asked) -> Answer:
        return json_answer(today_data(self._puzzle_of_today, self._language))

    async def _with_today(self, asked: Asked) -> Answer:
        easy = easy_puzzle_of_day(self._day, PUZZLES.puzzles.values())
        puzzles = {"today": self._puzzle_of_today, "easy": easy}
        language = self._language
        return json_answer({name: today_data(one, language) for name, one in puzzles.items()})

    async def _puzzle(self, asked: Asked) -> Answer:
        name = asked.parts["puzzle"]
        today = self._puzzle_of_today
        puzzle = today if name == "today" else PUZZLES.puzzle(name)
        told = puzzle_data(puzzle, today, self._language)
        return json_answer({**told, "of": asked.query.get("of", "")})

    async def _again(self, asked: Asked) -> Answer:
        review, ply = asked.parts["review"], _number(asked.parts["ply"])
        opening = await opening_of(self._visitor, ReviewExercises.name, exercise_id(review, ply))
        return json_answer({"opening": opening, "back": await self._reviews.page_of(review, ply)})

    async def _given_puzzle(self, asked: Asked) -> Answer:
        name = name_of(read_line(asked.query.get("position", ""), self._offered))
        return json_answer({"opening": await opening_of(self._visitor, GIVEN.name, name)})

    async def _analysis(self, asked: Asked) -> Answer:
        game = await self._game(asked.query)
        line = [game, *game.main_line()]
        ply = asked.query.get("ply")
        at = line[min(_number(ply), len(line) - 1)] if ply else line[-1]
        return json_answer({"opening": json.loads(opening_text(game, at, self._language))})

    async def _game(self, query: Mapping[str, str]) -> Game:
        if match := query.get("match"):
            return game_played((await self._matches.as_it_is(match))[1])
        rules = query.get("rules") or "amsterdam"
        return game_from(query.get("position", ""), rules, self._offered)

    async def _review(self, asked: Asked) -> Answer:
        name = asked.parts["review"]
        game = Game.from_record(await self._reviews.record(name))
        opening = json.loads(opening_text(game, game, self._language))
        return json_answer({"review": name, "opening": opening})

    async def _from_here(self, asked: Asked) -> Answer:
        position = begin_from(asked.query.get("position", ""), self._offered)
        return json_answer(start_data(position, self._language))

    async def _match(self, asked: Asked) -> Answer:
        name, language = asked.parts["match"], self._language
        stored, match = await self._matches.as_it_is(name)
        view = view_of(name, match, stored.game, stored.earlier)
        nobody = {1: False, 2: False}
        state = view.state(stored.you, language, self._matches.now(), nobody)
        return json_answer({**match_data(match, state, language), "opponent": None})

    async def _next(self, asked: Asked) -> Answer:
        _, match = await self._matches.as_it_is(asked.parts["match"])
        if match.next_match is None:
            raise BadAddress("no-page")
        return json_answer({"match": match.next_match})


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise BadMessage("message", why="ply: not a number")
    return int(text)
