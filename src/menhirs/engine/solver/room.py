"""Memory for the solver's tables."""

from __future__ import annotations

from array import array


def room(code: str, count: int) -> memoryview:
    """Room for so many numbers of a type of ``array``, all zero; unused, it costs no memory."""
    return memoryview(bytearray(array(code).itemsize * count)).cast(code)  # type: ignore[call-overload, no-any-return]


def copy_of(numbers: memoryview) -> memoryview:
    """The same numbers in a room of their own."""
    copy = room(numbers.format, len(numbers))
    copy[:] = numbers
    return copy
