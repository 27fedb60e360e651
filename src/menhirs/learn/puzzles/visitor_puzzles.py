"""Puzzles that visitors make from a position. Nothing is stored: the name contains everything.

Only questions that the rules alone decide: a win in one move, a claim, the tile that stops a win.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache

from menhirs.core.position import Position
from menhirs.learn.errors import BadExercise
from menhirs.learn.exercise import Exercise
from menhirs.learn.puzzles.errors import BadPuzzle
from menhirs.learn.puzzles.exercises import exercise_of
from menhirs.learn.puzzles.proof import right_answers
from menhirs.learn.puzzles.puzzle import Puzzle, PuzzleKind
from menhirs.notation.line import read_line, write_line

_KINDS = (PuzzleKind.CLAIM, PuzzleKind.FREE, PuzzleKind.TILE)


class GivenPuzzles:
    """All positions that make such a puzzle, as exercises."""

    name = "given"

    def exercise(self, identity: str) -> Exercise:
        """The exercise of that name."""
        return _exercise(identity)


GIVEN = GivenPuzzles()


def name_of(position: Position) -> str:
    """The name of the puzzle in a position; raises if it makes none."""
    identity = urlsafe_b64encode(write_line(position).encode()).decode().rstrip("=")
    _exercise(identity)
    return identity


@lru_cache(maxsize=256)
def _exercise(identity: str) -> Exercise:
    try:
        line = urlsafe_b64decode(identity + "=" * (-len(identity) % 4)).decode()
        position = read_line(line)
    except ValueError:  # not a name of ours
        raise BadExercise("no-exercise") from None
    return exercise_of(_puzzle(identity, position))


def _puzzle(identity: str, position: Position) -> Puzzle:
    for kind in _KINDS:
        shown = position if kind is PuzzleKind.CLAIM else position.close_claim_window()
        try:
            answers = right_answers(kind, shown)
        except BadPuzzle:  # not in this phase
            continue
        everything = kind is PuzzleKind.TILE and len(answers) == len(shown.board_actions())
        if answers and not everything:
            return Puzzle(identity, kind, shown, answers, difficulty=1)
    raise BadExercise("puzzle-none")
