"""Solves the placing of fog, at the beginning of the game and of the second lap."""

from __future__ import annotations

from menhirs.core.rules import RuleSet
from menhirs.engine.solver.drivers.layer_solver import LayerSolver
from menhirs.engine.solver.drivers.lazy import Lazy
from menhirs.engine.solver.drivers.stage_tables import StageTables
from menhirs.engine.solver.layers import Layer
from menhirs.engine.solver.schedule import PlacingStage, Schedule
from menhirs.engine.solver.tables.drafts import plain_table


class PlacingSolver:
    """The values before each tile is placed, from those of the first turn after placing."""

    def __init__(
        self, rules: RuleSet, schedule: Schedule, layer_solver: LayerSolver, tables: StageTables
    ) -> None:
        self._rules = rules
        self._schedule = schedule
        self._layer_solver = layer_solver
        self._tables = tables

    def place_first(self, first_turn: Lazy[Layer]) -> None:
        """Solves the placing at the very beginning."""
        hand = self._rules.tiles_to_place
        self._solve([self._schedule.placing_stages(1, hand, hand)], first_turn)
        self._tables.add_to_ended()

    def going_back(
        self, first_turn: Lazy[Layer], lap: int
    ) -> dict[tuple[int, int], Lazy[memoryview]]:
        """The values of going back to a lap (A5), by the tiles that each player has to place.

        They are values to player 1.
        """
        each = range((self._rules.chances or 0) + 1)
        stages = {
            (one, two): self._schedule.placing_stages(lap, one, two) for one in each for two in each
        }
        values = self._solve(list(stages.values()), first_turn)
        return {hand: values[steps[0] if steps else None] for hand, steps in stages.items()}

    def _solve(
        self, placings: list[list[PlacingStage]], first_turn: Lazy[Layer]
    ) -> dict[PlacingStage | None, Lazy[memoryview]]:
        """The values to player 1 before each tile is placed, and when all are (None)."""
        values: dict[PlacingStage | None, Lazy[memoryview]] = {
            None: Lazy(lambda: first_turn.value.best)
        }
        following: dict[PlacingStage, PlacingStage | None] = {}
        for stages in placings:
            following.update(zip(stages, [*stages[1:], None], strict=False))
        for stage in sorted(following, key=lambda stage: (stage.in_hand, str(stage))):
            values[stage] = self._before(stage, values[following[stage]])
        return values

    def _before(self, stage: PlacingStage, after: Lazy[memoryview]) -> Lazy[memoryview]:
        """The values before a tile is placed."""
        tiles = self._rules.fog_tiles - stage.in_hand
        label, store = self._tables.label(stage, tiles, 1), self._tables.store
        if store.has(label):
            return Lazy(lambda: store.table(label).layer().best)
        # B1, A1: at first there is fog on every menhir.
        values = self._layer_solver.place(
            tiles, stage.player, after.value, over_menhirs=stage.lap == 1
        )
        if store.wants(label):
            self._tables.put(plain_table(label, values))
        return Lazy.known(values)
