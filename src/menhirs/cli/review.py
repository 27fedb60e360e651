"""Review games: where were they won and lost?

For every action the value before it in points, proven or estimated, and a mark where a win or a
claim was missed, a claim was wrong, the game was thrown away, or a trap was set. The same --nodes
always give the same review. With --json one object a game, a game a line;
docs/play/review.md explains it. With --annotate the records are written back, with comments and
better lines in them.

With --exact nothing is estimated: the layout is solved first. That takes up to a minute and 3 GB of
memory for the base game, some minutes and 6 GB for the Amsterdam Way (in which turning menhirs over
is still estimated). Where less is free it works in files, more slowly. With --tables DIR the tables
are taken from that folder, and kept there.
"""

from __future__ import annotations

import argparse
import json
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from menhirs.cli.numbers import check_numbers
from menhirs.cli.progress import log_line, show_line
from menhirs.cli.solve import build, make_folder
from menhirs.cli.sources import read_text
from menhirs.core.errors import Malformed
from menhirs.core.position import Position
from menhirs.engine.analysis import Analyst
from menhirs.engine.engine import Engine
from menhirs.engine.solver.needs import GB
from menhirs.engine.solver.plan import Plan, plan_of
from menhirs.engine.solver.tables.folders import layout_text
from menhirs.engine.tables_folder import existing_folder, missing_tables
from menhirs.learn.review import (
    DEFAULT_NODES,
    Review,
    ReviewedPly,
    Reviewer,
    annotate,
    review_to_json,
)
from menhirs.notation.people import People
from menhirs.notation.record import Record
from menhirs.notation.tree import Game
from menhirs.notation.tree_text import read_trees, write_tree
from menhirs.protocol.engine_host import complain_once
from menhirs.tui.review_text import review_as_text

NEEDS = {"--threads": ("--exact",)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="game records; - for standard input")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--annotate", action="store_true", help="write the records back, annotated")
    parser.add_argument(
        "--nodes",
        type=int,
        default=DEFAULT_NODES,
        metavar="N",
        help=f"positions searched for each action (default: {DEFAULT_NODES:,})",
    )
    parser.add_argument("--exact", action="store_true", help="solve the layout first")
    parser.add_argument("--tables", type=Path, metavar="DIR", help="use the tables in this folder")
    parser.add_argument(
        "--threads",
        type=int,
        default=2,
        metavar="N",
        help="threads that solve at the same time, with --exact (default: 2)",
    )


def run(options: argparse.Namespace) -> int:
    check_numbers(options, "nodes", "threads")
    if options.json and options.annotate:
        raise Malformed("one-of", options="--json, --annotate")
    games = read_trees(read_text(options.file), options.known)
    with _tables(options) as tables:
        for number, game in enumerate(games, start=1):
            record = game.record()
            if options.exact and tables is not None:
                _solve(record, tables, options.threads)
            review = _reviewed(record, _analyst(tables, options), options.nodes, number)
            _print(options, game, record, review, number)
    return 0


def _print(
    options: argparse.Namespace, game: Game, record: Record, review: Review, number: int
) -> None:
    people = _people(record)
    if options.json:
        print(json.dumps(review_to_json(review)), flush=True)
    elif options.annotate:
        annotate(game, review, people)
        print(("\n" if number > 1 else "") + write_tree(game), end="", flush=True)
    else:
        width = shutil.get_terminal_size().columns
        print(review_as_text(record, review, people, number, width), end="\n\n", flush=True)


def _people(record: Record) -> People:
    names = {player: record.headers.get(f"Player{player}", "") for player in (1, 2)}
    return People(names={player: name for player, name in names.items() if name})


@contextmanager
def _tables(options: argparse.Namespace) -> Iterator[Path | None]:
    """The folder of tables, if there is to be one; without a name it is a temporary one."""
    if options.tables is not None:
        if options.exact:
            make_folder(options.tables)
        yield existing_folder(options.tables)
    elif options.exact:
        # An ended command leaves no gigabytes behind.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
        with TemporaryDirectory(prefix="menhirs-tables-") as folder:
            yield Path(folder)
    else:
        yield None


def _solve(record: Record, tables: Path, threads: int) -> None:
    """Solves the layout of a game unless its tables exist; first says what it takes."""
    laid = next((p for p in record.positions if not p.flips_left), None)
    if laid is None or missing_tables(tables, laid) is None:
        return
    plan = plan_of(laid.rules, tables)
    plan.check_disk(shutil.disk_usage(tables).free)
    log_line(_requirements(laid, threads, plan))
    with plan.arrays():
        build(laid, tables, threads, keep=True)


def _requirements(position: Position, threads: int, plan: Plan) -> str:
    minutes = plan.needs.processor_seconds / threads / 60
    took = f"{minutes:.0f} minutes" if minutes >= 1.5 else f"{max(1.0, minutes * 60):.0f} seconds"
    layout = layout_text(position.rules, position.menhirs)
    memory, disk = (f"{size / GB:.1f} GB" for size in (plan.needs.memory, plan.disk))
    if plan.too_little is None:
        return f"Solving the layout {layout}: about {took}, {memory} of memory and {disk} on disk."
    return (
        f"Solving the layout {layout} in files, since it takes {memory} of memory and "
        f"{plan.too_little / GB:.1f} GB are free: about {took} or longer, and {disk} on disk."
    )


def _analyst(tables: Path | None, options: argparse.Namespace) -> Analyst | None:
    if tables is None:
        return None
    complain = complain_once()
    if not options.exact:
        return Engine(tables=tables, complain=complain)

    def complain_of_the_rest(error: Malformed) -> None:
        if error.code != "no-tables":  # turning over: see the help
            complain(error)

    return Engine(tables=tables, complain=complain_of_the_rest)


def _reviewed(record: Record, tables: Analyst | None, nodes: int, game: int) -> Review:
    reviewer = Reviewer(record, nodes=nodes, tables=tables)
    plies: list[ReviewedPly] = []
    begin = time.monotonic()
    for ply in reviewer.backwards():
        plies.append(ply)
        _show_progress(game, len(plies), reviewer.plies, time.monotonic() - begin)
    return reviewer.finish(plies)


def _show_progress(game: int, done: int, plies: int, seconds: float) -> None:
    line = f"game {game}: {done} of {plies} actions, {seconds:.0f} s"
    last = done == plies
    show_line(line, last=last)
