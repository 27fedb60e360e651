"""Tables, looked up or read as a whole.

A table is one stage and number of tiles: by itself, or as its differences from another one, its
reference (``drafts.py`` has the format).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Protocol

from menhirs.core.errors import Malformed
from menhirs.engine.solver.buffers import buffer, copy_of, marks
from menhirs.engine.solver.layers import MOST, Layer, ValueShift
from menhirs.engine.solver.passes.ranking import Ranking
from menhirs.engine.solver.passes.reference import shifted
from menhirs.engine.solver.tables import blocks
from menhirs.engine.solver.tables.content import Content, FileContent
from menhirs.engine.solver.tables.drafts import Label

_STAGE = re.compile(r"[a-z0-9-]+")
_MOST_REFERENCES = 200  # one a round, at most; each is looked up by the one before it


class ValueTable(Protocol):
    """What knows the values of one stage and number of tiles."""

    def value(self, place: int, forbidden: int | None) -> int:
        """The value of a position if this move is forbidden, to the player to move.

        While fog is placed, to player 1.
        """


class TableSource(Protocol):
    """Where the tables of all stages are found."""

    def table(self, label: Label) -> ValueTable:
        """Those of one stage and number of tiles."""


class Table(ValueTable, Protocol):
    """A table, checked once and then looked up."""

    checksum: str

    def check(self) -> None:
        """Raises an error if its files have changed since they were written."""

    def is_unchanged(self) -> bool:
        """Whether its files are unchanged since the check."""

    shift: ValueShift
    """What the values of its reference are shifted by."""

    @property
    def reference(self) -> Table | None:
        """The table that it is but for some positions, if there is one."""

    def layer(self) -> Layer:
        """The whole table in memory, to go on solving from."""

    def apply_delta(self, layer: Layer, by: int = 0) -> None:
        """Makes a layer that is the shifted reference what this table is, shifted by so much."""

    def release(self) -> None:
        """Releases its memory and that of its reference, unless they are to be looked up."""


class WholeTable:
    """A table by itself."""

    reference = None
    shift = ValueShift(0)

    def __init__(self, content: Content) -> None:
        self._content = content
        positions = content.number("positions")
        if positions != content.positions:
            raise content.foreign(f"it has {positions} positions, not {content.positions}")
        content.set_sizes(content.number("exceptions"), positions)
        self.checksum = content.checksum

    def check(self) -> None:
        self._content.check()

    def is_unchanged(self) -> bool:
        return self._content.is_unchanged()

    def value(self, place: int, forbidden: int | None) -> int:
        content = self._content
        exception = None if forbidden is None else content.places.find(place)
        if exception is not None and content.moves[exception] == forbidden:
            return content.seconds[exception]
        return content.values[place]

    def layer(self) -> Layer:
        rows, label = self._content.copies(), self._content.label
        second, best_move = copy_of(rows.values), buffer("I", len(rows.values))
        layer = Layer(label.tiles, label.variants, rows.values, second, best_move, marks(0), MOST)
        blocks.read_exceptions(rows, layer)
        return layer

    def apply_delta(self, layer: Layer, by: int = 0) -> None:
        raise TypeError("a whole table has no delta")

    def release(self) -> None:
        self._content.release()


class DeltaTable:
    """A table that is another one but for some positions."""

    def __init__(self, content: Content, reference: Table) -> None:
        self._content = content
        self.reference = reference
        self._variants = content.label.variants
        self._reference_variants = content.number("model families")
        self.shift = ValueShift(
            content.number("grows by", least=-MOST, most=MOST),
            content.number("still up to", most=MOST),
            content.number("tie", least=-MOST, most=MOST),
        )
        count = content.number("changes")
        content.set_sizes(count, count)
        self.checksum = content.checksum

    def check(self) -> None:
        self._content.check()
        self.reference.check()

    def is_unchanged(self) -> bool:
        return self._content.is_unchanged() and self.reference.is_unchanged()

    def value(self, place: int, forbidden: int | None) -> int:
        content = self._content
        row = content.places.find(place)
        if row is not None:
            second = forbidden is not None and content.moves[row] == forbidden
            return content.seconds[row] if second else content.values[row]
        fog, variant = divmod(place, self._variants)
        there = fog * self._reference_variants + variant % self._reference_variants
        value, shift = self.reference.value(there, forbidden), self.shift
        return shifted(value, shift.by, shift.fixed_up_to, shift.tie)

    def layer(self) -> Layer:
        reference, variants, shift = self.reference.layer(), self._variants, self.shift
        layer = reference  # its values are not needed any more
        if reference.variants != variants:
            fogs = len(reference.best) // reference.variants
            layer = Layer.empty(reference.tiles, variants, fogs, MOST)
            blocks.copy_moves_to_variants(variants, reference.best_move, layer.best_move)
        for source, target in ((reference.best, layer.best), (reference.second, layer.second)):
            blocks.copy_shifted(variants, reference.variants, shift, source, target)
        self.apply_delta(layer)
        return layer

    def apply_delta(self, layer: Layer, by: int = 0) -> None:
        blocks.read_delta(self._content.copies(), by, layer)

    def release(self) -> None:
        self._content.release()
        self.reference.release()


class TableFolder:
    """The tables of a folder, each opened when it is first needed."""

    def __init__(self, folder: Path, ranking: Ranking) -> None:
        self._folder = folder
        self._ranking = ranking
        self._tables: dict[Label, Table] = {}

    def table(self, label: Label) -> Table:
        """A table that was checked, to be looked up."""
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
        """The table itself, or as the reference of one that is nearly the same, and so on."""
        known = self._tables.get(label)
        if known is None or not known.is_unchanged():
            self._tables[label] = known = self._open(label, nearly)
        return known

    def _open(self, label: Label, nearly: tuple[Label, ...]) -> Table:
        fogs = self._ranking.count(label.tiles)
        content = FileContent(self._folder / label.file_name, label, fogs)
        if "model" not in content.header:
            return WholeTable(content)
        stage, variants = content.header["model"], content.number("model families")
        if not isinstance(stage, str) or not _STAGE.fullmatch(stage):
            raise content.foreign("it is no table of ours")  # it is part of a file's name
        if variants not in (1, label.variants):
            raise content.foreign("its model is another table")
        below = Label(label.rules, label.layout, stage, label.tiles, variants)
        if below.stage == label.stage or below in nearly or len(nearly) == _MOST_REFERENCES:
            raise content.foreign("it is its own model")
        reference = self._table(below, (*nearly, label))
        if reference.checksum != content.header.get("model checksum"):
            raise content.foreign("its model is another table")
        return DeltaTable(content, reference)
