"""The front page, and the choice of a language."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import RedirectResponse, Response

from menhirs.home.pages.front import front_games, ways_data
from menhirs.home.pages.puzzles import puzzles_of_today
from menhirs.learn.front_page import FRONT
from menhirs.notation.svg import Drawing, Theme, draw
from menhirs.server.http.home.visitor import ServerVisitor
from menhirs.server.http.lobby.lobby_data import PageData, computer_data, lobby_data
from menhirs.server.http.match.visit import limited
from menhirs.server.http.people.person_cookie import person_of
from menhirs.server.http.rendering import LANGUAGE_COOKIE, language_of, page
from menhirs.server.http.security import leave_cookie
from menhirs.server.http.services import offered_by
from menhirs.server.storage.people.people_store import Person
from menhirs.web.languages import LANGUAGES

router = APIRouter(include_in_schema=False)


@router.get("/", dependencies=[Depends(limited)])
async def home(
    request: Request,
    person: Annotated[Person | None, Depends(person_of)] = None,
    lobby: Annotated[PageData | None, Depends(lobby_data)] = None,
    computer: Annotated[PageData | None, Depends(computer_data)] = None,
    invitation: str = "",
) -> Response:
    language, visitor = language_of(request), ServerVisitor(request)
    return page(
        request,
        "home.html",
        your_name=person.name if person else "",
        yours=await front_games(visitor),
        **puzzles_of_today(visitor),
        lobby=lobby,
        computer=computer,
        invitation_was=invitation,
        **ways_data(language, offered_by(request)),
    )


@router.get("/hero-{theme}.svg", dependencies=[Depends(limited)])
def hero(theme: Theme) -> Response:
    """The picture on the front page, for a light or for a dark one."""
    drawn = draw(FRONT, Drawing(theme=theme, coordinates=False))
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "max-age=86400"})


@router.post("/language", dependencies=[Depends(limited)])
def choose_language(
    request: Request, language: Annotated[str, Form()], back: Annotated[str, Form()] = "/"
) -> Response:
    # Only a path of ours: no open redirect.
    target = back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
    response = RedirectResponse(target, 303)
    if language in LANGUAGES:
        leave_cookie(request, response, LANGUAGE_COOKIE, language)
    return response
