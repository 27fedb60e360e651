"""The one sentence that says what is going on, as each visitor should read it."""

from __future__ import annotations

from menhirs.core.actions import Player
from menhirs.core.state import Phase
from menhirs.match.match import Match
from menhirs.notation.words import Tongue, result_in_words


def status(match: Match, you: list[Player], language: Tongue) -> str:
    """Whose turn it is and what for, or how it ended."""
    _ = language.gettext
    position = match.position
    if position.outcome is not None:
        return result_in_words(position.outcome, language)
    if not match.has_begun:
        if you:
            return _("Waiting for the other player.")
        return _("A seat is free.")
    if you == [position.player]:
        return _yours(position.phase, language)
    return _theirs(position.phase, language).format(player=position.player)


def _yours(phase: Phase, language: Tongue) -> str:
    _ = language.gettext
    match phase:
        case Phase.FLIP:
            return _("Your turn: turn a menhir over.")
        case Phase.PLACE:
            return _("Your turn: place a fog tile.")
        case Phase.MOVE:
            return _("Your turn: move fog.")
        case Phase.REMOVE:
            return _("Take a fog tile away, or keep all where you may.")
        case Phase.DECIDE:
            return _("The decision moment: go back, or on?")
        case Phase.PROVE:
            return _("Show your claim: play the winning move.")
        case Phase.OVER:
            raise ValueError("a finished game is told by its result")


def _theirs(phase: Phase, language: Tongue) -> str:
    _ = language.gettext
    match phase:
        case Phase.FLIP:
            return _("Player {player} turns a menhir over.")
        case Phase.PLACE:
            return _("Player {player} places a fog tile.")
        case Phase.MOVE:
            return _("Player {player} moves fog.")
        case Phase.REMOVE:
            return _("Player {player} may take a fog tile away.")
        case Phase.DECIDE:
            return _("Player {player} decides: back, or on?")
        case Phase.PROVE:
            return _("Player {player} has claimed victory and shows the winning move.")
        case Phase.OVER:
            raise ValueError("a finished game is told by its result")
