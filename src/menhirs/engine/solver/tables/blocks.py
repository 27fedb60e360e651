"""The blocks of a table file: a layer's values written and read. Compiled."""

from collections.abc import Sequence

from menhirs.engine.solver.passes import inlined
from menhirs.engine.solver.passes.grow import grown


def are_below(limit: int, numbers: Sequence[int]) -> bool:
    """Whether all numbers are less than the limit."""
    index = 0
    while index < len(numbers) and numbers[index] < limit:
        index += 1
    return index == len(numbers)


def are_rising(numbers: Sequence[int]) -> bool:
    """Whether every number is more than the one before it."""
    index = 1
    while index < len(numbers) and numbers[index - 1] < numbers[index]:
        index += 1
    return index >= len(numbers)


def count_exceptions(best: Sequence[int], second: Sequence[int]) -> int:
    """The number of positions whose value depends on what M4 forbids."""
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
    """Writes these positions, in their order."""
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
    """Puts these positions back into a layer."""
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
    """Copies a model's values, grown, to every family that it stands for.

    Source and target may be the same array if they have as many families.
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
    """Copies the pictures of a model with a single family to every family that it stands for."""
    for fog in range(len(source)):
        if source[fog]:  # memory that is never written to costs nothing
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
    """Writes the positions that changed, in their order.

    A picture only where its being forbidden matters: elsewhere it may be one or another.
    """
    end = len(changed)
    place = inlined.next_mark(changed, 0, end)
    for count in range(len(places)):
        places[count] = place
        bests[count] = best[place]
        seconds[count] = second[place]
        pictures[count] = picture[place] if best[place] != second[place] else 0
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
    """Puts changed positions back into a layer, grown by ``by``."""
    for change in range(len(places)):
        best[places[change]] = grown(bests[change], by, 0, 0)
        second[places[change]] = grown(seconds[change], by, 0, 0)
        picture[places[change]] = pictures[change]
