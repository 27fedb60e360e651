"""Placing fog: its order, and the tables of its values.

They are to player 1, whoever places, and nothing is ever forbidden. In the first lap all menhirs
are under fog, so a table has an entry for every choice of so many bare cells, in the order of the
fogs as numbers. In later laps it has one for every fog, by its rank.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from menhirs.core.actions import Player, other
from menhirs.core.geometry import Mask, cells_in


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


def place_in_table(fog: Mask, bare: Mask) -> int:
    """Where a fog of the first lap stands: its number among those that cover as many bare cells."""
    covered = (place for place, cell in enumerate(cells_in(bare)) if fog >> cell & 1)
    return sum(comb(place, count) for count, place in enumerate(covered, start=1))


def first_placings(
    stages: Sequence[PlacingStage], menhirs: Mask, bare: Mask, worth: Callable[[Mask], int]
) -> Iterator[tuple[PlacingStage, memoryview]]:
    """The tables of the first lap, last tile first; ``worth`` tells what all fog is worth."""
    tiles = [1 << cell for cell in cells_in(bare)]

    def fogs(placed: int) -> Iterator[Mask]:
        return (menhirs | sum(some) for some in combinations(tiles, placed))

    after = {fog: worth(fog) for fog in fogs(len(stages))}
    for placed, stage in reversed(list(enumerate(stages))):
        choose = max if stage.player == 1 else min
        after = {
            fog: choose(after[fog | tile] for tile in tiles if not fog & tile)
            for fog in fogs(placed)
        }
        yield stage, memoryview(array("b", [after[fog] for fog in sorted(after)]))
