"""Exact values from a folder of tables: nothing is searched or estimated."""

from __future__ import annotations

from pathlib import Path

from menhirs.core.actions import Action
from menhirs.core.errors import Malformed
from menhirs.core.position import Position
from menhirs.engine.analysis import Analysis, Limits
from menhirs.engine.engine import Engine
from menhirs.engine.solver.tables.folders import layout_text
from menhirs.engine.tables_folder import existing_folder, missing_tables

_ALL = 1 << 12
_NO_TIME = Limits(nodes=1)


class SolvedLayouts:
    """The layouts that were solved into a folder (``menhirs solve --build --tables DIR``).

    An unknown layout raises the error ``no-tables``, a damaged file the error ``table``.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = existing_folder(folder)
        self._engine = Engine(tables=folder, table_mb=0, complain=_raise)

    def __repr__(self) -> str:
        return f"<SolvedLayouts in {self.folder}>"

    def __contains__(self, position: Position) -> bool:
        """Whether the layout of a position was solved here."""
        return missing_tables(self.folder, position) is None

    def value(self, position: Position) -> int:
        """Points to the player to act if both play perfectly. 0 is a tie."""
        return self.analyse(position).value

    def best_actions(self, position: Position) -> list[Action]:
        """All actions that keep the value."""
        known = self.analyse(position)
        return [line.actions[0] for line in known.lines if line.value == known.value]

    def analyse(self, position: Position) -> Analysis:
        """The exact values of all actions, best first."""
        known = self._engine.analyse(position, _NO_TIME, lines=_ALL)
        if known.source != "table" and not position.is_over:
            layout = layout_text(position.rules, position.menhirs)
            raise Malformed("no-tables", path=self.folder, layout=layout)
        return known


def _raise(error: Malformed) -> None:
    raise error
