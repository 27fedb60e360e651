"""A contest of many games between two engine programs, each layout played from both seats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.core.setup import random_menhirs
from menhirs.notation.record import Record
from menhirs.protocol.elo import EloDifference, elo_difference
from menhirs.protocol.player import EnginePlayer
from menhirs.protocol.referee import PlayedGame, play_game


@dataclass(frozen=True)
class ContestGame:
    """One finished game of a contest."""

    number: int
    game: PlayedGame
    swapped: bool
    """Whether the second engine was player 1."""

    @property
    def winner(self) -> int | None:
        """The index of the engine that won; None for a tie."""
        winner = self.game.outcome.winner
        return None if winner == 0 else (winner - 1) ^ self.swapped


@dataclass
class Totals:
    """The running totals of a contest; the engines are in the order of the command."""

    games: int = 0
    ties: int = 0
    wins: list[int] = field(default_factory=lambda: [0, 0])
    points: list[int] = field(default_factory=lambda: [0, 0])
    faults: list[int] = field(default_factory=lambda: [0, 0])
    """Games lost by a failure, an illegal action or a wrong claim."""

    def add(self, played: ContestGame) -> None:
        """Adds a game to the totals."""
        self.games += 1
        winner = played.winner
        if winner is None:
            self.ties += 1
            return
        self.wins[winner] += 1
        self.points[winner] += played.game.outcome.score
        if played.game.fault is not None:
            self.faults[1 - winner] += 1

    @property
    def elo(self) -> EloDifference:
        """The Elo difference of the first engine to the second."""
        return elo_difference(self.wins[0], self.ties, self.wins[1])


def contest(
    rules: RuleSet, seed: str, players: tuple[EnginePlayer, EnginePlayer], games: int
) -> Iterator[ContestGame]:
    """Plays the games one by one, two on every layout with the seats swapped."""
    for index in range(games):
        pair, swapped = divmod(index, 2)
        layout_seed = f"{seed}-{pair + 1}"
        start = Position.start(rules, random_menhirs(rules, layout_seed))
        game = play_game(start, (players[1], players[0]) if swapped else players)
        headers = {**game.record.headers, "Game": str(index + 1), "Seed": layout_seed}
        record = Record(start, game.record.actions, headers)
        yield ContestGame(index + 1, replace(game, record=record), bool(swapped))
