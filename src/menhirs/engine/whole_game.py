"""A whole game between two players that choose: levels, engine programs, or one's own."""

from __future__ import annotations

from typing import Protocol

from menhirs.core.actions import Action, Claim
from menhirs.core.position import Position
from menhirs.notation.record import Record


class Chooser(Protocol):
    """Whoever can play a game."""

    def choose(self, position: Position) -> Action:
        """What it does as the player to act."""
        ...

    def wants_to_claim(self, position: Position) -> bool:
        """Whether it claims now, as the player who may (A9)."""
        ...


def play_game(start: Position, south: Chooser, north: Chooser) -> Record:
    """The record of a game played to its end; every action is checked.

    ``south`` is player 1. Whoever may claim is asked before the player to act.
    """
    record = Record(start)
    players = {1: south, 2: north}
    while not (position := record.final).is_over:
        claimant = position.claimant
        if claimant is not None and players[claimant].wants_to_claim(position):
            record = record.play(Claim())
        else:
            record = record.play(players[position.player].choose(position))
    return record
