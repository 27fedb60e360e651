"""Layers put by on disk until they are read back: no tables, and gone with the process.

The file has no name, so nothing stays behind whatever happens. A layer that is little changed
since its model, the same player's turn a round later, is kept as its changes.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from tempfile import TemporaryFile

from menhirs.core.errors import Malformed
from menhirs.engine.solver.buffers import buffer, copy_of, marks
from menhirs.engine.solver.layers import Growth, Layer
from menhirs.engine.solver.tables import blocks


class Spool:
    """A file of numbers, written one after the other and read in places."""

    def __init__(self) -> None:
        try:
            self._file = TemporaryFile(buffering=0)  # noqa: SIM115 - closed with the spool
        except OSError as error:
            raise _full(error) from None
        self._end = 0

    def close(self) -> None:
        self._file.close()

    def put(self, numbers: memoryview) -> Stretch:
        """Writes numbers; returns where they are."""
        begin, self._end = self._end, self._end + numbers.nbytes
        try:
            _write_all(self._file.fileno(), numbers.cast("B"), begin)
        except OSError as error:
            raise _full(error) from None
        return Stretch(self, numbers.format, len(numbers), begin)

    def read(self, begin: int, numbers: memoryview) -> None:
        left = numbers.cast("B")
        while left:
            count = os.preadv(self._file.fileno(), [left], begin)
            if not count:
                raise EOFError("the spool is shorter than what was put there")
            left, begin = left[count:], begin + count


@dataclass(frozen=True)
class Stretch:
    """Numbers on the spool."""

    spool: Spool
    code: str
    count: int
    begin: int

    def numbers(self) -> memoryview:
        """The numbers in memory of their own."""
        numbers = buffer(self.code, self.count)
        self.spool.read(self.begin, numbers)
        return numbers


class PutBy:
    """A layer on the spool: its changes since a model, or the whole of it."""

    def __init__(self, spool: Spool, layer: Layer, model: PutBy | None) -> None:
        self._tiles = layer.tiles
        self._families = layer.families
        self._most = layer.most
        self.model = model if layer.changes else None
        self.growth = layer.changes.growth if layer.changes else Growth(0)
        self._blocks: Sequence[Stretch] = [
            spool.put(block) for block in (_changes(layer) if self.model else _whole(layer))
        ]

    def layer(self) -> Layer:
        """The whole layer in memory."""
        if self.model is not None:
            layer = self.model.layer()
            for values in (layer.best, layer.second):
                blocks.copy_grown(
                    self._families, self._families,
                    self.growth.by, self.growth.still, self.growth.tie, values, values,
                )  # fmt: skip
            self.put_changes(layer)
            return layer
        best, places, seconds, pictures = (block.numbers() for block in self._blocks)
        second, picture = copy_of(best), buffer("I", len(best))
        if len(places):
            blocks.read_exceptions(places, seconds, pictures, second, picture)
        return Layer(self._tiles, self._families, best, second, picture, marks(0), self._most)

    def put_changes(self, layer: Layer, by: int = 0) -> None:
        """Makes a layer that has grown from the model's what this one is, grown by so much."""
        places, bests, seconds, pictures = (block.numbers() for block in self._blocks)
        if len(places):
            blocks.read_changes(
                places, bests, seconds, pictures, by, layer.best, layer.second, layer.picture
            )


def _whole(layer: Layer) -> list[memoryview]:
    count = blocks.count_exceptions(layer.best, layer.second)
    places, seconds, pictures = buffer("I", count), buffer("b", count), buffer("I", count)
    if count:
        blocks.write_exceptions(layer.best, layer.second, layer.picture, places, seconds, pictures)
    return [layer.best, places, seconds, pictures]


def _changes(layer: Layer) -> list[memoryview]:
    changed = layer.changes
    assert changed is not None
    places, pictures = (buffer("I", changed.count) for _ in range(2))
    bests, seconds = (buffer("b", changed.count) for _ in range(2))
    if changed.count:
        blocks.write_changes(
            changed.marks, layer.best, layer.second, layer.picture,
            places, bests, seconds, pictures,
        )  # fmt: skip
    return [places, bests, seconds, pictures]


def _write_all(file: int, numbers: memoryview, begin: int) -> None:
    while numbers:
        count = os.pwrite(file, numbers, begin)
        numbers, begin = numbers[count:], begin + count


def _full(error: OSError) -> Malformed:
    return Malformed("file-write", path="(temporary file)", why=error.strerror or str(error))
