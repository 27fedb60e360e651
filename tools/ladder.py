"""Plays each level against the one below and prints the table of docs/python/levels.md.

Every layout is played twice, with the seats swapped; the games take turns between the rules named.
The same seed always gives the same table.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing import Pool

from menhirs.core.actions import Action, Claim
from menhirs.core.position import Position
from menhirs.core.rules import rule_set
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Reason
from menhirs.engine.levels import LEVELS, LevelPlayer, level

_GOAL = 65  # per cent


@dataclass(frozen=True)
class Game:
    """A game to be played: who sits where, and on which layout."""

    levels: tuple[int, int]
    rules: str
    seed: str


@dataclass(frozen=True)
class Played:
    """A game that was played."""

    game: Game
    winner: int
    """The level; 0 for a tie."""
    score: int


@dataclass
class Rung:
    """How a level did against the one below."""

    wins: int = 0
    ties: int = 0
    losses: int = 0
    points: list[int] = field(default_factory=lambda: [0, 0])
    """The upper level's, the lower level's."""

    def add(self, upper: int, played: Played) -> None:
        """Counts a game."""
        if played.winner == 0:
            self.ties += 1
        elif played.winner == upper:
            self.wins += 1
            self.points[0] += played.score
        else:
            self.losses += 1
            self.points[1] += played.score

    @property
    def score(self) -> float:
        """Per cent; a tie counts half."""
        return 100 * (self.wins + self.ties / 2) / max(1, self.wins + self.ties + self.losses)


def games_of(upper: int, rules: Sequence[str], layouts: int, seed: str) -> list[Game]:
    """The games of a level against the one below."""
    return [
        Game(seats, rules[index % len(rules)], f"{seed}-{index + 1}")
        for index in range(layouts)
        for seats in ((upper, upper - 1), (upper - 1, upper))
    ]


def play(game: Game) -> Played:
    """Plays a game to its end, claims offered whenever one is open."""
    rules = rule_set(game.rules)
    position = Position.start(rules, random_menhirs(rules, game.seed))
    players = [
        LevelPlayer(number, f"{game.seed} {seat}") for seat, number in enumerate(game.levels, 1)
    ]
    while not position.is_over:
        position = position.play(_next_action(position, players))
    outcome = position.outcome
    assert outcome is not None
    assert outcome.reason is not Reason.WRONG_CLAIM, game
    winner = game.levels[outcome.winner - 1] if outcome.winner else 0
    return Played(game, winner, outcome.score)


def _next_action(position: Position, players: Sequence[LevelPlayer]) -> Action:
    claimant = position.claimant
    if claimant is not None and players[claimant - 1].wants_to_claim(position):
        return Claim()
    return players[position.player - 1].choose(position)


def table(rungs: dict[int, Rung]) -> str:
    """The table in Markdown."""
    lines = [
        "| level | against | wins | ties | losses | points | score |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for upper, rung in sorted(rungs.items()):
        lines.append(
            f"| {_named(upper)} | {_named(upper - 1)} | {rung.wins} | {rung.ties} | {rung.losses}"
            f" | {rung.points[0]} : {rung.points[1]} | {rung.score:.1f} % |"
        )
    return "\n".join(lines)


def _named(number: int) -> str:
    return f"{number} {level(number).name}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--games", type=int, default=200, metavar="N", help="a pair of levels (default: 200)"
    )
    parser.add_argument(
        "--levels",
        type=int,
        nargs="+",
        choices=range(2, len(LEVELS) + 1),
        default=list(range(2, len(LEVELS) + 1)),
        metavar="LEVEL",
        help="those to be played against the one below (default: all)",
    )
    parser.add_argument(
        "--rules", nargs="+", default=["amsterdam", "base"], metavar="NAME", help="taken in turns"
    )
    parser.add_argument("--seed", default="ladder", metavar="TEXT")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes")
    options = parser.parse_args()
    games = [
        game
        for upper in options.levels
        for game in games_of(upper, options.rules, options.games // 2, options.seed)
    ]
    rungs: dict[int, Rung] = defaultdict(Rung)
    with Pool(options.workers) as pool:
        for number, played in enumerate(pool.imap(play, games), start=1):
            upper = max(played.game.levels)
            rungs[upper].add(upper, played)
            told = f"game {number} of {len(games)}: level {upper} at {rungs[upper].score:.1f} %"
            print(told, file=sys.stderr, flush=True)
    print(table(rungs))
    return 0 if all(rung.score >= _GOAL for rung in rungs.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
