"""The computer at the table: when it has something to do, and how long it lets one wait.

It answers at the pace of a person: weaker players take longer to notice that they could claim.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from menhirs.core.actions import Player
from menhirs.core.state import Phase
from menhirs.match.match import Match
from menhirs.match.terms import CLAIM_WINDOW

_SLOWEST_CLAIM = 2_400
_QUICKEST_CLAIM = 900
_PAUSE = {Phase.REMOVE: 700, Phase.PROVE: 1_200, Phase.DECIDE: 1_500}
_PAUSE_BEFORE_A_TURN = 900


@dataclass(frozen=True)
class Task:
    """The computer may do something now."""

    player: Player
    level: int
    acts: bool
    """Whether it is its turn; if not, it can only claim."""
    claims_on: int | None
    """The turn that it may claim on."""
    pause: int
    """The milliseconds after the last action at which it acts if it is its turn."""
    reaction: int
    """The milliseconds after the last action at which it claims if it notices that it can."""


def task(match: Match, at: int) -> Task | None:
    """What the computer has to think about at this moment."""
    if match.is_over or not match.has_begun:
        return None
    position = match.position
    window = match.claim_window(at)
    for player, level in match.terms.computers.items():
        acts = position.player == player
        claims_on = window.turn if window is not None and window.player == player else None
        if acts or claims_on is not None:
            pause = _PAUSE.get(position.phase, _PAUSE_BEFORE_A_TURN)
            return Task(player, level, acts, claims_on, pause, reaction_time(level, match.state))
    return None


def reaction_time(level: int, turn: int) -> int:
    """How long a level takes to notice a claim: the same level not always the same."""
    usual = _SLOWEST_CLAIM - (_SLOWEST_CLAIM - _QUICKEST_CLAIM) * (level - 1) // 7
    varied = round(usual * (0.8 + 0.4 * Random(f"{level}:{turn}").random()))
    return min(varied, CLAIM_WINDOW - 100)
