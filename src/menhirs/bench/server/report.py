"""The figures of the load as a table."""

from __future__ import annotations

from collections.abc import Iterator

from menhirs.bench.server.load import PACE, Phase, Run


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


def _line(name: str, phase: Phase, echo: Phase | None, commits: float | None) -> str:
    seen = "" if phase.seen_p99 is None else f"{phase.seen_p99:.1f}"
    of_echo = f"{phase.actions_a_second / echo.actions_a_second:.2f}" if echo else ""
    of_commits = f"{phase.actions_a_second / commits:.2f}" if commits else ""
    return (
        f"  {name:32}{phase.actions_a_second:9,.0f}{phase.median:8.1f}{phase.p99:8.1f}{seen:>11}"
        f"{phase.cpu:7.2f}{of_echo:>9}{of_commits:>12}"
    )
