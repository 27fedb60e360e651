"""The results of a load test as a table."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from benchmarks.server.beside import Comparison, Stretch
from benchmarks.server.load import PACE, Moment, Opened, Phase, Run


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


def comparison_table(told: Comparison) -> Iterator[str]:
    """How much slower answers come beside something; the median of all stretches is told."""
    load = [stretch.load for stretch in (*told.alone, *told.beside)]
    yield f"server on SQLite, {told.matches:,} matches at an action every {PACE:g} s,"
    yield f"{len(told.alone)} times alone and {told.name} in turns; ms:"
    yield (
        f"  {'':20}{'a second':>9}{'median':>8}{'99 %':>8}{'range of it':>16}"
        f"{'seen 99 %':>11}{'busy':>6}"
    )
    for name, stretches in (("alone", told.alone), (told.name, told.beside)):
        p99 = [stretch.p99 for stretch in stretches]

        def middle(figure: str, stretches: list[Stretch] = stretches) -> float:
            return median(float(getattr(stretch, figure)) for stretch in stretches)

        yield (
            f"  {name:20}{middle('actions_a_second'):9,.0f}{middle('median'):8.1f}"
            f"{median(p99):8.1f}{f'{min(p99):.1f} to {max(p99):.1f}':>16}"
            f"{middle('seen_p99'):11.1f}{100 * middle('busy'):5.0f}%"
        )
    ratios = ", ".join(f"{ratio:.2f}" for ratio in told.ratios)
    yield f"  99 % beside it to the 99 % just before: {median(told.ratios):.2f} (of {ratios})"
    yield f"  load average {min(load):.1f} to {max(load):.1f}"
    yield "  meanwhile: " + ", ".join(
        f"{count:,.0f} {what}" for what, count in told.meanwhile.items()
    )


def _line(name: str, phase: Phase, echo: Phase | None, commits: float | None) -> str:
    seen = "" if phase.seen_p99 is None else f"{phase.seen_p99:.1f}"
    of_echo = f"{phase.actions_a_second / echo.actions_a_second:.2f}" if echo else ""
    of_commits = f"{phase.actions_a_second / commits:.2f}" if commits else ""
    return (
        f"  {name:32}{phase.actions_a_second:9,.0f}{phase.median:8.1f}{phase.p99:8.1f}{seen:>11}"
        f"{phase.cpu:7.2f}{of_echo:>9}{of_commits:>12}"
    )


HELD = (
    "                  a second  median    99 %  seen 99 %    cpu     MB  rooms"
    "  opened a second    99 %"
)


def held_line(name: str, told: Opened | Moment) -> str:
    """The line for one interval of a long run, or for what opening its matches took before."""
    if isinstance(told, Opened):
        return f"  {name:6}  opening a match with its two sockets: cpu {told.cpu:.2f}"
    phase = told.phase
    return (
        f"  {name:6}{told.when:>9}{phase.actions_a_second:9,.0f}{phase.median:8.1f}"
        f"{phase.p99:8.1f}{phase.seen_p99 or 0:11.1f}{phase.cpu:7.2f}{told.megabytes:7,.0f}"
        f"{told.rooms:7,.0f}{told.openings:17.1f}{told.opening_p99:8.1f}"
    )
