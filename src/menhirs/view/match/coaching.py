"""What a guided match needs of a coach. The coach is in ``learn``; a view passes on its words."""

from __future__ import annotations

from typing import Protocol

from menhirs.core.actions import Action, Move, Player
from menhirs.core.position import Position
from menhirs.match.match import Match
from menhirs.notation.people import People, Tongue
from menhirs.view.messages import CoachState


class Coaching(Protocol):
    """Explains a match to the one who plays in it."""

    def state(
        self, match: Match, you: list[Player], people: People, language: Tongue, /
    ) -> CoachState | None:
        """What the coach tells now."""
        ...

    def warning(
        self, position: Position, action: Action, people: People, language: Tongue, /
    ) -> tuple[str, Move] | None:
        """What to say before an action that lets the opponent win at once, and how."""
        ...

    def hint(self, position: Position, action: Action, language: Tongue, /) -> str:
        """An action that is worth trying, in words."""
        ...
