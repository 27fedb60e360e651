"""The explanations of a coach: each once, when it first matters, and all true."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menhirs.core.actions import Keep, Player
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, BASE, RULE_SETS, RuleSet
from menhirs.core.state import Phase, Reason
from menhirs.learn.coach import tip_in_words
from menhirs.learn.topics import (
    LAST_ROUNDS,
    CoachMoment,
    Step,
    Topic,
    explained,
    matters,
    topics_now,
    touching_menhirs,
)
from menhirs.notation.actions import write_action
from menhirs.notation.people import NUMBERED
from menhirs.notation.words import ENGLISH
from tests.random_play import choose, positions, random_start

games = st.tuples(
    st.sampled_from(sorted(RULE_SETS)), st.integers(0, 2**32), st.sampled_from([1, 2])
)


def line_of_play(rules: str, seed: int) -> tuple[Position, list[Step]]:
    numbers, start = Random(seed), random_start(rules, seed)
    steps: list[Step] = []
    position = start
    while not position.is_over and len(steps) < 150:
        action = choose(position, numbers)
        position = position.play(action)
        steps.append((action, position))
    return start, steps


@given(games)
def test_each_topic_is_told_once_and_only_where_the_pupil_acts(
    game: tuple[str, int, Player],
) -> None:
    rules, seed, pupil = game
    start, steps = line_of_play(rules, seed)
    found = list(explained(start, steps, pupil))
    assert max(Counter(one.topic for one in found).values(), default=1) == 1
    for one in found:
        position = one.moment.position
        assert position.is_over or position.player == pupil
        words = tip_in_words(one, pupil, NUMBERED, ENGLISH)
        assert words and "{" not in words
        assert len(words) < 230  # what fits the coach's place without scrolling


@given(games, st.integers(0, 150))
def test_a_tip_stays_until_the_next_but_a_chance_only_for_its_turn(
    game: tuple[str, int, Player], length: int
) -> None:
    rules, seed, pupil = game
    start, steps = line_of_play(rules, seed)
    steps = steps[:length]
    last = [None, *explained(start, steps, pupil)][-1]
    now = topics_now(start, steps, pupil)
    position = steps[-1][1] if steps else start
    if last is not None and last.topic is Topic.CHANCE and last.moment.position != position:
        assert now is None
    else:
        assert now == last


@given(games)
def test_a_game_that_ends_is_explained_to_the_end(game: tuple[str, int, Player]) -> None:
    rules, seed, pupil = game
    start, steps = line_of_play(rules, seed)
    data = {one.topic: one.moment.position for one in explained(start, steps, pupil)}
    if steps[-1][1].is_over:
        assert data[Topic.OVER] == steps[-1][1]
    if start.rules.flips_each:
        assert Topic.FLIP in data
    assert Topic.PLACE in data


class TestWhatIsToldIsSo:
    """Each topic compared with what the rules say in the position itself."""

    @given(positions)
    def test_a_chance_is_a_move_that_wins(self, position: Position) -> None:
        ends = [position.play(action).outcome for action in position.board_actions()]
        freed = any(end is not None and end.reason is Reason.FREED for end in ends)
        wins = position.phase is Phase.MOVE and freed
        assert matters(Topic.CHANCE, CoachMoment(position, ())) == wins

    @given(positions)
    def test_a_split_is_a_move_of_several_named_tiles(self, position: Position) -> None:
        texts = [write_action(action, position) for action in position.board_actions()]
        split = position.phase is Phase.MOVE and any(len(t.split("-")[0]) > 2 for t in texts)
        assert matters(Topic.SPLIT, CoachMoment(position, ())) == split

    @given(positions)
    def test_the_return_rule_is_told_where_it_forbids_something(self, position: Position) -> None:
        freely = replace(position, last=None)
        forbidden = position.phase is Phase.MOVE and set(freely.board_actions()) != set(
            position.board_actions()
        )
        assert matters(Topic.RETURN, CoachMoment(position, ())) == forbidden

    @given(positions)
    def test_clearing_is_told_where_a_tile_must_go(self, position: Position) -> None:
        told = matters(Topic.CLEAR, CoachMoment(position, ()))
        if position.phase is Phase.MOVE:
            moved = [position.play(action) for action in position.board_actions()]
            asked = [after for after in moved if after.phase is Phase.REMOVE]
            must = any(Keep() not in after.board_actions() for after in asked)
            assert told >= must
        elif position.phase is Phase.REMOVE:
            assert told == (Keep() not in position.board_actions())

    @given(positions)
    def test_the_end_is_near_where_few_rounds_follow(self, position: Position) -> None:
        if not matters(Topic.LAST_ROUNDS, CoachMoment(position, ())):
            return
        turns = 0
        numbers = Random(0)
        while not position.is_over:
            turns += position.phase is Phase.MOVE
            position = position.play(numbers.choice(position.board_actions()))
        assert turns <= 2 * LAST_ROUNDS


def test_menhirs_that_touch_are_named_and_advised_to_break_up() -> None:
    start = Position.start(AMSTERDAM, AMSTERDAM.geometry.mask_of("a1 a2 c3 d4 e4 g1 g3"))
    groups = [AMSTERDAM.geometry.names_of(group) for group in touching_menhirs(start)]
    assert groups == [["a1", "a2"], ["c3", "d4", "e4"]]
    told = topics_now(start, [], 1)
    assert told is not None
    assert tip_in_words(told, 1, NUMBERED, ENGLISH) == (
        "a1 and a2 touch. c3, d4 and e4 touch. Turn one menhir over. To begin with, choose one of "
        "those: that breaks the group up."
    )


def test_without_menhirs_that_touch_it_says_so() -> None:
    start = Position.start(AMSTERDAM, AMSTERDAM.geometry.mask_of("a1 a3 c1 c3 e2 g1 g3"))
    told = topics_now(start, [], 1)
    assert told is not None
    assert "no two menhirs touch" in tip_in_words(told, 1, NUMBERED, ENGLISH)


@pytest.mark.parametrize("rules", [BASE, AMSTERDAM])
def test_a_turn_taken_back_was_never_explained(rules: RuleSet) -> None:
    start, steps = line_of_play(rules.name, 5)
    found = [len(list(explained(start, steps[:n], 1))) for n in range(len(steps) + 1)]
    assert found == sorted(found)
    assert found[-1] >= 8
