"""Pairing large tournaments in a process of its own.

Pairing 500 players takes a minute of a processor. It goes to one process with the lowest priority,
one round after the other, so that nobody else has to wait for it; of one organiser's tournaments
one at a time stands in that queue.
"""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass

from menhirs.server.live.engine.engine_process import EngineProcess, PendingQuestion
from menhirs.server.live.turns import Turns
from menhirs.tournament.entries import Pair
from menhirs.tournament.pairing.next_round import next_round
from menhirs.tournament.tournament import Tournament

_SMALL = 40
"""Players up to whom a round is paired in some milliseconds."""
_LARGE = 100
"""Players above whom nobody can be asked to wait for it."""


@dataclass(frozen=True)
class NextRound:
    """A question for a process: who meets whom next."""

    tournament: Tournament

    def think(self, stop: threading.Event | None = None) -> Pair | None:
        """The next round; None where everything is played."""
        return next_round(self.tournament)


class TournamentPairing:
    """Pairs the rounds of a server's tournaments."""

    def __init__(self) -> None:
        self._process = EngineProcess(in_background=True)
        self._turns = Turns(1)

    @staticmethod
    def takes_long(tournament: Tournament) -> bool:
        """Whether a round is paired while its organiser does something else."""
        return len(tournament.entrants) > _LARGE

    async def next_round(self, organiser: str, tournament: Tournament) -> Pair | None:
        """The next round of a tournament; None where everything is played."""
        if len(tournament.entrants) <= _SMALL:
            return await asyncio.to_thread(next_round, tournament)
        async with self._turns.turn(organiser):
            return await asyncio.to_thread(
                self._process.ask, PendingQuestion(NextRound(tournament))
            )

    def close(self) -> None:
        """Ends the process."""
        self._process.close()
