"""In which turn a game is won, from the points of the win (B5, A11)."""

from __future__ import annotations

from dataclasses import dataclass

from menhirs.core.actions import Player
from menhirs.core.rules import RuleSet, Taking


@dataclass(frozen=True, order=True)
class TurnOfPlay:
    """A turn in which fog is moved, in the order of play."""

    number: int
    lap: int
    round: int
    player: Player

    def __str__(self) -> str:
        lap = f", lap {self.lap}" if self.lap > 1 else ""
        return f"round {self.round}{lap}"


def turns_of_win(rules: RuleSet, value: int) -> list[TurnOfPlay]:
    """The turns in which the winner can have won so many points; empty for a tie."""
    winner: Player = 1 if value > 0 else 2
    return [
        turn
        for turn, scores in _scores(rules)
        if value and turn.player == winner and abs(value) in scores
    ]


def _scores(rules: RuleSet) -> list[tuple[TurnOfPlay, set[int]]]:
    """Every moving turn with what a win in it can be worth."""
    found = []
    number = 0
    for lap in range(1, rules.laps + 1):
        fewest = most = rules.fog_tiles
        chances = [rules.chances or 0] * 2
        for entry in rules.schedule:
            if entry.places:
                continue
            for player in (1, 2):
                number += 1
                tiles = range(max(fewest, 1), most + 1)
                scores = {rules.score(entry.number, lap, count) for count in tiles}
                found.append((TurnOfPlay(number, lap, entry.number, player), scores))
                match entry.taking[player - 1]:
                    case Taking.MUST:
                        fewest, most = fewest - 1, most - 1
                    case Taking.MAY if chances[player - 1]:
                        fewest, chances[player - 1] = fewest - 1, chances[player - 1] - 1
    return found
