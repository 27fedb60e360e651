"""The blocks of a table file: a layer's values written and read. Compiled."""

from collections.abc import Sequence
from typing import NamedTuple

from menhirs.engine.solver.layers import Layer, ValueShift
from menhirs.engine.solver.passes.reference import shifted


class Rows(NamedTuple):
    """The blocks of a table. It lists some positions by themselves, a row for each."""

    places: memoryview
    """The places of these positions in the layer, in order."""
    moves: memoryview
    """Their best moves."""
    values: memoryview
    """Their values; where not only differences are listed, those of all positions."""
    seconds: memoryview
    """Their values without the best move."""


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


def write_exceptions(layer: Layer, rows: Rows) -> None:
    """Writes these positions of a layer, in their order."""
    best = layer.best
    second = layer.second
    best_move = layer.best_move
    places = rows.places
    moves = rows.moves
    seconds = rows.seconds
    count = 0
    for index in range(len(best)):
        if best[index] != second[index]:
            places[count] = index
            moves[count] = best_move[index]
            seconds[count] = second[index]
            count += 1


def read_exceptions(rows: Rows, layer: Layer) -> None:
    """Puts these positions back into a layer."""
    places = rows.places
    moves = rows.moves
    seconds = rows.seconds
    second = layer.second
    best_move = layer.best_move
    for row in range(len(places)):
        second[places[row]] = seconds[row]
        best_move[places[row]] = moves[row]


def write_delta(layer: Layer, rows: Rows) -> None:
    """Writes what the positions of a delta are worth, whose places are there already.

    A move only where its being forbidden matters: elsewhere it may be one or another.
    """
    best = layer.best
    second = layer.second
    best_move = layer.best_move
    places = rows.places
    moves = rows.moves
    values = rows.values
    seconds = rows.seconds
    for row in range(len(places)):
        place = places[row]
        values[row] = best[place]
        seconds[row] = second[place]
        moves[row] = best_move[place] if best[place] != second[place] else 0


def read_delta(rows: Rows, by: int, layer: Layer) -> None:
    """Puts the positions of a delta back into a layer, shifted by ``by``."""
    places = rows.places
    moves = rows.moves
    values = rows.values
    seconds = rows.seconds
    best = layer.best
    second = layer.second
    best_move = layer.best_move
    for row in range(len(places)):
        best[places[row]] = shifted(values[row], by, 0, 0)
        second[places[row]] = shifted(seconds[row], by, 0, 0)
        best_move[places[row]] = moves[row]


def copy_shifted(
    variants: int,
    reference_variants: int,
    shift: ValueShift,
    source: Sequence[int],
    target: memoryview,
) -> None:
    """Copies a reference's values, shifted, to every variant that it stands for.

    Source and target may be the same array if they have as many variants.
    """
    becomes = [0] * 256
    for value in range(-128, 128):
        becomes[value + 128] = shifted(value, shift.by, shift.fixed_up_to, shift.tie)
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
