"""What a player notices, and what escapes it: by chance, but always the same for the same seed.

Only ``Random.random`` promises the same numbers in every version of Python, so all chance is
spelled out with it.
"""

from __future__ import annotations

from random import Random

from menhirs.core.actions import Action, Claim, Decide, Move
from menhirs.core.fog import flood
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.analysis import Line
from menhirs.engine.claims import should_claim
from menhirs.engine.levels.level import Habits
from menhirs.notation.line import write_line


class Attention:
    """A player's view of a board."""

    def __init__(self, habits: Habits, seed: int | str) -> None:
        self._habits = habits
        self._seed = seed

    def notices_claim(self, position: Position) -> bool:
        """Whether the claimant sees that a claim is right; it never is taken for right wrongly.

        The player looks once a turn: a second call in the same turn gives the same answer.
        """
        if not should_claim(position):
            return False
        claimed = position.play_unchecked(Claim())
        habits = self._habits
        wins = [Move(*move) for move in claimed.winning_moves()]
        hidden = all(_is_split(claimed, move) for move in wins)
        chance = habits.wins * habits.splits if hidden else habits.wins
        return self._chance(claimed).random() < chance

    def best(self, position: Position, lines: tuple[Line, ...]) -> Action:
        """The line that looks best to this player."""
        chance = self._chance(position)
        noticed = self._noticed(position, lines, chance)

        def appeal(line: Line) -> tuple[int, int, float]:
            value = line.value
            if value < 0 and chance.random() >= self._habits.care:
                value = 0
            return value, _taste(position, line.actions[0]), chance.random()

        return max(noticed, key=appeal).actions[0]

    def _noticed(
        self, position: Position, lines: tuple[Line, ...], chance: Random
    ) -> tuple[Line, ...]:
        """The actions that come to mind; all of them if that would be none."""
        sees_wins = chance.random() < self._habits.wins
        noticed = tuple(
            line
            for line in lines
            if self._comes_to_mind(position, line.actions[0], sees_wins, chance)
        )
        return noticed or lines

    def _comes_to_mind(
        self, position: Position, action: Action, sees_wins: bool, chance: Random
    ) -> bool:
        match action:
            case Claim():
                return False  # see notices_claim
            case Move() if position.phase is Phase.MOVE:
                seen = chance.random() < self._habits.splits or not _is_split(position, action)
                return seen and (sees_wins or not _wins(position, action))
            case _:
                return True

    def _chance(self, position: Position) -> Random:
        return Random(f"{self._seed} {write_line(position)}")


def _is_split(position: Position, move: Move) -> bool:
    return flood(move.tiles, position.fog, position.geometry.stride) != move.tiles


def _wins(position: Position, move: Move) -> bool:
    return position.play_unchecked(move).is_over


def _taste(position: Position, action: Action) -> int:
    """What people like where they see no difference: bare menhirs, and not to risk a tie."""
    if isinstance(action, Decide):
        return -action.go_on
    return -position.play_unchecked(action).covered.bit_count()
