"""All tables of one layout, asked for the value of a position."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from menhirs.core.errors import Malformed
from menhirs.core.fog import step
from menhirs.core.geometry import Mask
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet, rule_set
from menhirs.verifier.fog_numbers import FogNumbers
from menhirs.verifier.stages import TableName, TableStage, name_of, place_of
from menhirs.verifier.table_files import StoredTable


class LayoutTables:
    """The tables in one folder."""

    def __init__(self, folder: Path, known: Mapping[str, RuleSet]) -> None:
        self.folder = folder
        self._tables = {
            TableName(table.stage, table.tiles): table
            for table in map(StoredTable, sorted(folder.glob("*.table")))
        }
        if not self._tables:
            raise Malformed("file", path=folder, why="there are no tables in it")
        for table in self._tables.values():
            if table.model_name is not None:
                model = self._tables.get(TableName(*table.model_name))
                if model is None:
                    raise table.error("its model is missing")
                table.set_model(model)
        headers = {(t.header.get("rules"), t.header.get("layout")) for t in self._tables.values()}
        (rules, layout), *others = headers
        if others:
            raise Malformed("file", path=folder, why="its tables are of several layouts")
        self.rules = rule_set(str(rules), known)
        self.menhirs: Mask = self.rules.geometry.mask_of(str(layout))
        self.numbers = FogNumbers(self.rules.geometry)
        self.stages = [self._stage(name) for name in self._tables]

    @property
    def layout(self) -> str:
        """The standing menhirs."""
        return " ".join(self.rules.geometry.names_of(self.menhirs))

    @property
    def most(self) -> int:
        """The highest value in any table; in the endless game what a win at once is worth."""
        return max(table.most for table in self._tables.values())

    def entries(self, stage: TableStage) -> int:
        """How many values a table has."""
        return self.numbers.count(stage.name.tiles) * stage.families

    def value(self, position: Position) -> int:
        """The stored value of a position; to player 1 while fog is placed, else to the mover."""
        table = self._tables.get(name_of(position))
        if table is None:
            name = name_of(position).file_name
            raise Malformed("table", path=self.folder / name, why="it is missing")
        number = self.numbers.number(position.fog)
        return table.value(place_of(position, number), self._forbidden(position))

    def _forbidden(self, position: Position) -> int | None:
        """The number of the picture that the return rule forbids (M4)."""
        last = position.last and position.last.without_claim()
        if last is None:
            return None
        home = step(last.tiles, last.direction.opposite, position.geometry.stride)
        return self.numbers.number(position.fog & ~last.tiles | home)

    def _stage(self, name: TableName) -> TableStage:
        table = self._tables[name]
        stage = TableStage.of(self.rules, self.menhirs, name)
        if stage is None:
            raise table.error(f"{self.rules.name} has no stage {name.stage}")
        expected = self.entries(stage)
        if stage.families != table.families or table.header.get("positions", expected) != expected:
            raise table.error(f"it should have {expected} values in {stage.families} families")
        return stage
