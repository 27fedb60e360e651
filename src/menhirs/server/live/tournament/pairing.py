"""Pairing large tournaments in a process of its own.

Pairing 500 players takes a minute of processor time. One process with the lowest priority does it,
round after round; each organiser has at most one tournament in its queue.
"""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass

from menhirs.server.live.engine.engine_process import EngineProcess, PendingQuestion
from menhirs.server.live.fair_queue import FairQueue
from menhirs.tournament.entries import Pair
from menhirs.tournament.pairing.next_round import next_round
from menhirs.tournament.tournament import Tournament

_SMALL = 40
"""The number of players up to which a round is paired in milliseconds."""
_LARGE = 100
"""The number of players above which pairing runs in the background."""


@dataclass(frozen=True)
class NextRound:
    """The question for the process: the pairings of the next round."""

    tournament: Tournament

    def think(self, stop: threading.Event | None = None) -> Pair | None:
        """The next round; None if everything is played."""
        return next_round(self.tournament)


class TournamentPairing:
    """Pairs the rounds of a server's tournaments."""

    def __init__(self) -> None:
        self._process = EngineProcess(in_background=True)
        self._turns = FairQueue(1)

    @staticmethod
    def takes_long(tournament: Tournament) -> bool:
        """Whether a round is paired in the background."""
        return len(tournament.entrants) > _LARGE

    async def next_round(self, organiser: str, tournament: Tournament) -> Pair | None:
        """The next round of a tournament; None if everything is played."""
        if len(tournament.entrants) <= _SMALL:
            return await asyncio.to_thread(next_round, tournament)
        async with self._turns.turn(organiser):
            return await asyncio.to_thread(
                self._process.ask, PendingQuestion(NextRound(tournament))
            )

    def close(self) -> None:
        """Ends the process."""
        self._process.close()
