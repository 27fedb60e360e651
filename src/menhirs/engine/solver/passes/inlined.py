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


def if_reply_forbidden(best: int, second: int) -> int:
    """The value to the mover of a position in which the opponent's best move is forbidden (M4).

    -128, less than anything, if that changes nothing. 127, more than anything, if the opponent
    gains by having to pass (M7): then every move to that position must be looked at by itself.
    """
    if second > best:
        return 127
    return -second if second < best else -128


def shifted_by(value: int, by: int, fixed_up_to: int) -> int:
    """:func:`menhirs.engine.solver.passes.reference.shifted` where a tie stays one."""
    if fixed_up_to < value < 127:
        return value + by
    if -128 < value < -fixed_up_to:
        return value - by
    return value


def move_hash(afterstate: int) -> int:
    """A number below 255 that tells a move from most others of its fog."""
    mixed = (afterstate ^ afterstate >> 8 ^ afterstate >> 16 ^ afterstate >> 24) & 255
    return mixed - (mixed == 255)


def lock(locks: memoryview, place: int) -> None:
    """Waits until no other thread works on that place, nor on others with the same lock."""
    _lock.acquire()


def unlock(locks: memoryview, place: int) -> None:
    """Lets other threads work on that place again."""
    _lock.release()
