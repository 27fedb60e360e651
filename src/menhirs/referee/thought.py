"""Questions to the computer about a position, and its thoughts."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from menhirs.core.actions import Claim
from menhirs.core.position import Position
from menhirs.engine.analysis import Limits
from menhirs.engine.levels import LevelPlayer
from menhirs.learn.reasons import AdvisedAction, reason
from menhirs.learn.threats import OpponentThreats, threats
from menhirs.match.computer import THREATENING
from menhirs.notation.actions import write_action

LONGEST = 20.0
"""After so many seconds a thought ends with what was found. Only a machine that crawls needs it:
levels are measured in nodes, the highest takes under a second."""


@dataclass(frozen=True)
class Question:
    """A position for the computer to think about."""

    position: Position
    level: int
    seed: str
    acts: bool
    """Whether it is its turn."""
    may_claim: bool
    explains: bool = False
    """Whether the reason and the threats are wanted."""
    seconds: float = LONGEST
    """The limit of the thought, in seconds."""

    def think(self, stop: threading.Event | None = None) -> Thought:
        """The level's thought."""
        return think(self, stop)


@dataclass(frozen=True)
class Thought:
    """The computer's action, with reasons if asked for."""

    claims: bool
    action: str | None
    """None if it is not its turn, or if it claims."""
    reason: AdvisedAction | None = None
    threats: OpponentThreats | None = None
    cut_short: bool = False
    """Whether time ran out before its level's search was complete."""


def think(question: Question, stop: threading.Event | None = None) -> Thought:
    """A level's action in a position, or whether it claims there."""
    position = question.position
    player = LevelPlayer(question.level, question.seed)
    if question.explains:
        return _explain(question, player, stop)
    # While it thinks about taking away, the claim that is open is the opponent's.
    if question.may_claim and player.wants_to_claim(position):
        return Thought(claims=True, action=None)
    if not question.acts:
        return Thought(claims=False, action=None)
    action = player.choose(position, Limits(seconds=question.seconds), stop=stop)
    return Thought(False, write_action(action, position), cut_short=player.was_cut_short)


def _explain(question: Question, player: LevelPlayer, stop: threading.Event | None) -> Thought:
    """A level's action, its reason, and the threats."""
    position, limits = question.position, Limits(seconds=question.seconds)
    claims = question.may_claim and player.wants_to_claim(position)
    action = Claim() if claims else player.choose(position, limits, stop=stop)
    found = threats(position) if position.phase in THREATENING else None
    why = reason(position, action)
    return Thought(claims, write_action(action, position), why, found, player.was_cut_short)
