"""All actions that are as good as the best one, where they can be had cheaply."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

from menhirs.core.position import Position
from menhirs.engine.analysis import Analysis, Analyst, Limits

_ALL = 1 << 12
_FEW_NODES = 20_000


def are_all_known(position: Position, analysis: Analysis) -> bool:
    """Whether every action has a proven value, so that none as good as the best can be missing."""
    proven = {line.actions[0] for line in analysis.lines if line.proven}
    return analysis.proven and proven.issuperset(position.board_actions())


def with_all_lines(
    analyst: Analyst,
    position: Position,
    known: Analysis,
    *,
    few_nodes: int = _FEW_NODES,
    stop: Event | None = None,
) -> Analysis:
    """Adds to a proven analysis a line for every action whose value can be proven.

    A table knows them all. The search gets as many nodes again as the proof took (``few_nodes`` at
    least), so that a cheap proof stays cheap; actions that it can't judge with them are left out.
    """
    if not known.proven or not known.lines:
        return known
    limits = Limits(nodes=max(few_nodes, known.nodes))
    again = analyst.analyse(position, limits, lines=_ALL, stop=stop)
    proven = {line.actions[0]: line for line in again.lines if line.proven}
    lines = [line if line.proven else proven.pop(line.actions[0], line) for line in known.lines]
    seen = {line.actions[0] for line in lines}
    more = [line for action, line in proven.items() if action not in seen]
    # Stable: the first line, chosen among equals, stays the first.
    return replace(known, lines=tuple(sorted((*lines, *more), key=lambda line: -line.value)))
