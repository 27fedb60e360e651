"""What an uncompiled program remembers, because finding it out again takes longer.

The rules stand in ``fog.py`` and nowhere else. Compiled, its functions are so quick that nothing is
worth remembering. As plain Python they are a hundred times slower, so there some of them are
replaced by themselves with a memory. They answer the same, only sooner: a search meets the same
clusters over and over again. Tried instead for browsers: the generator alone as WebAssembly. It
answers 400 times as fast as in Pyodide, but a call from there takes 3 µs, which eats the gain.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, MutableSequence
from functools import lru_cache
from typing import Any, TypeAlias

_MOST_ANSWERS = 1 << 15
_MOST_LISTS = 1 << 14
_ROOM = 64

Written: TypeAlias = "tuple[int, array[int], array[int]]"
Writer: TypeAlias = (
    "Callable[[int, int, int, MutableSequence[int], MutableSequence[int], int], int]"
)
"""Appends the moves of a cluster and returns the new count; see ``fog.py``."""


def is_plain(function: object) -> bool:
    """Whether a function is not compiled."""
    return isinstance(function, type(is_plain))


def remember(module: dict[str, Any], *, answers: tuple[str, ...], writers: tuple[str, ...]) -> None:
    """Gives functions of a module a memory, unless they are compiled.

    ``answers`` are functions of numbers, ``writers`` those that write a cluster's moves.
    """
    for names, with_memory in ((answers, _answering), (writers, _writing)):
        for name in names:
            if is_plain(module.get(name)):
                module[name] = with_memory(module[name])


def _answering(function: Callable[..., int]) -> Callable[..., int]:
    return lru_cache(_MOST_ANSWERS)(function)


def _writing(write: Writer) -> Writer:
    known: dict[tuple[int, int, int], Written] = {}

    def write_again(
        cluster: int,
        cells: int,
        stride: int,
        parts: MutableSequence[int],
        directions: MutableSequence[int],
        count: int,
    ) -> int:
        key = (cluster, cells, stride)
        written = known.get(key)
        if written is None:
            if len(known) >= _MOST_LISTS:
                known.clear()
            written = known[key] = _written(write, *key)
        more, its_parts, its_directions = written
        end = count + more
        if end > len(parts):
            return write(cluster, cells, stride, parts, directions, count)
        parts[count:end] = its_parts
        directions[count:end] = its_directions
        return end

    return write_again


def _written(write: Writer, cluster: int, cells: int, stride: int) -> Written:
    room = _ROOM
    while True:
        parts = array("Q", bytes(8 * room))
        directions = array("B", bytes(room))
        count = write(cluster, cells, stride, parts, directions, 0)
        if count <= room:
            return count, parts[:count], directions[:count]
        room = count
