"""The pages of reviews: of any record that somebody brings, and to try a moment again.

The review of a match is on the page of that match.
"""

from __future__ import annotations

import json

from fastapi import APIRouter, Depends, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse, Response

from menhirs.core.errors import MenhirsError
from menhirs.home.exercises import opening_of
from menhirs.learn.review.exercise_set import ReviewExercises, exercise_id
from menhirs.notation.record import Record
from menhirs.notation.tree import Game
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.reviews import ReviewName, begin_review_of, record_of, reviews_of
from menhirs.server.http.visit import limited
from menhirs.server.http.visitor import ServerVisitor
from menhirs.server.languages import Language
from menhirs.server.live.reviews import KEEP_DAYS
from menhirs.view.analysis_tree import opening_text
from menhirs.view.error_status import status_of
from menhirs.view.error_words import error_data
from menhirs.view.player_names import side_names

router = APIRouter(include_in_schema=False, dependencies=[Depends(limited)])


@router.get("/review")
def bring_record(request: Request) -> Response:
    """Where anybody brings a game record to be reviewed."""
    return _bring_page(request)


@router.post("/review")
async def take_record(request: Request) -> Response:
    """Begins the review of a record and leads to it; says what is wrong with one that can't be."""
    form = await request.form(max_files=0, max_fields=5)
    text = str(form.get("record", ""))
    try:
        progress, _ = await begin_review_of(request, text)
    except MenhirsError as error:
        return _bring_page(request, text, error)
    return RedirectResponse(f"/review/{progress.id}", 303)


def _bring_page(request: Request, text: str = "", error: MenhirsError | None = None) -> Response:
    """The field for a record, with the text that was refused and why."""
    told = None if error is None else error_data(error, language_of(request))
    return page(
        request,
        "bring_record.html",
        200 if error is None else status_of(error),
        record=text,
        problem="" if told is None else told["text"],
        more="" if told is None else told.get("more", ""),
        days=KEEP_DAYS,
    )


@router.get("/review/{review}")
async def review_page(request: Request, review: ReviewName) -> Response:
    """A game with its review, finished or under way. The address stays the same for that game."""
    record, language = await record_of(request, review), language_of(request)
    opening = await run_in_threadpool(_opening, record, language)
    return page(request, "review.html", review=review, opening=opening, sides=side_names(language))


def _opening(record: Record, language: Language) -> object:
    """The game as an analysis board would begin with it."""
    game = Game.from_record(record)
    return json.loads(opening_text(game, game, language))


@router.get("/learn/again/{review}/{ply}")
async def try_again(request: Request, review: ReviewName, ply: int) -> Response:
    """A moment of a reviewed game as an exercise."""
    name = exercise_id(review, ply)
    return page(
        request,
        "again.html",
        opening=await opening_of(ServerVisitor(request), ReviewExercises.name, name),
        back=await run_in_threadpool(reviews_of(request).page_of, review, ply),
    )
