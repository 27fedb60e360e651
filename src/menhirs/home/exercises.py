"""Exercises: read one, try an action, ask for a hint. Nothing is stored."""

from __future__ import annotations

from menhirs.home.ports import Visitor
from menhirs.home.requests import Answer, Nothing, Route, VisitorRequest, json_answer
from menhirs.home.shapes import HintWanted, Try
from menhirs.learn.classroom import Classroom
from menhirs.learn.lessons import LESSONS
from menhirs.learn.messages import HintData, Opening, TryData
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.visitor_puzzles import GIVEN

CLASSROOM = Classroom([LESSONS, PUZZLES, GIVEN])
"""The sets of exercises that are the same everywhere."""


async def opening_of(visitor: Visitor, name: str, exercise: str) -> Opening:
    """An exercise of a set before the first try."""
    room = await visitor.exercises.classroom(name, exercise)
    return await visitor.apart(room.opening, name, exercise, visitor.language)


async def read_exercise(visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
    """An exercise before the first try: the position, the task and the legal actions."""
    return json_answer(await opening_of(visitor, request.gaps["set"], request.gaps["exercise"]))


async def try_action(visitor: Visitor, request: VisitorRequest[Try]) -> Answer:
    """The verdict on a learner's action, and its consequences.

    An illegal action is wrong too, and the answer says why.
    """
    name, exercise, tried = request.gaps["set"], request.gaps["exercise"], request.wanted
    room = await visitor.exercises.classroom(name, exercise)
    about = (name, exercise, tried.actions, tried.question, visitor.language)
    return json_answer(await visitor.apart(room.attempt, *about))


async def read_hint(visitor: Visitor, request: VisitorRequest[HintWanted]) -> Answer:
    """A hint for the next action, and one right answer."""
    name, exercise = request.gaps["set"], request.gaps["exercise"]
    room = await visitor.exercises.classroom(name, exercise)
    about = (name, exercise, request.wanted.actions, visitor.language)
    return json_answer(await visitor.apart(room.hint, *about))


_EXERCISE = "/api/exercises/{set}/{exercise}"
ROUTES = (
    Route("GET", _EXERCISE, read_exercise, Nothing, Opening),
    Route("POST", f"{_EXERCISE}/try", try_action, Try, TryData),
    Route("POST", f"{_EXERCISE}/hint", read_hint, HintWanted, HintData),
)
