"""A whole game between two players that choose: levels, engine programs, or one's own."""

from __future__ import annotations

from typing import Protocol

from menhirs.core.actions import Action, Claim
from menhirs.core.position import Position
from menhirs.notation.record import Record


class Chooser(Protocol):
    """A player of whole games: a level, an engine program, or a class of your own.

    A player of rules with claims may also have ``wants_to_claim(position) -> bool``, which says
    whether it claims now (A9). A player without that method never claims.
    """

    def choose(self, position: Position) -> Action:
        """The action of the player to act."""
        ...


def play_game(start: Position, south: Chooser, north: Chooser) -> Record:
    """The record of a game played to its end; every action is checked.

    ``south`` is player 1. The player who may claim comes before the player to act.
    """
    record = Record(start)
    players = {1: south, 2: north}
    while not (position := record.final).is_over:
        claimant = position.claimant
        if claimant is not None and _wants_to_claim(players[claimant], position):
            record = record.play(Claim())
        else:
            record = record.play(players[position.player].choose(position))
    return record


def _wants_to_claim(player: Chooser, position: Position) -> bool:
    ask = getattr(player, "wants_to_claim", None)
    return ask is not None and ask(position)
