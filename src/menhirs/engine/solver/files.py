"""Tables on disk: one file per stage and number of tiles, mapped into memory to be asked.

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
import mmap
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

from menhirs.core.errors import Malformed
from menhirs.engine.solver import blocks, changes
from menhirs.engine.solver.layers import MOST, Growth, Layer
from menhirs.engine.solver.room import copy_of, room
from menhirs.engine.solver.whole_files import write_file

_MAGIC = "menhirs table"
_VERSION = 4
_HEADER_BYTES = 4096


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
        write_file(folder / self.label.file_name, [top, *self.blocks])
        return checksum


def whole_table(label: Label, layer: Layer) -> Draft:
    """A layer by itself."""
    count = blocks.count_exceptions(layer.best, layer.second)
    places, pictures = room("I", count), room("I", count)
    seconds = room("b", count)
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
    places, pictures = (room("I", count) for _ in range(2))
    bests, seconds = (room("b", count) for _ in range(2))
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
    checksum = blake2b(json.dumps(header, sort_keys=True).encode(), digest_size=16)
    for block in blocks:
        checksum.update(block)
    return checksum.hexdigest()


class Shelf:
    """The tables of a folder, each opened and checked when it is first needed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._tables: dict[Label, Table] = {}

    def table(self, label: Label) -> Table:
        return self._table(label, ())

    def _table(self, label: Label, nearly: tuple[Label, ...]) -> Table:
        """The table itself, or as the model of one that is nearly the same, and so on."""
        if label not in self._tables:
            self._tables[label] = self._open(label, nearly)
        return self._tables[label]

    def _open(self, label: Label, nearly: tuple[Label, ...]) -> Table:
        content = _Content(self._folder / label.file_name, label)
        header = content.header
        if "model" not in header:
            return WholeTable(content, label)
        stage, families = header["model"], content.number("model families")
        below = Label(label.rules, label.layout, str(stage), label.tiles, families)
        if below.stage == label.stage or below in nearly:
            raise content.foreign("it is its own model")
        model = self._table(below, (*nearly, label))
        if model.checksum != header.get("model checksum"):
            raise content.foreign("its model is another table")
        return ChangedTable(content, label, model)


class _Content:
    """A file of ours that is whole: its header and what follows it."""

    def __init__(self, path: Path, label: Label) -> None:
        self._path = path
        try:
            if not path.is_file() and path.exists():
                raise ValueError("no file")  # opening a pipe would wait for ever
            with path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise Malformed("file", path=path, why=why) from None
        self._view = memoryview(self._map)
        self.header = self._read_header(label)

    def _read_header(self, label: Label) -> dict[str, Any]:
        try:
            header = json.loads(self._map[:_HEADER_BYTES])
        except (ValueError, RecursionError):
            raise self.foreign("it is no table of ours") from None
        if not isinstance(header, dict) or header.get("magic") != _MAGIC:
            raise self.foreign("it is no table of ours")
        for name, value in label.as_header().items():
            if header.get(name) != value:
                raise self.foreign(f"its {name} is {header.get(name)!r}, not {value!r}")
        return header

    def foreign(self, why: str) -> Malformed:
        return Malformed("table", path=self._path, why=why)

    def number(self, name: str) -> int:
        number = self.header.get(name)
        if not isinstance(number, int):
            raise self.foreign("it is no table of ours")
        return number

    def blocks(self, *sizes: int) -> list[memoryview]:
        """What follows the header, found to be sound and cut into blocks of so many bytes."""
        ends = [_HEADER_BYTES, *sizes]
        if len(self._view) != sum(ends):
            raise self.foreign("it is cut short")
        header = {name: value for name, value in self.header.items() if name != "checksum"}
        if _checksum(header, [self._view[_HEADER_BYTES:]]) != self.header.get("checksum"):
            raise self.foreign("its checksum is wrong")
        starts = [sum(ends[: place + 1]) for place in range(len(ends))]
        return [self._view[start:end] for start, end in pairwise(starts)]


class Table(Protocol):
    """A table file, checked once and then asked in a moment."""

    checksum: str

    def value(self, place: int, forbidden: int | None) -> int:
        """The value of a position if this picture is forbidden, to the player to move.

        While fog is placed, to player 1.
        """

    def layer(self) -> Layer:
        """The whole table in memory, to go on solving from."""


class WholeTable:
    """A table by itself."""

    def __init__(self, content: _Content, label: Label) -> None:
        self._label = label
        positions, exceptions = content.number("positions"), content.number("exceptions")
        places, pictures, best, seconds = content.blocks(
            4 * exceptions, 4 * exceptions, positions, exceptions
        )
        self.checksum: str = content.header["checksum"]
        self._places, self._pictures = places.cast("I"), pictures.cast("I")
        self._best, self._seconds = best.cast("b"), seconds.cast("b")

    def value(self, place: int, forbidden: int | None) -> int:
        if forbidden is not None:
            exception = bisect_left(self._places, place)
            found = exception < len(self._places) and self._places[exception] == place
            if found and self._pictures[exception] == forbidden:
                return self._seconds[exception]
        return self._best[place]

    def layer(self) -> Layer:
        best, second = copy_of(self._best), copy_of(self._best)
        picture = room("I", len(best))
        if len(self._places):
            blocks.read_exceptions(self._places, self._seconds, self._pictures, second, picture)
        return Layer(self._label.tiles, self._label.families, best, second, picture, MOST)


class ChangedTable:
    """A table that is another one but for some positions."""

    def __init__(self, content: _Content, label: Label, model: Table) -> None:
        self._label = label
        self.model = model
        self._model_families = content.number("model families")
        self.growth = Growth(
            content.number("grows by"), content.number("still up to"), content.number("tie")
        )
        count = content.number("changes")
        places, pictures, bests, seconds = content.blocks(4 * count, 4 * count, count, count)
        self.checksum: str = content.header["checksum"]
        self._places, self._pictures = places.cast("I"), pictures.cast("I")
        self._bests, self._seconds = bests.cast("b"), seconds.cast("b")

    def value(self, place: int, forbidden: int | None) -> int:
        change = bisect_left(self._places, place)
        if change < len(self._places) and self._places[change] == place:
            second = forbidden is not None and self._pictures[change] == forbidden
            return self._seconds[change] if second else self._bests[change]
        fog, family = divmod(place, self._label.families)
        there = fog * self._model_families + family % self._model_families
        worth, growth = self.model.value(there, forbidden), self.growth
        return changes.grown(worth, growth.by, growth.still, growth.tie)

    def layer(self) -> Layer:
        model, families, growth = self.model.layer(), self._label.families, self.growth
        layer = model  # whose values nobody needs any more
        if model.families != families:
            fogs = len(model.best) // model.families
            layer = Layer.empty(self._label.tiles, families, fogs, MOST)
            blocks.spread_pictures(families, model.picture, layer.picture)
        for source, target in ((model.best, layer.best), (model.second, layer.second)):
            blocks.copy_grown(
                families, model.families, growth.by, growth.still, growth.tie, source, target
            )
        self.put_changes(layer)
        return layer

    def put_changes(self, layer: Layer, by: int = 0) -> None:
        """Makes a layer that has grown from the model's what the table says, grown by so much."""
        if len(self._places):
            blocks.read_changes(
                self._places, self._bests, self._seconds, self._pictures, by,
                layer.best, layer.second, layer.picture,
            )  # fmt: skip
