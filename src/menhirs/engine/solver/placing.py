"""Values while fog is placed, from the first moving turn back.

There is no table for them, since they are few: who places next depends on the number of tiles only,
so the fogs that can come are worked out level by level.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

from menhirs.core.actions import Place
from menhirs.core.geometry import Mask, cells_in
from menhirs.core.position import Position
from menhirs.core.state import Phase

_MOST_KNOWN = 2_000_000  # values; a placing of six tiles has a quarter of a million


class Placing:
    """Works out placings from the values of the turn that follows, and remembers them."""

    def __init__(self, by_fog: Callable[[Position], Callable[[Mask], int]]) -> None:
        """``by_fog(position)`` tells what a first moving turn is worth, by its fog."""
        self._by_fog = by_fog
        self._known: dict[Position, dict[Mask, int]] = {}
        """By what is the same in all positions of a level, then by fog; to player 1."""

    def value(self, position: Position) -> int:
        """Points to the player to act."""
        level = _level_of(position)
        if position.fog not in self._known.get(level, {}):
            self._work_out(position)
        value = self._known[level][position.fog]
        return value if position.player == 1 else -value

    def _work_out(self, position: Position) -> None:
        if sum(map(len, self._known.values())) > _MOST_KNOWN:
            self._known.clear()
        course = _course_from(position)
        moving = course.pop()
        bare = [1 << cell for cell in cells_in(position.geometry.cells & ~position.fog)]
        worth = self._by_fog(moving)
        sign = 1 if moving.player == 1 else -1
        after = {
            position.fog | sum(placed): sign * worth(position.fog | sum(placed))
            for placed in combinations(bare, len(course))
        }
        while course:
            level = course.pop()
            choose = max if level.player == 1 else min
            after = {
                fog: choose(after[fog | tile] for tile in bare if not fog & tile)
                for fog in (
                    position.fog | sum(placed) for placed in combinations(bare, len(course))
                )
            }
            self._known.setdefault(_level_of(level), {}).update(after)


def _level_of(position: Position) -> Position:
    """What a position has in common with all others in which as many tiles were placed."""
    return replace(position, fog=0)


def _course_from(position: Position) -> list[Position]:
    """One way to place all tiles, with the moving turn at its end: who is on turn is always so."""
    course = [position]
    while course[-1].phase is Phase.PLACE:
        here = course[-1]
        bare = here.geometry.cells & ~here.fog
        course.append(here.play_unchecked(Place(next(cells_in(bare)))))
    return course
