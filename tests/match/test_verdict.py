"""The explanation of a wrong claim: the move that comes closest, or the one that was not shown."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from menhirs.core.legality import goes_straight_back
from menhirs.core.state import Phase
from menhirs.match.verdict import NoSuchMove, NotShown, why_wrong
from menhirs.notation.actions import write_action

from .played_match import FAILS, GIFT, QUIET, SHOWS, in_round_11, terms


def test_no_such_move() -> None:
    table = in_round_11().play(QUIET)
    table.claim(2)
    verdict = why_wrong(table.match)
    assert isinstance(verdict, NoSuchMove)
    assert verdict.covered.bit_count() == 1


def test_right_but_another_move_was_played() -> None:
    table = in_round_11().play(GIFT)
    table.claim(2)
    verdict = why_wrong(table.play(FAILS).match)
    assert isinstance(verdict, NotShown)
    assert write_action(verdict.move, verdict.position) == SHOWS


def test_right_but_the_time_ran_out() -> None:
    table = in_round_11().play(GIFT)
    table.claim(2)
    verdict = why_wrong(table.time_is_up().match)
    assert isinstance(verdict, NotShown)
    assert write_action(verdict.move, verdict.position) == SHOWS


def test_nothing_to_explain() -> None:
    assert why_wrong(in_round_11().match) is None
    assert why_wrong(in_round_11().play("resign").match) is None
    table = in_round_11().play(GIFT)
    table.claim(2)
    assert why_wrong(table.match) is None
    assert why_wrong(table.play(SHOWS).match) is None


def test_going_straight_back_is_not_what_comes_closest() -> None:
    """It would leave the fewest menhirs covered here, but M4 forbids it."""
    table = in_round_11().play("d1-N xa3 c3d2d3e2-SE xb1 b2-NE xd4 c3-SW")
    table.claim(2 if table.match.position.player == 1 else 1)
    verdict = why_wrong(table.match)
    assert isinstance(verdict, NoSuchMove)
    assert write_action(verdict.move, verdict.position) != "b2-NE"


@given(st.integers(0, 2**32))
def test_what_comes_closest_is_legal_and_tells_the_truth(seed: int) -> None:
    numbers, table = Random(seed), in_round_11(terms(timed_claims=False))
    moves = numbers.randrange(1, 12)
    while len(table.match.plies) < 8 + moves or table.match.position.claimant is None:
        position = table.match.position
        calm = [a for a in position.board_actions() if not position.play(a).is_over]
        if not calm:
            return
        table.play(write_action(numbers.choice(calm), position))
    table.claim(table.match.position.claimant)
    verdict = why_wrong(table.match)
    if verdict is None:  # it was right
        return
    assert isinstance(verdict, NoSuchMove)
    position, claimed_on = verdict.position, table.match.positions[-2]
    assert not goes_straight_back(position, verdict.move.tiles, verdict.move.direction)
    # The fog of the move itself: a tile taken away since lies there again.
    before = replace(position, phase=Phase.MOVE, outcome=None, last=None)
    after = before.play_unchecked(verdict.move)
    assert after.covered == verdict.covered != 0
    assert position.fog & claimed_on.fog == claimed_on.fog
