"""Solves a game without end (B0): the turn is solved from itself, over and over, until it stands.

At first every position counts as a tie. A pass solves the turn from the layer before it, so after
n passes those positions are decided in which somebody wins within n turns. Both players have the
same turn, so one layer has all values. When nothing changes any more, what is not decided is a tie:
neither player can force a win, and D15 ends the game sooner or later.

A win is worth as many points as there were passes, in pass 5 five. So the sooner a win comes the
more it is worth, whatever the number of passes, and play by these values makes progress.
"""

from __future__ import annotations

from collections.abc import Callable

from menhirs.core.errors import Illegal
from menhirs.core.rules import RuleSet
from menhirs.engine.solver.drivers.layer_solver import LayerSolver
from menhirs.engine.solver.layers import MOST, Layer, SolvedTurn, TurnRules


def fixed_point(
    rules: RuleSet, layer_solver: LayerSolver, report: Callable[[int, int], None]
) -> Layer:
    """The values of all positions to the player to move; above 0 is a win, 0 a tie.

    ``report`` gets the number of each pass, and how many positions it has changed.
    """
    tiles = rules.fog_tiles
    layer = layer_solver.constant(tiles, 0)
    references: list[SolvedTurn | None] = [None, None]
    for passes in range(1, MOST + 1):
        turn = TurnRules(
            win=passes,
            if_claimed=0,
            may_forbid_wins=False,
            most_at_decision=0,
            variant_if_kept=[0],
            variant_if_taken=[-1],
        )
        # The reference is the layer of two passes ago: its memory becomes that of the new one.
        solved = layer_solver.solve(tiles, turn, layer, None, references[passes % 2])
        layer = solved.layer
        references[passes % 2] = solved.without_delta()
        changed = len(layer.best) if layer.delta is None else layer.delta.count
        report(passes, changed)
        if not changed:
            return layer
    raise Illegal("rules-unsolvable", name=rules.name)
