"""The JSON interface to exercises: read one, try something, ask for a hint. Nothing is kept."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field, StringConstraints

from menhirs.learn.classroom import Classroom
from menhirs.learn.lessons import LESSONS
from menhirs.learn.messages import HintTold, Opening, TryTold
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.given import GIVEN
from menhirs.server.http.api import EXACTLY, ActionText, errors_of
from menhirs.server.http.fair_play import check_fair
from menhirs.server.http.pages import limited
from menhirs.server.http.rendering import language_of
from menhirs.server.live.fair_play import Door
from menhirs.view.question import Question
from menhirs.view.request_limits import LONGEST_WORD, MOST_TILES, MOST_TRIES

CLASSROOM = Classroom([LESSONS, PUZZLES, GIVEN])
"""What is the same on every server."""

_ALWAYS_FAIR = (LESSONS.name, PUZZLES.name)

SetName = Annotated[str, Path(max_length=40, examples=["lessons"])]
ExerciseName = Annotated[str, Path(max_length=400, examples=["pushing-1"])]
_Word = Annotated[str, StringConstraints(max_length=LONGEST_WORD)]
_Done = Annotated[
    list[ActionText],
    Field(max_length=MOST_TRIES, description="what was right so far, without replies"),
]


def classroom_of(request: Request) -> Classroom:
    """All exercises of the server, those from its reviews among them."""
    classroom: Classroom = request.app.state.classroom
    return classroom


async def check_fair_exercise(request: Request, set: SetName, exercise: ExerciseName) -> None:
    """Refuses exercises that were made of a position of a game that is being played.

    Those that come with the program were drawn up long before.
    """
    if set not in _ALWAYS_FAIR:
        found = await run_in_threadpool(classroom_of(request).exercise, set, exercise)
        await check_fair(request, Door.PUZZLE, [found.start])


class Try(BaseModel):
    """An action as text; or a cell; or exactly the tiles that would go in a direction."""

    model_config = EXACTLY
    actions: _Done = []
    action: ActionText | None = Field(None, examples=["c3-NE", "xc3", "claim", "no"])
    cell: _Word | None = None
    tiles: Annotated[list[_Word], Field(max_length=MOST_TILES)] = []
    direction: _Word = ""


class HintWanted(BaseModel):
    model_config = EXACTLY
    actions: _Done = []


router = APIRouter(
    prefix="/api/exercises",
    tags=["exercises"],
    responses=errors_of(400, 404, 405, 409, 413, 429, about="exercise"),
    dependencies=[Depends(limited), Depends(check_fair_exercise)],
)


@router.get("/{set}/{exercise}", response_model=Opening)
def read_exercise(request: Request, set: SetName, exercise: ExerciseName) -> JSONResponse:
    """An exercise before the first try: the position, what is asked for, and what may be done."""
    return JSONResponse(classroom_of(request).opening(set, exercise, language_of(request)))


@router.post("/{set}/{exercise}/try", response_model=TryTold)
def try_action(request: Request, set: SetName, exercise: ExerciseName, tried: Try) -> JSONResponse:
    """The verdict about something that a learner does, and what comes of it.

    What is not legal is wrong too, and the answer says why.
    """
    question = Question(tried.action, tried.cell, tuple(tried.tiles), tried.direction)
    return JSONResponse(
        classroom_of(request).attempt(set, exercise, tried.actions, question, language_of(request))
    )


@router.post("/{set}/{exercise}/hint", response_model=HintTold)
def read_hint(
    request: Request, set: SetName, exercise: ExerciseName, wanted: HintWanted
) -> JSONResponse:
    """Help with what is to be done next, and one right answer."""
    return JSONResponse(
        classroom_of(request).hint(set, exercise, wanted.actions, language_of(request))
    )
