"""How long a game can be: learning programs like to know before."""

from __future__ import annotations

from menhirs.core.rules import RuleSet

ENDLESS = 2**30
"""Instead of the longest game where there is no end: it has one, but nobody knows how far it is."""


def longest_game(rules: RuleSet) -> int:
    """At most so many action numbers a game has."""
    if rules.is_endless:
        return ENDLESS
    # A turn is a move, told in at most as many numbers as there is fog, and a tile taken away.
    # Each lap ends with two answers; a claim and the move that shows it end the game.
    turns = sum(2 for entry in rules.schedule if not entry.places)
    lap = rules.fog_tiles + turns * (rules.fog_tiles + 1) + 2
    return rules.flips + rules.laps * lap + 1 + rules.fog_tiles
