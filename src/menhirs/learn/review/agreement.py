"""How often a player moves like the engine where most moves are worse. It proves nothing.

A strong player agrees often, and so does anybody where the best move is obvious. So only positions
count in which at most half of the moves keep the value and no move wins at once; and the number
only means something beside that of equally strong players. It says where a person should look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt

from menhirs.core.actions import Action, Move, Player
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.analysis import Analyst, Limits
from menhirs.engine.search import Search

NODES = 10_000
_ALL = 1 << 12
_TABLE_MB = 8
_FEWEST_MOVES = 4
_GOOD_AT_MOST = 2
"""At most one move in so many keeps the value."""
_SURENESS = 1.96
"""Of a normal distribution: 95 of 100 are within so many standard deviations."""
ENOUGH = 30
"""The fewest decisions for a statement about a player."""


class GameThird(StrEnum):
    """A third of the turns of a game."""

    EARLY = "early"
    MIDDLE = "middle"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class Agreement:
    """Decisions of one player, and how many of them were the engine's."""

    decisions: int = 0
    agreed: int = 0

    def __add__(self, more: Agreement) -> Agreement:
        return Agreement(self.decisions + more.decisions, self.agreed + more.agreed)

    @property
    def part(self) -> float:
        """The share that agreed; 0 without decisions."""
        return self.agreed / self.decisions if self.decisions else 0.0

    @property
    def between(self) -> tuple[float, float]:
        """The 95 % interval of that share (Wilson)."""
        if not self.decisions:
            return 0.0, 1.0
        n, z = self.decisions, _SURENESS
        middle = (self.part + z * z / (2 * n)) / (1 + z * z / n)
        reach = z / (1 + z * z / n) * sqrt(self.part * (1 - self.part) / n + z * z / (4 * n * n))
        return max(0.0, middle - reach), min(1.0, middle + reach)

    def is_above(self, others: Agreement) -> bool | None:
        """Whether it is significantly more than that of others; None if too little is known."""
        if self.decisions < ENOUGH or others.decisions < ENOUGH:
            return None
        return self.between[0] > others.between[1]


def agreements(
    positions: Sequence[Position], actions: Sequence[Action], analyst: Analyst | None = None
) -> dict[tuple[Player, GameThird], Agreement]:
    """What both players of a game decided; ``positions`` has one more than ``actions``."""
    search = analyst or Search(table_mb=_TABLE_MB)
    found = {(player, stage): Agreement() for player in (1, 2) for stage in GameThird}
    for position, action in zip(positions, actions, strict=False):
        good = _good_moves(position, search) if isinstance(action, Move) else None
        if good is not None:
            key = position.player, _stage(position)
            found[key] += Agreement(1, int(action in good))
    return found


def _good_moves(position: Position, analyst: Analyst) -> set[Action] | None:
    """The moves that keep the value, if most others lose some of it."""
    if position.phase is not Phase.MOVE or next(iter(position.winning_moves()), None) is not None:
        return None
    lines = analyst.analyse(position, Limits(nodes=NODES), lines=_ALL).lines
    moves = [line for line in lines if isinstance(line.actions[0], Move)]
    if len(moves) < _FEWEST_MOVES:
        return None
    best = max(line.value for line in moves)
    good = {line.actions[0] for line in moves if line.value == best}
    return good if len(good) * _GOOD_AT_MOST <= len(moves) else None


def _stage(position: Position) -> GameThird:
    rounds = len(position.rules.schedule)
    return list(GameThird)[3 * (position.turn // 2 % rounds) // rounds]
