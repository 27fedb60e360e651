"""A player of a level: what it does, and when it claims."""

from __future__ import annotations

from threading import Event

from menhirs.core.actions import Action, Claim, Move
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.analysis import Limits
from menhirs.engine.levels.eyes import Eyes
from menhirs.engine.levels.level import level
from menhirs.engine.search import Search

_TABLE_MB = 64
_ALL_LINES = 1 << 12
_ENDLESS = Limits()


class LevelPlayer:
    """Plays as a level does. The same seed and the same position always get the same answer."""

    def __init__(self, number: int, seed: int | str = 0) -> None:
        self.level = level(number)
        self._eyes = Eyes(self.level.habits, seed)
        self._search = Search(table_mb=_TABLE_MB)

    def wants_to_claim(self, position: Position) -> bool:
        """Whether it claims now, as the claimant, on turn or not. Never wrongly."""
        return self._eyes.notices_claim(position)

    def choose(
        self, position: Position, limits: Limits = _ENDLESS, *, stop: Event | None = None
    ) -> Action:
        """What it does as the player to act. Limits and ``stop`` only cut its thoughts short."""
        if position.is_over:
            raise ValueError("the game is over: there is nothing to choose")
        if position.claimant == position.player and self.wants_to_claim(position):
            return Claim()
        if position.phase is Phase.PROVE:  # who has claimed has seen the win
            return Move(*next(position.winning_moves()))
        habits = self.level.habits
        analysis = self._search.analyse(
            position,
            _shorter(habits.limits, limits),
            lines=_ALL_LINES if habits.overlooks else 1,
            stop=stop,
        )
        if habits.overlooks:
            return self._eyes.best(position, analysis.lines)
        return analysis.lines[0].actions[0]


def _shorter(one: Limits, two: Limits) -> Limits:
    """Whatever is reached first."""
    return Limits(
        seconds=min((s for s in (one.seconds, two.seconds) if s is not None), default=None),
        nodes=min((n for n in (one.nodes, two.nodes) if n is not None), default=None),
        depth=min((d for d in (one.depth, two.depth) if d is not None), default=None),
    )
