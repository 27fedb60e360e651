"""What the search makes of positions whose end it does not see."""

from __future__ import annotations

import pytest

from menhirs.core.actions import Keep
from menhirs.engine.analysis import Limits
from menhirs.engine.search import Search
from menhirs.notation.line import read_line
from tests.engine.uncompiled import run_uncompiled

# Of a solved layout: whoever takes a tile away now gives away what the tables say of the position.
TOO_EARLY = [
    "amsterdam .../..M./.mo../..ooM./.mooo/.oM./... 2 10 remove 0,1 b3c3d3d4e3-NE@10 - -",
    "amsterdam .../.oMo/.m.../..o.m./oMoo./..mo/... 1 9 remove 0,2 e3e4f4-SE@9 - -",
    "amsterdam .../o.m./.M.../..o.M./.M.o./.oM./.o. 1 8 remove 0,2 e2f2g2-NE@8 - -",
    "amsterdam .../..M./.Mooo/....m./.m..o/..mo/..o 2 8 remove 3,0 e5f4g3-NE@8 - -",
]


@pytest.mark.parametrize("line", TOO_EARLY)
def test_chances_to_take_fog_away_are_not_spent_too_early(line: str) -> None:
    position = read_line(line)
    assert len(position.board_actions()) > 8
    analysis = Search().analyse(position, Limits(nodes=20_000))
    assert analysis.lines[0].actions[0] == Keep()


ESTIMATE = """
from dataclasses import replace
from random import Random
from menhirs.core.geometry import cells_in
from menhirs.core.rules import AMSTERDAM, BASE, Taking
from menhirs.core.setup import random_menhirs
from menhirs.engine.search.alphabeta import AlphaBeta
from menhirs.engine.search.encode import Encoded, Kind
from menhirs.engine.stakes import POINT, stakes_of
from menhirs.engine.search.transposition import TranspositionTable

may_after_the_decision = replace(
    AMSTERDAM,
    name="house",
    schedule=tuple(
        replace(entry, taking=(Taking.MAY, Taking.MAY)) if entry.number < 3 else entry
        for entry in AMSTERDAM.schedule
    ),
)
numbers = Random(1)
largest = 0
for rules in (BASE, AMSTERDAM, may_after_the_decision):
    stakes = stakes_of(rules)
    alphabeta = AlphaBeta(stakes, TranspositionTable(1), memoryview(bytearray(1)), 4096)
    menhirs = random_menhirs(rules, 1)
    cells = [1 << cell for cell in cells_in(rules.geometry.cells)]
    moving = [turn for turn in range(len(rules.flow.places)) if not rules.flow.places[turn]]
    for _ in range(400):
        turn, tiles = numbers.choice(moving), numbers.randrange(2, rules.fog_tiles + 1)
        fog = sum(numbers.sample(cells, tiles))
        one, two = (numbers.randrange(rules.flow.chances + 1) for _ in range(2))
        chooser = numbers.randrange(3) if rules.flow.going_back[turn] >= 0 else 0
        position = Encoded(Kind.MOVE, turn, menhirs, fog, 0, 0, one, two, chooser, 0, None, None)
        alphabeta.set_position(position)
        value = alphabeta.estimate_root()
        if alphabeta.doubt:
            largest = max(largest, abs(value))
print(largest, POINT)
"""


def test_an_estimate_is_less_than_a_point() -> None:
    """Else it could be taken for a win: proofs rest on it."""
    largest, point = map(int, run_uncompiled(ESTIMATE).split())
    assert 0 < largest < point
