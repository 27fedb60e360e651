"""Compares what a survey says about a layout with the tables of that layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from menhirs.core.actions import Place
from menhirs.core.geometry import cells_in
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.core.turns import cover_menhirs
from menhirs.verifier.layout_tables import LayoutTables
from menhirs.verifier.stages import TableName, TableStage


@dataclass(frozen=True)
class Difference:
    """A field of a finding that the tables contradict."""

    field: str
    found: object
    follows: object


def differences(tables: LayoutTables, finding: dict[str, Any]) -> Iterator[Difference]:
    """The errors in a finding: its value, its first placings, its placings by value."""
    start = _start(tables)
    follows: dict[str, object] = {"value": tables.value(start)}
    if start.phase is Phase.PLACE:
        follows["first"] = _first_placings(tables, start)
        follows["starts"] = _placings_by_value(tables, start)
    for name, value in follows.items():
        if finding.get(name) != value:
            yield Difference(name, finding.get(name), value)


def _start(tables: LayoutTables) -> Position:
    """The position in which the menhirs stand and have just been covered."""
    rules = tables.rules
    laid = Position(rules, tables.menhirs, 0, 1, rules.schedule[0].number, 1, Phase.FLIP)
    return cover_menhirs(laid)


def _first_placings(tables: LayoutTables, start: Position) -> dict[str, str]:
    """Cells for the first tile by value to player 1."""
    cells: dict[int, list[str]] = {}
    for action in start.board_actions():
        if isinstance(action, Place):
            value = tables.value(start.play(action))
            cells.setdefault(value, []).append(start.geometry.name(action.cell))
    return {str(value): " ".join(sorted(names)) for value, names in cells.items()}


def _placings_by_value(tables: LayoutTables, start: Position) -> dict[str, int]:
    """How many ways to place all free tiles are worth how much to player 1."""
    rules = tables.rules
    first = TableStage.of(rules, tables.menhirs, _first_moving_table(start))
    if first is None:
        return {}
    bare = list(cells_in(rules.geometry.cells & ~tables.menhirs))
    counted: Counter[int] = Counter()
    free = rules.fog_tiles - tables.menhirs.bit_count()
    for cells in combinations(bare, free):
        position = first.position(tables.menhirs | rules.geometry.mask(cells), 0)
        if position is not None:
            counted[tables.value(position)] += 1
    return {str(value): count for value, count in counted.items()}


def _first_moving_table(start: Position) -> TableName:
    number = start.rules.first_moving_round.number
    return TableName(f"lap1-round{number:02}-player1", start.rules.fog_tiles)
