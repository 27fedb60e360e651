"""What the search makes of positions whose end it does not see."""

from __future__ import annotations

import pytest

from menhirs.core.actions import Keep
from menhirs.engine.analysis import Limits
from menhirs.engine.search import Search
from menhirs.notation.line import read_line

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
