"""The stages of a game, to show where games are thrown away."""

from __future__ import annotations

from enum import StrEnum

from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.core.state import Phase


class GameStage(StrEnum):
    """A part of a game."""

    FLIP = "flip"
    PLACE = "place"
    EARLY = "early"
    """The first half of the rounds in which fog moves, up to a decision moment."""
    LATE = "late"
    """The other half."""
    DECIDE = "decide"
    LAST = "last"
    """The rounds after the decision moment (A7)."""


def stage_of(position: Position) -> GameStage:
    """The stage that a position belongs to."""
    rules = position.rules
    if position.phase is Phase.DECIDE:
        return GameStage.DECIDE
    if position.phase is Phase.FLIP:
        return GameStage.FLIP
    if position.current_round.places:
        return GameStage.PLACE
    for stage in (GameStage.EARLY, GameStage.LATE):
        if position.round in rounds_of(stage, rules):
            return stage
    return GameStage.LAST


def rounds_of(stage: GameStage, rules: RuleSet) -> tuple[int, ...]:
    """The numbers of the rounds of a stage in which fog moves, in the order of play."""
    moving = [one.number for one in rules.schedule if not one.places]
    last = moving.index(rules.decision_after) + 1 if rules.decision_after in moving else len(moving)
    return {
        GameStage.EARLY: tuple(moving[: last // 2]),
        GameStage.LATE: tuple(moving[last // 2 : last]),
        GameStage.LAST: tuple(moving[last:]),
    }.get(stage, ())
