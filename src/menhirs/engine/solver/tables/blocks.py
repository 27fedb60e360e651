"""The blocks of a table file: a layer's values written and read. Compiled."""

from collections.abc import Sequence

from menhirs.engine.solver.passes import inlined
from menhirs.engine.solver.passes.reference import shifted


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
    best_move: Sequence[int],
    places: memoryview,
    values: memoryview,
    moves: memoryview,
) -> None:
    """Writes these positions, in their order."""
    count = 0
    for index in range(len(best)):
        if best[index] != second[index]:
            places[count] = index
            values[count] = second[index]
            moves[count] = best_move[index]
            count += 1


def read_exceptions(
    places: Sequence[int],
    values: Sequence[int],
    moves: Sequence[int],
    second: memoryview,
    best_move: memoryview,
) -> None:
    """Puts these positions back into a layer."""
    for exception in range(len(places)):
        second[places[exception]] = values[exception]
        best_move[places[exception]] = moves[exception]


def copy_shifted(
    variants: int,
    reference_variants: int,
    by: int,
    fixed_up_to: int,
    tie: int,
    source: Sequence[int],
    target: memoryview,
) -> None:
    """Copies a reference's values, shifted, to every variant that it stands for.

    Source and target may be the same array if they have as many variants.
    """
    becomes = [0] * 256
    for value in range(-128, 128):
        becomes[value + 128] = shifted(value, by, fixed_up_to, tie)
    many = reference_variants > 1
    for fog in range(len(target) // variants):
        value = becomes[source[fog * reference_variants] + 128]
        for variant in range(variants):
            if many and variant:
                value = becomes[source[fog * reference_variants + variant] + 128]
            target[fog * variants + variant] = value


def copy_moves_to_variants(variants: int, source: Sequence[int], target: memoryview) -> None:
    """Copies the best moves of a reference with a single variant to every variant."""
    for fog in range(len(source)):
        if source[fog]:  # memory that is never written to costs nothing
            for entry in range(fog * variants, (fog + 1) * variants):
                target[entry] = source[fog]


def write_delta(
    changed: memoryview,
    best: Sequence[int],
    second: Sequence[int],
    best_move: Sequence[int],
    places: memoryview,
    bests: memoryview,
    seconds: memoryview,
    moves: memoryview,
) -> None:
    """Writes the positions that changed, in their order.

    A move only where its being forbidden matters: elsewhere it may be one or another.
    """
    end = len(changed)
    place = inlined.next_mark(changed, 0, end)
    for count in range(len(places)):
        places[count] = place
        bests[count] = best[place]
        seconds[count] = second[place]
        moves[count] = best_move[place] if best[place] != second[place] else 0
        place = inlined.next_mark(changed, place + 1, end)


def read_delta(
    places: Sequence[int],
    bests: Sequence[int],
    seconds: Sequence[int],
    moves: Sequence[int],
    by: int,
    best: memoryview,
    second: memoryview,
    best_move: memoryview,
) -> None:
    """Puts changed positions back into a layer, shifted by ``by``."""
    for change in range(len(places)):
        best[places[change]] = shifted(bests[change], by, 0, 0)
        second[places[change]] = shifted(seconds[change], by, 0, 0)
        best_move[places[change]] = moves[change]
