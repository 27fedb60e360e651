"""Winning moves, and the one that the return rule takes away."""

from __future__ import annotations

import pytest

from menhirs.core.actions import Move
from menhirs.core.errors import Illegal
from menhirs.core.geometry import Direction
from menhirs.notation.actions import play_text, read_action
from menhirs.notation.line import read_line

BEFORE = "base .Mm/m.../m..o./m...../.om../..../m.. 2 11 move 0,0 - - -"


def test_the_return_rule_can_forbid_a_winning_move() -> None:
    """Going back restores the picture before, less the tile taken since: and that tile may have
    been the last to cover a menhir.
    """
    before = read_line(BEFORE)
    after = play_text(before, "e2-N xa2")
    back = read_action("e3-S", after)
    assert isinstance(back, Move)
    freed = after.fog & ~back.tiles | before.geometry.mask_of("e2")
    assert not freed & after.menhirs
    assert not after.is_legal(back)
    assert (back.tiles, back.direction) not in list(after.winning_moves())
    with pytest.raises(Illegal) as caught:
        after.check(back)
    assert caught.value.code == "return"


def test_winning_moves_are_the_legal_moves_after_which_the_game_is_won() -> None:
    position = read_line(BEFORE)
    won = [
        (action.tiles, action.direction)
        for action in position.legal_actions()
        if isinstance(action, Move) and position.play(action).is_over
    ]
    assert sorted(position.winning_moves()) == sorted(won)
    assert (position.geometry.mask_of("a2"), Direction.S) in won
