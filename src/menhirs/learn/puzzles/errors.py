"""Errors of puzzles."""

from __future__ import annotations

from typing import ClassVar

from menhirs.core.errors import ErrorMessages, MenhirsError


class BadPuzzle(MenhirsError):
    """A puzzle can't be read, or is not right."""

    kind = "puzzle"
    messages: ClassVar[ErrorMessages] = {
        "puzzle-fields": (
            "a puzzle is an id, a difficulty, its answers and the nine fields of a position line: "
            "{expected} fields, not {found}"
        ),
        "puzzle-kind": "{text!r} is no kind of puzzle; they are {known}",
        "puzzle-id": "the id of this puzzle is {expected}, not {text!r}",
        "puzzle-twice": "the puzzle {id} stands here twice, or with its mirror image",
        "puzzle-difficulty": "a difficulty is a number from 1 to {most}, not {text!r}",
        "puzzle-answers": "the right answers are {expected}, not {found}",
        "puzzle-position": "there is no puzzle of the kind {kind} in this position: {why}",
        "puzzle-unproven": "the value of {action} can't be proven",
        "puzzles-none": "there is no puzzle of {kinds} with the difficulty {difficulty}",
        "puzzle-trivial": "this puzzle is too easy: {why}",
    }
