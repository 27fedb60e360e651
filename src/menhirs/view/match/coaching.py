"""The interface of a coach, for guided matches. The coach is in ``learn``; the view only passes
its words on.
"""

from __future__ import annotations

from typing import Protocol

from menhirs.core.actions import Action, Move, Player
from menhirs.core.position import Position
from menhirs.match.match import Match
from menhirs.notation.people import People, Translator
from menhirs.view.messages import CoachState


class Coaching(Protocol):
    """Explains a match to the one who plays in it."""

    def state(
        self, match: Match, own_seats: list[Player], people: People, language: Translator, /
    ) -> CoachState | None:
        """The coach's tips for the current position."""

    def warning(
        self, position: Position, action: Action, people: People, language: Translator, /
    ) -> tuple[str, Move] | None:
        """The warning before an action that lets the opponent win at once, with the winning
        move.
        """

    def hint(self, position: Position, action: Action, language: Translator, /) -> str:
        """A good action, in words."""
