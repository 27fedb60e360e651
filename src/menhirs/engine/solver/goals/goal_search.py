"""Finds values by asking about goals: who wins at all, then by how much."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from menhirs.core.actions import Player
from menhirs.engine.solver.goals.goal import Goal

Ask = Callable[[Goal], Sequence[bool]]
"""Tells of every item whether the attacker reaches a goal there."""
Effort = Callable[[Goal], float]
"""What it takes to ask about a goal, as a share of what it takes to find out who wins."""

_MOST_EFFORT = 0.6
"""For each player, once it is known who wins: with more of it all tables are made sooner."""


@dataclass
class _Bounds:
    """What is known of the points that one player can win, as places in the list of them all."""

    attacker: Player
    possible: Sequence[int]
    least: list[int]
    """By item: the place of the most points known to be reached; -1 for none."""
    most: list[int]
    """By item: the place of the least points known to be out of reach."""
    tried: list[int] = field(default_factory=list)
    effort: float = 0.0
    """What was spent on goals after the first."""

    def open_places(self) -> set[tuple[int, int]]:
        """Bounds between which some item may still lie."""
        pairs = set(zip(self.least, self.most, strict=True))
        return {(low, high) for low, high in pairs if high - low > 1}

    def next_place(self) -> int | None:
        """The goal to ask about next; None if all is known.

        First whether there is anything to win, then the most. A goal of many points takes little
        time, for few turns count. If somebody can win the most, others mostly win nearly as much:
        so ask about less and less, in growing steps. If nobody can, most are worth the least.
        """
        pairs = self.open_places()
        if not pairs:
            return None
        if not self.tried:
            return 0
        low, high = min(pairs)
        last = len(self.possible) - 1
        if last not in self.tried:
            return last if high > last > low else (low + high) // 2
        if low > 0:
            return (low + high) // 2
        if last not in self.least:
            return low + 1
        return max(low + 1, high - (1 << len(self.tried) - 2))

    def tell(self, place: int, reached: Iterable[bool]) -> None:
        self.tried.append(place)
        for item, yes in enumerate(reached):
            if yes:
                self.least[item] = max(self.least[item], place)
            else:
                self.most[item] = min(self.most[item], place)

    def leave_to(self, other: _Bounds) -> None:
        """Where the other player wins there is nothing to win."""
        for item, least in enumerate(other.least):
            if least >= 0:
                self.most[item] = 0

    def points(self, item: int) -> int:
        place = self.least[item]
        return self.possible[place] if place >= 0 else 0


def find_values(
    items: int, possible: Sequence[int], ask: Ask, effort: Effort, threads: int
) -> list[int] | None:
    """The value of every item, in points to player 1; None if that would take too many goals."""
    players: Sequence[Player] = (2, 1)  # player 2 moves last, and so wins more often
    both = [_Bounds(player, possible, [-1] * items, [len(possible)] * items) for player in players]
    two, one = both
    with ThreadPoolExecutor(max_workers=threads) as pool:
        closed = list(pool.map(_close, both, (one, two), (ask, ask), (effort, effort)))
    if not all(closed):
        return None
    return [one.points(item) - two.points(item) for item in range(items)]


def _close(bounds: _Bounds, other: _Bounds, ask: Ask, effort: Effort) -> bool:
    """Asks until all is known; False if it was given up."""
    while True:
        bounds.leave_to(other)
        place = bounds.next_place()
        if place is None:
            return True
        goal = Goal(bounds.attacker, bounds.possible[place])
        if bounds.tried:
            bounds.effort += effort(goal)
        if bounds.effort > _MOST_EFFORT:
            return False
        bounds.tell(place, ask(goal))
