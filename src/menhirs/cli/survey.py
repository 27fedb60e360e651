"""Solve many layouts, and store their values in a file.

Who wins with perfect play, on which layouts, under which rules? A survey solves layouts drawn by a
seed (--layouts N --seed TEXT), all up to mirror images (--all), or those of a file
(--layouts-file), which are marked as chosen: they are no sample. A line for each goes to --output.
Layouts in that file are not solved again, so the same command continues an interrupted survey; a
damaged line is found and solved again. --merge puts files of several machines together.
`menhirs report` writes a report on them.

Where menhirs are turned over (the Amsterdam Way) a layout stands for every way to do that; --sets N
draws sets of menhirs that are left standing instead, each with all other ways left open.

It runs on this machine, in as many processes as it has cores and memory for; or on a Dask cluster:

  dask scheduler
  dask worker tcp://host:8786 --nthreads 1 --resources memory=5e9
  menhirs survey --rules base --layouts 100 --seed oak -o base.jsonl --scheduler tcp://host:8786
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from menhirs.cli.numbers import check_numbers
from menhirs.cli.progress import bar, duration, log_line, show_line
from menhirs.cli.sources import read_text
from menhirs.core.errors import Malformed
from menhirs.core.rules import RULE_SETS, rule_set
from menhirs.engine.solver.schedule import Schedule
from menhirs.research.survey.dask_executor import DaskExecutor
from menhirs.research.survey.errors import BadSurvey
from menhirs.research.survey.executor import Executor, Failure
from menhirs.research.survey.layout_result import LayoutResult
from menhirs.research.survey.layouts import read_layouts
from menhirs.research.survey.local_executor import LocalExecutor
from menhirs.research.survey.results_file import ResultsWriter, SurveyResults, merge, read_results
from menhirs.research.survey.survey import (
    SurveyPlan,
    SurveyProgress,
    plan_all,
    plan_drawn,
    plan_of_layouts,
    run_survey,
)

_MOST_LAYOUTS = 1_000_000
_MOST_TOLD = 5

APART = {"--merge": ("--rules", "--seed", "--workers", "--threads", "--scheduler")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules",
        default="base",
        metavar="NAME[,NAME…]",
        help=f"of {', '.join(RULE_SETS)} and house rules (default: base)",
    )
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--layouts", type=int, metavar="N", help="so many layouts, drawn at random")
    which.add_argument(
        "--sets",
        type=int,
        metavar="N",
        help="so many layouts, drawn at random, with menhirs of them turned over at random (A1)",
    )
    which.add_argument("--all", action="store_true", help="all layouts, up to mirror images")
    which.add_argument(
        "--layouts-file", metavar="FILE", help="one a line, as cells of menhirs: a3 b3 c3 …"
    )
    which.add_argument("--merge", nargs="+", type=Path, metavar="FILE", help="put results together")
    parser.add_argument("--seed", metavar="TEXT", help="the same seed draws the same layouts")
    parser.add_argument(
        "-o", "--output", required=True, type=Path, metavar="FILE", help="the results"
    )
    parser.add_argument(
        "--workers", type=int, metavar="N", help="processes on this machine (default: all cores)"
    )
    parser.add_argument(
        "--threads", type=int, default=1, metavar="N", help="for each layout (default: 1)"
    )
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask cluster that solves them")


def run(options: argparse.Namespace) -> int:
    if options.merge:
        return _merge(options)
    check_numbers(options, "threads", "workers")
    plan = _plan(options)
    results = SurveyResults()
    if options.output.exists():
        results = read_results([options.output], options.known)
    _warn_of_damaged(results)
    with closing(_executor(options)) as executor, closing(ResultsWriter(options.output)) as writer:
        try:
            report = _reporter(time.monotonic())
            failures = run_survey(
                plan, results, writer, executor, threads=options.threads, report=report
            )
        except KeyboardInterrupt:
            print("\nInterrupted: the same command goes on from here.", file=sys.stderr)
            raise
    if failures:
        first = failures[0]
        raise BadSurvey(
            "survey-unsolved",
            count=len(failures),
            name=first.job.rules.name,
            layout=" ".join(first.job.rules.geometry.names_of(first.job.menhirs)),
            why=first.why,
        )
    return 0


def _plan(options: argparse.Namespace) -> SurveyPlan:
    names = dict.fromkeys(options.rules.split(","))
    rule_sets = [rule_set(name.strip(), options.known) for name in names]
    for rules in rule_sets:
        Schedule.of(rules)  # raises for rules that can't be solved
    number = options.layouts if options.layouts is not None else options.sets
    if number is None:
        if options.seed is not None:
            raise Malformed("option-alone", option="--seed", needed="--layouts or --sets")
        if options.all:
            return plan_all(rule_sets)
        text = read_text(options.layouts_file)
        path = options.layouts_file
        return plan_of_layouts({rules: read_layouts(text, rules, path) for rules in rule_sets})
    if not 0 < number <= _MOST_LAYOUTS:
        name = "--layouts" if options.layouts is not None else "--sets"
        raise Malformed(
            "number-range", name=name, text=str(number), least=1, most=f"{_MOST_LAYOUTS}"
        )
    if options.seed is None:
        raise Malformed("option-alone", option="a number of layouts", needed="--seed")
    if not options.seed.isprintable():
        raise Malformed("encoding", path="--seed")
    return plan_drawn(rule_sets, number, options.seed, turned_over=options.sets is not None)


def _executor(options: argparse.Namespace) -> Executor:
    if options.scheduler is None:
        return LocalExecutor(options.workers, threads=options.threads)
    if options.workers is not None:
        raise Malformed("one-of", options="--workers, --scheduler")
    return DaskExecutor(options.scheduler, report=log_line)


def _merge(options: argparse.Namespace) -> int:
    results = merge(options.merge, options.output, options.known)
    _warn_of_damaged(results)
    log_line(f"{len(results.layout_results)} results in {options.output}")
    return 0


def _warn_of_damaged(results: SurveyResults) -> None:
    for place in results.damaged[:_MOST_TOLD]:
        print(f"damaged: {place}", file=sys.stderr)
    if (more := len(results.damaged) - _MOST_TOLD) > 0:
        print(f"damaged: {more} more lines", file=sys.stderr)


def _reporter(begin: float) -> Callable[[SurveyProgress], None]:
    def report(progress: SurveyProgress) -> None:
        line = progress_line(progress, time.monotonic() - begin)
        show_line(line, last=progress.latest is None or isinstance(progress.latest, Failure))

    return report


def progress_line(progress: SurveyProgress, spent: float) -> str:
    """The progress of the survey in a line."""
    parts = [f"{bar(progress.done / progress.of)} {progress.done} of {progress.of} layouts"]
    if progress.kept:
        parts.append(f"{progress.kept} kept")
    match progress.latest:
        case LayoutResult() as found:
            parts.append(f"{found.rules.name} {found.layout}: {verdict(found.value)}")
        case Failure(job, why):
            parts.append(f"{job.rules.name} {job.rules.geometry.names_of(job.menhirs)}: {why}")
    parts.append(f"{duration(spent)} so far")
    solved = progress.done - progress.kept
    if solved and progress.done < progress.of:
        parts.append(f"about {duration(spent / solved * (progress.of - progress.done))} left")
    return ", ".join(parts)


def verdict(value: int) -> str:
    """Who wins, in words."""
    if value == 0:
        return "a tie"
    return f"player {1 if value > 0 else 2} wins {abs(value)}"
