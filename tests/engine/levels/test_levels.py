"""What every level keeps to, whatever it overlooks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menhirs.core.actions import Claim, Keep
from menhirs.core.errors import Illegal
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.analysis import Limits
from menhirs.engine.claims import should_claim
from menhirs.engine.levels import LEVELS, LevelPlayer, level
from tests.engine.levels.walks import claimable_positions, unfinished_positions
from tests.random_play import positions, random_start, random_walk

BRIEF = Limits(nodes=500)
"""What a level does is the same however long it thinks; how well is not asked here."""

numbers = st.integers(1, len(LEVELS))


def test_there_are_eight_each_with_a_name_and_a_line() -> None:
    assert [entry.number for entry in LEVELS] == list(range(1, 9))
    assert len({entry.name for entry in LEVELS}) == 8
    for entry in LEVELS:
        assert entry.about
        assert "\n" not in entry.about
    for number in (0, 9, -1):
        with pytest.raises(ValueError, match="no level"):
            level(number)


@given(positions, numbers, st.integers(0, 99))
def test_every_phase_is_answered_legally(position: Position, number: int, seed: int) -> None:
    player = LevelPlayer(number, seed)
    if position.is_over:
        with pytest.raises(Illegal, match="game-over"):
            player.choose(position)
        return
    action = player.choose(position, BRIEF)
    position.check(action)
    if isinstance(action, Claim):
        assert position.claimant == position.player
    assert not player.wants_to_claim(position) or should_claim(position)


def test_every_phase_of_a_whole_game_is_answered_legally() -> None:
    first: dict[Phase, Position] = {}
    for position in unfinished_positions("amsterdam", 100):
        first.setdefault(position.phase, position)
    assert set(first) == set(Phase) - {Phase.OVER}
    for position in first.values():
        for number in range(1, 9):
            position.check(LevelPlayer(number).choose(position, BRIEF))


@given(positions, numbers, st.integers(0, 99))
def test_the_same_seed_gives_the_same_answers(position: Position, number: int, seed: int) -> None:
    one, two = LevelPlayer(number, seed), LevelPlayer(number, seed)
    assert one.wants_to_claim(position) == two.wants_to_claim(position)
    if not position.is_over:
        one.choose(random_start("base", seed), BRIEF)  # what came before does not matter
        assert one.choose(position, BRIEF) == two.choose(position, BRIEF)


_A_GAME = """
from menhirs.engine.levels import LevelPlayer
from tests.random_play import random_start
from menhirs.notation.line import write_line
position, player = random_start("amsterdam", 5), LevelPlayer(2, "oak")
while not position.is_over:
    position = position.play(player.choose(position))
    print(write_line(position))
"""


def test_another_process_plays_the_same_game() -> None:
    root = str(Path(__file__).parents[3])
    games = [
        subprocess.run(
            [sys.executable, "-c", _A_GAME],
            env=os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": root},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert games[0] == games[1]
    assert games[0].count("\n") > 8


def test_another_seed_plays_otherwise() -> None:
    position = random_walk("base", 1, 6)
    assert len({LevelPlayer(1, seed).choose(position) for seed in range(20)}) > 1


def test_beginners_overlook_claims_and_masters_do_not() -> None:
    claimable = claimable_positions(100)
    claimed = [
        sum(LevelPlayer(number).wants_to_claim(position) for position in claimable)
        for number in range(1, 9)
    ]
    assert 0 < claimed[0] < 50
    assert claimed[0] < claimed[1] < claimed[7] == 100


def test_a_claim_overlooked_in_a_turn_stays_overlooked() -> None:
    removing = [p for p in claimable_positions(200) if p.is_legal(Keep())]
    for position in removing:
        after = position.play(Keep())
        for seed in range(5):
            player = LevelPlayer(1, seed)
            assert player.wants_to_claim(position) == player.wants_to_claim(after)
    assert removing


def test_limits_cut_thoughts_short() -> None:
    position = random_walk("base", 4, 6)
    player = LevelPlayer(8)
    assert player.choose(position, Limits(depth=1)) == player.choose(position, Limits(depth=1))
    position.check(player.choose(position, Limits(seconds=0)))
