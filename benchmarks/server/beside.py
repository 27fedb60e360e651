"""The same load alone and beside something else, in turns: how much slower is play for it?

On a machine with other work figures change from minute to minute. So short stretches alternate,
and each is compared with the one before it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, replace
from statistics import median
from typing import Protocol

from sqlalchemy import Engine

from benchmarks.server.client import WHOLE
from benchmarks.server.load import Size, Tell, matches_to_hold, phase_of, reports_of
from benchmarks.server.processes import NO_LIMITS, Process

PAIRS = 4
"""Stretches of each kind."""
_SETTLE = 1.5
"""Seconds at the beginning of a stretch that do not count."""


class Beside(Protocol):
    """Something that the server does beside play, while it is let."""

    def go_on(self) -> None:
        """Lets it be done."""

    def pause(self) -> None:
        """Keeps it from being done."""

    def told(self) -> dict[str, float]:
        """What was done so far, by what it is called."""


Begin = Callable[[Process, Engine], AbstractContextManager[Beside]]
"""Prepares it at a server with its database, paused."""


@dataclass(frozen=True)
class Stretch:
    """The results of one stretch; times in milliseconds."""

    median: float
    p99: float
    seen_p99: float
    actions_a_second: float
    busy: float
    """The share of one core that the server process itself used."""
    load: float
    """The machine's load average at the end, on systems that report it."""


@dataclass(frozen=True)
class Comparison:
    """Stretches alone and beside something, in turns."""

    name: str
    matches: int
    alone: list[Stretch]
    beside: list[Stretch]
    meanwhile: dict[str, float]
    """What was done beside play."""

    @property
    def ratios(self) -> list[float]:
        """The 99th percentile beside it, as a multiple of that in the stretch before."""
        return [two.p99 / one.p99 for one, two in zip(self.alone, self.beside, strict=True)]

    def as_dict(self) -> dict[str, object]:
        return {**asdict(self), "ratios": self.ratios, "ratio": median(self.ratios)}


def compare(
    name: str,
    begin: Begin,
    size: Size,
    tell: Tell,
    *,
    pairs: int = PAIRS,
    limits: Sequence[str] = NO_LIMITS,
) -> Comparison:
    """Measures play on SQLite alone and beside something; a stretch has the seconds of the size."""
    most = 2 * pairs
    whole = replace(size, seconds=most * (_SETTLE + size.seconds))
    stretches: list[Stretch] = []
    with (
        matches_to_hold(whole, size.seconds, tell, settle=_SETTLE, limits=limits) as (
            server,
            engine,
            plan,
        ),
        begin(server, engine) as beside,
    ):
        cpu, at = 0.0, 0.0
        for told in reports_of(plan):
            used, now = server.cpu_seconds, time.monotonic()
            if "figures" in told and told["what"] != WHOLE and len(stretches) < most:
                busy = (used - cpu) / (now - at)
                stretches.append(_stretch(told["figures"], busy))
                (beside.go_on if len(stretches) % 2 else beside.pause)()
                tell(f"{len(stretches)} of {most}: 99 % in {stretches[-1].p99:.1f} ms")
            cpu, at = used, now
        meanwhile = beside.told()
    return Comparison(name, size.matches, stretches[::2], stretches[1::2], meanwhile)


def _stretch(figures: dict[str, float | list[str] | None], busy: float) -> Stretch:
    phase = phase_of(figures, 0.0)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    seen = phase.seen_p99 or 0.0
    return Stretch(phase.median, phase.p99, seen, phase.actions_a_second, busy, load)
