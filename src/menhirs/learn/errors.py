"""Errors of questions about exercises."""

from __future__ import annotations

from typing import ClassVar

from menhirs.core.errors import ErrorMessages, MenhirsError


class BadExercise(MenhirsError):
    """There is no such exercise, or its actions do not fit."""

    kind = "exercise"
    messages: ClassVar[ErrorMessages] = {
        "no-exercise": "there is no such exercise",
        "puzzle-none": (
            "this position makes no puzzle: there is no win in one move, no claim, "
            "and no tile that stops a win"
        ),
        "no-sprint": "you have no such sprint",
        "sprint-number": "the sprint is at another position now",
        "exercise-over": "this exercise is done",
        "exercise-actions": "{action!r} does not continue this exercise",
    }
