"""Sets of fogs as bits, in words of 64, by the rank of a fog. Compiled.

The bits behind the last fog of a set mean nothing: whoever goes through a set ends at its last fog.
"""

from menhirs.core.fog import size

_BIT = 1
_ALL = (1 << 64) - 1


def count(bits: memoryview) -> int:
    """The number of bits set; those behind the last fog count too."""
    total = 0
    for word in range(len(bits)):
        total += size(bits[word])
    return total


def count_between(bits: memoryview, begin: int, end: int) -> int:
    """The number of bits set from one place to another, and in the rest of these words."""
    total = 0
    for word in range(begin >> 6, (end + 63) >> 6):
        total += size(bits[word])
    return total


def count_differing(one: memoryview, other: memoryview) -> int:
    """The number of places in which two sets differ."""
    total = 0
    for word in range(len(one)):
        total += size(one[word] ^ other[word])
    return total


def fill(target: memoryview) -> None:
    """Sets all bits."""
    for word in range(len(target)):
        target[word] = _ALL


def add(target: memoryview, bits: memoryview) -> None:
    """Adds a set."""
    for word in range(len(target)):
        target[word] |= bits[word]


def add_all_but(target: memoryview, bits: memoryview) -> None:
    """Adds what is not in a set."""
    for word in range(len(target)):
        target[word] |= bits[word] ^ _ALL


def add_first_only(target: memoryview, one: memoryview, other: memoryview) -> None:
    """Adds what is in one set but not in the other."""
    for word in range(len(target)):
        target[word] |= one[word] & (other[word] ^ _ALL)


def take_off(target: memoryview, bits: memoryview) -> None:
    """Takes away what is in a set."""
    for word in range(len(target)):
        target[word] &= bits[word] ^ _ALL


def add_differing(target: memoryview, one: memoryview, other: memoryview) -> None:
    """Adds the places in which two sets differ."""
    for word in range(len(target)):
        target[word] |= one[word] ^ other[word]


def add_chosen(
    target: memoryview, where: memoryview, there: memoryview, elsewhere: memoryview
) -> None:
    """Adds one set at the places of ``where``, and another one at all other places."""
    for word in range(len(target)):
        chosen = where[word]
        target[word] |= there[word] & chosen | elsewhere[word] & (chosen ^ _ALL)


def add_marks(target: memoryview, marks: memoryview, least: int) -> None:
    """Adds the places whose mark is at least so much."""
    for place in range(len(marks)):
        if marks[place] >= least:
            target[place >> 6] |= _BIT << (place & 63)
