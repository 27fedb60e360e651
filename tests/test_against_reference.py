"""The product against an independent reference written from the rules alone."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from menhirs.core.actions import Resign
from menhirs.core.perft import perft
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS
from menhirs.notation.actions import read_action, write_action
from menhirs.notation.board import write_board
from menhirs.notation.line import write_line
from tests.random_play import choose, random_start
from tests.reference.game import ReferenceGame
from tests.reference.game import perft as reference_perft
from tests.thoroughness import is_long

GAMES_IN_A_BLOCK = 100
BLOCKS = 3 if is_long() else 1  # several, so that several processes share the work


@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("rules", sorted(RULE_SETS))
def test_random_games_agree_action_by_action(rules: str, block: int) -> None:
    seen: Counter[str] = Counter()
    # Endless games are long: a sample of them does, but for `make long`.
    games = GAMES_IN_A_BLOCK if rules != "endless" or is_long() else 8
    for game in range(games):
        seed = block * GAMES_IN_A_BLOCK + game
        numbers = Random(seed)
        position = random_start(rules, seed)
        reference = ReferenceGame(rules, write_board(position))
        while not position.is_over:
            assert write_line(position) == reference.line()
            texts = {
                write_action(action, position) for action in position.legal_actions(claims=True)
            }
            assert texts == reference.actions(), write_line(position)
            seen[position.phase.value] += 1
            seen[f"lap {position.lap}"] += 1
            action = choose(position, numbers)
            if numbers.random() < 0.002:
                action = Resign(position.player)
            text = write_action(action, position)
            assert read_action(text, position) == action
            position = position.play(action)
            reference.play(text)
        assert write_line(position) == reference.line()
        assert position.outcome is not None
        seen[position.outcome.reason.value] += 1
        assert not position.legal_actions(claims=True)
        assert not reference.actions()
    expected = {"place", "move", "tie"}
    if rules != "endless" or is_long():
        expected |= {"freed", "resign"}
    if rules != "endless":
        expected |= {"remove"}
    if rules == "amsterdam":
        expected |= {"flip", "decide", "prove", "lap 2", "claim", "wrong-claim", "chooser"}
    assert expected <= set(seen), f"the games did not reach {expected - set(seen)}"


PERFT_STORIES = [
    # (rules, actions from the layout a3 b3 c3 d2 e1 f1 g1, counts for depth 1, 2, 3)
    ("endless", "", [23, 506, 10626]),
    ("base", "", [23, 506, 10626]),
    ("base8", "", [23, 506, 10626]),
    ("base+21", "", [23, 506, 10626]),
    ("base8+21", "", [23, 506, 10626]),
    ("amsterdam", "", [7, 42, 1050]),
    ("endless", "+d4 +d3 +c4 +e2", [47, 1461, 49848]),
    ("endless", "+a1 +g3 +d6 +d5 a1-SE g3-NW b1-NW f4-SE", [14, 221, 3839]),
    ("endless", "+a1 +g3 +d6 +d5 a1-SE g3-NW b1-NW f4-SE a1-SE g3-NW b1-NW f4-SE", [14, 206, 3602]),
    ("base", "+d4 +d3 +c4 +e2", [47, 1461, 49848]),
    ("base+21", "+d4 +d3 +c4 +e2", [47, 1461, 49848]),
    ("amsterdam", "*a3 *g1 +d4 +d3 +c4 +e2 +d1 +d6", [58, 695, 19592]),
    ("base", "{to_round_7}", [80, 877, 26021]),
    ("base8", "{to_round_7} c2-N", [50, 499, 15257]),
    ("base8+21", "{to_round_7} c2-N", [50, 499, 15257]),
    (
        "base",
        "{to_round_7} c2-N xc4 c3-S xc2 c4-NW xb4 c3-S xc2 c3-N xc4 c5-NE xd1 d2-NE xd6",
        [6, 16, 121, 217],
    ),
]
TO_ROUND_7 = "+a1 +a2 +b1 +b2 a1-NE b2-SW a1a2a3b1b2b3c1c3-NE b2-NE c3c4c5-S c2-N c3-SW b2-S b1-NE"
MENHIRS = "a3 b3 c3 d2 e1 f1 g1"


@pytest.mark.parametrize(("rules", "story", "counts"), PERFT_STORIES)
def test_perft_table(rules: str, story: str, counts: list[int]) -> None:
    chosen = RULE_SETS[rules]
    position = Position.start(chosen, chosen.geometry.mask_of(MENHIRS))
    reference = ReferenceGame(rules, write_board(position))
    for text in story.format(to_round_7=TO_ROUND_7).split():
        position = position.play(read_action(text, position))
        reference.play(text)
    found = [perft(position, depth) for depth in range(1, len(counts) + 1)]
    assert found == counts
    quick = [depth for depth, count in enumerate(counts, start=1) if count < 3000]
    assert [reference_perft(reference, depth) for depth in quick] == found[: len(quick)]
