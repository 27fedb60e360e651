"""The turns of the last lap, read back from its tables, as references for the lap before it.

Games that go back for another lap are nearly always ties. So the rounds before the decision are
worth the same in both laps, except that wins score more in the earlier one: the layers of the last
lap are shifted by that difference.
"""

from __future__ import annotations

from dataclasses import replace

from menhirs.core.actions import Player, other
from menhirs.engine.solver.drivers.layer_solver import LayerSolver
from menhirs.engine.solver.layers import Layer, ValueShift
from menhirs.engine.solver.tables.tables import Table


class LastLap:
    """Steps back from the decision, turn by turn."""

    def __init__(self, layer_solver: LayerSolver, by: int) -> None:
        """Wins are worth so much more in the earlier lap."""
        self._layer_solver = layer_solver
        self.shift = ValueShift(by)
        """What the values of the last lap are shifted by."""
        self._tables: dict[tuple[Player, int], Table] = {}
        """The table read last."""
        self._versions: dict[Player, dict[int, object]] = {1: {}, 2: {}}

    def begin_at(self, versions: dict[int, object]) -> None:
        """Begins at the layers of the decision, of these versions, by number of tiles."""
        self._versions[1] = versions | self._versions[1]

    def step_back(self, player: Player, table: Table, tiles: int, solved: Layer | None) -> Layer:
        """The layer of that player's turn, one round before the layer of the call before.

        ``solved`` is the layer of that later round in this lap, if there is one; its memory is
        used again.
        """
        later = self._tables.get((player, tiles))
        if solved and solved.delta and table.reference is not None and table.reference is later:
            self._layer_solver.swap_delta(solved)
            layer = replace(solved, delta=None, version=object())
            fixed = table.shift.fixed_up_to and table.shift.fixed_up_to + self.shift.by
            self._shift(layer, ValueShift(table.shift.by, fixed))
            table.apply_delta(layer, self.shift.by)
        else:
            layer = table.layer()
            self._shift(layer, self.shift)
        table.release()
        self._tables[player, tiles] = table
        self._versions[player][tiles] = layer.version
        return layer

    def successors(self, player: Player) -> dict[int, object]:
        """The versions of the layers of the turn after that player's."""
        return self._versions[other(player)]

    def _shift(self, layer: Layer, shift: ValueShift) -> None:
        self._layer_solver.shift(layer.tiles, shift, layer.best, layer.second)
