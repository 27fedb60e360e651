"""Memory for the solver's tables."""

from __future__ import annotations

from array import array
from mmap import ACCESS_COPY, mmap


def room(code: str, count: int) -> memoryview:
    """Room for so many numbers of a type of ``array``, all zero; unused, it costs no memory."""
    size = array(code).itemsize * count
    # A bytearray would be filled with zeros at once, by one thread; memory of its own is not. It
    # has to be private: what is shared, as by default, takes room as soon as it is read.
    return memoryview(mmap(-1, max(size, 1), access=ACCESS_COPY))[:size].cast(code)  # type: ignore[call-overload, no-any-return]


def marks(count: int) -> memoryview:
    """Room for so many marks, none of them set."""
    return room("B", count)


def copy_of(numbers: memoryview) -> memoryview:
    """The same numbers in a room of their own."""
    copy = room(numbers.format, len(numbers))
    copy[:] = numbers
    return copy
