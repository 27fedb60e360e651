"""Random games played by compiled code: legal, correctly reported, every action equally likely."""

from __future__ import annotations

import time
from collections import Counter
from random import Random
from statistics import fmean, stdev
from threading import Thread

import pytest
from benchmarks.rules import is_compiled

from menhirs.core.actions import Move
from menhirs.core.fog import moves, step
from menhirs.core.geometry import STANDARD, Direction, Geometry, cells_in
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, BASE, RULE_SETS, Round, RuleSet
from menhirs.core.scoring import TileScoring
from menhirs.core.setup import random_menhirs
from menhirs.engine import rollout
from menhirs.engine.rollout import Rollout
from tests.engine.house_rules import FLIPS_OF_FIVE, SMALL_AMSTERDAM, SMALL_BASE, WIDE_BASE
from tests.engine.uncompiled import run_uncompiled

CRAMPED = RuleSet(
    "cramped",
    schedule=(Round(1, places=True), Round(2), Round(3)),
    scoring=TileScoring(bonus_round=2, bonus=None),
    geometry=Geometry((1, 2)),
    menhirs=1,
    fog_tiles=1,
)
"""So small that the return rule may leave nothing to do (M7)."""

GAMES = [*RULE_SETS.values(), SMALL_BASE, WIDE_BASE, SMALL_AMSTERDAM, FLIPS_OF_FIVE, CRAMPED]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_every_game_is_one_by_the_rules(rules: RuleSet) -> None:
    player = Rollout(rules, seed=7)
    wins = Counter[int]()
    actions = 0
    for _ in range(300):
        player.play(1)
        position = player.start()
        for action in player.record():
            position = position.play(action)
            actions += 1
        assert position.outcome is not None
        assert (position.outcome.winner, position.outcome.score) == (player.winner, player.points)
        wins[player.winner] += 1
    assert player.games == 300
    assert player.actions == actions
    assert [player.ties, *player.wins] == [wins[0], wins[1], wins[2]]


PLAY = """
from menhirs.core.rules import RULE_SETS
from menhirs.engine.rollout import Rollout
from menhirs.notation.line import write_line
for name in ("base", "amsterdam", "endless"):
    player = Rollout(RULE_SETS[name], 3)
    for _ in range(1 if name == "endless" else 5):
        player.play(1)
        print(write_line(player.start()), player.record())
"""


def test_the_same_seed_plays_the_same_games_compiled_or_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    exec(PLAY)
    text = capsys.readouterr().out
    assert text == run_uncompiled(PLAY)
    exec(PLAY.replace(", 3)", ", 4)"))
    assert text != capsys.readouterr().out


# Clusters of 11, 8 and 6 tiles beside smaller ones, at the edge and in the middle; two large ones.
@pytest.mark.parametrize(
    "cells",
    [
        "c2 c3 c4 d2 d3 d4 d5 e2 e3 e4 f2",
        "a1 a2 b1 b2 c1 c2 d1 d2 g1 g2 e5",
        "d1 d2 d3 d4 d5 d6 a1 g3 g2 a3 e5",
        "b2 b3 c3 c4 d4 d5 f1",
        "a1 a2 a3 b1 b2 b3 b4 e2 e3 f2 f3 g1 g2",
    ],
)
def test_every_legal_move_is_equally_likely(cells: str) -> None:
    fog = STANDARD.mask_of(cells)
    legal = [
        Move(tiles, Direction(way)) for tiles, way in moves(fog, STANDARD.cells, STANDARD.stride)
    ]
    player = Rollout(BASE, seed=1)
    # With and without a move that the return rule forbids: a split if there is one.
    for banned in (None, legal[-1]):
        allowed = [move for move in legal if move != banned]
        each = 400
        drawn = Counter[Move | None]()
        for _ in range(each * len(allowed)):
            if banned is None:
                drawn[player.drawn(fog)] += 1
            else:
                drawn[player.drawn(fog, banned.tiles, banned.direction.opposite)] += 1
        assert set(drawn) == set(allowed)
        free = len(allowed) - 1
        chi_square = sum((count - each) ** 2 / each for count in drawn.values())
        assert abs(chi_square - free) < 5 * (2 * free) ** 0.5


def test_every_legal_move_of_any_cluster_is_equally_likely() -> None:
    numbers = Random(2)
    cells = list(cells_in(STANDARD.cells))
    player = Rollout(BASE, seed=2)
    each = 40
    chi_square = free = 0.0
    for _ in range(100):
        fog = STANDARD.mask(numbers.sample(cells, 11))
        legal = moves(fog, STANDARD.cells, STANDARD.stride)
        drawn = Counter(player.drawn(fog) for _ in range(each * len(legal)))
        assert set(drawn) == {Move(tiles, Direction(way)) for tiles, way in legal}
        chi_square += sum((count - each) ** 2 / each for count in drawn.values())
        free += len(legal) - 1
    assert abs(chi_square - free) < 5 * (2 * free) ** 0.5


def test_none_is_drawn_exactly_where_there_is_none() -> None:
    geometry = CRAMPED.geometry
    player = Rollout(CRAMPED, seed=1)
    stuck = 0
    for fog in range(1, geometry.cells + 1):
        if fog & ~geometry.cells:
            continue
        legal = moves(fog, geometry.cells, geometry.stride)
        for tiles, way in [(0, 0), *legal]:
            landed, picture = 0, fog
            if tiles:
                landed = step(tiles, way, geometry.stride)
                picture = fog & ~tiles | landed
            allowed: set[Move | None] = {
                Move(part, Direction(direction))
                for part, direction in moves(picture, geometry.cells, geometry.stride)
                if not (part == landed and direction == (way + 3) % 6)
            }
            found = {player.drawn(picture, landed, way) for _ in range(200)}
            assert found == (allowed or {None})
            stuck += not allowed
    assert stuck


@pytest.mark.parametrize("rules", [BASE, AMSTERDAM], ids=lambda rules: rules.name)
def test_games_are_as_long_as_those_played_through_the_rules(rules: RuleSet) -> None:
    numbers, player = Random(5), Rollout(rules, seed=5)
    lengths: tuple[list[int], list[int]] = ([], [])
    for seed in range(500):
        position = Position.start(rules, random_menhirs(rules, seed))
        length = 0
        while not position.is_over:
            position = position.play_unchecked(numbers.choice(position.board_actions()))
            length += 1
        lengths[0].append(length)
        player.play(1)
        lengths[1].append(len(player.record()))
    error = (stdev(lengths[0]) ** 2 + stdev(lengths[1]) ** 2) ** 0.5 / 500**0.5
    assert abs(fmean(lengths[0]) - fmean(lengths[1])) < 4 * error


@pytest.mark.skipif(not is_compiled(rollout), reason="uncompiled code holds the lock")
def test_other_threads_go_on_meanwhile() -> None:
    player = Rollout(BASE, seed=1)
    thread = Thread(target=player.play, args=(20_000,))
    thread.start()
    ticks = 0
    while thread.is_alive():
        time.sleep(0.001)
        ticks += 1
    assert ticks > 10
    assert player.games == 20_000
