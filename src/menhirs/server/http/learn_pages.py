"""The pages to learn on: the overview, and a page for every lesson."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from menhirs.home.exercises import CLASSROOM
from menhirs.learn.exercise import Exercise
from menhirs.learn.lessons import LESSONS
from menhirs.learn.lessons.first_steps import FIRST_STEPS
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.puzzle import PuzzleKind
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.visit import limited
from menhirs.server.languages import Language

router = APIRouter(include_in_schema=False, prefix="/learn", dependencies=[Depends(limited)])

FIRST_GAME = "/learn/first-game"
"""Where the first steps lead to: the first game against the computer."""


def overview_told(language: Language) -> dict[str, object]:
    """What the overview of the lessons tells."""
    _ = language.gettext
    chapters = [
        {
            "title": _(chapter.title),
            "lessons": [
                {
                    "id": lesson.id,
                    "title": _(lesson.title),
                    "about": _(lesson.about),
                    "exercises": [exercise.id for exercise in lesson.exercises],
                }
                for lesson in chapter.lessons
            ],
        }
        for chapter in LESSONS.chapters
    ]
    return {"chapters": chapters, "first_game": FIRST_GAME}


@router.get("")
def overview(request: Request) -> Response:
    """All lessons."""
    return page(request, "learn.html", **overview_told(language_of(request)))


def claims_told() -> dict[str, object]:
    """What the claim trainer draws from."""
    claims = [puzzle for puzzle in PUZZLES.puzzles.values() if puzzle.kind is PuzzleKind.CLAIM]
    seconds = claims[0].position.rules.claim_time / 1000
    return {"ids": [puzzle.id for puzzle in claims], "seconds": f"{seconds:g}"}


@router.get("/claims")
def claim_trainer(request: Request) -> Response:
    """The claim trainer: positions of the puzzles, at the pace of a game."""
    return page(request, "claims.html", **claims_told())


def lesson_told(lesson: str, language: Language) -> dict[str, object]:
    """What the page of a lesson tells."""
    lessons, told = LESSONS.lessons, LESSONS.lesson(lesson)
    following = lessons[lessons.index(told) + 1 :][:1]
    return {
        "title": language.gettext(told.title),
        "about": language.gettext(told.about),
        "number": lessons.index(told) + 1,
        "openings": [_opening(exercise, language) for exercise in told.exercises],
        "following": [{"id": one.id, "title": language.gettext(one.title)} for one in following],
        "first_game": FIRST_GAME if told is FIRST_STEPS[-1] else "",
    }


@router.get("/{lesson}")
def lesson_page(request: Request, lesson: str) -> Response:
    """A lesson."""
    return page(request, "lesson.html", **lesson_told(lesson, language_of(request)))


def _opening(exercise: Exercise, language: Language) -> object:
    return CLASSROOM.opening(LESSONS.name, exercise.id, language)
