"""The transposition table: what was found out about positions, in one flat array of words.

An entry is two words, its key and its data; four entries that share a place make a bucket (a cache
line). Keys are stored mixed with their data, so an entry torn by two threads writing at once is not
found instead of believed. Data 0 is an empty entry.

Plain Python with the C types of ``transposition.pxd``; keys are kept within 64 bits by hand so that
both worlds compute the same.
"""

from __future__ import annotations

from mmap import ACCESS_COPY, mmap

_WORD = (1 << 64) - 1
_FIRST = 0x1E3779B97F4A7C15
_SECOND = 0x3F58476D1CE4E5B9
_BUCKET = 8  # words: four entries of two

# Data, from the lowest bit: bound 2, depth 8, taken 6, move 16, doubt 12, value 18.
_LOWER, _UPPER, _EXACT = 1, 2, 3
_BIAS = 1 << 17


def mixed(one: int, other: int) -> int:
    """A key of two words, every bit of which depends on all of theirs."""
    word = (one * _FIRST) & _WORD
    word = ((word ^ word >> 29) + other) & _WORD
    word = (word * _SECOND) & _WORD
    word ^= word >> 32
    word = (word * _FIRST) & _WORD
    return word ^ word >> 29


def packed(value: int, bound: int, depth: int, doubt: int, move: int, taken: int) -> int:
    """The data of an entry. ``move`` is the :func:`hash_of` the best move."""
    high = (value + _BIAS) << 12 | doubt
    return high << 32 | move << 16 | taken << 10 | depth << 2 | bound


def bound_of(value: int, alpha: int, beta: int, high: int) -> int:
    """What a value says that came out of a search with that window, ``high`` being the most."""
    if value >= high:
        return _EXACT
    if value >= beta:
        return _LOWER
    return _UPPER if value <= alpha else _EXACT


def answers(data: int, banned: int, depth: int, alpha: int, beta: int) -> bool:
    """Whether an entry ends a search to that depth with that window.

    An entry without doubt is true at any depth. ``banned`` is -1, or the hash of a move
    that is forbidden (M4) though the entry knows nothing of that. Having one move less never
    helps, and does not hurt unless it is the best one; so only an entry built on a move that may be
    the banned one is of no use.
    """
    bound = data & 3
    if doubt_in(data) and depth_in(data) < depth:
        return False
    if bound != _UPPER and move_in(data) == banned:
        return False
    if bound == _EXACT:
        return True
    value = value_in(data)
    return value >= beta if bound == _LOWER else value <= alpha


def is_certain(value: int, bound: int, high: int, doubt: int, point: int) -> bool:
    """Whether what a value says is certain although estimates went into it.

    Estimates are smaller than a point, and where one was made no more than ``doubt`` could be won
    or lost. So what is at least a point was not decided by estimates, and what is at least
    ``doubt`` cannot be outdone by what they stood for; and the same for losing.
    """
    at_least = value >= point or value <= -doubt
    at_most = value <= -point or value >= doubt or value >= high
    if bound == _LOWER:
        return at_least
    return at_most if bound == _UPPER else at_least and at_most


def value_in(data: int) -> int:
    return (data >> 44) - _BIAS


def doubt_in(data: int) -> int:
    return data >> 32 & 4095


def move_in(data: int) -> int:
    return data >> 16 & 65535


def taken_in(data: int) -> int:
    return data >> 10 & 63


def depth_in(data: int) -> int:
    return data >> 2 & 255


def hash_of(fog: int) -> int:
    """16 bits that tell fogs apart, mostly. A move has the hash of its afterstate."""
    return ((fog * _FIRST) & _WORD) >> 48


class TranspositionTable:
    """A table of at most so many bytes, empty."""

    def __init__(self, size: int) -> None:
        buckets = 1
        while buckets * 2 * _BUCKET * 8 <= size:
            buckets *= 2
        memory = None
        while memory is None:
            try:
                # Mapped memory is zero and costs nothing until it is used: it is ready at once.
                memory = mmap(-1, buckets * _BUCKET * 8, access=ACCESS_COPY)  # private
            except OSError:
                if buckets == 1:
                    raise
                buckets //= 2  # more than this machine gives
        self.words = memoryview(memory).cast("Q")
        self.last = buckets - 1

    def find(self, place: int, key: int) -> int:
        """The data stored under the key in the bucket of ``place``; 0 if there is none."""
        slot = (place & self.last) * _BUCKET
        for index in range(slot, slot + _BUCKET, 2):
            data = self.words[index + 1]
            if not data or self.words[index] ^ data == key:
                return data  # entries fill up in order: after an empty one there are none
        return 0

    def store(self, place: int, key: int, data: int) -> None:
        """Stores it, in the bucket of ``place``, over what is of least use there."""
        slot = (place & self.last) * _BUCKET
        chosen = slot
        least = 256
        for index in range(slot, slot + _BUCKET, 2):
            old = self.words[index + 1]
            if not old or self.words[index] ^ old == key:
                chosen = index
                break
            depth = depth_in(old)
            if depth < least:
                least = depth
                chosen = index
        self.words[chosen] = key ^ data
        self.words[chosen + 1] = data
