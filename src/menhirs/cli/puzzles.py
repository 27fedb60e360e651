"""Make, prove and list puzzles.

  menhirs puzzles list --kind trap               the puzzles of the package, one a line
  menhirs puzzles check                          proves every puzzle again, from scratch
  menhirs puzzles make --seed oak > puzzles.txt  new ones; the same seed, the same puzzles

A file of puzzles has one a line: id, difficulty, all right answers, position line. The kinds are
free, claim, tile, trap, hold and decide; docs/play/puzzles.md tells what they ask.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, TypeVar

from menhirs.cli.numbers import check_numbers
from menhirs.cli.progress import log_line
from menhirs.cli.sources import read_text
from menhirs.core.errors import Malformed, MenhirsError
from menhirs.learn.puzzles.check import check_puzzle
from menhirs.learn.puzzles.make import make_puzzles, sheet_puzzle
from menhirs.learn.puzzles.packaged import packaged_puzzles
from menhirs.learn.puzzles.puzzle import Puzzle, PuzzleKind
from menhirs.learn.puzzles.text import read_kind, read_puzzles, write_puzzle, write_puzzles
from menhirs.notation.line import write_line

_WRONG = 2
_COUNT = 120
_CHUNK = 4  # puzzles that a process checks at a time
_Job = TypeVar("_Job")
_Done = TypeVar("_Done")

NEEDS = {
    "--seed": ("make",),
    "--count": ("make",),
    "--threads": ("make", "check"),
}
APART = {"make": ("FILE",)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("make", "check", "list"))
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="check or list: another file of puzzles; - is input"
    )
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--kind", metavar="K", help=f"only one of {', '.join(PuzzleKind)}")
    parser.add_argument("--seed", default="0", metavar="S", help="make: default 0")
    parser.add_argument(
        "--count", type=int, default=_COUNT, metavar="N", help=f"make: of each kind ({_COUNT})"
    )
    parser.add_argument(
        "--threads",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="make, check: processes that work side by side (default: one for every core)",
    )


def run(options: argparse.Namespace) -> int:
    check_numbers(options, "threads")
    if not options.count > 0:
        raise Malformed("number-positive", name="--count", text=str(options.count))
    kinds = list(PuzzleKind) if options.kind is None else [read_kind(options.kind)]
    if options.what == "make":
        return _make(options, kinds)
    found = packaged_puzzles() if options.file is None else read_puzzles(read_text(options.file))
    puzzles = [puzzle for puzzle in found if puzzle.kind in kinds]
    return _check(options, puzzles) if options.what == "check" else _list(options, puzzles)


def puzzle_as_json(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as plain data."""
    return {
        "id": puzzle.id,
        "kind": puzzle.kind.value,
        "line": write_line(puzzle.position),
        "answers": list(puzzle.answers),
        "difficulty": puzzle.difficulty,
    }


def _list(options: argparse.Namespace, puzzles: Iterable[Puzzle]) -> int:
    if options.json:
        print(json.dumps([puzzle_as_json(puzzle) for puzzle in puzzles], indent=1))
    else:
        for puzzle in puzzles:
            print(write_puzzle(puzzle))
    return 0


def _make(options: argparse.Namespace, kinds: list[PuzzleKind]) -> int:
    job = partial(_made, options.count, options.seed)
    made = [puzzle for some in _side_by_side(job, kinds, options.threads, 1) for puzzle in some]
    made.sort(key=lambda puzzle: puzzle != sheet_puzzle())  # the first of all; else as they came
    if options.json:
        return _list(options, made)
    print(write_puzzles(made), end="")
    return 0


def _made(count: int, seed: str, kind: PuzzleKind) -> list[Puzzle]:
    """The puzzles of one kind; the one of the rule sheet is the first of its kind."""
    puzzles = [sheet_puzzle()] if kind is PuzzleKind.TILE else []
    puzzles += make_puzzles(kind, count - len(puzzles), seed, partial(_show_making, kind, count))
    log_line(f"{kind}: {len(puzzles)} puzzles")
    return puzzles


def _show_making(kind: PuzzleKind, count: int, found: int, games: int) -> None:
    if games % 100 == 0:
        log_line(f"{kind}: {found} of {count}, {games} games")


def _check(options: argparse.Namespace, puzzles: list[Puzzle]) -> int:
    wrong = []
    checked = _side_by_side(_complaint, puzzles, options.threads, _CHUNK)
    for number, complaint in enumerate(checked, start=1):
        if complaint is not None:
            wrong.append(complaint)
            print(f"menhirs: {complaint['text']}", file=sys.stderr)
        if number % 50 == 0 or number == len(puzzles):
            log_line(f"{number} of {len(puzzles)} puzzles checked")
    if options.json:
        print(json.dumps({"checked": len(puzzles), "wrong": wrong}))
    elif not wrong:
        print(f"{len(puzzles)} puzzles, all proven")
    return _WRONG if wrong else 0


def _complaint(puzzle: Puzzle) -> dict[str, Any] | None:
    try:
        check_puzzle(puzzle)
    except MenhirsError as error:
        return {**error.as_dict(), "text": str(error)}
    return None


def _side_by_side(
    work: Callable[[_Job], _Done], jobs: list[_Job], processes: int, chunk: int
) -> Iterator[_Done]:
    """Does the jobs on several cores; the results come in the order of the jobs."""
    if processes == 1 or len(jobs) <= chunk:
        yield from map(work, jobs)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(work, jobs, chunksize=chunk)
