"""Steps so small and frequent that compiled code has to have them in place, not call them.

Plain Python has no word for that, so they are written down twice: here for a machine without a
compiler, and in ``inlined.pxd``.
"""

from __future__ import annotations

from threading import Lock

from menhirs.engine.solver.passes.ranking import Ranking

_lock = Lock()


def rank_of(ranking: Ranking, packed: int, tiles: int) -> int:
    """The rank of a packed fog among those with as many tiles."""
    return ranking.rank_packed(packed, tiles)


def next_mark(marks: memoryview, begin: int, end: int) -> int:
    """The place of the first mark between two places, or the end if there is none."""
    place = begin
    while place < end and not marks[place]:
        place += 1
    return place


def spare_of(best: int, second: int) -> int:
    """What a reply is worth to the mover if its best move is forbidden.

    -128, less than anything, if that changes nothing. 127, more than anything, if the reply gains
    by having to pass (M7): then every edge must be looked at.
    """
    if second > best:
        return 127
    return -second if second < best else -128


def grown_by(value: int, by: int, still: int) -> int:
    """A model's value with what it has grown by: :func:`menhirs.engine.solver.passes.grow.grown`
    where a tie stays one.
    """
    if still < value < 127:
        return value + by
    if -128 < value < -still:
        return value - by
    return value


def trace_of(rank: int) -> int:
    """A number below 255 by which a picture is mostly told from others that a fog can move to."""
    trace = (rank ^ rank >> 8 ^ rank >> 16 ^ rank >> 24) & 255
    return trace - (trace == 255)


def lock(locks: memoryview, place: int) -> None:
    """Waits until no other thread works on that place, nor on others with the same lock."""
    _lock.acquire()


def unlock(locks: memoryview, place: int) -> None:
    """Lets other threads work on that place again."""
    _lock.release()
