"""What a layer's values are written to and read from: the blocks of a table file, compiled."""

from collections.abc import Sequence

from menhirs.engine.solver import inlined
from menhirs.engine.solver.changes import grown


def count_exceptions(best: Sequence[int], second: Sequence[int]) -> int:
    """In how many positions it matters that the best picture may be forbidden."""
    count = 0
    for index in range(len(best)):
        if best[index] != second[index]:
            count += 1
    return count


def write_exceptions(
    best: Sequence[int],
    second: Sequence[int],
    picture: Sequence[int],
    places: memoryview,
    values: memoryview,
    pictures: memoryview,
) -> None:
    """Writes those positions down, in their order."""
    count = 0
    for index in range(len(best)):
        if best[index] != second[index]:
            places[count] = index
            values[count] = second[index]
            pictures[count] = picture[index]
            count += 1


def read_exceptions(
    places: Sequence[int],
    values: Sequence[int],
    pictures: Sequence[int],
    second: memoryview,
    picture: memoryview,
) -> None:
    """Puts those positions back where they came from."""
    for exception in range(len(places)):
        second[places[exception]] = values[exception]
        picture[places[exception]] = pictures[exception]


def copy_grown(
    families: int,
    model_families: int,
    by: int,
    still: int,
    tie: int,
    source: Sequence[int],
    target: memoryview,
) -> None:
    """A model's values as they are in this turn, for every family that it stands for.

    With as many families they may be in the same place.
    """
    becomes = [0] * 256
    for value in range(-128, 128):
        becomes[value + 128] = grown(value, by, still, tie)
    many = model_families > 1
    for fog in range(len(target) // families):
        value = becomes[source[fog * model_families] + 128]
        for family in range(families):
            if many and family:
                value = becomes[source[fog * model_families + family] + 128]
            target[fog * families + family] = value


def spread_pictures(families: int, source: Sequence[int], target: memoryview) -> None:
    """The pictures of a model without families, for every family that it stands for."""
    for fog in range(len(source)):
        if source[fog]:  # what is not written to takes no room
            for entry in range(fog * families, (fog + 1) * families):
                target[entry] = source[fog]


def write_changes(
    changed: memoryview,
    best: Sequence[int],
    second: Sequence[int],
    picture: Sequence[int],
    places: memoryview,
    bests: memoryview,
    seconds: memoryview,
    pictures: memoryview,
) -> None:
    """Writes the positions down that changed, in their order."""
    end = len(changed)
    place = inlined.next_mark(changed, 0, end)
    for count in range(len(places)):
        places[count] = place
        bests[count] = best[place]
        seconds[count] = second[place]
        pictures[count] = picture[place]
        place = inlined.next_mark(changed, place + 1, end)


def read_changes(
    places: Sequence[int],
    bests: Sequence[int],
    seconds: Sequence[int],
    pictures: Sequence[int],
    by: int,
    best: memoryview,
    second: memoryview,
    picture: memoryview,
) -> None:
    """Puts those positions back where they came from, grown by so much."""
    for change in range(len(places)):
        best[places[change]] = grown(bests[change], by, 0, 0)
        second[places[change]] = grown(seconds[change], by, 0, 0)
        picture[places[change]] = pictures[change]
