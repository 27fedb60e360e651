"""A player of a level: what it does, and when it claims."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event

from menhirs.core.actions import Action, Claim, Move
from menhirs.core.errors import Illegal, Malformed
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.analysis import Limits, Watch, is_out_of_time
from menhirs.engine.engine import Engine
from menhirs.engine.levels.attention import Attention
from menhirs.engine.levels.level import LEVELS, level

_TABLE_MB = 64
_ALL_LINES = 1 << 12
_ENDLESS = Limits()


class LevelPlayer:
    """Plays as a level does. The same seed and the same position always get the same answer.

    Only the highest level uses tables: the others are known by what they do not see.
    """

    def __init__(
        self,
        number: int,
        seed: int | str = 0,
        *,
        tables: Path | None = None,
        complain: Callable[[Malformed], None] = lambda error: None,
    ) -> None:
        """``complain`` gets the reason where tables are not used."""
        self.level = level(number)
        self._knows_all = self.level is LEVELS[-1]
        self.was_cut_short = False
        """Whether the time was over before its last choice was thought to the level's end."""
        self._attention = Attention(self.level.habits, seed)
        self._engine = Engine(
            tables=tables if self._knows_all else None, table_mb=_TABLE_MB, complain=complain
        )

    def __repr__(self) -> str:
        return f"<LevelPlayer {self.level.number}, {self.level.name}>"

    def wants_to_claim(self, position: Position) -> bool:
        """Whether it claims now, as the claimant, on turn or not. Never wrongly."""
        return self._attention.notices_claim(position)

    def choose(
        self,
        position: Position,
        limits: Limits = _ENDLESS,
        *,
        watch: Watch | None = None,
        stop: Event | None = None,
    ) -> Action:
        """What it does as the player to act. Limits and ``stop`` only cut its thoughts short.

        The highest level can be watched: its last analysis gives the reasons. In a
        game that is over there is nothing to choose: the error ``game-over``.
        """
        self.was_cut_short = False
        if position.is_over:
            raise Illegal("game-over", position=position)
        if position.claimant == position.player and self.wants_to_claim(position):
            return Claim()
        if position.phase is Phase.PROVE:  # who has claimed has seen the win
            return Move(*next(position.winning_moves()))
        habits = self.level.habits
        watch = watch if self._knows_all else None
        analysis = self._engine.analyse(
            position,
            _shorter(habits.limits, limits),
            lines=_ALL_LINES if habits.overlooks else 1,
            watch=watch,
            stop=stop,
        )
        self.was_cut_short = is_out_of_time(analysis, limits)
        if habits.overlooks:
            return self._attention.best(position, analysis.lines)
        if watch is not None:
            watch(analysis)
        return analysis.lines[0].actions[0]

    def play(self, position: Position, limits: Limits = _ENDLESS) -> Position:
        """The position after what it does."""
        return position.play(self.choose(position, limits))


def _shorter(one: Limits, two: Limits) -> Limits:
    """Whatever is reached first."""
    return Limits(
        seconds=min((s for s in (one.seconds, two.seconds) if s is not None), default=None),
        nodes=min((n for n in (one.nodes, two.nodes) if n is not None), default=None),
        depth=min((d for d in (one.depth, two.depth) if d is not None), default=None),
    )
