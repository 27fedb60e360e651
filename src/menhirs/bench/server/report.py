"""The results of a load test as a table."""

from __future__ import annotations

from collections.abc import Iterator

from menhirs.bench.server.beside import ANALYSES, Beside
from menhirs.bench.server.load import PACE, Moment, Phase, Run


def table(runs: list[Run]) -> Iterator[str]:
    """The lines of the table; every ratio is to a figure of the same run."""
    echo = runs[0]
    yield f"server, {echo.matches:,} matches of two sockets held at the same time; ms:"
    yield (
        f"  {'':32}{'a second':>9}{'median':>8}{'99 %':>8}{'seen 99 %':>11}"
        f"{'cpu':>7}{'of echo':>9}{'of commits':>12}"
    )
    for run in runs:
        yield _line(f"{run.name}, one every {PACE:g} s", run.pace, None, None)
        yield _line(f"{run.name}, full speed", run.speed, echo.speed, run.commits_a_second)
    for run in runs:
        if (commits := run.commits_a_second) is not None:
            yield f"  {run.name}: {commits:,.0f} bare commits a second; {run.megabytes:,.0f} MB"


def beside_table(told: Beside) -> Iterator[str]:
    """How much slower answers come while reviews are made and analyses followed."""
    alone, beside = told.alone, told.with_engine
    yield f"server on SQLite, {alone.matches:,} matches, alone and beside the engine:"
    yield f"{told.reviews:g} reviews made meanwhile, {ANALYSES} live analyses followed; ms:"
    yield f"  {'':20}{'median':>8}{'99 %':>8}{'seen 99 %':>11}"
    for pace, one, two in (
        (f"one every {PACE:g} s", alone.pace, beside.pace),
        ("full speed", alone.speed, beside.speed),
    ):
        for name, phase in ((pace, one), ("  beside the engine", two)):
            seen = phase.seen_p99 or 0
            yield f"  {name:20}{phase.median:8.1f}{phase.p99:8.1f}{seen:11.1f}"
        yield f"  {'  ratio':20}{two.median / one.median:8.2f}{two.p99 / one.p99:8.2f}"


def _line(name: str, phase: Phase, echo: Phase | None, commits: float | None) -> str:
    seen = "" if phase.seen_p99 is None else f"{phase.seen_p99:.1f}"
    of_echo = f"{phase.actions_a_second / echo.actions_a_second:.2f}" if echo else ""
    of_commits = f"{phase.actions_a_second / commits:.2f}" if commits else ""
    return (
        f"  {name:32}{phase.actions_a_second:9,.0f}{phase.median:8.1f}{phase.p99:8.1f}{seen:>11}"
        f"{phase.cpu:7.2f}{of_echo:>9}{of_commits:>12}"
    )


HELD = "            a second  median    99 %  seen 99 %    cpu     MB  rooms"


def held_line(moment: Moment) -> str:
    """The line for one interval of a long run."""
    phase = moment.phase
    return (
        f"  {moment.when:>9}{phase.actions_a_second:9,.0f}{phase.median:8.1f}{phase.p99:8.1f}"
        f"{phase.seen_p99 or 0:11.1f}{phase.cpu:7.2f}{moment.megabytes:7,.0f}{moment.rooms:7,.0f}"
    )
