"""The history of each player: wins, points, seats, opponents, byes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from menhirs.tournament.results import EntrantId
from menhirs.tournament.tournament import Tournament

SOUTH, NORTH = 1, -1


@dataclass
class PlayerHistory:
    """The history of one player."""

    wins: int = 0
    points: int = 0
    ties: int = 0
    losses: int = 0
    byes: int = 0
    seats: list[int] = field(default_factory=list)
    """``SOUTH`` or ``NORTH`` for each game at a table, in the order of rounds."""
    met: Counter[EntrantId] = field(default_factory=Counter)
    """In how many rounds each opponent was met, or should have been."""
    opponents: list[EntrantId] = field(default_factory=list)
    """The opponent of each game that was played to a result."""
    beaten: list[EntrantId] = field(default_factory=list)
    """The opponent of each game that was played and won."""
    last_opponent: EntrantId | None = None

    @property
    def balance(self) -> int:
        """Games as south minus games as north."""
        return sum(self.seats)


def pasts(tournament: Tournament) -> dict[EntrantId, PlayerHistory]:
    """The histories of all players, in the order of entry."""
    found = {number: PlayerHistory() for number in tournament.entrants}
    for paired in tournament.rounds:
        if paired.bye is not None:
            found[paired.bye].byes += 1
            found[paired.bye].wins += 1  # a bye is a win without points
        for one, two in paired.pairings:
            _meet(found, one, two)
        for game in tournament.games(paired.number):
            outcome = tournament.outcome(game)
            south, north = (found[entrant_id] for entrant_id in game.players)
            if outcome is None or outcome.played:
                south.seats.append(SOUTH)
                north.seats.append(NORTH)
            if outcome is None:
                continue
            if outcome.winner == 0:
                for past in (south, north) if outcome.played else ():
                    past.ties += 1
            else:
                winner, loser = (south, north) if outcome.winner == 1 else (north, south)
                winner.wins += 1
                winner.points += outcome.score
                loser.losses += 1
            if outcome.played:
                south.opponents.append(game.north)
                north.opponents.append(game.south)
                if (won_by := outcome.won_by(game)) is not None:
                    lost_by = game.north if won_by == game.south else game.south
                    found[won_by].beaten.append(lost_by)
    return found


def _meet(found: dict[EntrantId, PlayerHistory], one: EntrantId, two: EntrantId) -> None:
    for entrant_id, opponent in ((one, two), (two, one)):
        found[entrant_id].met[opponent] += 1
        found[entrant_id].last_opponent = opponent
