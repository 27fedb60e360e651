"""The data of the front page: the ways to play, the puzzle of the day, the visitor's games."""

from __future__ import annotations

from collections.abc import Mapping

from menhirs.core.geometry import STANDARD
from menhirs.core.rules import (
    AMSTERDAM,
    BASE,
    BASE8,
    BASE8_21,
    BASE_21,
    ENDLESS,
    RULE_SETS,
    RuleSet,
)
from menhirs.fair_layouts import proofs_of
from menhirs.home.pages.games import sections_data
from menhirs.home.pages.puzzles import puzzles_of_today
from menhirs.home.ports import Visitor
from menhirs.home.requests import Answer, Route, VisitorRequest, json_answer
from menhirs.home.shapes import PageAsked
from menhirs.learn import first_game
from menhirs.learn.front_page import front_board
from menhirs.learn.lessons import LESSONS
from menhirs.learn.lessons.first_steps import FIRST_STEPS
from menhirs.notation.rule_words import clearing_in_words, endless_in_words, option_in_words
from menhirs.view.game_list import ListedGame, Section
from menhirs.view.game_search import SHOWN, SearchTerms
from menhirs.view.language import GettextLanguage
from menhirs.view.start_data import levels_data
from menhirs.view.terms_in_words import game_title, invited_game_data

_MOST_COUNTED = 20
"""The most games that are counted in "games in which somebody waits for you"."""


def ways_data(language: GettextLanguage, offered: Mapping[str, RuleSet]) -> dict[str, object]:
    """The part of the front page that is the same for everybody: the ways to play, and the
    introduction.
    """
    return {
        "first_lesson": LESSONS.lessons[0].id,
        "first_steps": [one.id for lesson in FIRST_STEPS for one in lesson.exercises],
        "games": first_game.GAMES,
        "titles": {name: game_title(rules, language) for name, rules in offered.items()},
        "first_rules": BASE.name,
        "front_board": front_board(),
        "levels": levels_data(language),
        "columns": [[STANDARD.name(cell) for cell in column] for column in STANDARD.columns],
        "fair_rules": [name for name, rules in offered.items() if proofs_of(rules)],
        "stones": AMSTERDAM.menhirs,
        "claim_seconds": AMSTERDAM.claim_time / 1000,
        "base_words": clearing_in_words(BASE, language),
        "endless_words": endless_in_words(ENDLESS, language),
        "options": [
            {"name": rules.name, "words": option_in_words(rules, BASE, language)}
            for rules in (BASE8, BASE_21, BASE8_21)
        ],
        "house_rules": [
            {**invited_game_data(rules, language), "by_hand": _fits_the_chooser(rules)}
            for name, rules in offered.items()
            if name not in RULE_SETS
        ],
    }


def _fits_the_chooser(rules: RuleSet) -> bool:
    """Whether layouts of these rules can be set up by hand: the form draws the standard board."""
    return rules.geometry == STANDARD and rules.menhirs == AMSTERDAM.menhirs


async def front_games(visitor: Visitor) -> dict[str, object] | None:
    """The visitor's games: a few of each section, and in how many a person waits for them.

    None if there are no games.
    """
    shown: list[ListedGame] = []
    turns = 0
    for section, most in SHOWN.items():
        counted = _MOST_COUNTED if section is Section.TURN else most
        games = (await visitor.games.find(SearchTerms((section,)), counted)).games
        shown += games[:most]
        turns += sum(section is Section.TURN and game.level is None for game in games)
    return {"sections": await sections_data(visitor, shown), "turns": turns} if shown else None


async def games_page(visitor: Visitor, request: VisitorRequest[PageAsked]) -> Answer:
    """The visitor's games as they stand now."""
    return json_answer(await front_games(visitor) or {"sections": [], "turns": 0})


async def today_page(visitor: Visitor, request: VisitorRequest[PageAsked]) -> Answer:
    """The puzzles of the day."""
    return json_answer(puzzles_of_today(visitor))


ROUTES = (
    Route("GET", "/told/", today_page, PageAsked, is_listed=False),
    Route("GET", "/told/puzzles", today_page, PageAsked, is_listed=False),
    Route("GET", "/told/you/games/now", games_page, PageAsked, is_listed=False),
)
