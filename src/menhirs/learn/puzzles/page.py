"""The data of a puzzle's page and of the card of today's puzzle, for both editions."""

from __future__ import annotations

from typing import TypedDict

from menhirs.engine.levels import LEVELS
from menhirs.learn.classroom import Classroom
from menhirs.learn.messages import Opening
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.puzzle import Puzzle
from menhirs.learn.puzzles.words import KIND_WORDS
from menhirs.view.error_words import ContextTranslator
from menhirs.view.start_data import picture_address, play_address

_CLASSROOM = Classroom([PUZZLES])


class PuzzleData(TypedDict):
    """A puzzle on a page of its own."""

    title: str
    about: str
    difficulty: int
    difficulty_in_words: str
    kind: str
    is_today: bool
    opening: Opening
    play_on: str
    """Where a match can be begun from its position."""


class TodayData(TypedDict):
    """The puzzle of the day in words, its picture, and whether there is a turn to show."""

    id: str
    title: str
    about: str
    lives: bool
    picture: str


def puzzle_data(puzzle: Puzzle, today: Puzzle, language: ContextTranslator) -> PuzzleData:
    """A puzzle in a language; ``today`` is the puzzle of the day."""
    words = KIND_WORDS[puzzle.kind]
    return {
        "title": language.gettext(words.title),
        "about": language.gettext(words.about),
        "difficulty": puzzle.difficulty,
        "difficulty_in_words": language.gettext("Difficulty {n} of {most}").format(
            n=puzzle.difficulty, most=len(LEVELS)
        ),
        "kind": puzzle.kind,
        "is_today": puzzle == today,
        "opening": _CLASSROOM.opening(PUZZLES.name, puzzle.id, language),
        "play_on": play_address(puzzle.position),
    }


def today_data(puzzle: Puzzle, language: ContextTranslator) -> TodayData:
    """The puzzle of the day in a language."""
    words = KIND_WORDS[puzzle.kind]
    return {
        "id": puzzle.id,
        "title": language.gettext(words.title),
        "about": language.gettext(words.about),
        "lives": puzzle.position.last is not None,
        "picture": picture_address(puzzle.position),
    }
