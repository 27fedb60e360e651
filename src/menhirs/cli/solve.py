"""Find the exact value of a position and its best actions.

Without --tables the search tries to prove it, for as long as --seconds says. With --tables the
tables in that folder answer at once; --build makes them first, which takes minutes for the base
game and far longer for the Amsterdam Way. A run that is interrupted goes on where it was. The
answer says whether it is proven and where it comes from.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from menhirs.cli.analyse import analysis_as_json, analysis_as_text
from menhirs.cli.sources import add_position_argument, position_from_words
from menhirs.core.errors import Illegal, Malformed
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.analysis import Limits
from menhirs.engine.player import Engine
from menhirs.engine.solver.folders import folder_of
from menhirs.engine.solver.solve import Progress, Solver


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position_argument(parser)
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--tables", metavar="DIR", type=Path, help="the folder of the tables")
    parser.add_argument("--build", action="store_true", help="make the tables of this layout first")
    parser.add_argument("--threads", type=int, default=2, metavar="N", help="default: 2")
    parser.add_argument(
        "--seconds", type=float, default=60.0, metavar="S", help="for the search (default: 60)"
    )


def run(options: argparse.Namespace) -> int:
    position = position_from_words(options.line)
    if options.seconds <= 0:
        raise Malformed("number-positive", name="--seconds", text=str(options.seconds))
    if not 1 <= options.threads <= 64:
        raise Malformed("number", name="--threads", text=str(options.threads), least=1)
    if options.build:
        build(position, options.tables, options.threads)
    engine = Engine(tables=options.tables, threads=options.threads)
    analysis = engine.analyse(position, Limits(seconds=options.seconds), lines=1)
    if engine.table_error is not None:
        print(f"menhirs: searched, because {engine.table_error}", file=sys.stderr)
    written = analysis_as_json if options.json else analysis_as_text
    print(written(position, analysis))
    return 0


def build(position: Position, tables: Path | None, threads: int) -> None:
    """Solves the layout of a position into its folder."""
    if tables is None:
        raise Malformed("one-of", options="--build with --tables DIR")
    if position.phase is Phase.FLIP:
        raise Illegal("solve-flip", position=position)
    begin = time.monotonic()

    def report(progress: Progress) -> None:
        spent = time.monotonic() - begin
        how = "kept" if progress.kept else "solved"
        line = f"{progress.done:3} of {progress.of} stages, {spent:5.0f} s, {how} {progress.stage}"
        at_terminal = sys.stderr.isatty()
        end = "   \r" if at_terminal and progress.done < progress.of else "\n"
        print(line, end=end, file=sys.stderr, flush=True)

    folder = folder_of(tables, position.rules, position.menhirs)
    Solver(position.rules, position.menhirs, folder, threads=threads, report=report).run()
