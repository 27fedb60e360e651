"""Positions are made quickly, and are none the less what their class says."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from random import Random

import pytest

from menhirs.core.actions import Claim, Move, new_move
from menhirs.core.geometry import Direction
from menhirs.core.position import Position
from menhirs.core.state import LastTurn, last_turn
from menhirs.notation.line import read_line

MOVED = "amsterdam ..M/...M/.o.../..oo../M.oo./.Mo./..M 1 8 move 0,0 - - -"


def test_what_is_made_quickly_equals_what_is_made_plainly() -> None:
    assert new_move(14, Direction.NE) == Move(14, Direction.NE)
    assert last_turn(14, Direction.NE, 8, 3) == LastTurn(14, Direction.NE, 8, 3)
    position = read_line(MOVED)
    after = position.play(position.legal_actions()[0])
    assert type(after) is Position
    plain = replace(after)
    assert (plain, hash(plain), repr(plain)) == (after, hash(after), repr(after))
    assert pickle.loads(pickle.dumps(after)) == after
    with pytest.raises(FrozenInstanceError):
        after.round = 7  # type: ignore[misc]


def test_a_claim_is_listed_only_if_asked_for() -> None:
    """Random players lost by claims of the other player, which nobody asked them to make."""
    position, numbers, claimable = read_line(MOVED), Random(1), 0
    while not position.is_over:
        actions = position.legal_actions()
        assert Claim() not in actions
        claims = [Claim()] if position.claimant else []
        assert position.legal_actions(claims=True) == [*actions, *claims]
        claimable += len(claims)
        position = position.play(numbers.choice(actions))
    assert claimable


def test_playing_an_action_takes_little_more_time_than_making_a_position() -> None:
    """It took two and a half times as long as ``replace``; a perft is nothing else."""
    position = read_line(MOVED)
    action = position.legal_actions()[0]
    played = quickest(lambda: position.play(action))
    assert played < 1.6 * quickest(lambda: replace(position, round=7))


def quickest(work: Callable[[], object]) -> float:
    """The processor time of a thousand times, in the quietest of many stretches."""
    best = float("inf")
    for _ in range(20):
        begin = time.process_time()
        for _ in range(1_000):
            work()
        best = min(best, time.process_time() - begin)
    return best
