"""Reads table files: a second reader, written from the description of the format alone.

A file begins with 4,096 bytes of JSON, the header. After it come four blocks, one behind the other:
places and pictures (four bytes each, little-endian), values, and values with the picture forbidden
(a signed byte each). A whole table has a value for each of its ``positions``, and ``exceptions``
places whose value changes when a picture is forbidden (M4). A table of changes has one row for each
of its ``changes``; everything else is as in another table, its model, with wins grown by some
points. The checksum is BLAKE2b of 16 bytes over the header without it (keys sorted) and the blocks.
"""

from __future__ import annotations

import json
import sys
from array import array
from bisect import bisect_left
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any

from menhirs.core.errors import Malformed

_HEADER_BYTES = 4096
_MAGIC, _VERSION = "menhirs table", 4
_NO_VALUE, _ABOVE_ALL = -128, 127
_MOST_MODELS = 200


@dataclass(frozen=True)
class _Growth:
    """What the values of a model become in a table of changes."""

    by: int
    still: int
    tie: int

    def of(self, value: int) -> int:
        if value == 0:
            return self.tie
        if value in (_NO_VALUE, _ABOVE_ALL) or abs(value) <= self.still:
            return value
        return value + self.by if value > 0 else value - self.by


class StoredTable:
    """One table file, read whole and with its checksum compared."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            data = path.read_bytes()
            header = json.loads(data[:_HEADER_BYTES])
        except OSError as error:
            raise Malformed("file", path=path, why=error.strerror) from None
        except (ValueError, RecursionError):
            raise self.error("it is no table") from None
        if not isinstance(header, dict) or header.get("magic") != _MAGIC:
            raise self.error("it is no table")
        if header.get("version") != _VERSION:
            raise self.error(f"its version is {header.get('version')!r}, not {_VERSION}")
        self.header: dict[str, Any] = header
        is_whole = "model" not in header
        rows = self._number("exceptions" if is_whole else "changes")
        values = self._number("positions") if is_whole else rows
        ends = [_HEADER_BYTES]
        for size in (4 * rows, 4 * rows, values, rows):
            ends.append(ends[-1] + size)
        if len(data) != ends[-1]:
            raise self.error("it has not the length that its header says")
        checksum = blake2b(_json_without_checksum(header), digest_size=16)
        checksum.update(memoryview(data)[_HEADER_BYTES:])
        if checksum.hexdigest() != header.get("checksum"):
            raise self.error("its checksum is wrong")
        blocks = [data[start:end] for start, end in pairwise(ends)]
        self._places = _numbers("I", blocks[0])
        self._pictures = _numbers("I", blocks[1])
        self._values = _numbers("b", blocks[2])
        self._seconds = _numbers("b", blocks[3])
        self._growth = None if is_whole else self._read_growth()
        self._model: StoredTable | None = None

    def error(self, why: str) -> Malformed:
        """The error of this file."""
        return Malformed("table", path=self.path, why=why)

    @property
    def stage(self) -> str:
        return str(self.header.get("stage"))

    @property
    def tiles(self) -> int:
        return self._number("tiles")

    @property
    def families(self) -> int:
        return self._number("families")

    @property
    def most(self) -> int:
        """The highest value in the table itself, without its model."""
        return max(self._values, default=0)

    @property
    def model_name(self) -> tuple[str, int] | None:
        """Stage and number of tiles of its model."""
        return None if self._growth is None else (str(self.header["model"]), self.tiles)

    def set_model(self, model: StoredTable) -> None:
        """Gives a table of changes the table that it is based on."""
        if model.header["checksum"] != self.header.get("model checksum"):
            raise self.error("its model is another table")
        below: StoredTable | None = model
        for _ in range(_MOST_MODELS):
            if below is None:
                break
            if below is self:
                raise self.error("it is its own model")
            below = below._model
        self._model = model

    def value(self, place: int, forbidden: int | None) -> int:
        """The value at a place if the picture with the number ``forbidden`` may not be made."""
        row = bisect_left(self._places, place)
        if row < len(self._places) and self._places[row] == place:
            if forbidden is not None and self._pictures[row] == forbidden:
                return self._seconds[row]
            if self._growth is not None:
                return self._values[row]
        if self._growth is None:
            return self._values[place]
        if self._model is None:
            raise self.error("its model is missing")
        fog, family = divmod(place, self.families)
        there = fog * self._model.families + family % self._model.families
        return self._growth.of(self._model.value(there, forbidden))

    def _read_growth(self) -> _Growth:
        by, still, tie = (self.header.get(name) for name in ("grows by", "still up to", "tie"))
        if not (isinstance(by, int) and isinstance(still, int) and isinstance(tie, int)):
            raise self.error("it is no table")
        return _Growth(by, still, tie)

    def _number(self, name: str) -> int:
        number = self.header.get(name)
        if not isinstance(number, int) or number < 0:
            raise self.error(f"its {name} is {number!r}")
        return number


def _json_without_checksum(header: dict[str, Any]) -> bytes:
    kept = {name: value for name, value in header.items() if name != "checksum"}
    return json.dumps(kept, sort_keys=True).encode()


def _numbers(code: str, block: bytes) -> array[int]:
    numbers = array(code, block)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
