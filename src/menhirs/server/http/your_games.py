"""Somebody's games: all with a search, those of the front page, and all records in one file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from menhirs.core.rules import RuleSet
from menhirs.notation.people import Tongue
from menhirs.server.http.admission import address_of
from menhirs.server.http.game_search import GameSearch, PageOfGames, read_form
from menhirs.server.http.games_told import find_games, front_games, told_in_sections
from menhirs.server.http.person_cookie import person_of
from menhirs.server.http.records_stream import RecordsStream, records_found
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.visit import admission_of, downloads_of, limited, offered_by
from menhirs.view.game_list import ResultForViewer, Section, result_title, section_title
from menhirs.view.game_search import GamesPage, write_place
from menhirs.view.terms_in_words import game_title

router = APIRouter(include_in_schema=False, dependencies=[Depends(limited)])


@router.get("/you/games")
async def your_games(request: Request) -> Response:
    """All games of whoever asks, page by page, with a search."""
    language, person = language_of(request), await person_of(request)
    asked = read_form(PageOfGames, request.query_params)
    found = GamesPage([])
    if person is not None:
        search = asked.search(language)
        found = await find_games(request, person, search, asked.most, asked.place)
    following = write_place(found.following)
    return page(
        request,
        "your_games.html",
        asked=asked,
        is_search=bool(asked.query()),
        is_first=asked.after is None,
        sections=await told_in_sections(request, found.games),
        following=following and _address("/you/games", asked, after=following),
        first=_address("/you/games", asked),
        records=_address("/you/games.menhirs", asked),
        **search_told(language, offered_by(request)),
    )


def search_told(
    language: Tongue, offered: Mapping[str, RuleSet], sections: Iterable[Section] = Section
) -> dict[str, object]:
    """What one can choose in the form of the search."""
    return {
        "section_choices": {one.value: section_title(one, language) for one in sections},
        "result_choices": {one.value: result_title(one, language) for one in ResultForViewer},
        "rules_choices": {name: game_title(rules, language) for name, rules in offered.items()},
    }


def _address(path: str, asked: GameSearch, **more: str) -> str:
    """An address with the same search."""
    query = urlencode(asked.query() | more)
    return f"{path}?{query}" if query else path


@router.get("/you/games/now")
async def games_now(request: Request) -> Response:
    """The part of the front page about the visitor's games, as it is now."""
    return page(request, "games_now.html", yours=await front_games(request))


@router.get("/you/games.menhirs")
async def records(request: Request) -> Response:
    """The records of all games of whoever asks, or of those looked for, in one file."""
    asked = read_form(GameSearch, request.query_params)
    search = asked.search(language_of(request))
    person = await person_of(request)
    whose = address_of(request) if person is None else person.id
    found = records_found(request, person, search)
    admit = admission_of(request).check_collection
    return RecordsStream(downloads_of(request), whose, admit, found, "games")
