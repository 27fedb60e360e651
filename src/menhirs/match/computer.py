"""The computer as a player: when it acts, and how long it waits.

It answers at the pace of a person: weaker players take longer to notice that they could claim.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from menhirs.core.actions import Player
from menhirs.core.state import Phase
from menhirs.match.errors import Refused
from menhirs.match.match import Match

_SLOWEST_CLAIM = 2_400
_QUICKEST_CLAIM = 900
_MARGIN = 100  # a claim of the computer's is never late
_PAUSE = {Phase.REMOVE: 700, Phase.PROVE: 1_200, Phase.DECIDE: 1_500}
_PAUSE_BEFORE_A_TURN = 900


@dataclass(frozen=True)
class Task:
    """The computer may act now."""

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
    """The computer's task at this moment; None if it has none."""
    if not match.terms.computers or match.is_over or not match.has_begun:
        return None
    position = match.position
    window = match.claim_window(at)
    for player, level in match.terms.computers.items():
        acts = position.player == player
        claims_on = window.turn if window is not None and window.player == player else None
        if acts or claims_on is not None:
            pause = _PAUSE.get(position.phase, _PAUSE_BEFORE_A_TURN)
            in_time = match.terms.rules.claim_time - _MARGIN
            reaction = min(reaction_time(level, match.state), in_time)
            return Task(player, level, acts, claims_on, pause, reaction)
    return None


THREATENING = (Phase.PLACE, Phase.MOVE, Phase.REMOVE)
"""The phases in which one may ask for threats: in the others no action moves fog."""


def check_help(match: Match, own_seats: Sequence[Player], *, threats: bool = False) -> None:
    """Raises unless these seats may ask now for a hint, or for threats.

    Help is for games against the computer; between people it would be cheating.
    """
    if len(match.terms.computers) != 1:
        raise Refused("no-hints")
    if not own_seats:
        raise Refused("not-seated")
    if not match.has_begun or match.is_over or match.position.player not in own_seats:
        raise Refused("not-your-turn")
    if threats and match.position.phase not in THREATENING:
        raise Refused("no-threats")


def may_be_helped(match: Match, own_seats: Sequence[Player], *, threats: bool = False) -> bool:
    """Whether :func:`check_help` has nothing against it."""
    try:
        check_help(match, own_seats, threats=threats)
    except Refused:
        return False
    return True


def reaction_time(level: int, turn: int) -> int:
    """How long a level takes to notice a claim: the same level not always the same."""
    usual = _SLOWEST_CLAIM - (_SLOWEST_CLAIM - _QUICKEST_CLAIM) * (level - 1) // 7
    return round(usual * (0.8 + 0.4 * Random(f"{level}:{turn}").random()))
