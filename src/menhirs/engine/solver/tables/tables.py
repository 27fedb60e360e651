"""Tables to be asked in a moment, or to be read as a whole.

A table is one stage and number of tiles: by itself, or another one, its model, but for some
positions (``drafts.py`` tells what is written).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Protocol

from menhirs.core.errors import Malformed
from menhirs.engine.solver.buffers import buffer, copy_of, marks
from menhirs.engine.solver.layers import MOST, Growth, Layer
from menhirs.engine.solver.passes import grow
from menhirs.engine.solver.passes.ranking import Ranking
from menhirs.engine.solver.tables import blocks
from menhirs.engine.solver.tables.content import Content, FileContent
from menhirs.engine.solver.tables.drafts import Label

_STAGE = re.compile(r"[a-z0-9-]+")
_MOST_MODELS = 200  # one a round, at most; each is asked by the one before it


class ValueTable(Protocol):
    """What knows the values of one stage and number of tiles."""

    def value(self, place: int, forbidden: int | None) -> int:
        """The value of a position if this picture is forbidden, to the player to move.

        While fog is placed, to player 1.
        """


class TableSource(Protocol):
    """Where the tables of all stages are found."""

    def table(self, label: Label) -> ValueTable:
        """Those of one stage and number of tiles."""


class Table(ValueTable, Protocol):
    """A table file, checked once and then asked in a moment."""

    checksum: str

    def check(self) -> None:
        """Raises an error if its files are not what was written."""

    def is_as_it_was(self) -> bool:
        """Whether its files are still what was checked."""

    growth: Growth
    """How the values of its model grow in it."""

    @property
    def model(self) -> Table | None:
        """The table that it is but for some positions, if there is one."""

    def layer(self) -> Layer:
        """The whole table in memory, to go on solving from."""

    def put_changes(self, layer: Layer, by: int = 0) -> None:
        """Makes a layer that has grown from the model's what the table says, grown by so much."""


class WholeTable:
    """A table by itself."""

    model = None
    growth = Growth(0)

    def __init__(self, content: Content) -> None:
        self._content = content
        positions = content.number("positions")
        if positions != content.positions:
            raise content.foreign(f"it has {positions} positions, not {content.positions}")
        content.hold(content.number("exceptions"), positions)
        self.checksum = content.checksum

    def check(self) -> None:
        self._content.check()

    def is_as_it_was(self) -> bool:
        return self._content.is_as_it_was()

    def value(self, place: int, forbidden: int | None) -> int:
        content = self._content
        exception = None if forbidden is None else content.places.find(place)
        if exception is not None and content.pictures[exception] == forbidden:
            return content.seconds[exception]
        return content.values[place]

    def layer(self) -> Layer:
        places, pictures, best, seconds = self._content.copies()
        second, picture = copy_of(best), buffer("I", len(best))
        if len(places):
            blocks.read_exceptions(places, seconds, pictures, second, picture)
        label = self._content.label
        return Layer(label.tiles, label.families, best, second, picture, marks(0), MOST)

    def put_changes(self, layer: Layer, by: int = 0) -> None:
        raise TypeError("a whole table tells no changes")


class ChangedTable:
    """A table that is another one but for some positions."""

    def __init__(self, content: Content, model: Table) -> None:
        self._content = content
        self.model = model
        self._families = content.label.families
        self._model_families = content.number("model families")
        self.growth = Growth(
            content.number("grows by", least=-MOST, most=MOST),
            content.number("still up to", most=MOST),
            content.number("tie", least=-MOST, most=MOST),
        )
        count = content.number("changes")
        content.hold(count, count)
        self.checksum = content.checksum

    def check(self) -> None:
        self._content.check()
        self.model.check()

    def is_as_it_was(self) -> bool:
        return self._content.is_as_it_was() and self.model.is_as_it_was()

    def value(self, place: int, forbidden: int | None) -> int:
        content = self._content
        change = content.places.find(place)
        if change is not None:
            second = forbidden is not None and content.pictures[change] == forbidden
            return content.seconds[change] if second else content.values[change]
        fog, family = divmod(place, self._families)
        there = fog * self._model_families + family % self._model_families
        worth, growth = self.model.value(there, forbidden), self.growth
        return grow.grown(worth, growth.by, growth.still, growth.tie)

    def layer(self) -> Layer:
        model, families, growth = self.model.layer(), self._families, self.growth
        layer = model  # whose values nobody needs any more
        if model.families != families:
            fogs = len(model.best) // model.families
            layer = Layer.empty(model.tiles, families, fogs, MOST)
            blocks.spread_pictures(families, model.picture, layer.picture)
        for source, target in ((model.best, layer.best), (model.second, layer.second)):
            blocks.copy_grown(
                families, model.families, growth.by, growth.still, growth.tie, source, target
            )
        self.put_changes(layer)
        return layer

    def put_changes(self, layer: Layer, by: int = 0) -> None:
        """Makes a layer that has grown from the model's what the table says, grown by so much."""
        places, pictures, bests, seconds = self._content.copies()
        if len(places):
            blocks.read_changes(
                places, bests, seconds, pictures, by, layer.best, layer.second, layer.picture
            )


class TableFolder:
    """The tables of a folder, each opened when it is first needed."""

    def __init__(self, folder: Path, ranking: Ranking) -> None:
        self._folder = folder
        self._ranking = ranking
        self._tables: dict[Label, Table] = {}

    def table(self, label: Label) -> Table:
        """A table that was checked, to be asked for values."""
        table = self.unchecked(label)
        try:
            table.check()
        except Malformed:
            self._tables.clear()  # what is put in its place is to be opened anew
            raise
        return table

    def unchecked(self, label: Label) -> Table:
        """A table to be read as a whole, which checks it: twice would take twice as long."""
        return self._table(label, ())

    def _table(self, label: Label, nearly: tuple[Label, ...]) -> Table:
        """The table itself, or as the model of one that is nearly the same, and so on."""
        known = self._tables.get(label)
        if known is None or not known.is_as_it_was():
            self._tables[label] = known = self._open(label, nearly)
        return known

    def _open(self, label: Label, nearly: tuple[Label, ...]) -> Table:
        fogs = self._ranking.count(label.tiles)
        content = FileContent(self._folder / label.file_name, label, fogs)
        if "model" not in content.header:
            return WholeTable(content)
        stage, families = content.header["model"], content.number("model families")
        if not isinstance(stage, str) or not _STAGE.fullmatch(stage):
            raise content.foreign("it is no table of ours")  # it is part of a file's name
        if families not in (1, label.families):
            raise content.foreign("its model is another table")
        below = Label(label.rules, label.layout, stage, label.tiles, families)
        if below.stage == label.stage or below in nearly or len(nearly) == _MOST_MODELS:
            raise content.foreign("it is its own model")
        model = self._table(below, (*nearly, label))
        if model.checksum != content.header.get("model checksum"):
            raise content.foreign("its model is another table")
        return ChangedTable(content, model)
