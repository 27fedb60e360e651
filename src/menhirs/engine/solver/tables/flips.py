"""Perfect play while menhirs are turned over (A1), from the results of the ways to do so."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from threading import Event

from menhirs.core.actions import Action, Flip, other
from menhirs.core.geometry import Mask, cells_in
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.core.state import Phase
from menhirs.engine.analysis import Analysis, Limits, Line, Watch
from menhirs.engine.solver.tables.results import read_result, result_file

_ANY = 127
"""An upper bound of all values."""


def ways_from(position: Position) -> list[Position]:
    """The positions that turning over can lead to, each once, in whichever order."""
    ways = []
    for turned in combinations(cells_in(position.menhirs), position.flips_left):
        reached = position
        for cell in turned:
            reached = reached.play_unchecked(Flip(cell))
        ways.append(reached)
    return ways


class FlipResults:
    """Judges turning over once enough ways to do so are solved."""

    def __init__(self, rules: RuleSet, tables: Path) -> None:
        self._rules = rules
        self._tables = tables

    def are_begun(self, position: Position) -> bool:
        """Whether any way to turn over from here was solved."""
        return any(self._is_solved(way) for way in ways_from(position))

    def analyse(
        self,
        position: Position,
        limits: Limits,
        *,
        lines: int = 1,
        watch: Watch | None = None,
        stop: Event | None = None,
    ) -> Analysis:
        """The exact values of turning menhirs over, with the best replies.

        Not every way has to be solved for that: a reply that is known to hold a flip down is
        enough. Flips that may still be worth less than the best are left out.
        """
        begin = time.perf_counter()
        ways = ways_from(position)
        missing = [way for way in ways if not self._is_solved(way)]
        values: dict[Mask, int] = {
            way.menhirs: read_result(self._tables, self._rules, way.menhirs).value
            for way in ways
            if way not in missing
        }
        flips = _flips(position, values)
        exact = [flip for flip in flips if flip.least == flip.most]
        if not exact or exact[0].least < max(flip.most for flip in flips):
            read_result(self._tables, self._rules, missing[0].menhirs)  # raises what is missing
        best = [Line(flip.actions, flip.least, proven=True) for flip in exact[:lines]]
        return Analysis.from_table(
            best, exact[0].least, looked_up=len(values), begin=begin, watch=watch
        )

    def _is_solved(self, way: Position) -> bool:
        return result_file(self._tables, self._rules, way.menhirs).exists()


@dataclass(frozen=True)
class _Known:
    """Bounds of turning a menhir over, to the player who turns it over."""

    actions: tuple[Action, ...]
    """The flip, and the best replies to it."""
    least: int
    most: int
    wrong_replies: int


def _flips(position: Position, values: dict[Mask, int]) -> list[_Known]:
    """All flips, best first; of equal ones the hardest to answer."""
    known: list[_Known] = []
    for cell in cells_in(position.menhirs):
        action: Action = Flip(cell)
        after = position.play_unchecked(action)
        if after.phase is not Phase.FLIP:
            value = values.get(after.menhirs)
            sign = 1 if position.player == 1 else -1
            least, most = (-_ANY, _ANY) if value is None else (sign * value, sign * value)
            known.append(_Known((action,), least, most, 0))
            continue
        replies = _flips(after, values)
        assert after.player == other(position.player)
        best = replies[0]
        wrong = sum(reply.most < best.least for reply in replies)
        most = max(reply.most for reply in replies)
        known.append(_Known((action, *best.actions), -most, -best.least, wrong))
    known.sort(key=lambda flip: (flip.least, flip.most, flip.wrong_replies), reverse=True)
    return known
