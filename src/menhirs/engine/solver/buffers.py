"""Memory for the solver's tables."""

from __future__ import annotations

from array import array
from mmap import ACCESS_COPY, mmap


def buffer(code: str, count: int) -> memoryview:
    """An array of zeros of a type code of ``array``; it costs no memory until it is written to."""
    size = array(code).itemsize * count
    # A bytearray would be filled with zeros at once, by one thread; memory of its own is not. It
    # has to be private: what is shared, as by default, takes room as soon as it is read.
    return memoryview(mmap(-1, max(size, 1), access=ACCESS_COPY))[:size].cast(code)  # type: ignore[call-overload, no-any-return]


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
