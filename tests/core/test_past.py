"""The chain of positions that a game without end remembers, however long the game gets."""

from __future__ import annotations

import copy
import pickle
import sys

from menhirs.core.past import STRETCH, Past
from menhirs.core.rules import ENDLESS
from tests.random_play import random_walk

LONG = 20 * sys.getrecursionlimit()


def chain(length: int, first: int = 1) -> Past:
    past = None
    for number in range(length):
        past = Past(first + number, None, past)
    assert past is not None
    return past


def test_equal_chains_are_equal_and_others_are_not() -> None:
    assert chain(5) == chain(5)
    assert hash(chain(5)) == hash(chain(5))
    assert chain(5) != chain(6)
    assert chain(5) != chain(5, first=2)
    assert chain(5) != (1, 2, 3, 4, 5)
    assert [step.fog for step in chain(3)] == [3, 2, 1]


def test_a_chain_may_be_longer_than_the_stack() -> None:
    one, two = chain(LONG), chain(LONG)
    assert one == two
    assert len({one, two}) == 1
    assert copy.deepcopy(one) == pickle.loads(pickle.dumps(one)) == one
    assert repr(one) == f"<Past of {LONG} positions>"


def test_a_position_shares_the_past_of_the_one_before() -> None:
    position = random_walk("endless", 3, 30)
    assert position.past is not None
    for action in position.legal_actions(claims=True):
        after = position.play(action)
        assert after.past is not None
        assert after.past.before is position.past
        assert after.past.length == position.past.length + 1


def test_a_position_with_a_past_can_be_copied() -> None:
    position = random_walk("endless", 3, 30)
    copied = pickle.loads(pickle.dumps(position))
    assert copied == position
    assert hash(copied) == hash(position)
    assert copied.rules == ENDLESS


def test_what_came_up_is_found_in_every_stretch_of_a_long_game() -> None:
    fogs = [number % 50 if number % 7 else number for number in range(3 * STRETCH + 5)]
    past = None
    for number, fog in enumerate(fogs):
        # The position to come stands two, four, ... places behind those of the same player.
        told = sum(earlier == fog for earlier in fogs[:number][::-1][1::2])
        assert Past.times(past, fog, None, stride=7) == told
        past = Past(fog, None, past)
