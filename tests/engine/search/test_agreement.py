"""All ways to search prove the same values."""

from __future__ import annotations

from random import Random

import pytest

from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.engine.analysis import Limits
from menhirs.engine.search import Search
from menhirs.notation.line import read_line, write_line
from tests.engine.house_rules import SMALL_AMSTERDAM, SMALL_BASE
from tests.engine.search.games import mirrored, random_positions
from tests.engine.uncompiled import run_uncompiled


def late_positions(rules: RuleSet, count: int) -> list[Position]:
    """From the last two rounds of real games."""
    rounds = {entry.number for entry in rules.schedule[-2:]}
    late = [p for p in random_positions(rules, 20, seed=5, wild=0.0) if p.round in rounds]
    return Random(4).sample(late, count)


@pytest.mark.parametrize("rules", [SMALL_BASE, SMALL_AMSTERDAM], ids=lambda rules: rules.name)
def test_with_or_without_table_and_threads(rules: RuleSet) -> None:
    searches = [Search(), Search(table_mb=0), Search(table_mb=1, threads=2)]
    moving = [p for p in random_positions(rules, 12, seed=9) if not p.current_round.places]
    for position in Random(2).sample(moving, 60):
        found = [search.analyse(position, Limits()) for search in searches]
        assert all(analysis.proven for analysis in found), write_line(position)
        assert len({analysis.value for analysis in found}) == 1, write_line(position)


@pytest.mark.parametrize("name", ["base", "amsterdam"])
def test_a_tiny_table_and_two_threads_on_the_real_board(name: str) -> None:
    for position in late_positions(RULE_SETS[name], 8):
        found = [
            search.analyse(position, Limits(nodes=2_000_000))
            for search in (Search(), Search(table_mb=1, threads=2))
        ]
        assert all(analysis.proven for analysis in found), write_line(position)
        assert len({analysis.value for analysis in found}) == 1, write_line(position)


@pytest.mark.parametrize("name", ["base", "base8+21", "amsterdam"])
def test_mirrored_positions_have_equal_values(name: str) -> None:
    search = Search()
    for position in late_positions(RULE_SETS[name], 8):
        analysis = search.analyse(position, Limits())
        assert analysis.proven
        for mirror in position.geometry.mirrors:
            image = search.analyse(mirrored(position, mirror), Limits())
            assert image.proven
            assert image.value == analysis.value, write_line(position)


ANALYSE = """
from menhirs.engine.analysis import Limits
from menhirs.engine.search import Search
from menhirs.notation.line import read_line
for line in sys.stdin:
    analysis = Search(table_mb=1).analyse(read_line(line.strip()), Limits(depth=2, nodes=300))
    print(analysis.value, analysis.proven, analysis.nodes, analysis.lines[0].actions)
"""


TOO_MANY_CHOICES = "amsterdam ..o/o.../o.M../ooo.M./.MM../..M./... 1 11 move 0,0 - - -"
"""More than 300 nodes are needed to look at every choice once."""


def test_the_same_uncompiled() -> None:
    """Where there is no compiler the same files run as they are, to the same answers."""
    positions = [p for name in ("base", "amsterdam") for p in late_positions(RULE_SETS[name], 6)]
    positions.append(read_line(TOO_MANY_CHOICES))
    lines = "".join(write_line(position) + "\n" for position in positions)
    for position, told in zip(positions, run_uncompiled(ANALYSE, lines).splitlines(), strict=True):
        analysis = Search(table_mb=1).analyse(position, Limits(depth=2, nodes=300))
        found = (analysis.value, analysis.proven, analysis.nodes, analysis.lines[0].actions)
        assert told == " ".join(map(str, found))
