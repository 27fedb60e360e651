"""The pages of the puzzles: the overview, the puzzle of the day, and a page for every puzzle."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from menhirs.home.pages.puzzles import (
    index_of_puzzles,
    overview_data,
    puzzle_of_today,
    puzzles_of_today,
)
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.page import puzzle_data
from menhirs.server.http.home.visitor import ServerVisitor
from menhirs.server.http.match.visit import limited
from menhirs.server.http.rendering import language_of, page
from menhirs.server.live.clock import now

router = APIRouter(include_in_schema=False, prefix="/puzzles", dependencies=[Depends(limited)])


@router.get("")
def overview(request: Request) -> Response:
    """Today's puzzle, and all the others by kind and by difficulty."""
    today = puzzles_of_today(ServerVisitor(request))
    return page(request, "puzzles.html", **today, **overview_data(language_of(request)))


@router.get("/today")
def today() -> Response:
    """The puzzle of the day."""
    puzzle = puzzle_of_today(now())
    return RedirectResponse(f"/puzzles/{puzzle.id}?of=today", 303)


@router.get("/{puzzle}")
def puzzle_page(request: Request, puzzle: str, of: str = "") -> Response:
    """One puzzle; ``of`` is the selection that "next" walks through."""
    today = puzzle_of_today(now())
    data = puzzle_data(PUZZLES.puzzle(puzzle), today, language_of(request))
    return page(request, "puzzle.html", of=of, index=index_of_puzzles(), **data)
