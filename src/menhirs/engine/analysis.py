"""What an analysis asks and answers: the words that search, tables, protocol and screens share."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Protocol, TypeAlias

from menhirs.core.actions import Action
from menhirs.core.position import Position


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop: whatever is reached first, or never, until the value is proven."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    """In turns: a move with the taking away that follows it is one."""


@dataclass(frozen=True, slots=True)
class Line:
    """An action and what follows from it if both play their best."""

    actions: tuple[Action, ...]
    """The first is the action that the line is about."""
    value: int
    """In points, from the view of ``position.player``."""
    proven: bool
    """Whether the value is exact: searched to the end of the game, or from a table."""
    estimate: float | None = None
    """The search's number behind an estimated value, finer than whole points. It ranks lines whose
    values are alike; None where the value is proven.
    """

    def __repr__(self) -> str:
        known = "proven" if self.proven else "estimated"
        finer = "" if self.estimate is None else f" ({self.estimate:+.2f})"
        return f"<Line {self.value:+} {known}{finer}, {len(self.actions)} actions>"


@dataclass(frozen=True, slots=True)
class Analysis:
    """The knowledge about a position so far."""

    lines: tuple[Line, ...]
    """The best lines, best first; empty only if the game is over."""
    value: int
    """In points, from the view of ``position.player``. 0 is a tie."""
    proven: bool
    """Whether the value is exact and the first line keeps it."""
    depth: int
    nodes: int
    seconds: float
    source: str
    """``search`` or ``table``."""

    @property
    def best(self) -> Action | None:
        """The first action of the best line; None if the game is over."""
        return self.lines[0].actions[0] if self.lines else None

    def __repr__(self) -> str:
        known = "proven" if self.proven else "estimated"
        return f"<Analysis {self.value:+} {known} by {self.source}, {len(self.lines)} lines>"

    @staticmethod
    def of_finished(position: Position) -> Analysis:
        """The analysis of a game that is over: its score, and nothing to play."""
        assert position.outcome is not None
        winner, score = position.outcome.winner, position.outcome.score
        value = score if winner == position.player else -score if winner else 0
        return Analysis((), value, True, 0, 0, 0.0, "search")

    @staticmethod
    def from_table(
        lines: Sequence[Line],
        value: int,
        *,
        proven: bool = True,
        looked_up: int,
        begin: float,
        watch: Watch | None,
    ) -> Analysis:
        """An analysis by tables, mostly proven; ``begin`` is when it was begun."""
        analysis = Analysis(
            lines=tuple(lines),
            value=value,
            proven=proven,
            depth=0,
            nodes=looked_up,
            seconds=time.perf_counter() - begin,
            source="table",
        )
        if watch is not None:
            watch(analysis)
        return analysis


DEEPENING = 7 / 8
"""So much of the time is for searching deeper; the rest is for choosing among equals."""


def is_out_of_time(analysis: Analysis, limits: Limits) -> bool:
    """Whether it was the time that ended an analysis, and no other limit and no proof."""
    if limits.seconds is None or analysis.proven:
        return False
    return analysis.seconds >= limits.seconds * DEEPENING


Watch: TypeAlias = Callable[[Analysis], None]
"""Called with every new state of an analysis, from the thread that analyses."""


class Analyst(Protocol):
    """Whatever can analyse positions: the search, the tables, both together."""

    def analyse(
        self,
        position: Position,
        limits: Limits,
        *,
        lines: int = 1,
        watch: Watch | None = None,
        stop: Event | None = None,
    ) -> Analysis:
        """Analyses until a limit is reached, the value is proven or ``stop`` is set."""
        ...
