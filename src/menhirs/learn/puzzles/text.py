"""Puzzles as text, one a line: ``id difficulty answers`` and the nine fields of a position line.

Several answers are joined by commas. Empty lines and lines that begin with ``#`` are skipped.

``tile-k3x2a 4 xd4 base8 M.o/..M./… 1 9 remove 0,0 c3-N - -``
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from menhirs.core.errors import MenhirsError
from menhirs.engine.levels import LEVELS
from menhirs.learn.puzzles.errors import BadPuzzle
from menhirs.learn.puzzles.puzzle import Puzzle, PuzzleKind
from menhirs.notation.line import read_line, write_line

_FIELDS_BEFORE_LINE = 3
_FIELDS = _FIELDS_BEFORE_LINE + 9
_HEADER = """\
# Every puzzle of the package, proven: id, difficulty, all right answers, position line.
# Made by `menhirs puzzles make`; `menhirs puzzles check` proves them again (docs/play/puzzles.md).
"""


def write_puzzle(puzzle: Puzzle) -> str:
    """The line of a puzzle."""
    answers = ",".join(puzzle.answers)
    return f"{puzzle.id} {puzzle.difficulty} {answers} {write_line(puzzle.position)}"


def write_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """A file of puzzles."""
    return _HEADER + "".join(f"{write_puzzle(puzzle)}\n" for puzzle in puzzles)


def read_puzzles(text: str) -> list[Puzzle]:
    """The puzzles of a file; an error says in which line it is."""
    puzzles: dict[str, Puzzle] = {}
    for number, line in _lines(text):
        try:
            puzzle = read_puzzle(line)
            if puzzle.id in puzzles:
                raise BadPuzzle("puzzle-twice", id=puzzle.id)
        except MenhirsError as error:
            raise error.locate(text=line, place=f"line {number}") from None
        puzzles[puzzle.id] = puzzle
    return list(puzzles.values())


def read_puzzle(line: str) -> Puzzle:
    """The puzzle of a line. Whether its id and its answers are right is not asked here."""
    fields = line.split()
    if len(fields) != _FIELDS:
        raise BadPuzzle("puzzle-fields", expected=_FIELDS, found=len(fields))
    identity, difficulty, answers = fields[:_FIELDS_BEFORE_LINE]
    kind = read_kind(identity.partition("-")[0])
    position = read_line(" ".join(fields[_FIELDS_BEFORE_LINE:]))
    return Puzzle(identity, kind, position, tuple(answers.split(",")), _read_difficulty(difficulty))


def read_kind(text: str) -> PuzzleKind:
    """The kind of that name."""
    if text not in set(PuzzleKind):
        raise BadPuzzle("puzzle-kind", text=text, known=", ".join(PuzzleKind))
    return PuzzleKind(text)


def _read_difficulty(text: str) -> int:
    if text not in {str(level.number) for level in LEVELS}:
        raise BadPuzzle("puzzle-difficulty", text=text, most=len(LEVELS))
    return int(text)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            yield number, line
