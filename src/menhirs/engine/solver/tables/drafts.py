"""Tables before they are written: a layer as the blocks of a file.

A file begins with a header of fixed size, a line of JSON that says what it is and holds a checksum
of all else in it and of all that follows. A file is written under another name and renamed when it
is whole, so that no half-written one is ever taken for a table.

Most tables are nearly another one, their reference, but that wins are worth a point more. Then only
the positions that differ are written, in order: their places and best moves, four bytes each; then
their values, and those without that move, one byte each.

Any other table has the positions where the return rule matters, in order: their places and best
moves, four bytes each; then the values of all positions, one byte each, and those of the former
without that move.

In the headers of files a reference is a "model", its shift tells what "grows by" how much and what
is "still", and variants are "families".
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from menhirs.engine.atomic_file import write_atomically
from menhirs.engine.solver.buffers import buffer, copy_of
from menhirs.engine.solver.layers import Layer, ValueShift
from menhirs.engine.solver.tables import blocks
from menhirs.engine.solver.tables.blocks import Rows

MAGIC = "menhirs table"
HEADER_BYTES = 4096
_VERSION = 4


@dataclass(frozen=True)
class Label:
    """What a table is about."""

    rules: str
    layout: str
    stage: str
    tiles: int
    variants: int

    @property
    def file_name(self) -> str:
        return f"{self.stage}-{self.tiles:02}tiles.table"

    def as_header(self) -> dict[str, Any]:
        return {
            "magic": MAGIC,
            "version": _VERSION,
            "rules": self.rules,
            "layout": self.layout,
            "stage": self.stage,
            "tiles": self.tiles,
            "families": self.variants,
        }


@dataclass(frozen=True)
class Reference:
    """The table that another one is nearly the same as, and what its values become there."""

    label: Label
    checksum: str
    shift: ValueShift

    def as_header(self) -> dict[str, Any]:
        return {
            "model": self.label.stage,
            "model families": self.label.variants,
            "model checksum": self.checksum,
            "grows by": self.shift.by,
            "still up to": self.shift.fixed_up_to,
            "tie": self.shift.tie,
        }


@dataclass(frozen=True)
class Draft:
    """A table that is to be written; whatever becomes of the layer, it stays the same."""

    label: Label
    about: dict[str, Any]
    rows: Rows
    reference: Label | None = None
    """The table that its delta is since."""

    def write_to(self, folder: Path) -> str:
        """Writes the table so that it is there whole or not at all; returns its checksum."""
        header = self.label.as_header() | self.about
        checksum = _checksum(header, self.rows)
        top = json.dumps(header | {"checksum": checksum}).encode().ljust(HEADER_BYTES, b" ")
        write_atomically(folder / self.label.file_name, [top, *self.rows])
        return checksum


def whole_table(label: Label, layer: Layer) -> Draft:
    """A layer by itself."""
    count = blocks.count_exceptions(layer.best, layer.second)
    rows = _empty_rows(count, copy_of(layer.best))
    if count:
        blocks.write_exceptions(layer, rows)
    return Draft(label, {"positions": len(layer.best), "exceptions": count}, rows)


def plain_table(label: Label, values: memoryview) -> Draft:
    """Values of positions in which nothing can be forbidden, to stay as they are."""
    sizes = {"positions": len(values), "exceptions": 0}
    return Draft(label, sizes, _empty_rows(0, values))


def delta_table(label: Label, reference: Reference, layer: Layer | None) -> Draft:
    """The differences of a layer from its reference; none if there is no layer."""
    delta = layer.delta if layer else None
    count = delta.count if delta else 0
    rows = _empty_rows(count, buffer("b", count))
    if layer and delta:
        rows = rows._replace(places=delta.places)
        blocks.write_delta(layer, rows)
    return Draft(label, {"changes": count} | reference.as_header(), rows, reference.label)


def _empty_rows(count: int, values: memoryview) -> Rows:
    return Rows(buffer("I", count), buffer("I", count), values, buffer("b", count))


def is_smaller_as_delta(layer: Layer) -> bool:
    """Whether the differences of a layer take less room than the whole of it."""
    if layer.delta is None:
        return False
    excess = 10 * layer.delta.count - len(layer.best)
    return excess < 0 or excess < 9 * blocks.count_exceptions(layer.best, layer.second)


def _checksum(header: dict[str, Any], rows: Sequence[memoryview]) -> str:
    """Of a header that has none yet, and all that follows it."""
    checksum = begin_checksum(header)
    for block in rows:
        checksum.update(block)
    return checksum.hexdigest()


def begin_checksum(header: dict[str, Any]) -> blake2b:
    """A checksum that goes on with the blocks."""
    return blake2b(json.dumps(header, sort_keys=True).encode(), digest_size=16)
