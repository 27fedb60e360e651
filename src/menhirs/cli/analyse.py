"""Analyse a position: its value in points and the best lines, drawn.

A value is proven if the search saw the end of the game (or found it in a table); otherwise it is an
estimate. Ctrl-C stops and prints what is known so far.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from pathlib import Path
from threading import Event

from menhirs.cli.numbers import check_numbers
from menhirs.cli.progress import end_line, show_line
from menhirs.cli.sources import add_position_argument, position_from
from menhirs.core.actions import Action
from menhirs.core.position import Position
from menhirs.engine.analysis import Analysis, Limits, Line
from menhirs.engine.engine import Engine
from menhirs.engine.equal_actions import are_all_known, with_all_lines
from menhirs.engine.replies import with_replies
from menhirs.engine.tables_folder import existing_folder
from menhirs.notation.actions import write_action
from menhirs.protocol.engine_host import complain_once
from menhirs.tui.board import draw_board
from menhirs.tui.colour import wants_colour
from menhirs.tui.status import status


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position_argument(parser)
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--seconds", type=float, metavar="S", help="think so long (default: 5)")
    parser.add_argument("--nodes", type=int, metavar="N", help="search so many positions")
    parser.add_argument("--depth", type=int, metavar="N", help="look so many turns ahead")
    parser.add_argument("--lines", type=int, default=3, metavar="N", help="best lines (default: 3)")
    parser.add_argument(
        "--threads",
        type=int,
        default=1,
        metavar="N",
        help="threads that work at the same time (default: 1)",
    )
    parser.add_argument("--tables", type=Path, metavar="DIR", help="use the tables in this folder")


def run(options: argparse.Namespace) -> int:
    position = position_from(options)
    check_numbers(options, "seconds", "nodes", "depth", "lines", "threads")
    if options.tables is not None:
        existing_folder(options.tables)
    limits = Limits(options.seconds, options.nodes, options.depth)
    if limits == Limits():
        limits = Limits(seconds=5)
    engine = Engine(tables=options.tables, threads=options.threads, complain=complain_once())
    stop = Event()
    signal.signal(signal.SIGINT, lambda *_: stop.set())
    analysis = engine.analyse(position, limits, lines=options.lines, watch=show_progress, stop=stop)
    end_line()
    analysis = with_replies(engine, position, analysis, limits, stop=stop)
    if options.json:
        analysis = with_all_lines(engine, position, analysis, stop=stop)
        print(analysis_as_json(position, analysis, most=options.lines))
    else:
        print(draw_board(position, colour=wants_colour(sys.stdout)))
        print(f"\n{status(position)}\n\n{analysis_as_text(position, analysis)}")
    return 0


def show_progress(analysis: Analysis) -> None:
    """Shows the progress of the search in one line, on a terminal."""
    line = f"depth {analysis.depth}, {analysis.nodes:,} positions, {_points(analysis)}"
    show_line(line, last=False)


def analysis_as_json(position: Position, analysis: Analysis, most: int | None = None) -> str:
    """The analysis as one line for programs, with at most so many lines of play."""
    return json.dumps(
        {
            "value": analysis.value,
            "proven": analysis.proven,
            "best": [texts(position, line.actions)[0] for line in best_lines(analysis)],
            "best_complete": are_all_known(position, analysis),
            "pv": texts(position, analysis.lines[0].actions) if analysis.lines else [],
            "lines": [
                {
                    "value": line.value,
                    "proven": line.proven,
                    "estimate": line.estimate,
                    "actions": texts(position, line.actions),
                }
                for line in analysis.lines[:most]
            ],
            "source": analysis.source,
            "depth": analysis.depth,
            "nodes": analysis.nodes,
            "seconds": round(analysis.seconds, 3),
        }
    )


def best_lines(analysis: Analysis) -> list[Line]:
    """The lines that keep the value, with its certainty."""
    return [
        line
        for line in analysis.lines
        if line.value == analysis.value and line.proven >= analysis.proven
    ]


def analysis_as_text(position: Position, analysis: Analysis, most: int | None = None) -> str:
    """The analysis for a person, with at most so many lines of play."""
    turns = "1 turn" if analysis.depth == 1 else f"{analysis.depth} turns"
    how = (
        "from the tables"
        if analysis.source == "table"
        else f"searched {analysis.nodes:,} positions, {turns} ahead"
    )
    lines = [f"For player {position.player}: {_points(analysis)} ({how})."]
    lines += [f"  {_points(line):>26}  {' '.join(texts(position, line.actions))}"
              for line in analysis.lines[:most]]  # fmt: skip
    return "\n".join(lines)


def texts(position: Position, actions: tuple[Action, ...]) -> list[str]:
    """The actions of a line as they are written when they are played one after the other."""
    written = []
    for action in actions:
        written.append(write_action(action, position))
        position = position.play(action)
    return written


def _points(found: Analysis | Line) -> str:
    sure = "proven" if found.proven else "estimated"
    if isinstance(found, Line) and found.estimate is not None:
        sure = f"{sure} at {found.estimate:+.2f}"
    return f"{found.value:+d}, {sure}" if found.value else f"a tie, {sure}"
