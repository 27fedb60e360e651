"""What a won game is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class Scoring(Protocol):
    """How the winner's points follow from when and how the game ended."""

    def win(self, *, round_number: int, laps_left: int, tiles: int) -> int:
        """Points for a win on the board. ``tiles`` counts the fog still in the game."""

    def forfeit(self, *, round_number: int, laps_left: int, tiles: int) -> int:
        """Points when the opponent resigns or runs out of time (D14)."""


@dataclass(frozen=True)
class TileScoring:
    """The fog tiles still in the game (B5), more in one early round if so agreed."""

    bonus_round: int
    bonus: int | None

    def win(self, *, round_number: int, laps_left: int, tiles: int) -> int:
        if self.bonus is not None and round_number == self.bonus_round:
            return self.bonus
        return tiles

    def forfeit(self, *, round_number: int, laps_left: int, tiles: int) -> int:
        return tiles


@dataclass(frozen=True)
class RoundScoring:
    """The number of the round, and more for every lap that was not needed (A11)."""

    a_lap_earlier: int

    def win(self, *, round_number: int, laps_left: int, tiles: int) -> int:
        return round_number + self.a_lap_earlier * laps_left

    def forfeit(self, *, round_number: int, laps_left: int, tiles: int) -> int:
        return self.win(round_number=round_number, laps_left=laps_left, tiles=tiles)


@dataclass(frozen=True)
class WinScoring:
    """One point for every win: what counts is who frees the last menhir."""

    def win(self, *, round_number: int, laps_left: int, tiles: int) -> int:
        return 1

    def forfeit(self, *, round_number: int, laps_left: int, tiles: int) -> int:
        return 1
