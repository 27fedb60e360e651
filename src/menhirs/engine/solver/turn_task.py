"""The input of the passes over a turn: the turn, its successors, and bounds of its values."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from menhirs.engine.solver.layers import Layer, TurnRules
from menhirs.engine.solver.passes.cluster_moves import ClusterMoves
from menhirs.engine.solver.passes.ranking import Ranking


@dataclass(frozen=True)
class TurnTask:
    """A turn to be solved, with one number of tiles. Its arrays are described in
    ``passes/turn_pass.py``.
    """

    ranking: Ranking
    moves: ClusterMoves
    menhirs: int
    """Their cells, packed."""
    wins: memoryview
    """By fog: whether it has a winning move, see ``passes/wins.py``."""
    rules: TurnRules
    kept: Layer
    """The successor with as many tiles; without any variants if there is none."""
    taken: Layer
    """The successor with one tile less."""
    layer: Layer
    """The values of the turn, to be written."""
    afterstates: memoryview


@dataclass(frozen=True)
class SearchBounds:
    """Bounds of positions before their moves are searched: where the search can stop."""

    most: int
    """No position is worth more."""
    ceilings: array[int]
    """By variant: a value that hardly any of its afterstates exceeds, see
    ``passes/afterstates.py``.
    """
    raised: memoryview
    """Marks of the positions that may be worth more than the ceiling, or than before."""
    restricted: memoryview
    """Marks of the positions with a move that M4 makes worth more than its afterstate; empty if
    any position may have one.
    """


@dataclass
class DirtySets:
    """What an incremental update still has to work out. All marks are by position."""

    afterstates: memoryview
    """Afterstates that are to be valued anew, and then those whose value has changed."""
    old_values: memoryview
    """The values that such an afterstate had before."""
    positions: memoryview
    """Positions that are to be searched anew."""
    raised: memoryview
    """As in :class:`SearchBounds`."""
    restricted: memoryview
    """As in :class:`SearchBounds`."""
