"""Among equal actions the hardest problem for the opponent."""

from __future__ import annotations

import pytest

from menhirs.core.actions import Claim, Move
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS
from menhirs.core.state import Phase
from menhirs.engine.analysis import Limits
from menhirs.engine.claims import should_claim
from menhirs.engine.difficulty import difficulty
from menhirs.engine.search import Search
from menhirs.notation.line import write_line
from tests.engine.brute_force import BruteForce
from tests.engine.search.games import SMALL_GAMES, random_positions


@pytest.mark.parametrize("name", ["small-base", "small-amsterdam", "wide-base"])
def test_no_equal_action_is_harder_to_answer(name: str) -> None:
    compared = 0
    for seed in range(2):
        truth = BruteForce()
        for position in random_positions(SMALL_GAMES[name], 3, seed):
            if position.phase is Phase.PROVE or truth.value(position) > 0:
                continue
            if position.current_round.places or position.claimant is not None:
                continue
            analysis = Search(table_mb=1).analyse(position, Limits())
            chosen = difficulty(position.play(analysis.lines[0].actions[0]))
            for action in position.board_actions():
                after = position.play(action)
                sign = 1 if after.player == position.player else -1
                if sign * truth.value(after) == truth.value(position):
                    assert difficulty(after) <= chosen, write_line(position)
                    compared += 1
    assert compared > 25


@pytest.mark.parametrize("name", ["base", "amsterdam"])
def test_difficulty_counts_the_moves_that_lose_at_once(name: str) -> None:
    rules = RULE_SETS[name]
    checked = 0
    for position in random_positions(rules, 6, seed=6):
        if position.phase is not Phase.MOVE or checked > 25:
            continue
        moves = [action for action in position.board_actions() if isinstance(action, Move)]
        losing = sum(loses_at_once(position.play(move)) for move in moves)
        assert difficulty(position) == 1000 * losing // len(moves), write_line(position)
        checked += 1
    assert checked > 25


def loses_at_once(moved: Position) -> bool:
    """Whether the one who has moved loses to a claim or to the next move, whatever is done."""
    if moved.is_over:
        return False
    if moved.claimant is not None:
        return should_claim(moved)
    if moved.phase is Phase.REMOVE:
        return all(
            loses_at_once(moved.play(action))
            for action in moved.board_actions()
            if not isinstance(action, Claim)
        )
    return moved.phase is Phase.MOVE and any(moved.winning_moves())
