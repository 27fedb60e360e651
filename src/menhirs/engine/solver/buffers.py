"""Memory for the solver's tables."""

from __future__ import annotations

import mmap
from array import array
from contextlib import suppress

_HUGE_PAGE = 1 << 21
_AS_HUGE_PAGES: int | None = getattr(mmap, "MADV_HUGEPAGE", None)
"""How to ask for large pages; None where that can't be asked for."""


def buffer(code: str, count: int, *, is_filled: bool = False) -> memoryview:
    """An array of zeros of a type code of ``array``; it costs no memory until it is written to.

    With ``is_filled`` nearly all of it will be written to. Then it comes in large pages, which are
    given in a quarter of the time; others would make much of an array that is written to here and
    there.
    """
    size = array(code).itemsize * count
    # A bytearray would be filled with zeros at once, by one thread; memory of its own is not. It
    # has to be private: what is shared, as by default, takes room as soon as it is read.
    memory = mmap.mmap(-1, max(size, 1), access=mmap.ACCESS_COPY)
    if is_filled and size >= _HUGE_PAGE and _AS_HUGE_PAGES is not None:
        with suppress(OSError):  # a kernel without large pages
            memory.madvise(_AS_HUGE_PAGES)
    return memoryview(memory)[:size].cast(code)  # type: ignore[call-overload, no-any-return]


def marks(count: int) -> memoryview:
    """An array of marks, none of them set."""
    return buffer("B", count)


def copy_of(numbers: memoryview) -> memoryview:
    """A copy of these numbers."""
    source = memoryview(
        numbers
    )  # what a compiled object gives away is a memoryview of another kind
    copy = buffer(source.format, len(source), is_filled=True)
    copy[:] = source
    return copy
