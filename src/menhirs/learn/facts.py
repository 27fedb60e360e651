"""The numbers that a text about a position may name. They come from its rules."""

from __future__ import annotations

from itertools import count

from menhirs.core import fog as fog_moves
from menhirs.core.position import Position
from menhirs.core.rules import Round, RuleSet, Taking

SPLIT_FROM = next(n for n in count(1) if fog_moves.may_be_split((1 << n) - 1))
"""M2: the number of tiles from which a cluster may be split."""
SMALLEST_PART = next(n for n in count(1) if fog_moves.is_large_enough((1 << n) - 1))
"""M2: the smallest size of the part that moves and of every group that stays."""


def facts(position: Position) -> dict[str, str]:
    """The values for the gaps of a text: ``{seconds}``, ``{split_from}``, ``{points}``, …"""
    rules = position.rules
    numbers: dict[str, float | None] = {
        "seconds": rules.claim_time / 1000,
        "showing_seconds": rules.showing_time / 1000,
        "split_from": SPLIT_FROM,
        "smallest_part": SMALLEST_PART,
        "menhirs": position.menhirs.bit_count(),
        "layout_menhirs": rules.menhirs,
        "fog": position.fog.bit_count(),
        "all_fog": rules.fog_tiles,
        "to_place": rules.tiles_to_place,
        "chances": rules.chances,
        "round": position.round,
        "points": None if position.is_over else position.score_of_win,
        "first_round": rules.schedule[0].number,
        "first_moving_round": rules.first_moving_round.number,
        "last_round": rules.last_round.number,
        "clearing_round": _first_forced(rules).number,
        "decision_round": rules.decision_after,
    }
    return {name: f"{number:g}" for name, number in numbers.items() if number is not None}


def _first_forced(rules: RuleSet) -> Round:
    """The first round in which a tile must be taken away; the last one if there is none."""
    forced = (entry for entry in rules.schedule if Taking.MUST in entry.taking)
    return next(forced, rules.last_round)
