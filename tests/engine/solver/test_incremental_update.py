"""Incremental updates of a turn against solving it in full."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from menhirs.core.actions import Player
from menhirs.engine.solver.drivers import incremental_update
from menhirs.engine.solver.drivers.incremental_update import IncrementalUpdate
from menhirs.engine.solver.drivers.last_lap import LastLap
from menhirs.engine.solver.drivers.solver import Solver
from menhirs.engine.solver.layers import Layer, SolvedTurn, TurnRules
from menhirs.engine.solver.passes.ranking import ranking_of
from menhirs.engine.solver.tables.drafts import Label
from menhirs.engine.solver.tables.tables import Table, TableFolder
from tests.engine.house_rules import LONG_AMSTERDAM

CELLS = LONG_AMSTERDAM.geometry


def as_told(label: Label, folder: TableFolder) -> list[tuple[int, int, int | None]] | list[int]:
    """Every position of a table; its best move only where that means something."""
    layer = folder.table(label).layer()
    if label.stage.endswith("round08-player1"):
        return list(layer.best)  # in the first turn of a lap nothing is forbidden (A12)
    return [
        (best, second, move if best != second else None)
        for best, second, move in zip(layer.best, layer.second, layer.best_move, strict=True)
    ]


def labels_in(folder: Path) -> list[Label]:
    names = ("rules", "layout", "stage", "tiles", "families")
    headers = [json.loads(path.read_bytes()[:4096]) for path in folder.glob("*.table")]
    return [Label(*(header[name] for name in names)) for header in headers]


SHARES = (0.0, 0.03, 2.0)
LAYOUTS = ("a2 c2 d3", "b1 b4 c3", "a1 c5 d4")


# Every layout and every share once; each with each in ``make long``.
@pytest.mark.parametrize(
    ("menhirs", "share_that_is_few"),
    [
        pytest.param(
            menhirs,
            share,
            marks=[] if LAYOUTS.index(menhirs) == SHARES.index(share) else [pytest.mark.long],
        )
        for menhirs in LAYOUTS
        for share in SHARES
    ],
)
def test_every_table_is_the_same_solved_from_deltas_from_afterstates_and_in_full(
    menhirs: str, share_that_is_few: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(incremental_update, "_FEW", share_that_is_few)
    seen: Counter[str] = Counter()
    from_deltas, step_back = IncrementalUpdate.from_deltas, LastLap.step_back
    from_afterstates = IncrementalUpdate.from_afterstates

    def updated(self: IncrementalUpdate) -> SolvedTurn:
        solved = from_deltas(self)
        assert solved.layer.delta
        kind = "since the last lap" if solved.afterstates is None else "since a later round"
        seen[kind] += solved.layer.delta.count
        return solved

    def compared(self: IncrementalUpdate) -> SolvedTurn:
        solved = from_afterstates(self)
        assert solved.layer.delta
        seen["by afterstates"] += solved.layer.delta.count
        return solved

    def stepped(
        self: LastLap, player: Player, table: Table, tiles: int, solved: Layer | None
    ) -> Layer:
        seen["undone"] += solved.delta.count if solved and solved.delta else 0
        return step_back(self, player, table, tiles, solved)

    layout = CELLS.mask_of(menhirs)
    with monkeypatch.context() as patch:
        patch.setattr(IncrementalUpdate, "from_deltas", updated)
        patch.setattr(LastLap, "step_back", stepped)
        Solver(LONG_AMSTERDAM, layout, tmp_path / "deltas").run()
    kinds = ("since the last lap", "since a later round", "undone")
    assert min(seen[kind] for kind in kinds) > 100
    with monkeypatch.context() as patch:
        patch.setattr(TurnRules, "is_like", lambda self, reference: False)
        patch.setattr(IncrementalUpdate, "from_afterstates", compared)
        Solver(LONG_AMSTERDAM, layout, tmp_path / "afterstates").run()
    assert seen["by afterstates"] > 100
    with monkeypatch.context() as patch:
        patch.setattr(IncrementalUpdate, "knows_deltas", False)
        patch.setattr(IncrementalUpdate, "knows_afterstates", False)
        Solver(LONG_AMSTERDAM, layout, tmp_path / "full").run()
    labels = labels_in(tmp_path / "full")
    full = TableFolder(tmp_path / "full", ranking_of(CELLS))
    for way in ("deltas", "afterstates"):
        assert len(labels) == len(labels_in(tmp_path / way)) > 50
        folder = TableFolder(tmp_path / way, ranking_of(CELLS))
        for label in labels:
            assert as_told(label, folder) == as_told(label, full), (way, label)
