"""A hint: the engine's action, with the reason in a few words."""

from __future__ import annotations

from menhirs.core.actions import Claim, Move
from menhirs.core.position import Position
from menhirs.engine.analysis import Analysis, Analyst, Limits
from menhirs.notation.actions import write_action

_LIMITS = Limits(nodes=100_000)  # well under a second


def hint(position: Position, analyst: Analyst) -> str:
    """The best action of the player to act, with its value, proven or estimated."""
    if position.is_over:
        return "The game is over: there is nothing left to do."
    analysis = analyst.analyse(position, _LIMITS)
    line = analysis.lines[0]
    text = write_action(line.actions[0], position)
    if isinstance(line.actions[0], Claim):
        claimed = position.play(Claim())
        win = Move(*next(claimed.winning_moves()))
        text += f", then {write_action(win, claimed)}"
    known = " (From the tables.)" if analysis.source == "table" else ""
    return f"Try {text}: {_reason(analysis)}{known}"


def _reason(analysis: Analysis) -> str:
    points = "1 point" if abs(analysis.value) == 1 else f"{abs(analysis.value)} points"
    if analysis.proven:
        if analysis.value > 0:
            return f"it wins {points}. That is proven."
        if analysis.value < 0:
            return f"all loses {points} or more, but this asks most of your opponent. Proven."
        return "it leads to a tie if both play their best, and nothing does better. Proven."
    ahead = "1 turn" if analysis.depth == 1 else f"{analysis.depth} turns"
    if analysis.value > 0:
        return f"it seems to win {points}. Estimated, {ahead} ahead."
    if analysis.value < 0:
        return f"it seems to lose {points}, but nothing seems better. Estimated, {ahead} ahead."
    return f"nobody wins in sight after it. Estimated, {ahead} ahead."
