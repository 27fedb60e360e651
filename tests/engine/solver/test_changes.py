"""Working out only what changed since another turn, against working everything out."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from menhirs.core.actions import Player
from menhirs.engine.solver.drivers import renewal
from menhirs.engine.solver.drivers.renewal import Renewal
from menhirs.engine.solver.drivers.replay import Past, Replay
from menhirs.engine.solver.drivers.solver import Solver
from menhirs.engine.solver.layers import Layer, Solved, TurnRules
from menhirs.engine.solver.passes.ranking import Ranking
from menhirs.engine.solver.tables.drafts import Label
from menhirs.engine.solver.tables.tables import TableFolder
from tests.engine.house_rules import LONG_AMSTERDAM

CELLS = LONG_AMSTERDAM.geometry


def as_told(label: Label, shelf: TableFolder) -> list[tuple[int, int, int | None]] | list[int]:
    """Every position of a table; its picture only where that means something."""
    layer = shelf.table(label).layer()
    if label.stage.endswith("round08-player1"):
        return list(layer.best)  # in the first turn of a lap nothing is forbidden (A12)
    return [
        (best, second, picture if best != second else None)
        for best, second, picture in zip(layer.best, layer.second, layer.picture, strict=True)
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
def test_every_table_is_the_same_worked_out_from_changes_by_pictures_and_in_full(
    menhirs: str, share_that_is_few: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renewal, "_FEW", share_that_is_few)
    seen: Counter[str] = Counter()
    run, run_by_pictures, step = Renewal.run, Renewal.run_by_pictures, Replay.step

    def watched(self: Renewal) -> Solved:
        solved = run(self)
        assert solved.layer.changes
        kind = "beside the last lap" if solved.worth is None else "after a round"
        seen[kind] += solved.layer.changes.count
        return solved

    def compared(self: Renewal) -> Solved:
        solved = run_by_pictures(self)
        assert solved.layer.changes
        seen["by pictures"] += solved.layer.changes.count
        return solved

    def stepped(self: Replay, player: Player, tiles: int, past: Past, last: Layer | None) -> Layer:
        seen["undone"] += last.changes.count if last and last.changes else 0
        return step(self, player, tiles, past, last)

    layout = CELLS.mask_of(menhirs)
    with monkeypatch.context() as patch:
        patch.setattr(Renewal, "run", watched)
        patch.setattr(Replay, "step", stepped)
        Solver(LONG_AMSTERDAM, layout, tmp_path / "changes").run()
    assert min(seen[kind] for kind in ("beside the last lap", "after a round", "undone")) > 100
    with monkeypatch.context() as patch:
        patch.setattr(TurnRules, "is_like", lambda self, model: False)
        patch.setattr(Renewal, "run_by_pictures", compared)
        Solver(LONG_AMSTERDAM, layout, tmp_path / "pictures").run()
    assert seen["by pictures"] > 100
    with monkeypatch.context() as patch:
        patch.setattr(Renewal, "can_be_told", False)
        patch.setattr(Renewal, "can_be_compared", False)
        Solver(LONG_AMSTERDAM, layout, tmp_path / "full").run()
    labels = labels_in(tmp_path / "full")
    full = TableFolder(tmp_path / "full", Ranking(CELLS))
    for way in ("changes", "pictures"):
        assert len(labels) == len(labels_in(tmp_path / way)) > 50
        shelf = TableFolder(tmp_path / way, Ranking(CELLS))
        for label in labels:
            assert as_told(label, shelf) == as_told(label, full), (way, label)
