"""Layers: a turn's values for all fogs of one number of tiles, and their sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from weakref import finalize

from menhirs.engine.solver.buffers import buffer, marks

MOST = 126
"""No value is more than this: see ``passes/value.py``."""


@dataclass(frozen=True)
class Growth:
    """How the values of a model grow in a nearly equal turn: see ``passes/grow.py``."""

    by: int
    still: int = 0
    tie: int = 0


@dataclass(frozen=True)
class Arrays:
    """Memory for a mark and the old values of every position."""

    marks: memoryview
    best: memoryview
    second: memoryview
    picture: memoryview

    @staticmethod
    def of(positions: int) -> Arrays:
        best, second = (buffer("b", positions) for _ in range(2))
        return Arrays(marks(positions), best, second, buffer("I", positions))


class Room:
    """Room for the changes of a layer.

    If there were many, its memory is used again when nobody holds the room any more: new memory is
    given page by page as it is written to, which takes longer than clearing. With few changes most
    of it was never given.
    """

    def __init__(self, arrays: Arrays, spare: list[Arrays]) -> None:
        self.arrays = arrays
        self._is_used = [False]
        finalize(self, _give_back, arrays, spare, self._is_used).atexit = False

    def keep(self) -> None:
        """There are many changes in it."""
        self._is_used[0] = True


def _give_back(arrays: Arrays, spare: list[Arrays], is_used: list[bool]) -> None:
    if is_used[0]:
        spare.append(arrays)


@dataclass(frozen=True)
class Changes:
    """The positions of a layer that differ from its model's grown values."""

    since: object
    """The version of the model's layer."""
    growth: Growth
    room: Room
    count: int = 0

    @property
    def marks(self) -> memoryview:
        """One for every position."""
        return self.room.arrays.marks

    @property
    def best(self) -> memoryview:
        """The values that the marked positions would have without the change."""
        return self.room.arrays.best

    @property
    def second(self) -> memoryview:
        return self.room.arrays.second

    @property
    def picture(self) -> memoryview:
        return self.room.arrays.picture


@dataclass(frozen=True)
class Layer:
    """The values of all positions with so many tiles at the start of a turn, family by family."""

    tiles: int
    families: int
    best: memoryview
    second: memoryview
    picture: memoryview
    runner_up: memoryview
    """A trace of the picture that makes ``second``, see ``passes/value.py``; empty if unknown."""
    most: int
    """The most that any of them is worth to either player."""
    changes: Changes | None = None
    version: object = field(default_factory=object)
    """Tells this layer from an earlier one in the same memory."""

    def is_new_of(self, model: object, growth: Growth) -> bool:
        """Whether its changes since the layer that a model follows from are known."""
        if self.version is model:
            # Turns share no layer but that of the decision moment (A4), where all is settled.
            return growth.still > 0 or growth.by == 0
        return (
            self.changes is not None
            and self.changes.since is model
            and self.changes.growth == growth
        )

    @staticmethod
    def empty(tiles: int, families: int, fogs: int, most: int, *, is_traced: bool = False) -> Layer:
        """A layer to be filled; ``is_traced`` if the passes that do so leave traces."""
        count = fogs * families
        return Layer(
            tiles,
            families,
            buffer("b", count),
            buffer("b", count),
            buffer("I", count),
            marks(count if is_traced else 0),
            most,
        )


@dataclass(frozen=True)
class TurnRules:
    """The facts about a turn that the passes need."""

    win: int
    """The score of a win."""
    claimed: int
    """That score, lost, where the opponent can claim; 0 where there is no claiming."""
    may_forbid_wins: bool
    """Whether a tile may have been taken away in the turn before."""
    settled: int
    """The most that the decision moment can be worth, in whichever turn it comes; 0 after it."""
    kept_as: Sequence[int]
    taken_as: Sequence[int]

    def most_after(self, *following: Layer | None) -> int:
        """The most that a position can be worth if it goes on to these layers."""
        return max([self.win, *(layer.most for layer in following if layer)])

    def growth_since(self, model: TurnRules) -> Growth:
        return Growth(self.win - model.win, self.settled if self.settled == model.settled else 0)

    def is_like(self, model: TurnRules) -> bool:
        """Whether the turns differ only in what a win is worth.

        The model may look at more wins than necessary.
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
    """A layer with its sources: the model for the same player's turn one round earlier."""

    layer: Layer
    rules: TurnRules
    same: object
    """The version of the layer with as many tiles that it follows from."""
    fewer: object
    """The version of the one with one tile less."""
    worth: memoryview | None
    """What its pictures are worth (see ``passes/value.py``), if that is known."""
