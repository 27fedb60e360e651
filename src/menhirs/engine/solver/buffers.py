"""Memory for the solver's tables, or files where memory is short."""

from __future__ import annotations

import mmap
import os
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from tempfile import TemporaryFile

from menhirs.core.errors import Malformed

_LARGE = 1 << 20
"""Arrays of fewer bytes are in memory in any case."""

_folder: ContextVar[Path | None] = ContextVar("folder", default=None)


@contextmanager
def arrays_on_disk(folder: Path) -> Iterator[None]:
    """Within it, large arrays that this thread makes lie in files of that folder.

    The system keeps in memory what it has room for, and writes the rest to disk when others need
    the memory. The files have no name, so none is left behind however the process ends.
    """
    token = _folder.set(folder)
    try:
        yield
    finally:
        _folder.reset(token)


def buffer(code: str, count: int) -> memoryview:
    """An array of zeros of a type code of ``array``; it costs no memory until it is written to."""
    size = array(code).itemsize * count
    folder = _folder.get()
    if folder is not None and size >= _LARGE:
        memory = _file_memory(folder, size)
    else:
        # A bytearray would be filled with zeros at once, by one thread; memory of its own is not.
        # It has to be private: what is shared, as by default, takes room as soon as it is read.
        memory = mmap.mmap(-1, max(size, 1), access=mmap.ACCESS_COPY)
    return memoryview(memory)[:size].cast(code)  # type: ignore[call-overload, no-any-return]


def _file_memory(folder: Path, size: int) -> mmap.mmap:
    """Zeros in a file without a name."""
    try:
        with TemporaryFile(dir=folder) as file:
            # Whether there is room is found out now: later it would end the process.
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, size)
            else:
                file.truncate(size)
            return mmap.mmap(file.fileno(), size)
    except OSError as error:
        raise Malformed("file-write", path=folder, why=error.strerror) from None


def marks(count: int) -> memoryview:
    """An array of marks, none of them set."""
    return buffer("B", count)


def copy_of(numbers: memoryview) -> memoryview:
    """A copy of these numbers."""
    source = memoryview(
        numbers
    )  # what a compiled object gives away is a memoryview of another kind
    copy = buffer(source.format, len(source))
    copy[:] = source
    return copy
