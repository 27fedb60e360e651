"""The data of the pages about learning."""

from __future__ import annotations

from menhirs.core.rules import rule_set
from menhirs.engine.levels import level
from menhirs.home.exercises import CLASSROOM
from menhirs.learn import first_game
from menhirs.learn.lessons import LESSONS
from menhirs.learn.lessons.first_steps import FIRST_STEPS
from menhirs.learn.play.sprint import MISTAKE_COST, SPRINT_TIME
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.puzzle import PuzzleKind
from menhirs.view.language import GettextLanguage
from menhirs.view.terms_in_words import invited_game_data

FIRST_GAME = "/learn/first-game"
"""The address after the first lessons: the first game against the computer."""


def lessons_data(language: GettextLanguage) -> dict[str, object]:
    """The data of the overview of the lessons."""
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


def lesson_page_data(lesson: str, language: GettextLanguage) -> dict[str, object]:
    """The data of the page of a lesson."""
    lessons, data = LESSONS.lessons, LESSONS.lesson(lesson)
    following = lessons[lessons.index(data) + 1 :][:1]
    return {
        "title": language.gettext(data.title),
        "about": language.gettext(data.about),
        "number": lessons.index(data) + 1,
        "openings": [
            CLASSROOM.opening(LESSONS.name, exercise.id, language) for exercise in data.exercises
        ],
        "following": [{"id": one.id, "title": language.gettext(one.title)} for one in following],
        "first_game": FIRST_GAME if data is FIRST_STEPS[-1] else "",
    }


def claims_data() -> dict[str, object]:
    """The exercises of the claim trainer."""
    claims = [puzzle for puzzle in PUZZLES.puzzles.values() if puzzle.kind is PuzzleKind.CLAIM]
    seconds = claims[0].position.rules.claim_time / 1000
    return {"ids": [puzzle.id for puzzle in claims], "seconds": f"{seconds:g}"}


def sprint_data() -> dict[str, object]:
    """The data of the page of the claim sprint."""
    first = next(one for one in PUZZLES.puzzles.values() if one.kind is PuzzleKind.CLAIM)
    return {
        "minutes": SPRINT_TIME // 60_000,
        "cost": MISTAKE_COST // 1_000,
        "example": first.id,  # to look at before it starts
    }


def first_game_data(language: GettextLanguage) -> dict[str, object]:
    """The data of the page of the first game."""
    return {
        "game": invited_game_data(rule_set(first_game.RULES), language),
        "opponent": language.gettext(level(first_game.LEVEL).name),
        "wanted": first_game.WANTED,
    }
