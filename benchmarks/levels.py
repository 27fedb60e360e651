"""A move of each level: compiled, uncompiled, and in a browser, side by side.

Every column comes from a process of its own that has thought of nothing before.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from benchmarks import level_times
from benchmarks.level_times_in_chromium import Missing, measure


@dataclass(frozen=True)
class Limited:
    """Moves of a level that thinks for a few seconds at most, one for every position."""

    seconds: list[float]
    nodes: list[int]
    played: list[str]


@dataclass(frozen=True)
class Column:
    """What was measured in one of the worlds; seconds."""

    name: str
    imported: float
    moves: dict[int, list[float]]
    """By level, one time for every position."""
    played: list[str]
    limited: Limited | None = None
    """The highest level as the edition without a server plays it."""
    load_cold: float | None = None
    """In a browser: until Python is there, the first time."""
    load_warm: float | None = None
    """In a browser: the second time."""

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def columns(
    levels: Sequence[int], tell: Callable[[str], None]
) -> Iterator[Column | tuple[str, str]]:
    """One column after the other, or the name of one with the reason why it is missing."""
    for name in ("compiled", "uncompiled"):
        column = _column(name, _in_process(name, levels, tell))
        yield column if column is not None else (name, "no compiler was found at install")
    try:
        cold, warm, lines = measure(levels, lambda line: tell(_progress("Chromium", line)))
    except Missing as missing:
        yield "Chromium", str(missing)
        return
    column = _column("Chromium", lines, load=(cold, warm))
    assert column is not None
    yield column


def _in_process(
    name: str, levels: Sequence[int], tell: Callable[[str], None]
) -> list[dict[str, Any]]:
    words = [sys.executable, "-P", level_times.__file__, name, *map(str, levels)]
    lines = []
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for text in process.stdout:
            lines.append(json.loads(text))
            tell(_progress(name, lines[-1]))
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, words)
    return lines


def _progress(name: str, line: dict[str, Any]) -> str:
    if "limited" in line:
        return (
            f"{name}: level {line['limited']} in {level_times.LIMIT:g} s, {line['nodes']:,} nodes"
        )
    if "level" in line:
        return f"{name}: level {line['level']}, {line['seconds']:.2f} s"
    return f"{name}: ready"


def _column(
    name: str, lines: list[dict[str, Any]], load: tuple[float | None, float | None] = (None, None)
) -> Column | None:
    """The figures of a process; None if it is not what its name says."""
    first, *rest = lines
    if first["compiled"] != (name == "compiled"):
        return None
    moves: dict[int, list[float]] = {}
    whole = [line for line in rest if "level" in line]
    for line in whole:
        moves.setdefault(line["level"], []).append(line["seconds"])
    cut = [line for line in rest if "limited" in line]
    limited = Limited(*([line[key] for line in cut] for key in ("seconds", "nodes", "played")))
    played = [line["played"] for line in whole]
    return Column(name, first["import"], moves, played, limited if cut else None, *load)


def table(found: Sequence[Column], missing: Sequence[tuple[str, str]]) -> list[str]:
    """The lines of the report."""
    lines = [
        f"a move of each level, ms: mean (longest) of {len(level_times.POSITIONS)} positions, "
        f"of {len(level_times.positions_of(8))} for level 8",
        f"  {'':6}" + "".join(f"{column.name:>22}" for column in found),
        f"  {'import':6}" + "".join(f"{1000 * column.imported:12,.0f}{'':10}" for column in found),
    ]
    for level in found[0].moves:
        cells = [
            f"{1000 * fmean(column.moves[level]):12,.1f} {_longest(column.moves[level]):>9}"
            for column in found
        ]
        lines.append(f"  {level:<6}" + "".join(cells))
    lines += _limited(found)
    lines += [
        f"{column.name}: Python is loaded after {column.load_cold:.1f} s at the first visit, "
        f"{column.load_warm:.1f} s at the second"
        for column in found
        if column.load_cold is not None
    ]
    if any(column.played != found[0].played for column in found):
        lines.append("THE COLUMNS DID NOT PLAY THE SAME MOVES")
    lines += [f"{name}: left out, {why}" for name, why in missing]
    return lines


def _limited(found: Sequence[Column]) -> Iterator[str]:
    """What is left of the highest level where it may not think for long."""
    best = found[0].limited
    for column in found:
        if best is None or column.limited is None:
            continue
        seconds, nodes, played = column.limited.seconds, column.limited.nodes, column.limited.played
        same = sum(one == two for one, two in zip(played, best.played, strict=True))
        yield (
            f"level {level_times.LIMITED} in {level_times.LIMIT:g} s, {column.name}: "
            f"{fmean(seconds):.2f} s ({max(seconds):.2f}), {fmean(nodes):,.0f} nodes, "
            f"{sum(nodes) / sum(best.nodes):.1%} of {found[0].name}, "
            f"{same} of {len(played)} moves the same"
        )


def _longest(seconds: list[float]) -> str:
    return f"({1000 * max(seconds):,.0f})"
