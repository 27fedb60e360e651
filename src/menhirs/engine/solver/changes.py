"""What has to be worked out anew when a turn is like one that is solved already, compiled.

Going back turn by turn, soon hardly anything changes: a round earlier a win is worth a point more,
and that is all. So a turn is solved from a model, the turn with the same rules that was solved
before it. Only what depends on something that differs, apart from that shift, is worked out.
"""

from collections.abc import MutableSequence, Sequence

from menhirs.core.fog import size, step, write_origins
from menhirs.engine.solver.ranking import Ranking


def shifted(value: int, shift: int) -> int:
    """A value of the model as it is in this turn: wins and losses grow, a tie stays a tie."""
    if value == -128 or value == 127 or value == 0:
        return value  # no option at all, a mark, or a tie
    return value + shift if value > 0 else value - shift


def copy_shifted(
    begin: int, end: int, shift: int, source: Sequence[int], target: MutableSequence[int]
) -> None:
    """The model's values as they are in this turn."""
    for index in range(begin, end):
        target[index] = shifted(source[index], shift)


def find_changes(
    begin: int,
    end: int,
    families: int,
    shift: int,
    best: Sequence[int],
    second: Sequence[int],
    picture: Sequence[int],
    model_best: Sequence[int],
    model_second: Sequence[int],
    model_picture: Sequence[int],
    changed: MutableSequence[int],
) -> int:
    """Marks the fogs whose values differ from the model's; returns how many."""
    count = 0
    for index in range(begin, end):
        for family in range(families):
            entry = index * families + family
            if (
                best[entry] != shifted(model_best[entry], shift)
                or second[entry] != shifted(model_second[entry], shift)
                or (best[entry] != second[entry] and picture[entry] != model_picture[entry])
            ):
                changed[index] = 1
                count += 1
                break
    return count


def touch_larger(
    ranking: Ranking,
    highs_from: int,
    highs_to: int,
    tiles: int,
    changed: Sequence[int],
    touched: MutableSequence[int],
) -> None:
    """Marks the pictures from which taking a tile away leads to a changed fog of so many tiles."""
    for high in range(highs_from, highs_to):
        west = tiles - size(high)
        if west < 0 or west > ranking.low_bits:
            continue
        index = ranking.bases[tiles * ranking.highs + high]
        for place in range(ranking.low_start[west], ranking.low_start[west + 1]):
            if changed[index]:
                fog = ranking.high_fog[high] | ranking.low_fog[ranking.lows[place]]
                free = ranking.cells & ~fog
                while free:
                    tile = free & (0 - free)
                    free ^= tile
                    touched[ranking.rank(fog | tile, tiles + 1)] = 1
            index += 1


def find_changed_pictures(
    begin: int,
    end: int,
    families: int,
    shift: int,
    after: Sequence[int],
    spare: Sequence[int],
    model_after: Sequence[int],
    model_spare: Sequence[int],
    touched: MutableSequence[int],
) -> None:
    """Leaves the mark only where a picture's worth really changed, or an edge has to be exact."""
    for index in range(begin, end):
        if touched[index]:
            touched[index] = 0
            for family in range(families):
                entry = index * families + family
                if (
                    after[entry] != shifted(model_after[entry], shift)
                    or spare[entry] != shifted(model_spare[entry], shift)
                    or spare[entry] > after[entry]
                ):
                    touched[index] = 1


def mark_origins(
    ranking: Ranking,
    highs_from: int,
    highs_to: int,
    tiles: int,
    changed: Sequence[int],
    parts: MutableSequence[int],
    directions: MutableSequence[int],
    waiting: MutableSequence[int],
) -> int:
    """Marks the fogs from which a move leads to a changed picture; -1 for want of room."""
    for high in range(highs_from, highs_to):
        west = tiles - size(high)
        if west < 0 or west > ranking.low_bits:
            continue
        index = ranking.bases[tiles * ranking.highs + high]
        for place in range(ranking.low_start[west], ranking.low_start[west + 1]):
            if changed[index]:
                waiting[index] = 1  # M7: by passing a fog leads to itself
                fog = ranking.high_fog[high] | ranking.low_fog[ranking.lows[place]]
                count = write_origins(fog, ranking.cells, ranking.stride, parts, directions)
                if count > len(parts):
                    return -1
                for move in range(count):
                    back = (directions[move] + 3) % 6
                    origin = step(parts[move], back, ranking.stride)
                    waiting[ranking.rank((fog & ~parts[move]) | origin, tiles)] = 1
            index += 1
    return 0
