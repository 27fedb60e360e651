"""Exact values of actions in points, searched to the end of the game.

This takes a moment only for late positions. The second lap after going back at the decision moment
is far too long; but less can be won there than in the first (A11), which often decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from menhirs.core.actions import Action, Decide
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.analysis import Limits
from menhirs.engine.search import Search
from menhirs.learn.puzzles.errors import BadPuzzle
from menhirs.notation.actions import write_action

NODES = 300_000
"""The most positions that are searched for one value."""
_ALL_LINES = 1 << 12
_SEARCH = Search(table_mb=32)


@dataclass(frozen=True, slots=True)
class ValueBounds:
    """Bounds of a value, for one player."""

    least: int
    most: int

    def __neg__(self) -> ValueBounds:
        return ValueBounds(-self.most, -self.least)


@lru_cache(maxsize=16)  # used by the proof, then by the check of its merit
def action_values(position: Position, nodes: int = NODES) -> Mapping[Action, int]:
    """The exact value of every action of the player to act, for that player.

    Raises :class:`BadPuzzle` if one of them can't be proven.
    """
    analysis = _SEARCH.analyse(position, Limits(nodes=nodes), lines=_ALL_LINES)
    values = {line.actions[0]: line.value for line in analysis.lines if line.proven}
    # The search ends when the best line is proven; what it has not seen to the end is asked apart.
    return {
        action: values[action] if action in values else value_of(position, action, nodes)
        for action in position.board_actions()
    }


def value_of(position: Position, action: Action, nodes: int = NODES) -> int:
    """The exact value of one action for the player to act."""
    after = position.play_unchecked(action)
    analysis = _SEARCH.analyse(after, Limits(nodes=nodes))
    if not analysis.proven:
        raise BadPuzzle("puzzle-unproven", action=write_action(action, position))
    return analysis.value if after.player == position.player else -analysis.value


@lru_cache(maxsize=256)
def best_value(position: Position, nodes: int = NODES) -> int:
    """The exact value of a position for the player to act, or the best estimate."""
    return _SEARCH.analyse(position, Limits(nodes=nodes)).value


def worth_of_decisions(position: Position) -> dict[Action, ValueBounds]:
    """The values of going back and on, for the player who decides (A5)."""
    return {action: _worth_of_decision(position, action) for action in position.board_actions()}


def _worth_of_decision(position: Position, action: Action) -> ValueBounds:
    after = position.play_unchecked(action)
    if after.phase is Phase.DECIDE:  # the other player is asked too, and takes the better one
        answers = worth_of_decisions(after).values()
        return -ValueBounds(max(w.least for w in answers), max(w.most for w in answers))
    if action == Decide(go_on=False):
        most = most_points_in_lap(after)
        return ValueBounds(-most, most)
    value = value_of(position, action)
    return ValueBounds(value, value)


def most_points_in_lap(position: Position) -> int:
    """The most that a win in this lap can score (A11, B5)."""
    rules = position.rules
    return max(
        rules.score(entry.number, position.lap, rules.fog_tiles)
        for entry in rules.schedule
        if not entry.places
    )
