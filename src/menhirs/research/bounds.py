"""The longest possible game, which learning programs want to know in advance."""

from __future__ import annotations

from menhirs.core.rules import RuleSet

ENDLESS = 2**30
"""The limit for endless games, whose longest game is unknown."""


def longest_game(rules: RuleSet) -> int:
    """The most action numbers of a game."""
    if rules.is_endless:
        return ENDLESS
    # A turn is a move, in at most as many numbers as there are fog tiles, and a tile taken away.
    # Each lap ends with two answers; a claim and the move that shows it end the game.
    turns = sum(2 for entry in rules.schedule if not entry.places)
    lap = rules.fog_tiles + turns * (rules.fog_tiles + 1) + 2
    return rules.flips + rules.laps * lap + 1 + rules.fog_tiles
