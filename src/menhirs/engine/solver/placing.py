"""Placing fog: who places when.

Its tables hold the values of all fogs, to player 1; in the first lap, in which every menhir is
under fog, only those of such fogs.
"""

from __future__ import annotations

from dataclasses import dataclass

from menhirs.core.actions import Player, other


@dataclass(frozen=True)
class PlacingStage:
    """Somebody is about to place a tile: who, and what each still has in hand."""

    lap: int
    one: int
    two: int
    player: Player

    def __str__(self) -> str:
        return f"lap{self.lap}-hand{self.one}-{self.two}-player{self.player}"

    @property
    def in_hand(self) -> int:
        return self.one + self.two

    @property
    def following(self) -> PlacingStage | None:
        """Once the tile is placed; None if it was the last one."""
        one, two = self.one, self.two
        if self.player == 1:
            return placing_stage(self.lap, one - 1, two, other(self.player))
        return placing_stage(self.lap, one, two - 1, other(self.player))


def placing_stage(lap: int, one: int, two: int, player: Player = 1) -> PlacingStage | None:
    """With so many tiles in hand and that player's turn; one who has none is passed over (A5)."""
    if not one and not two:
        return None
    has_some = one if player == 1 else two
    return PlacingStage(lap, one, two, player if has_some else other(player))


def placing_stages(lap: int, one: int, two: int) -> list[PlacingStage]:
    """All that come one after the other, player 1 being first."""
    stages, stage = [], placing_stage(lap, one, two)
    while stage is not None:
        stages.append(stage)
        stage = stage.following
    return stages
