"""The last lap once more, turn by turn from its tables, beside a lap that is nearly the same.

Where a game goes on into the last lap nearly all is a tie. So before the decision a lap is what the
last lap is, but that all wins are worth more: its layers are given in the terms of that lap.
"""

from __future__ import annotations

from dataclasses import replace

from menhirs.core.actions import Player, other
from menhirs.engine.solver.files import ChangedTable, Label, Shelf, Table
from menhirs.engine.solver.layers import Growth, Layer
from menhirs.engine.solver.workshop import Workshop


class Replay:
    """Goes back from the decision, whose layers (in the same terms) it begins with."""

    def __init__(
        self, shelf: Shelf, workshop: Workshop, by: int, decided: dict[int, Layer]
    ) -> None:
        self._shelf = shelf
        self._workshop = workshop
        self.growth = Growth(by)
        """What the last lap's values are in these terms."""
        self._tables: dict[tuple[Player, int], Table] = {}
        self._versions: dict[Player, dict[int, object]] = {
            1: {tiles: layer.version for tiles, layer in decided.items()},
            2: {},
        }

    def step(self, player: Player, label: Label, last: Layer | None) -> Layer:
        """The layer of that player's turn, a round before the one that was asked for last.

        ``last`` is what became of that one, if it is known; it takes its place.
        """
        table, before = self._shelf.table(label), self._tables.get((player, label.tiles))
        if last and last.changes and isinstance(table, ChangedTable) and table.model is before:
            self._workshop.exchange(last)
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
        self._workshop.grow(layer.tiles, growth, layer.best, layer.second)
