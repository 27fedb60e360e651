"""The pages to learn on: the overview, a page for every lesson, the guided first game."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from menhirs.home.pages.learn import (
    claims_data,
    first_game_data,
    lesson_page_data,
    lessons_data,
    sprint_data,
)
from menhirs.learn import first_game
from menhirs.referee.agreement import MatchWanted
from menhirs.server.http.match.new_match import check_creation, start_match
from menhirs.server.http.match.visit import limited
from menhirs.server.http.rendering import language_of, page

router = APIRouter(include_in_schema=False, prefix="/learn")


@router.get("", dependencies=[Depends(limited)])
def overview(request: Request) -> Response:
    """All lessons."""
    return page(request, "learn.html", **lessons_data(language_of(request)))


@router.get("/claims", dependencies=[Depends(limited)])
def claim_trainer(request: Request) -> Response:
    """The claim trainer: positions of the puzzles, at the pace of a game."""
    return page(request, "claims.html", **claims_data())


@router.get("/sprint", dependencies=[Depends(limited)])
def claim_sprint(request: Request) -> Response:
    """The claim sprint: three minutes, the same positions for all on one day."""
    return page(request, "sprint.html", **sprint_data())


@router.get("/first-game", dependencies=[Depends(limited)])
def first_game_page(request: Request) -> Response:
    """The page of the guided first game, with the button that starts it."""
    return page(request, "first_game.html", **first_game_data(language_of(request)))


@router.post("/first-game")
async def start_first_game(request: Request) -> Response:
    """The guided first game of a newcomer."""
    check_creation(request)
    return await start_match(request, MatchWanted.read(first_game.WANTED))


@router.get("/{lesson}", dependencies=[Depends(limited)])
def lesson_page(request: Request, lesson: str) -> Response:
    """A lesson."""
    return page(request, "lesson.html", **lesson_page_data(lesson, language_of(request)))
