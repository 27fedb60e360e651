"""Tables on disk: one file per stage and number of tiles, mapped into memory to be asked.

A file begins with a header of fixed size, a line of JSON that says what it is. Then come the
positions where the return rule matters, in order: their places and the pictures that may be
forbidden, four bytes each; then the values of all positions, one byte each, and those of the
positions before if their picture is forbidden. The header holds a checksum of all that follows. A
file is written under another name and renamed when it is whole, so that no half-written one is ever
taken for a table.
"""

from __future__ import annotations

import json
import mmap
from array import array
from bisect import bisect_left
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from menhirs.core.errors import Malformed
from menhirs.engine.solver import kernel
from menhirs.engine.solver.layers import Layer
from menhirs.engine.solver.whole_files import write_whole

_MAGIC = "menhirs table"
_VERSION = 1
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


def write_table(folder: Path, label: Label, layer: Layer) -> None:
    """Writes a layer so that it is there whole or not at all."""
    count = kernel.count_exceptions(layer.best, layer.second)
    places, pictures = array("I", bytes(4 * count)), array("I", bytes(4 * count))
    seconds = array("b", bytes(count))
    if count:
        kernel.write_exceptions(layer.best, layer.second, layer.picture, places, seconds, pictures)
    blocks = [memoryview(block).cast("B") for block in (places, pictures, layer.best, seconds)]
    checksum = blake2b(digest_size=16)
    for block in blocks:
        checksum.update(block)
    header = label.as_header() | {
        "positions": len(layer.best),
        "exceptions": count,
        "checksum": checksum.hexdigest(),
    }
    top = json.dumps(header).encode().ljust(_HEADER_BYTES, b" ")
    write_whole(folder / label.file_name, [top, *blocks])


class Table:
    """A table file, checked once and then asked in a moment."""

    def __init__(self, folder: Path, label: Label) -> None:
        self._path = folder / label.file_name
        try:
            with self._path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise Malformed("file", path=self._path, why=why) from None
        view = memoryview(self._map)
        header = self._read_header(label)
        positions, exceptions = header["positions"], header["exceptions"]
        ends = [_HEADER_BYTES, 4 * exceptions, 4 * exceptions, positions, exceptions]
        if len(view) != sum(ends):
            raise self._foreign("it is cut short")
        if blake2b(view[_HEADER_BYTES:], digest_size=16).hexdigest() != header["checksum"]:
            raise self._foreign("its checksum is wrong")
        starts = [sum(ends[: place + 1]) for place in range(len(ends))]
        self._places = view[starts[0] : starts[1]].cast("I")
        self._pictures = view[starts[1] : starts[2]].cast("I")
        self.best = view[starts[2] : starts[3]].cast("b")
        self._seconds = view[starts[3] : starts[4]].cast("b")

    def _read_header(self, label: Label) -> dict[str, Any]:
        try:
            header = json.loads(self._map[:_HEADER_BYTES])
        except ValueError:
            raise self._foreign("it is no table of ours") from None
        if not isinstance(header, dict) or header.get("magic") != _MAGIC:
            raise self._foreign("it is no table of ours")
        for name, value in label.as_header().items():
            if header.get(name) != value:
                raise self._foreign(f"its {name} is {header.get(name)!r}, not {value!r}")
        if not all(isinstance(header.get(name), int) for name in ("positions", "exceptions")):
            raise self._foreign("it is no table of ours")
        return header

    def _foreign(self, why: str) -> Malformed:
        return Malformed("table", path=self._path, why=why)

    def value(self, place: int, forbidden: int | None) -> int:
        """The value of a position if this picture is forbidden, to the player to move."""
        if forbidden is not None:
            exception = bisect_left(self._places, place)
            found = exception < len(self._places) and self._places[exception] == place
            if found and self._pictures[exception] == forbidden:
                return self._seconds[exception]
        return self.best[place]

    def layer(self, tiles: int, families: int) -> Layer:
        """The whole table in memory, to go on solving from."""
        best = array("b", self.best)
        second, picture = array("b", best), array("I", bytes(4 * len(best)))
        if len(self._places):
            kernel.read_exceptions(self._places, self._seconds, self._pictures, second, picture)
        return Layer(tiles, families, best, second, picture)
