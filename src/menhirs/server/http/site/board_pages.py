"""Pages with a board: the analysis board, reviews, and play from any position.

Rules, guides and puzzles link to ``/play?position=<position line>``. The review of a match is on
the page of that match.
"""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from menhirs.core.errors import MenhirsError
from menhirs.home.pages.boards import (
    analysis_opened,
    analysis_page_data,
    moment_again,
    play_from,
    review_opened,
)
from menhirs.home.pages.puzzles import given_puzzle
from menhirs.home.reviews import begin_review_of
from menhirs.home.shapes import AnalysisAsked, PositionAsked
from menhirs.server.http.home.visitor import ServerVisitor
from menhirs.server.http.match.visit import limited
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.services import offered_by
from menhirs.server.live.engine.reviews import KEEP_DAYS
from menhirs.view.error_status import status_of
from menhirs.view.error_words import error_data
from menhirs.view.player_names import side_names
from menhirs.view.start_data import levels_data

router = APIRouter(include_in_schema=False)


@router.get("/analysis")
async def analysis_page(request: Request) -> Response:
    """The board with the position of a line, a finished match, or the start of a game."""
    wanted = AnalysisAsked.read_words(request.query_params)
    opened = await analysis_opened(ServerVisitor(request), wanted)
    data = analysis_page_data(language_of(request), offered_by(request))
    return page(request, "analysis.html", **opened, **data)


@router.get("/analysis/puzzle", dependencies=[Depends(limited)])
async def puzzle_of_position(request: Request) -> Response:
    """A position as a puzzle: its address can be sent to somebody."""
    _ = language_of(request).gettext
    wanted = PositionAsked.read_words(request.query_params)
    data = await given_puzzle(ServerVisitor(request), wanted.position)
    more = {"up": _("Puzzles"), "back": "/puzzles", "back_words": _("More puzzles")}
    return page(request, "again.html", **data, **more)


@router.get("/play", dependencies=[Depends(limited)])
async def play_from_here(request: Request) -> Response:
    """A position, drawn, and the ways to begin a match there."""
    wanted = PositionAsked.read_words(request.query_params)
    data = await play_from(ServerVisitor(request), wanted.position)
    return page(request, "from_here.html", levels=levels_data(language_of(request)), **data)


@router.get("/review", dependencies=[Depends(limited)])
def bring_record(request: Request) -> Response:
    """The page for uploading a game record to be reviewed."""
    return _bring_page(request)


@router.post("/review", dependencies=[Depends(limited)])
async def take_record(request: Request) -> Response:
    """Starts the review of a record and redirects to it, or shows the error."""
    form = await request.form(max_files=0, max_fields=5)
    text = str(form.get("record", ""))
    try:
        progress, _ = await begin_review_of(ServerVisitor(request), text)
    except MenhirsError as error:
        return _bring_page(request, text, error)
    return RedirectResponse(f"/review/{progress.id}", 303)


def _bring_page(request: Request, text: str = "", error: MenhirsError | None = None) -> Response:
    """The upload page, with a refused text and its error."""
    data = None if error is None else error_data(error, language_of(request))
    return page(
        request,
        "bring_record.html",
        200 if error is None else status_of(error),
        record=text,
        problem="" if data is None else data["text"],
        more="" if data is None else data.get("more", ""),
        days=KEEP_DAYS,
    )


@router.get("/review/{review}", dependencies=[Depends(limited)])
async def review_page(request: Request, review: str) -> Response:
    """A game with its review, finished or in progress. The address is always the same for a
    game.
    """
    data = await review_opened(ServerVisitor(request), review)
    return page(request, "review.html", sides=side_names(language_of(request)), **data)


@router.get("/learn/again/{review}/{ply}", dependencies=[Depends(limited)])
async def try_again(request: Request, review: str, ply: str) -> Response:
    """A moment of a reviewed game as an exercise."""
    return page(request, "again.html", **await moment_again(ServerVisitor(request), review, ply))
