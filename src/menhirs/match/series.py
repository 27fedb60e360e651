"""The games of a series that were played before one of them."""

from __future__ import annotations

from dataclasses import dataclass

LAST_GAMES = 8
"""The number of games of a series that are listed one by one; the others are added up."""


@dataclass(frozen=True)
class GameOfSeries:
    """One game of a series."""

    match: str
    game: int
    winner: int | None
    score: int


@dataclass(frozen=True)
class Earlier:
    """The earlier games of a series, added up for the players of one game.

    However long the series, this is no larger: there are totals, and the last few games.
    """

    wins: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    games: tuple[GameOfSeries, ...] = ()
    """The last few, the newest at the end."""

    def followed_by(self, game: GameOfSeries) -> Earlier:
        """The earlier games of the next game, this one included: the players have swapped seats
        (D11).
        """
        wins, points = [*self.wins], [*self.points]
        if game.winner:
            wins[game.winner - 1] += 1
            points[game.winner - 1] += game.score
        games = (*self.games, game)[-LAST_GAMES:]
        return Earlier((wins[1], wins[0]), (points[1], points[0]), games)
