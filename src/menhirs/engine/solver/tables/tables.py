"""Tables on disk: one file per stage and number of tiles, read in places to be asked.

A file begins with a header of fixed size, a line of JSON that says what it is and holds a checksum
of all else in it and of all that follows. A file is written under another name and renamed when it
is whole, so that no half-written one is ever taken for a table.

Most tables are nearly another one, their model, but that wins are worth a point more. Then only the
positions that differ are written, in order: their places and the pictures that may be forbidden,
four bytes each; then their values, and those if that picture is forbidden, one byte each.

Any other table has the positions where the return rule matters, in order: their places and the
pictures that may be forbidden, four bytes each; then the values of all positions, one byte each,
and those of the positions before if their picture is forbidden.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol

from menhirs.core.errors import Malformed
from menhirs.engine.atomic_file import write_atomically
from menhirs.engine.solver.buffers import buffer, copy_of, marks
from menhirs.engine.solver.layers import MOST, Growth, Layer
from menhirs.engine.solver.passes import grow
from menhirs.engine.solver.passes.ranking import Ranking
from menhirs.engine.solver.tables import blocks
from menhirs.engine.solver.tables.table_file import Block, SortedBlock, TableFile

_MAGIC = "menhirs table"
_VERSION = 4
_HEADER_BYTES = 4096
_STAGE = re.compile(r"[a-z0-9-]+")
_MOST_MODELS = 200  # one a round, at most; each is asked by the one before it


@dataclass(frozen=True)
class Label:
    """What a table is about."""

    rules: str
    layout: str
    stage: str
    tiles: int
    families: int

    @property
    def file_name(self) -> str:
        return f"{self.stage}-{self.tiles:02}tiles.table"

    def as_header(self) -> dict[str, Any]:
        return {
            "magic": _MAGIC,
            "version": _VERSION,
            "rules": self.rules,
            "layout": self.layout,
            "stage": self.stage,
            "tiles": self.tiles,
            "families": self.families,
        }


@dataclass(frozen=True)
class Model:
    """The table that another one is nearly the same as, and what its values become there."""

    label: Label
    checksum: str
    growth: Growth

    def as_header(self) -> dict[str, Any]:
        return {
            "model": self.label.stage,
            "model families": self.label.families,
            "model checksum": self.checksum,
            "grows by": self.growth.by,
            "still up to": self.growth.still,
            "tie": self.growth.tie,
        }


@dataclass(frozen=True)
class Draft:
    """A table that is to be written; whatever becomes of the layer, it stays the same."""

    label: Label
    about: dict[str, Any]
    blocks: list[memoryview]

    def write_to(self, folder: Path) -> str:
        """Writes the table so that it is there whole or not at all; returns its checksum."""
        header = self.label.as_header() | self.about
        checksum = _checksum(header, self.blocks)
        top = json.dumps(header | {"checksum": checksum}).encode().ljust(_HEADER_BYTES, b" ")
        write_atomically(folder / self.label.file_name, [top, *self.blocks])
        return checksum


def whole_table(label: Label, layer: Layer) -> Draft:
    """A layer by itself."""
    count = blocks.count_exceptions(layer.best, layer.second)
    places, pictures = (buffer("I", count) for _ in range(2))
    seconds = buffer("b", count)
    if count:
        blocks.write_exceptions(layer.best, layer.second, layer.picture, places, seconds, pictures)
    sizes = {"positions": len(layer.best), "exceptions": count}
    return Draft(label, sizes, [places, pictures, copy_of(layer.best), seconds])


def plain_table(label: Label, values: memoryview) -> Draft:
    """Values of positions in which nothing can be forbidden, to stay as they are."""
    return Draft(label, {"positions": len(values), "exceptions": 0}, [values])


def table_of_changes(label: Label, model: Model, layer: Layer | None) -> Draft:
    """What changed in a layer since its model; nothing if None."""
    changed = layer.changes if layer else None
    count = changed.count if changed else 0
    places, pictures = (buffer("I", count) for _ in range(2))
    bests, seconds = (buffer("b", count) for _ in range(2))
    if layer and changed and count:
        blocks.write_changes(
            changed.marks, layer.best, layer.second, layer.picture,
            places, bests, seconds, pictures,
        )  # fmt: skip
    sizes = {"changes": count} | model.as_header()
    return Draft(label, sizes, [places, pictures, bests, seconds])


def is_smaller_as_changes(layer: Layer) -> bool:
    """Whether what changed in a layer takes less room than the whole of it."""
    if layer.changes is None:
        return False
    excess = 10 * layer.changes.count - len(layer.best)
    return excess < 0 or excess < 9 * blocks.count_exceptions(layer.best, layer.second)


def _checksum(header: dict[str, Any], blocks: Sequence[memoryview]) -> str:
    """Of a header that has none yet, and all that follows it."""
    checksum = _begin_checksum(header)
    for block in blocks:
        checksum.update(block)
    return checksum.hexdigest()


def _begin_checksum(header: dict[str, Any]) -> blake2b:
    return blake2b(json.dumps(header, sort_keys=True).encode(), digest_size=16)


class Shelf:
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
        content = _Content(self._folder / label.file_name, label, fogs)
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


class _Content:
    """A file of ours that is whole: its header and the blocks that follow it.

    Blocks have a row for each place that is told by itself: the place, its picture and its value if
    that is forbidden. The other values are of those places, or of all positions.
    """

    places: SortedBlock
    pictures: Block
    values: Block
    seconds: Block

    def __init__(self, path: Path, label: Label, fogs: int) -> None:
        self.label = label
        self.fogs = fogs
        self.positions = fogs * label.families
        self._file = TableFile(path)
        self._is_checked = False
        self.header = self._read_header(label)

    def _read_header(self, label: Label) -> dict[str, Any]:
        try:
            header = json.loads(self._file.read(0, min(_HEADER_BYTES, self._file.size)))
        except (ValueError, RecursionError):
            raise self.foreign("it is no table of ours") from None
        if not isinstance(header, dict) or header.get("magic") != _MAGIC:
            raise self.foreign("it is no table of ours")
        for name, value in label.as_header().items():
            if header.get(name) != value:
                raise self.foreign(f"its {name} is {header.get(name)!r}, not {value!r}")
        return header

    def foreign(self, why: str) -> Malformed:
        return self._file.foreign(why)

    def is_as_it_was(self) -> bool:
        return self._file.is_as_it_was()

    @property
    def checksum(self) -> str:
        return str(self.header["checksum"])

    def number(self, name: str, least: int = 0, most: int = 1 << 32) -> int:
        """A number of the header, in its bounds."""
        number = self.header.get(name)
        if not isinstance(number, int) or not least <= number <= most:
            raise self.foreign("it is no table of ours")
        return number

    def hold(self, rows: int, values: int) -> None:
        """Cuts what follows the header into blocks, with so many rows and values."""
        file, start = self._file, _HEADER_BYTES
        self.places = SortedBlock(file, start, "I", rows, self.positions)
        self.pictures = Block(file, self.places.end, "I", rows, self.fogs)
        self.values = Block(file, self.pictures.end, "b", values)
        self.seconds = Block(file, self.values.end, "b", rows)
        if file.size != self.seconds.end:
            raise self.foreign("it is cut short")

    def check(self) -> None:
        """Reads all blocks once, and raises an error if they are not what was written."""
        if not self._is_checked:
            self._read([])
            self._is_checked = True

    def copies(self) -> list[memoryview]:
        """The blocks in memory of their own, checked in any case: the file may have changed."""
        copies = [buffer(block.code, block.count) for block in self._blocks]
        self._read(copies)
        return copies

    @property
    def _blocks(self) -> list[Block]:
        return [self.places, self.pictures, self.values, self.seconds]

    def _read(self, copies: list[memoryview]) -> None:
        header = {name: value for name, value in self.header.items() if name != "checksum"}
        checksum = _begin_checksum(header)
        for number, block in enumerate(self._blocks):
            place = 0
            for piece in block.pieces():
                checksum.update(piece)
                if copies:
                    copies[number][place : place + len(piece)] = piece
                place += len(piece)
        if checksum.hexdigest() != self.header.get("checksum"):
            raise self.foreign("its checksum is wrong")


class ValueTable(Protocol):
    """What knows the values of one stage and number of tiles."""

    def value(self, place: int, forbidden: int | None) -> int:
        """The value of a position if this picture is forbidden, to the player to move.

        While fog is placed, to player 1.
        """


class ValueShelf(Protocol):
    """What has the values of all stages."""

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

    def __init__(self, content: _Content) -> None:
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

    def __init__(self, content: _Content, model: Table) -> None:
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
