"""Layers: a turn's values for all fogs of one number of tiles, and what they follow from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from menhirs.engine.solver.buffers import buffer, marks

MOST = 126
"""No value is more than this: a value is a byte, and 127 has a meaning of its own."""


@dataclass(frozen=True)
class ValueShift:
    """How values of a reference differ in a nearly equal turn, see ``passes/reference.py``."""

    by: int
    """What wins are worth more."""
    fixed_up_to: int = 0
    """Values up to this much stay as they are."""
    tie: int = 0
    """What a tie becomes."""


@dataclass(frozen=True)
class Changes:
    """The positions of a layer that differ from its reference, while it is solved."""

    changed: memoryview
    """A mark for every position."""
    old_best: memoryview
    """The values that the marked positions would have without the change."""
    old_second: memoryview
    old_best_move: memoryview


@dataclass(frozen=True)
class Delta:
    """The positions of a layer that differ from its reference, and the values without that."""

    reference: object
    """The version of the reference's layer."""
    shift: ValueShift
    places: memoryview
    """The places of these positions, in order."""
    old_best: memoryview
    """By row: the values that they would have without the change."""
    old_second: memoryview
    old_best_move: memoryview

    @staticmethod
    def of(reference: object, shift: ValueShift, count: int) -> Delta:
        """A delta of so many positions, to be filled."""
        best, second = (buffer("b", count) for _ in range(2))
        return Delta(reference, shift, buffer("I", count), best, second, buffer("I", count))

    @property
    def count(self) -> int:
        """The number of these positions."""
        return len(self.places)


@dataclass(frozen=True)
class Layer:
    """The values of all positions with so many tiles at the start of a turn.

    The arrays, and variants, are described in ``passes/turn_pass.py``.
    """

    tiles: int
    variants: int
    best: memoryview
    second: memoryview
    best_move: memoryview
    second_move: memoryview
    """Empty if these hashes are unknown."""
    most: int
    """The most that any of the positions is worth to either player."""
    delta: Delta | None = None
    """The differences from its reference, if they are known."""
    version: object = field(default_factory=object)
    """Tells this layer from an earlier one in the same memory."""

    def without_delta(self) -> Layer:
        return replace(self, delta=None)

    def differs_by_delta(self, version: object, shift: ValueShift) -> bool:
        """Whether its delta is that to the layer of that version."""
        if self.version is version:
            # Turns share no layer but that of the decision moment (A4), whose values all stay.
            return shift.fixed_up_to > 0 or shift.by == 0
        return (
            self.delta is not None and self.delta.reference is version and self.delta.shift == shift
        )

    @staticmethod
    def empty(
        tiles: int, variants: int, fogs: int, most: int, *, second_moves: bool = False
    ) -> Layer:
        """A layer to be filled, perhaps with hashes of the second moves."""
        count = fogs * variants
        best, second = (buffer("b", count) for _ in range(2))
        hashes = marks(count if second_moves else 0)
        return Layer(tiles, variants, best, second, buffer("I", count), hashes, most)


NO_LAYER = Layer.empty(0, 0, 0, 0)


@dataclass(frozen=True)
class TurnRules:
    """The facts about a turn that the passes need."""

    win: int
    """The score of a win."""
    if_claimed: int
    """That score, lost, where the opponent can claim; 0 where there is no claiming (A9)."""
    may_forbid_wins: bool
    """Whether a tile may have been taken away in the turn before."""
    most_at_decision: int
    """The most that the decision moment can be worth, in whichever turn it comes; 0 after it."""
    variant_if_kept: Sequence[int]
    variant_if_taken: Sequence[int]

    def most_after(self, *successors: Layer | None) -> int:
        """The most that a position can be worth if it leads to these layers."""
        return max([self.win, *(layer.most for layer in successors if layer)])

    def shift_since(self, reference: TurnRules) -> ValueShift:
        """How the values of another turn differ from those of this one."""
        same = self.most_at_decision == reference.most_at_decision
        return ValueShift(self.win - reference.win, self.most_at_decision if same else 0)

    def is_like(self, reference: TurnRules) -> bool:
        """Whether the turns differ only in what a win is worth.

        The reference may look at more wins than necessary.
        """
        return (
            self.may_forbid_wins <= reference.may_forbid_wins
            and self.most_at_decision == reference.most_at_decision
            and _possible(self.variant_if_kept) == _possible(reference.variant_if_kept)
            and _possible(self.variant_if_taken) == _possible(reference.variant_if_taken)
            and bool(self.if_claimed) == bool(reference.if_claimed)
        )


def _possible(variants: Sequence[int]) -> list[bool]:
    return [variant >= 0 for variant in variants]


@dataclass(frozen=True)
class SolvedTurn:
    """A layer that was solved, and what it was solved from: a reference for another turn."""

    layer: Layer
    rules: TurnRules
    kept: object
    """The version of the successor with as many tiles."""
    taken: object
    """The version of the successor with one tile less."""
    afterstates: memoryview | None
    """The values of its afterstates, if they are known."""

    def without_delta(self) -> SolvedTurn:
        return replace(self, layer=self.layer.without_delta())
