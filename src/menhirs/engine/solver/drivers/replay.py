"""Replays the last lap from its tables, as the model of the lap before it.

Games that go back for another lap are nearly always ties. So the rounds before the decision are
worth the same in both laps, except that wins score more in the earlier one: the layers of the last
lap are grown by that difference.
"""

from __future__ import annotations

from dataclasses import replace

from menhirs.core.actions import Player, other
from menhirs.engine.solver.drivers.layer_solver import LayerSolver
from menhirs.engine.solver.layers import Growth, Layer
from menhirs.engine.solver.tables.tables import ChangedTable, Label, Shelf, Table


class Replay:
    """Steps back from the decision, turn by turn. ``decided`` are its layers, grown as well."""

    def __init__(
        self, shelf: Shelf, layer_solver: LayerSolver, by: int, decided: dict[int, Layer]
    ) -> None:
        self._shelf = shelf
        self._layer_solver = layer_solver
        self.growth = Growth(by)
        """The growth from the last lap to the earlier one."""
        self._tables: dict[tuple[Player, int], Table] = {}
        self._versions: dict[Player, dict[int, object]] = {
            1: {tiles: layer.version for tiles, layer in decided.items()},
            2: {},
        }

    def step(self, player: Player, label: Label, last: Layer | None) -> Layer:
        """The layer of that player's turn, one round before the layer asked for last.

        ``last`` is the solved layer of that later round, if there is one; its memory is reused.
        """
        table, before = self._shelf.table(label), self._tables.get((player, label.tiles))
        if last and last.changes and isinstance(table, ChangedTable) and table.model is before:
            self._layer_solver.exchange(last)
            layer = replace(last, changes=None, version=object())
            still = table.growth.still and table.growth.still + self.growth.by
            self._grow(layer, Growth(table.growth.by, still))
            table.put_changes(layer, self.growth.by)
        else:
            layer = table.layer()
            self._grow(layer, self.growth)
        self._tables[player, label.tiles] = table
        self._versions[player][label.tiles] = layer.version
        return layer

    def following(self, player: Player) -> dict[int, object]:
        """The versions of the layers of the turn after that player's."""
        return self._versions[other(player)]

    def _grow(self, layer: Layer, growth: Growth) -> None:
        self._layer_solver.grow(layer.tiles, growth, layer.best, layer.second)
