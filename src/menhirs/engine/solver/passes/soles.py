"""The only ways of positions that have just one: a hash table of ranks. Compiled."""

from array import array
from typing import Any

from menhirs.engine.solver.buffers import buffer
from menhirs.engine.solver.passes import bits, inlined

NONE = 0xFFFFFFFF
"""No rank: there are fewer fogs than that."""
_NONE = NONE
_LEAST_SLOTS = 1 << 10


class Soles:
    """By the rank of a position: the rank of the picture that its only way leads to.

    What was put there stays, also where a position has no way or several by now. So nobody asks
    about those.
    """

    def __init__(self) -> None:
        self.used = 0
        self.slots = _LEAST_SLOTS
        self.keys = array("I", [NONE]) * _LEAST_SLOTS
        self.pictures = array("I", bytes(4 * _LEAST_SLOTS))

    def copy(self) -> "Soles":
        """A table of its own, with the same entries."""
        other = Soles()
        other.used = self.used
        other.slots = self.slots
        other.keys = _copy_of(self.keys)
        other.pictures = _copy_of(self.pictures)
        return other

    def reserve(self, more: int) -> None:
        """Makes room for so many more entries."""
        slots = self.slots
        while 2 * (self.used + more) > slots:
            slots *= 2
        if slots == self.slots:
            return
        keys, pictures = self.keys, self.pictures
        self.keys, self.pictures = array("I", [NONE]) * slots, array("I", bytes(4 * slots))
        self.slots = slots
        self.used = 0
        self.put_all(keys, pictures)

    def put_all(self, keys: "array[int]", pictures: "array[int]") -> None:
        """Takes over the entries of a smaller table."""
        for slot in range(len(keys)):
            if keys[slot] != _NONE:
                self.put(keys[slot], pictures[slot])

    def find(self, key: int) -> int:
        """The slot of a position, or the free one where it belongs."""
        slot = (key * 0x61C88647 >> 12) & (self.slots - 1)
        while self.keys[slot] != key and self.keys[slot] != _NONE:
            slot = (slot + 1) & (self.slots - 1)
        return slot

    def get(self, key: int) -> int:
        """The picture of a position."""
        slot = self.find(key)
        return self.pictures[slot] if self.keys[slot] == key else _NONE

    def put(self, key: int, picture: int) -> None:
        """Enters a position, for which there is room."""
        slot = self.find(key)
        if self.keys[slot] == _NONE:
            self.keys[slot] = key
            self.used += 1
        self.pictures[slot] = picture


def _copy_of(numbers: Any) -> "array[int]":
    copy = array("I")
    copy.frombytes(memoryview(numbers).cast("B"))
    return copy


class Ways:
    """How many ways each position of a turn has: none, one, or more.

    ``one`` are the positions with at least one way, ``two`` those with at least two. Fogs that
    cover no menhir are in both: nobody has to move there.
    """

    def __init__(
        self,
        tiles: int,
        one: memoryview,
        two: memoryview,
        wins: memoryview,
        soles: Soles,
    ) -> None:
        self.tiles = tiles
        self.one = one
        self.two = two
        self.wins = wins
        """The fogs with a winning move. If that is an only way it is not among the soles."""
        self.soles = soles
        self.edges = Soles()
        """Positions without a way whose only move leads to that picture: if it is forbidden the
        player passes (M7), and that does reach the goal."""

    def is_single(self, rank: int) -> bool:
        """Whether a position has just one way."""
        return inlined.has_bit(self.one, rank) and not inlined.has_bit(self.two, rank)

    def has_way(self, rank: int, forbidden: int, forbidden_wins: bool) -> bool:
        """Whether a position has a way that does not lead to the forbidden picture.

        Without one that is ``NONE``. ``forbidden_wins`` says whether no menhir is covered in it.
        """
        if not inlined.has_bit(self.one, rank):
            return forbidden != _NONE and self.edges.get(rank) == forbidden
        if inlined.has_bit(self.two, rank):
            return True
        if inlined.has_bit(self.wins, rank):
            return not forbidden_wins
        return self.soles.get(rank) != forbidden


NO_WAYS = Ways(0, buffer("Q", 0), buffer("Q", 0), buffer("Q", 0), Soles())
"""Of no position at all."""


def merge(ways: Ways, fogs: int, where: memoryview, there: Soles, elsewhere: Soles) -> None:
    """Enters the only ways of one table at the places of ``where``, else those of another."""
    ways.soles.reserve(count_soles(ways, fogs))
    enter(ways, fogs, where, there, elsewhere)


def count_soles(ways: Ways, fogs: int) -> int:
    """The number of only ways that are not wins at once."""
    count = 0
    rank = inlined.next_bit(ways.one, 0, fogs)
    while rank < fogs:
        if ways.is_single(rank) and not inlined.has_bit(ways.wins, rank):
            count += 1
        rank = inlined.next_bit(ways.one, rank + 1, fogs)
    return count


def enter(ways: Ways, fogs: int, where: memoryview, there: Soles, elsewhere: Soles) -> None:
    """Does what :func:`merge` says, with room made."""
    rank = inlined.next_bit(ways.one, 0, fogs)
    while rank < fogs:
        if ways.is_single(rank) and not inlined.has_bit(ways.wins, rank):
            if inlined.has_bit(where, rank):
                ways.soles.put(rank, there.get(rank))
            else:
                ways.soles.put(rank, elsewhere.get(rank))
        rank = inlined.next_bit(ways.one, rank + 1, fogs)


def add_differing(target: memoryview, fogs: int, now: Ways, before: Ways) -> None:
    """Adds the positions whose ways are not what they were."""
    bits.add_differing(target, now.one, before.one)
    bits.add_differing(target, now.two, before.two)
    add_other_soles(target, fogs, now, before)


def add_other_soles(target: memoryview, fogs: int, now: Ways, before: Ways) -> None:
    """Adds the positions that have another only way than before."""
    rank = inlined.next_bit(now.one, 0, fogs)
    while rank < fogs:
        if (
            now.is_single(rank)
            and not inlined.has_bit(now.wins, rank)
            and now.soles.get(rank) != before.soles.get(rank)
        ):
            inlined.add_bit(target, rank)
        rank = inlined.next_bit(now.one, rank + 1, fogs)
