"""A turn's values for all fogs of so many tiles, and what they were worked out from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from menhirs.engine.solver.room import marks, room

MOST = 126
"""No value is more than this: see the kernel."""


@dataclass(frozen=True)
class Growth:
    """What the values of a model become in a turn like it: see ``changes.py``."""

    by: int
    still: int = 0
    tie: int = 0


@dataclass(frozen=True)
class Changes:
    """Where a layer differs from its player's turn after it, but that its values have grown."""

    since: object
    """The version of the layer that it is compared with."""
    growth: Growth
    marks: memoryview
    """One for every position."""
    count: int
    best: memoryview
    """Of those that are marked, what they would be if they had not changed."""
    second: memoryview
    picture: memoryview

    @staticmethod
    def none(since: object, growth: Growth, positions: int) -> Changes:
        """None yet, with room for every position to change."""
        best, second = (room("b", positions) for _ in range(2))
        return Changes(since, growth, marks(positions), 0, best, second, room("I", positions))


@dataclass(frozen=True)
class Layer:
    """The values of all positions with so many tiles at the start of a turn, family by family."""

    tiles: int
    families: int
    best: memoryview
    second: memoryview
    picture: memoryview
    most: int
    """None of them is worth more, to either player."""
    changes: Changes | None = None
    version: object = field(default_factory=object)
    """Tells this layer from an earlier one that was in the same place."""

    def is_new_of(self, model: object, growth: Growth) -> bool:
        """Whether it is known how it differs from the layer that a model was worked out from."""
        if self.version is model:
            # Turns share no layer but that of the decision moment (A4), where all is settled.
            return growth.still > 0 or growth.by == 0
        return (
            self.changes is not None
            and self.changes.since is model
            and self.changes.growth == growth
        )

    @staticmethod
    def empty(tiles: int, families: int, fogs: int, most: int) -> Layer:
        count = fogs * families
        return Layer(
            tiles,
            families,
            room("b", count),
            room("b", count),
            room("I", count),
            most,
        )


@dataclass(frozen=True)
class TurnRules:
    """What the passes have to know of a turn."""

    win: int
    """What freeing the last menhir scores."""
    claimed: int
    """The same, lost, where the opponent can claim; 0 where there is no claiming."""
    may_forbid_wins: bool
    """Whether a tile may have been taken away in the turn before."""
    settled: int
    """The most that the decision moment can be worth, in whichever turn it comes; 0 after it."""
    kept_as: Sequence[int]
    taken_as: Sequence[int]

    def most_after(self, *following: Layer | None) -> int:
        """What a position can be worth at most, going on to these layers."""
        return max([self.win, *(layer.most for layer in following if layer)])

    def growth_since(self, model: TurnRules) -> Growth:
        return Growth(self.win - model.win, self.settled if self.settled == model.settled else 0)

    def is_like(self, model: TurnRules) -> bool:
        """Whether the turns are the same but for what a win is worth.

        It does no harm to look at more wins than necessary.
        """
        return (
            self.may_forbid_wins <= model.may_forbid_wins
            and self.settled == model.settled
            and [place < 0 for place in self.kept_as] == [place < 0 for place in model.kept_as]
            and [place < 0 for place in self.taken_as] == [place < 0 for place in model.taken_as]
            and bool(self.claimed) == bool(model.claimed)
        )


@dataclass(frozen=True)
class Solved:
    """A layer with all that it was worked out from: a model for its player's turn before it."""

    layer: Layer
    rules: TurnRules
    same: object
    """The versions of the layers with as many tiles and with one less, as they were."""
    fewer: object
    worth: memoryview | None
    """What its pictures are worth (see the kernel), if that is known."""
