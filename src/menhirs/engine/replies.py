"""What follows if both play their best: a table knows it to the end of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from threading import Event
from time import monotonic

from menhirs.core.actions import Action, Claim
from menhirs.core.position import Position
from menhirs.engine.analysis import Analysis, Analyst, Limits, Line
from menhirs.engine.claims import should_claim

_FOLLOWED = 5
"""So many lines at most: each takes some tenths of a second."""
_LONGEST = 100  # actions; more than any game has but under odd house rules


def with_replies(
    analyst: Analyst,
    position: Position,
    known: Analysis,
    limits: Limits,
    *,
    stop: Event | None = None,
) -> Analysis:
    """Continues the single actions of a table's analysis to whole lines.

    They are followed as long as the analysis may take. The search's lines are left as they are:
    they go as far as it has seen.
    """
    if known.source != "table":
        return known
    end = inf if limits.seconds is None else monotonic() + limits.seconds - known.seconds

    def is_over() -> bool:
        return monotonic() > end or (stop is not None and stop.is_set())

    lines = (_followed(analyst, position, line, is_over) for line in known.lines[:_FOLLOWED])
    return replace(known, lines=(*lines, *known.lines[_FOLLOWED:]))


def _followed(
    analyst: Analyst, position: Position, line: Line, is_over: Callable[[], bool]
) -> Line:
    actions = list(line.actions)
    for action in actions:
        position = position.play_unchecked(action)
    while not position.is_over and len(actions) < _LONGEST and not is_over():
        best = _best(analyst, position)
        if best is None:
            break
        actions.append(best)
        position = position.play_unchecked(best)
    return replace(line, actions=tuple(actions))


def _best(analyst: Analyst, position: Position) -> Action | None:
    """The next action, also of a claimant who is not on turn; None where no table knows it."""
    if should_claim(position):
        return Claim()
    known = analyst.analyse(position, Limits(nodes=1))  # should no table know, it shall be quick
    return known.lines[0].actions[0] if known.source == "table" else None
