"""The visitor's games: the list with its search, the part on the front page, and the file of
records.
"""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from menhirs.home.pages.front import front_games
from menhirs.home.pages.games import page_of_games, search_data
from menhirs.home.shapes import GamesShown, RecordsAsked
from menhirs.server.http.admission import address_of
from menhirs.server.http.home.visitor import ServerVisitor
from menhirs.server.http.match.visit import limited
from menhirs.server.http.people.person_cookie import person_of
from menhirs.server.http.people.records_stream import RecordsStream, records_found
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.services import admission_of, offered_by, services_of

router = APIRouter(include_in_schema=False, dependencies=[Depends(limited)])


@router.get("/you/games")
async def your_games(request: Request) -> Response:
    """The page with all games of the visitor, with a search."""
    wanted = GamesShown.read_words(request.query_params)
    data = await page_of_games(ServerVisitor(request), wanted)
    choices = search_data(language_of(request), offered_by(request))
    return page(request, "your_games.html", **data, **choices)


@router.get("/you/games/now")
async def games_now(request: Request) -> Response:
    """The part of the front page about the visitor's games."""
    return page(request, "games_now.html", yours=await front_games(ServerVisitor(request)))


@router.get("/you/games.menhirs")
async def records(request: Request) -> Response:
    """The records of the visitor's games, or of those found by a search, in one file."""
    search = RecordsAsked.read_words(request.query_params).search(language_of(request))
    person = await person_of(request)
    client = address_of(request) if person is None else person.id
    found = records_found(request, search)
    admit = admission_of(request).collections.check
    return RecordsStream(services_of(request).downloads, client, admit, found, "games")
