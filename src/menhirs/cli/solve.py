"""Find the exact value of a position and its best actions.

Without --tables the search tries to prove it, for as long as --seconds says. With --tables the
tables in that folder answer at once; --build makes them first, which takes up to a minute for the
base game and minutes for the Amsterdam Way. Before the menhirs are turned over, --build solves
every way to do that, one after the other, in about an hour. It stores the value of each way, and
with --keep-tables its tables too. The same command continues an interrupted run.
With --scheduler the workers of a Dask cluster solve these ways (see menhirs survey); no tables.
With --build --value-only no tables are written: the answer is who wins with perfect play, by how
many points, and how the placings fare.
The answer says whether it is proven and where it comes from. Ctrl-C stops a search and prints what
is known so far.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import gettempdir
from threading import Event

from menhirs.cli.analyse import (
    analysis_as_json,
    analysis_as_text,
    best_lines,
    show_progress,
    texts,
)
from menhirs.cli.numbers import check_numbers
from menhirs.cli.progress import bar, duration, end_line, log_line, show_line
from menhirs.cli.sources import add_position_argument, position_from
from menhirs.cli.worth_text import verdict, worth_as_json, worth_as_text
from menhirs.core.errors import Malformed
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.analysis import Analysis, Limits
from menhirs.engine.atomic_file import unwritable
from menhirs.engine.engine import Engine
from menhirs.engine.equal_actions import are_all_known, with_all_lines
from menhirs.engine.replies import with_replies
from menhirs.engine.solver import worth
from menhirs.engine.solver.drivers.flip_job import FlipJob, JobProgress
from menhirs.engine.solver.drivers.solver import Progress, Solver
from menhirs.engine.solver.needs import GB
from menhirs.engine.solver.plan import Plan, plan_of
from menhirs.engine.solver.tables.folders import folder_of
from menhirs.engine.tables_folder import existing_folder
from menhirs.protocol.engine_host import complain_once
from menhirs.research.survey.dask_executor import DaskExecutor
from menhirs.research.survey.flip_ways import solve_ways

NEEDS = {"--memory": ("--build",), "--keep-tables": ("--build",), "--value-only": ("--build",)}
APART = {"--value-only": ("--seconds", "--keep-tables")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position_argument(parser)
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--tables", metavar="DIR", type=Path, help="the folder of the tables")
    parser.add_argument("--build", action="store_true", help="make the tables of this layout first")
    parser.add_argument(
        "--keep-tables",
        action="store_true",
        help="with --build before the menhirs are turned over: keep the tables of every way",
    )
    parser.add_argument(
        "--value-only",
        action="store_true",
        help="with --build: who wins, and by how much, without tables",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="with --build before the menhirs are turned over: a Dask cluster that solves all ways",
    )
    parser.add_argument(
        "--memory",
        type=float,
        metavar="GB",
        help="with --build: the memory for tables; if they need more (or more than is free, by "
        "default), they are worked out in files, more slowly",
    )
    parser.add_argument(
        "--threads",
        type=int,
        default=2,
        metavar="N",
        help="threads that work at the same time (default: 2)",
    )
    parser.add_argument(
        "--seconds", type=float, default=60.0, metavar="S", help="for the search (default: 60)"
    )


def run(options: argparse.Namespace) -> int:
    position = position_from(options)
    check_numbers(options, "seconds", "threads", "memory")
    if options.scheduler is not None:
        _check_cluster_options(options, position)
    if options.value_only:
        return _show_value(position, options)
    if options.build:
        if options.tables is None:
            raise Malformed("one-of", options="--build with --tables DIR")
        make_folder(options.tables)
        try:
            if options.scheduler:
                build_on_cluster(position, options.tables, options.threads, options.scheduler)
            else:
                with _plan(position, options.tables, options).arrays():
                    build(position, options.tables, options.threads, keep=options.keep_tables)
        except KeyboardInterrupt:
            print("\nInterrupted: the same command goes on from here.", file=sys.stderr)
            raise
    elif options.tables is not None:
        existing_folder(options.tables)
    engine = Engine(tables=options.tables, threads=options.threads, complain=complain_once())
    stop = Event()
    signal.signal(signal.SIGINT, lambda *_: stop.set())
    limits = Limits(seconds=options.seconds)
    analysis = engine.analyse(position, limits, lines=1, watch=show_progress, stop=stop)
    end_line()
    analysis = with_replies(engine, position, analysis, limits, stop=stop)
    analysis = with_all_lines(engine, position, analysis, stop=stop)
    written = analysis_as_json if options.json else _as_text
    print(written(position, analysis))
    return 0


def build(position: Position, tables: Path, threads: int, *, keep: bool) -> None:
    """Solves the layout of a position into its folder; before turning over, every way to do so."""
    if position.phase is Phase.FLIP:
        report = _job_reporter(time.monotonic())
        job = FlipJob(position, tables, threads=threads, keep_tables=keep, report=report)
        job.run()
        return
    folder = folder_of(tables, position.rules, position.menhirs)
    reporter = _reporter(time.monotonic())
    Solver(position.rules, position.menhirs, folder, threads=threads, report=reporter).run()


def _plan(position: Position, folder: Path, options: argparse.Namespace) -> Plan:
    """Whether memory is used, or files in a folder; says so if memory is short."""
    memory = None if options.memory is None else int(options.memory * GB)
    plan = plan_of(position.rules, folder, memory)
    if plan.too_little is not None:
        log_line(
            f"Solving {position.rules.name} takes {plan.needs.memory / GB:.1f} GB of memory, and "
            f"there are {plan.too_little / GB:.1f} GB: it is done in files, which takes "
            "longer."
        )
    return plan


def build_on_cluster(position: Position, tables: Path, threads: int, address: str) -> None:
    """Solves every way to turn menhirs over on a Dask cluster."""
    with closing(DaskExecutor(address, report=log_line)) as executor:
        report = _job_reporter(time.monotonic())
        solve_ways(position, tables, executor, threads=threads, report=report)


def _check_cluster_options(options: argparse.Namespace, position: Position) -> None:
    """Before the menhirs are turned over there are many layouts to solve; later just one."""
    if not options.build or position.phase is not Phase.FLIP:
        needed = "--build and a position before the menhirs are turned over"
        raise Malformed("option-alone", option="--scheduler", needed=needed)
    for other, given in (
        ("--keep-tables", options.keep_tables),
        ("--value-only", options.value_only),
    ):
        if given:
            raise Malformed("one-of", options=f"--scheduler, {other}")


def _show_value(position: Position, options: argparse.Namespace) -> int:
    folder = options.tables or Path(gettempdir())
    with _plan(position, folder, options).arrays():
        result = worth(position, threads=options.threads, tell=_reporter(time.monotonic()))
    print(worth_as_json(position, result) if options.json else worth_as_text(position, result))
    return 0


def make_folder(tables: Path) -> None:
    """Creates the folder, to find errors before anything is solved."""
    try:
        tables.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise unwritable(tables, error) from None


def _as_text(position: Position, analysis: Analysis) -> str:
    """For a person: the values of all ways of turning over, or the best actions."""
    if position.phase is Phase.FLIP:
        return f"{analysis_as_text(position, analysis)}\n{_verdict(position, analysis)}"
    best = best_lines(analysis)
    shown = [analysis_as_text(position, analysis, most=1)]
    if len(best) > 1:
        shown.append(f"As good: {' '.join(texts(position, line.actions)[0] for line in best[1:])}")
    if analysis.proven and not are_all_known(position, analysis):
        shown.append("Other actions may be as good: the search could not prove all; tables can.")
    return "\n".join(shown)


def _verdict(position: Position, analysis: Analysis) -> str:
    if not analysis.proven:
        return "Who wins with perfect play is not known."
    return verdict(analysis.value if position.player == 1 else -analysis.value)


def _reporter(begin: float) -> Callable[[Progress], None]:
    def report(progress: Progress) -> None:
        spent = time.monotonic() - begin
        how = "kept" if progress.kept else "solved"
        line = f"{progress.done:3} of {progress.of} stages, {spent:5.0f} s, {how} {progress.stage}"
        show_line(line, last=progress.done == progress.of)

    return report


def _job_reporter(begin: float) -> Callable[[JobProgress], None]:
    def report(progress: JobProgress) -> None:
        show_line(
            job_line(progress, time.monotonic() - begin),
            last=progress.stage is None,
        )

    return report


def job_line(progress: JobProgress, spent: float) -> str:
    """The progress of the job in a line: a bar, the current step, and the remaining time if
    known.
    """
    stage = progress.stage
    share = (progress.done + (stage.done / stage.of if stage else 0)) / progress.of
    if stage is not None:
        doing = f"{progress.layout}: stage {stage.done} of {stage.of}"
    else:
        doing = f"{progress.layout}: {'kept' if progress.kept else 'solved'}"
    left = ""
    if progress.seconds_left is not None and progress.done < progress.of:
        left = f", about {duration(progress.seconds_left)} left"
    done = f"{bar(share)} {progress.done} of {progress.of} ways"
    return f"{done}, {doing}, {duration(spent)} so far{left}"
