"""Random access to a table file, safe against damaged and changing files.

A file may come from a stranger, and another program may truncate or rewrite it while it is open. A
mapped file that is truncated would kill the process, so files are read and never mapped. A short
read is an ordinary error. Every number used as an index is checked in the same bytes that are used.
"""

from __future__ import annotations

import os
import weakref
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Lock
from typing import Literal

from menhirs.core.errors import Malformed
from menhirs.engine.solver.tables import blocks

Code = Literal["I", "b"]
"""A type code of ``array``: a four-byte number or a one-byte value."""

_AT_ONCE = 1 << 20
"""Bytes per read; a multiple of every number's size."""
_PAGE = 1024
"""Numbers per entry of the index."""


class TableFile:
    """An open file that remembers its size and time of change when it was opened."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            if not path.is_file() and path.exists():
                raise ValueError("no file")  # opening a pipe would block for ever
            self._file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
            weakref.finalize(self, os.close, self._file)
            self._state = self._seen()
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise Malformed("file", path=path, why=why) from None
        self._one_reader = Lock()

    @property
    def size(self) -> int:
        """The size in bytes when the file was opened."""
        return self._state[0]

    def is_unchanged(self) -> bool:
        """Whether the file is unchanged since it was opened."""
        return self._seen() == self._state

    def read(self, start: int, size: int) -> bytes:
        """Reads ``size`` bytes at ``start``; raises an error if the file ends before."""
        try:
            with self._one_reader:
                os.lseek(self._file, start, os.SEEK_SET)
                data = os.read(self._file, size)
        except OSError as error:
            raise Malformed("file", path=self.path, why=error.strerror) from None
        if len(data) != size:
            raise self.foreign("it is cut short")
        return data

    def foreign(self, why: str) -> Malformed:
        return Malformed("table", path=self.path, why=why)

    def _seen(self) -> tuple[int, int]:
        state = os.fstat(self._file)
        return state.st_size, state.st_mtime_ns


class Block:
    """An array in a file. With a ``limit``, its numbers are indices below that limit."""

    def __init__(
        self, file: TableFile, start: int, code: Code, count: int, limit: int | None = None
    ) -> None:
        self._file = file
        self._start = start
        self.code = code
        self.count = count
        self._limit = limit

    @property
    def size(self) -> int:
        """The size in bytes."""
        return self.count * (4 if self.code == "I" else 1)

    @property
    def end(self) -> int:
        return self._start + self.size

    def pieces(self) -> Iterator[memoryview]:
        """Yields all numbers in pieces, each checked."""
        for begin in range(self._start, self.end, _AT_ONCE):
            data = self._file.read(begin, min(_AT_ONCE, self.end - begin))
            piece = memoryview(data).cast(self.code)
            self._check(piece)
            yield piece

    def __getitem__(self, place: int) -> int:
        return self.some(place, place + 1)[0]

    def some(self, begin: int, end: int) -> memoryview:
        """The numbers with index ``begin`` to ``end - 1``."""
        width = 4 if self.code == "I" else 1
        data = self._file.read(self._start + begin * width, (end - begin) * width)
        return memoryview(data).cast(self.code)

    def _check(self, piece: memoryview) -> None:
        if self._limit is not None and not blocks.are_below(self._limit, piece):
            raise self._file.foreign("it has positions that do not exist")


class SortedBlock(Block):
    """Indices in ascending order; a sparse index in memory makes finding one quick."""

    _index: Sequence[int] = ()

    def pieces(self) -> Iterator[memoryview]:
        last = -1
        index: list[int] = []
        for piece in super().pieces():
            if piece[0] <= last or not blocks.are_rising(piece):
                raise self._file.foreign("its positions are not in order")
            last = piece[-1]
            index += piece[::_PAGE]
            yield piece
        self._index = index

    def find(self, place: int) -> int | None:
        """The index of ``place`` in this block; None if it is not in it."""
        begin = max(0, bisect_right(self._index, place) - 1) * _PAGE
        page = self.some(begin, min(begin + _PAGE, self.count))
        within = bisect_left(page, place)
        return begin + within if within < len(page) and page[within] == place else None
