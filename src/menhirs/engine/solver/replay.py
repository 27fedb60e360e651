"""The last lap once more, turn by turn from its tables, beside a lap that is nearly the same."""

from __future__ import annotations

from dataclasses import replace

from menhirs.core.actions import Player, other
from menhirs.engine.solver.changes import Grow
from menhirs.engine.solver.crew import Crew
from menhirs.engine.solver.files import ChangedTable, Label, Shelf, Table
from menhirs.engine.solver.layers import Layer


class Replay:
    """Holds the layers of the turn come to and of the one after it, and no more."""

    def __init__(self, shelf: Shelf, crew: Crew, decided: dict[int, Layer]) -> None:
        """Begins where the rounds before the decision end."""
        self._shelf = shelf
        self._crew = crew
        self._layers: dict[Player, dict[int, Layer]] = {1: dict(decided), 2: {}}
        self._tables: dict[tuple[Player, int], Table] = {}

    def step(self, player: Player, label: Label) -> Layer:
        """The layer of that player's turn, a round before the one that was asked for last."""
        table, before = self._shelf.table(label), self._tables.get((player, label.tiles))
        layers = self._layers[player]
        if before and isinstance(table, ChangedTable) and table.model is before:
            layers[label.tiles] = self._grown(layers[label.tiles], table)
        else:
            layers[label.tiles] = table.layer()
        self._tables[player, label.tiles] = table
        return layers[label.tiles]

    def _grown(self, layer: Layer, table: ChangedTable) -> Layer:
        """As the table makes its layer, but in place and by all threads."""
        growth = table.growth
        for values in (layer.best, layer.second):
            growing = Grow(
                self._crew.ranking, layer.tiles, layer.families, growth.by, growth.still, values
            )
            self._crew.walk(growing)
        table.put_changes(layer)
        return replace(layer, version=object())

    def following(self, player: Player) -> dict[int, Layer]:
        """The layers of the turn after that player's, by their number of tiles."""
        return self._layers[other(player)]
