"""Where there is no compiler every level plays every game to its end, and plays the same.

A few games with short thoughts here; every level in every rule set, thinking as long as
it does (the highest a little less), with ``--hypothesis-profile=long`` (``make long``).
"""

from __future__ import annotations

import pytest

from menhirs.core.rules import RULE_SETS
from menhirs.engine.levels import LEVELS
from tests.engine.levels.self_play import told
from tests.engine.uncompiled import run_uncompiled
from tests.thoroughness import is_long

LONG = is_long()
EVERY_GAME = [(rules, number, 2_000) for rules in RULE_SETS for number in range(1, len(LEVELS) + 1)]
SAMPLE = [
    ("amsterdam", 6, 60),
    ("base", 3, 30),
    ("base8", 4, 30),
    ("base+21", 7, 30),
    ("base8+21", 8, 10),
]

PLAY = """
from tests.engine.levels.self_play import told
for line in sys.stdin:
    rules, number, nodes = line.split()
    print(told(rules, int(number), int(nodes)))
"""


@pytest.mark.parametrize(("rules", "number", "nodes"), EVERY_GAME if LONG else SAMPLE)
def test_a_level_plays_the_same_uncompiled(rules: str, number: int, nodes: int) -> None:
    assert run_uncompiled(PLAY, f"{rules} {number} {nodes}\n") == told(rules, number, nodes) + "\n"
