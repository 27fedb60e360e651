"""Turning menhirs over (A1) with perfect play: told from what every way to do it comes to."""

from __future__ import annotations

import time
from itertools import combinations
from pathlib import Path
from threading import Event

from menhirs.core.actions import Action, Flip, other
from menhirs.core.geometry import Mask, cells_in
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.core.state import Phase
from menhirs.engine.analysis import Analysis, Limits, Line, Watch
from menhirs.engine.solver.results import read_result, result_file


def ways_from(position: Position) -> list[Position]:
    """The positions that turning over can lead to, each once, whoever turns which one over."""
    rules = position.rules
    left = 2 * rules.flips_each - (rules.menhirs - position.menhirs.bit_count())
    ways = []
    for turned in combinations(cells_in(position.menhirs), left):
        reached = position
        for cell in turned:
            reached = reached.play_unchecked(Flip(cell))
        ways.append(reached)
    return ways


class FlipResults:
    """Knows the truth about turning over once every way to do it was solved."""

    def __init__(self, rules: RuleSet, tables: Path) -> None:
        self._rules = rules
        self._tables = tables

    def are_begun(self, position: Position) -> bool:
        """Whether any way to turn over from here was solved."""
        return any(
            result_file(self._tables, self._rules, way.menhirs).exists()
            for way in ways_from(position)
        )

    def analyse(
        self,
        position: Position,
        limits: Limits,
        *,
        lines: int = 1,
        watch: Watch | None = None,
        stop: Event | None = None,
    ) -> Analysis:
        """The exact value of every menhir that can be turned over, with the best replies."""
        begin = time.perf_counter()
        values: dict[Mask, int] = {
            way.menhirs: read_result(self._tables, self._rules, way.menhirs).value
            for way in ways_from(position)
        }
        known = _lines(position, values)
        analysis = Analysis(
            lines=tuple(known[:lines]),
            value=known[0].value,
            proven=True,
            depth=0,
            nodes=len(values),
            seconds=time.perf_counter() - begin,
            source="table",
        )
        if watch is not None:
            watch(analysis)
        return analysis


def _lines(position: Position, values: dict[Mask, int]) -> list[Line]:
    """All actions with what follows, best first; of equal ones the hardest to answer."""
    known: list[tuple[int, Line]] = []
    for cell in cells_in(position.menhirs):
        action: Action = Flip(cell)
        after = position.play_unchecked(action)
        if after.phase is not Phase.FLIP:
            value = values[after.menhirs] * (1 if position.player == 1 else -1)
            known.append((0, Line((action,), value, proven=True)))
            continue
        replies = _lines(after, values)
        assert after.player == other(position.player)
        best = replies[0]
        worse = sum(reply.value < best.value for reply in replies)
        known.append((worse, Line((action, *best.actions), -best.value, proven=True)))
    known.sort(key=lambda pair: (pair[1].value, pair[0]), reverse=True)
    return [line for _, line in known]
