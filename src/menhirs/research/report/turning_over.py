"""How much turning over menhirs decides (A1)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from menhirs.core.actions import Flip
from menhirs.core.geometry import Mask, cells_in
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.core.state import Phase
from menhirs.research.survey.layout_result import LayoutResult
from menhirs.research.survey.layouts import canonical, every_layout, sets_of


@dataclass(frozen=True)
class SolvedTurningOver:
    """A layout of which every way to turn menhirs over is solved; values to player 1."""

    menhirs: Mask
    value: int
    """With the best turning over by both."""
    ways: tuple[int, ...]
    """The value of each way, mirror images counted once."""

    @property
    def matters(self) -> bool:
        """Whether it decides who wins, or how: not all ways come to the same."""
        return len(set(self.ways)) > 1


def turned_layouts(
    layout_results: list[LayoutResult], wanted: list[Mask] | None = None
) -> list[SolvedTurningOver]:
    """All layouts for which the results of one rule set are complete.

    ``wanted`` are the layouts to look at; else it looks for them.
    """
    rules = layout_results[0].rules
    if not rules.flips:
        return []
    values = {layout_result.menhirs: layout_result.value for layout_result in layout_results}
    layouts = _layouts_of(rules, values) if wanted is None else wanted
    return [
        _turned(rules, layout, values)
        for layout in layouts
        if all(menhirs in values for menhirs in sets_of(rules, layout))
    ]


def _layouts_of(rules: RuleSet, values: dict[Mask, int]) -> list[Mask]:
    """The layouts that hold a solved set, of which every way may be solved."""
    if len(values) > _MANY:
        return list(every_layout(rules.geometry, rules.menhirs))
    found: set[Mask] = set()
    for menhirs in values:
        free = list(cells_in(rules.geometry.cells & ~menhirs))
        for added in combinations(free, rules.flips):
            found.add(canonical(rules.geometry, menhirs | rules.geometry.mask(added)))
    return sorted(found)


_MANY = 1000
"""With more sets than this it is quicker to go through all layouts."""


def _turned(rules: RuleSet, layout: Mask, values: dict[Mask, int]) -> SolvedTurningOver:
    def value(position: Position) -> int:
        if position.phase is not Phase.FLIP:
            return values[canonical(rules.geometry, position.menhirs)]
        best = max if position.player == 1 else min
        return best(
            value(position.play_unchecked(Flip(cell))) for cell in cells_in(position.menhirs)
        )

    return SolvedTurningOver(
        layout,
        value(Position.start(rules, layout)),
        tuple(values[menhirs] for menhirs in sets_of(rules, layout)),
    )
