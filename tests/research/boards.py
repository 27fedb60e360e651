"""Games for surveys: small enough to be solved in a moment, as a file of house rules."""

from __future__ import annotations

from menhirs.core.rules import RuleSet
from menhirs.notation.house_rules import read_house_rules

HOUSE_RULES = """
[tiny]
board = [2, 3, 2]
menhirs = 2
fog_tiles = 4
rounds = [
    {round = 1, place = true},
    {round = 2},
    {round = 3, take = ["never", "must"]},
    {round = 4, to = 5, take = "must"},
]

[tiny-later]
like = "tiny"
clearing_from = {round = 4, player = 1}

[turned]
like = "amsterdam"
board = [3, 4]
menhirs = 4
fog_tiles = 4
chances = 1
laps = 1
decision_after = 2
rounds = [
    {round = 4, place = true},
    {round = 3, to = 2, take = "may", claim = true},
    {round = 1, take = "must"},
]

[medium]
like = "amsterdam"
board = [3, 4, 5, 4]
menhirs = 5
fog_tiles = 7
chances = 2

[large]
like = "amsterdam"
board = [5, 6, 7, 8]
menhirs = 7
fog_tiles = 11
"""
"""``medium`` takes a good part of a second: long enough to be killed in the middle of. ``large``
takes more than a minute."""

RULES = read_house_rules(HOUSE_RULES)
TINY, TINY_LATER, TURNED, MEDIUM = (
    RULES[name] for name in ("tiny", "tiny-later", "turned", "medium")
)


def mask(rules: RuleSet, names: str) -> int:
    return rules.geometry.mask_of(names)
