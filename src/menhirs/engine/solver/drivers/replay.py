"""Replays the last lap, as it was put by, as the model of the lap before it.

Games that go back for another lap are nearly always ties. So the rounds before the decision are
worth the same in both laps, except that wins score more in the earlier one: the layers of the last
lap are grown by that difference.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from menhirs.core.actions import Player, other
from menhirs.engine.solver.drivers.layer_solver import LayerSolver
from menhirs.engine.solver.layers import Growth, Layer


class Past(Protocol):
    """A layer of the last lap as it was put by: a table."""

    growth: Growth
    """How the values of its model grow in it."""

    @property
    def model(self) -> object | None:
        """What its changes are told since; None where it is there as a whole."""

    def layer(self) -> Layer:
        """The whole layer in memory."""

    def put_changes(self, layer: Layer, by: int = 0) -> None:
        """Makes a layer that has grown from the model's what this one is, grown by so much."""


class Replay:
    """Steps back from the decision, turn by turn."""

    def __init__(self, layer_solver: LayerSolver, by: int) -> None:
        self._layer_solver = layer_solver
        self.growth = Growth(by)
        """The growth from the last lap to the earlier one."""
        self._past: dict[tuple[Player, int], Past] = {}
        self._versions: dict[Player, dict[int, object]] = {1: {}, 2: {}}

    def begin_at(self, decided: dict[int, Layer]) -> None:
        """The layers of the decision, grown as well."""
        for tiles, layer in decided.items():
            self._versions[1].setdefault(tiles, layer.version)

    def step(self, player: Player, tiles: int, past: Past, last: Layer | None) -> Layer:
        """The layer of that player's turn, one round before the layer asked for last.

        ``last`` is the solved layer of that later round, if there is one; its memory is reused.
        """
        before = self._past.get((player, tiles))
        if last and last.changes and past.model is not None and past.model is before:
            self._layer_solver.exchange(last)
            layer = replace(last, changes=None, version=object())
            still = past.growth.still and past.growth.still + self.growth.by
            self._grow(layer, Growth(past.growth.by, still))
            past.put_changes(layer, self.growth.by)
        else:
            layer = past.layer()
            self._grow(layer, self.growth)
        self._past[player, tiles] = past
        self._versions[player][tiles] = layer.version
        return layer

    def following(self, player: Player) -> dict[int, object]:
        """The versions of the layers of the turn after that player's."""
        return self._versions[other(player)]

    def _grow(self, layer: Layer, growth: Growth) -> None:
        self._layer_solver.grow(layer.tiles, growth, layer.best, layer.second)
