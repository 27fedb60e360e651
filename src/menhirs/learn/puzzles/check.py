"""A puzzle proven again from scratch."""

from __future__ import annotations

from menhirs.core.errors import MenhirsError
from menhirs.learn.puzzles.errors import BadPuzzle
from menhirs.learn.puzzles.merit import check_merit
from menhirs.learn.puzzles.proof import right_answers
from menhirs.learn.puzzles.puzzle import Puzzle, id_of
from menhirs.notation.line import write_line


def check_puzzle(puzzle: Puzzle) -> None:
    """Raises :class:`BadPuzzle` unless id and answers are right, and the puzzle is not too easy."""
    try:
        expected_id = id_of(puzzle.kind, puzzle.position)
        if puzzle.id != expected_id:
            raise BadPuzzle("puzzle-id", text=puzzle.id, expected=expected_id)
        answers = right_answers(puzzle.kind, puzzle.position)
        if answers != puzzle.answers:
            expected, found = ",".join(answers) or "-", ",".join(puzzle.answers)
            raise BadPuzzle("puzzle-answers", expected=expected, found=found)
        check_merit(puzzle.kind, puzzle.position, answers)
    except MenhirsError as error:
        raise error.locate(text=write_line(puzzle.position), place=puzzle.id) from None
