"""Checks that a stored value follows from the values one turn later."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from menhirs.core.actions import Action, Claim, Move
from menhirs.core.consistency import check_consistent
from menhirs.core.errors import Illegal
from menhirs.core.position import Position
from menhirs.core.state import LastTurn, Phase
from menhirs.verifier.layout_tables import LayoutTables


@dataclass(frozen=True)
class Contradiction:
    """A position whose stored value does not follow from the positions after it."""

    position: Position
    stored: int
    follows: int


class ConsistencyCheck:
    """Compares the stored values of a layout with the values one turn later."""

    def __init__(self, tables: LayoutTables) -> None:
        self._tables = tables
        self._endless_win = tables.most if tables.rules.is_endless else 0

    def contradictions(self, position: Position) -> Iterator[Contradiction]:
        """The contradictions of a position, with nothing forbidden and after every possible
        turn.
        """
        worth = {action: self._after(position, action) for action in position.board_actions()}
        for variant in (position, *_with_turns_before(position)):
            stored = self._tables.value(variant)
            if variant.phase is Phase.PLACE and variant.player == 2:
                stored = -stored
            # With the only move forbidden there is a pass, which is not among the moves above.
            follows = max(
                worth[action] if action in worth else self._after(variant, action)
                for action in variant.board_actions()
            )
            if stored != follows:
                yield Contradiction(variant, stored, follows)

    def _after(self, position: Position, action: Action) -> int:
        after = position.play(action)
        value = self._value(after)
        if position.phase is Phase.MOVE and after.phase is Phase.MOVE:
            value = self._a_turn_later(value)
        return value if after.player == position.player else -value

    def _value(self, position: Position) -> int:
        """Points to the player to act; looked up from the next turn on."""
        if position.outcome is not None:
            return self._points(position)
        if position.claimant is not None:
            claimed = position.play(Claim())
            if not claimed.is_over:  # A9, A10: a right claim wins at once
                score = claimed.score_of_win
                return score if claimed.player == position.player else -score
            # The turn can't be claimed on any more; its memory for M4 is kept.
            position = replace(position, last=position.last and replace(position.last, round=None))
        match position.phase:
            case Phase.MOVE:
                return self._tables.value(position)
            case Phase.PLACE:
                value = self._tables.value(position)
                return value if position.player == 1 else -value
            case _:
                return max(self._after(position, action) for action in position.board_actions())

    def _points(self, position: Position) -> int:
        """The value of a finished game to the player to act."""
        outcome = position.outcome
        if outcome is None or not outcome.winner:
            return 0
        score = self._endless_win or outcome.score
        return score if outcome.winner == position.player else -score

    def _a_turn_later(self, value: int) -> int:
        """In the endless game a win is worth one less for every turn that it takes."""
        if not self._endless_win or not value:
            return value
        return value - 1 if value > 0 else value + 1


def _with_turns_before(position: Position) -> Iterator[Position]:
    """The position as it is when one of its moves is forbidden by the turn before it (M4)."""
    if position.phase is not Phase.MOVE:
        return
    for action in position.board_actions():
        if not isinstance(action, Move):
            continue
        before = replace(position, last=LastTurn(action.tiles, action.direction.opposite))
        try:
            check_consistent(before)
        except Illegal:
            continue
        yield before
