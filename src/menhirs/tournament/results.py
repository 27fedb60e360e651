"""A game of a tournament, and its result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from menhirs.tournament.errors import BadTournament

MOST_POINTS = 1_000_000

EntrantId: TypeAlias = int
"""The number of a player in a tournament, counted from 1 in the order of entry: the seed order."""


class TournamentGame(NamedTuple):
    """One game of a tournament."""

    round: int
    south: EntrantId
    """Player 1."""
    north: EntrantId
    """Player 2."""
    number: int = 1
    """1, 2 for the return game, 3 and 4 for the deciding games of a knock-out."""

    @property
    def players(self) -> tuple[EntrantId, EntrantId]:
        return self.south, self.north


class Pairing(NamedTuple):
    """Two players who meet in a round, with their seats in the first game."""

    south: EntrantId
    north: EntrantId

    @property
    def pair(self) -> frozenset[EntrantId]:
        """The two without their seats."""
        return frozenset(self)

    def game(self, round_number: int, number: int = 1) -> TournamentGame:
        """One of their games: every second one has the seats swapped."""
        south, north = self if number % 2 else (self.north, self.south)
        return TournamentGame(round_number, south, north, number)


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """The result of a game."""

    winner: int
    """1 south, 2 north, 0 a tie."""
    score: int = 0
    """The winner's points; 0 for a tie."""
    played: bool = True
    """False where somebody did not show up: a win without points, or nothing for both."""

    def __post_init__(self) -> None:
        if self.winner not in (0, 1, 2):
            raise BadTournament("tournament-outcome", why="the winner is 0, 1 or 2")
        if not 0 <= self.score <= MOST_POINTS:
            raise BadTournament("tournament-outcome", why=f"points go from 0 to {MOST_POINTS}")
        if self.score and (self.winner == 0 or not self.played):
            raise BadTournament("tournament-outcome", why="only a win that was played has points")

    def won_by(self, game: TournamentGame) -> EntrantId | None:
        """Who won; None for a tie."""
        return (None, *game.players)[self.winner]
