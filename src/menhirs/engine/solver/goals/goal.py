"""A goal: a player wins at least so many points."""

from __future__ import annotations

from dataclasses import dataclass

from menhirs.core.actions import Player
from menhirs.core.rules import RuleSet
from menhirs.core.turn_flow import winner_of_tie
from menhirs.engine.solver.schedule import Schedule


@dataclass(frozen=True)
class Goal:
    """The attacker wins at least so many points; the other player's goal is to prevent that."""

    attacker: Player
    points: int

    def is_reached_by(self, winner: int, score: int) -> bool:
        """Whether an end of the game reaches the goal."""
        return winner == self.attacker and score >= self.points


def tie_of(rules: RuleSet, lap: int, chooser: Player | None) -> tuple[int, int]:
    """Who wins a tie after the last round, if anybody, and the points (A5, A6)."""
    if chooser is None:
        return 0, 0
    return winner_of_tie(chooser), rules.score(rules.last_round.number, lap, 0)


def possible_points(rules: RuleSet, schedule: Schedule) -> list[int]:
    """All points that a game can be won by, least first."""
    points = {score for _, scores in _scores(rules, schedule) for score in scores}
    points |= {tie_of(rules, lap, 1)[1] for lap in range(1, rules.laps)}
    return sorted(points - {0})


def wins_only_shrink(rules: RuleSet, schedule: Schedule) -> bool:
    """Whether a later win is never worth more than one that was possible before.

    Then nobody reaches a goal any more after a turn in which a win falls short of it.
    """
    order = _scores(rules, schedule)
    for place, (lap, scores) in enumerate(order):
        for later_lap, later in order[place + 1 :]:
            for tiles, score in enumerate(scores):
                # Tiles only become fewer; but a new lap begins with all of them.
                reachable = later if later_lap > lap else later[: tiles + 1]
                if max(reachable) > score:
                    return False
        if lap < rules.laps and tie_of(rules, lap, 1)[1] > min(scores):
            return False
    return True


def _scores(rules: RuleSet, schedule: Schedule) -> list[tuple[int, list[int]]]:
    """By turn of the whole game: its lap, and the points of a win with 1, 2, … tiles."""
    return [
        (lap, [rules.score(turn.round, lap, tiles + 1) for tiles in range(rules.fog_tiles)])
        for lap in range(1, rules.laps + 1)
        for turn in schedule.turns
    ]
