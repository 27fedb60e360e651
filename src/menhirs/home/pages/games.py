"""The data of the page with all games of a visitor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from itertools import groupby
from urllib.parse import urlencode

from menhirs.core.rules import RuleSet
from menhirs.home.ports import Visitor
from menhirs.home.requests import Answer, Route, VisitorRequest, json_answer
from menhirs.home.shapes import GamesShown
from menhirs.match.terms import SlowClock
from menhirs.notation.people import Translator
from menhirs.view.game_list import (
    ListedGame,
    ResultForViewer,
    Section,
    age_in_words,
    going_in_words,
    opponent_on_card,
    result_title,
    round_in_words,
    section_title,
    time_left_in_words,
)
from menhirs.view.game_search import write_place
from menhirs.view.terms_in_words import game_title


def search_data(
    language: Translator, offered: Mapping[str, RuleSet], sections: Iterable[Section] = Section
) -> dict[str, object]:
    """The choices of the search form."""
    return {
        "section_choices": {one.value: section_title(one, language) for one in sections},
        "result_choices": {one.value: result_title(one, language) for one in ResultForViewer},
        "rules_choices": {name: game_title(rules, language) for name, rules in offered.items()},
    }


async def sections_data(visitor: Visitor, games: Iterable[ListedGame]) -> list[dict[str, object]]:
    """Games in their order, under headings."""
    return [
        {
            "section": section,
            "title": section_title(section, visitor.language),
            "games": [await _card(visitor, game) for game in of_section],
        }
        for section, of_section in groupby(games, lambda game: game.section)
    ]


async def _card(visitor: Visitor, game: ListedGame) -> dict[str, object]:
    """A game as data for a page. Only turns of days or more get a date."""
    language, due = visitor.language, await visitor.games.runs_out(game)
    time_left = "" if due is None else time_left_in_words(due - visitor.now(), language)
    return {
        "match": game.match,
        "section": game.section,
        "opponent": opponent_on_card(game, language),
        "level": game.level,
        "round": round_in_words(game, language),
        "age": age_in_words(visitor.now() - game.updated, language),
        "title": game_title(game.terms.rules, language),
        "going": going_in_words(game, language),
        "time_left": time_left,
        "due": due if isinstance(game.terms.clock, SlowClock) else None,
        "picture": _picture(game, visitor.offered),
        "day": datetime.fromtimestamp(game.updated / 1000, UTC).date().isoformat(),
    }


def _picture(game: ListedGame, offered: Mapping[str, RuleSet]) -> str:
    """The address of a running game's picture, if this edition knows its rules."""
    if game.section not in (Section.TURN, Section.RUNNING) or not game.line:
        return ""
    if game.terms.rules.name not in offered:
        return ""
    return f"/position.svg?{urlencode({'position': game.line})}"


async def page_of_games(visitor: Visitor, wanted: GamesShown) -> dict[str, object]:
    """The visitor's games, or the ones found by a search, page by page."""
    search = wanted.search(visitor.language)
    found = await visitor.games.find(search, wanted.most, wanted.after)
    following, words = write_place(found.following), wanted.words

    def address(path: str, **more: str) -> str:
        """An address with the same search."""
        query = urlencode({name: word for name, word in words.items() if word} | more)
        return f"{path}?{query}" if query else path

    return {
        "asked": words,
        "is_search": any(words.values()),
        "is_first": wanted.after is None,
        "sections": await sections_data(visitor, found.games),
        "following": following and address("/you/games", after=following),
        "first": address("/you/games"),
        "records": address("/you/games.menhirs"),
    }


async def games_page(visitor: Visitor, request: VisitorRequest[GamesShown]) -> Answer:
    """A page of the visitor's games."""
    return json_answer(await page_of_games(visitor, request.wanted))


ROUTES = (Route("GET", "/told/you/games", games_page, GamesShown, is_listed=False),)
