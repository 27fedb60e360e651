"""What the table has proven of a fog is no proof where the return rule (M4) forbids a move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from menhirs.core.position import Position
from menhirs.engine.search.alphabeta import AlphaBeta
from menhirs.engine.search.encode import encode
from menhirs.engine.search.root import ENDLESS
from menhirs.engine.search.transposition import TranspositionTable
from menhirs.engine.stakes import POINT, stakes_of
from menhirs.notation.line import read_line
from tests.engine.brute_force import BruteForce

_TO_THE_END = 20

BAN_DECIDES = [
    "base ..M/..m./..m../.m..o./Mo.../m.../m.. 1 11 remove 0,0 e1e2-S - -",
    "base ..m/..m./o.m../oM..../m..../m.../M.. 1 11 remove 0,0 c1d1d2-SE - -",
    "base .oM/.om./..m../.m..../M..../m.../m.. 1 11 remove 0,0 a2a3b2-N - -",
    "base ..m/..m./o.m../om..../M..../m..o/m.. 1 11 remove 0,0 c1d1e1-SW - -",
]
"""Player 1 wins 2, but would lose 1 if player 2 might go back."""


def searched(alphabeta: AlphaBeta, position: Position, depth: int) -> int:
    encoded = encode(stakes_of(position.rules), position)
    return alphabeta.search_position(encoded, depth, -ENDLESS, ENDLESS)


@pytest.mark.parametrize("line", BAN_DECIDES)
@pytest.mark.parametrize("depth", [0, 1, _TO_THE_END])
def test_what_is_certain_is_true(line: str, depth: int) -> None:
    position = read_line(line)
    alphabeta = AlphaBeta(
        stakes_of(position.rules), TranspositionTable(1 << 20), memoryview(bytearray(1)), 1 << 12
    )
    without_bans = []
    for action in position.board_actions():
        free = replace(position.play(action), last=None)
        without_bans.append(-searched(alphabeta, free, _TO_THE_END))  # now the table knows
    assert max(without_bans) == -1 * POINT
    value = searched(alphabeta, position, depth)
    if depth == _TO_THE_END:
        assert not alphabeta.doubt
    if not alphabeta.doubt:
        assert value == BruteForce().value(position) * POINT == 2 * POINT
