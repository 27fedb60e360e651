"""The puzzles that come with the package: the one place in ``learn`` that reads a file."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from menhirs.learn.puzzles.puzzle import Puzzle
from menhirs.learn.puzzles.text import read_puzzles


@cache
def packaged_puzzles() -> tuple[Puzzle, ...]:
    """All puzzles of the package, in the order of the file."""
    text = files("menhirs.learn.puzzles").joinpath("puzzles.txt").read_text("utf-8")
    return tuple(read_puzzles(text))
