"""The content of a table: its header and its blocks, in a file or in memory.

A table lists some positions by themselves, a row for each: its place, its best move and its value
without that move. The other values are those of these positions, or of all positions.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from pathlib import Path
from typing import Any, Protocol

from menhirs.core.errors import Malformed
from menhirs.engine.solver.buffers import buffer, copy_of
from menhirs.engine.solver.tables.blocks import Rows
from menhirs.engine.solver.tables.drafts import HEADER_BYTES, MAGIC, Draft, Label, begin_checksum
from menhirs.engine.solver.tables.table_file import Block, SortedBlock, TableFile


class Numbers(Protocol):
    """A block of which single numbers are read."""

    def __getitem__(self, place: int) -> int: ...


class Places(Numbers, Protocol):
    """The places of the positions listed by themselves, in their order."""

    def find(self, place: int) -> int | None:
        """The row of a place, if it has one."""


class Content(Protocol):
    """What tables are read from."""

    label: Label
    header: dict[str, Any]

    @property
    def checksum(self) -> str: ...
    @property
    def places(self) -> Places: ...
    @property
    def moves(self) -> Numbers: ...
    @property
    def values(self) -> Numbers: ...
    @property
    def seconds(self) -> Numbers: ...
    @property
    def positions(self) -> int: ...

    def number(self, name: str, least: int = 0, most: int = 1 << 32) -> int:
        """A number of the header, in its bounds."""

    def set_sizes(self, rows: int, values: int) -> None:
        """Says how many rows and values there have to be."""

    def foreign(self, why: str) -> Malformed:
        """The error of a content that is not what it should be."""

    def is_unchanged(self) -> bool:
        """Whether the file is still the one that was opened."""

    def check(self) -> None:
        """Raises an error if the content has changed since it was written."""

    def copies(self) -> Rows:
        """The blocks in memory, checked in any case; the values in memory of their own."""

    def release(self) -> None:
        """It is not read any more."""


class _SortedNumbers:
    """Places in memory."""

    def __init__(self, numbers: memoryview) -> None:
        self._numbers = numbers

    def __getitem__(self, place: int) -> int:
        return int(self._numbers[place])

    def find(self, place: int) -> int | None:
        row = bisect_left(self._numbers, place)
        return row if row < len(self._numbers) and self._numbers[row] == place else None


class DraftContent:
    """A draft that stays in memory, read as if it were a file."""

    checksum = ""

    def __init__(self, draft: Draft, fogs: int, *, stays: bool) -> None:
        """It ``stays`` although the solver has read it, to be looked up."""
        self.label = draft.label
        self._stays = stays
        self.fogs = fogs
        self.positions = fogs * draft.label.variants
        self.header = draft.label.as_header() | draft.about
        self._hold(draft.rows)

    def _hold(self, rows: Rows) -> None:
        self._rows = rows
        self.places = _SortedNumbers(rows.places)
        self.moves, self.values, self.seconds = rows[1:]

    def number(self, name: str, least: int = 0, most: int = 1 << 32) -> int:
        return int(self.header[name])

    def set_sizes(self, rows: int, values: int) -> None:
        """A draft has what it was made with."""

    def check(self) -> None:
        """A draft is what it was made as."""

    def foreign(self, why: str) -> Malformed:
        return Malformed("table", path=self.label.file_name, why=why)

    def is_unchanged(self) -> bool:
        return True

    def copies(self) -> Rows:
        return self._rows._replace(values=copy_of(self._rows.values))

    def release(self) -> None:
        if not self._stays:
            nothing = memoryview(b"")
            self._hold(Rows(nothing, nothing, nothing, nothing))


class FileContent:
    """A file of ours that is whole: its header and the blocks that follow it."""

    places: SortedBlock
    moves: Block
    values: Block
    seconds: Block

    def __init__(self, path: Path, label: Label, fogs: int) -> None:
        self.label = label
        self.fogs = fogs
        self.positions = fogs * label.variants
        self._file = TableFile(path)
        self._is_checked = False
        self.header = self._read_header(label)

    def _read_header(self, label: Label) -> dict[str, Any]:
        try:
            header = json.loads(self._file.read(0, min(HEADER_BYTES, self._file.size)))
        except (ValueError, RecursionError):
            raise self.foreign("it is no table of ours") from None
        if not isinstance(header, dict) or header.get("magic") != MAGIC:
            raise self.foreign("it is no table of ours")
        for name, value in label.as_header().items():
            if header.get(name) != value:
                raise self.foreign(f"its {name} is {header.get(name)!r}, not {value!r}")
        return header

    def foreign(self, why: str) -> Malformed:
        return self._file.foreign(why)

    def is_unchanged(self) -> bool:
        return self._file.is_unchanged()

    @property
    def checksum(self) -> str:
        return str(self.header["checksum"])

    def number(self, name: str, least: int = 0, most: int = 1 << 32) -> int:
        """A number of the header, in its bounds."""
        number = self.header.get(name)
        if not isinstance(number, int) or not least <= number <= most:
            raise self.foreign("it is no table of ours")
        return number

    def set_sizes(self, rows: int, values: int) -> None:
        """Cuts what follows the header into blocks, with so many rows and values."""
        file, start = self._file, HEADER_BYTES
        self.places = SortedBlock(file, start, "I", rows, self.positions)
        self.moves = Block(file, self.places.end, "I", rows, self.fogs)
        self.values = Block(file, self.moves.end, "b", values)
        self.seconds = Block(file, self.values.end, "b", rows)
        if file.size != self.seconds.end:
            raise self.foreign("it is cut short")

    def check(self) -> None:
        """Reads all blocks once; raises an error if they have changed since they were written."""
        if not self._is_checked:
            self._read([])
            self._is_checked = True

    def copies(self) -> Rows:
        """The blocks in memory, checked in any case: the file may have changed."""
        copies = [buffer(block.code, block.count) for block in self._blocks]
        self._read(copies)
        return Rows(*copies)

    def release(self) -> None:
        """A file takes no memory."""

    @property
    def _blocks(self) -> list[Block]:
        return [self.places, self.moves, self.values, self.seconds]

    def _read(self, copies: list[memoryview]) -> None:
        header = {name: value for name, value in self.header.items() if name != "checksum"}
        checksum = begin_checksum(header)
        for number, block in enumerate(self._blocks):
            place = 0
            for piece in block.pieces():
                checksum.update(piece)
                if copies:
                    copies[number][place : place + len(piece)] = piece
                place += len(piece)
        if checksum.hexdigest() != self.header.get("checksum"):
            raise self.foreign("its checksum is wrong")
