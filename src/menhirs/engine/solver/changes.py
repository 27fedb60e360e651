"""What has to be worked out anew when a turn is like one that is solved already, compiled.

Going back turn by turn, soon hardly anything changes: a round earlier a win is worth a point more,
and that is all. So a turn is solved from a model, the turn with the same rules that was solved
before it. Only what depends on something that differs, apart from that shift, is worked out.
"""

from array import array
from collections.abc import MutableSequence, Sequence

from menhirs.core.fog import step, write_origins
from menhirs.engine.solver.ranking import Ranking
from menhirs.engine.solver.walk import Scratch, Walk


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


class TouchLarger(Walk):
    """Marks the pictures from which taking a tile away leads to one of the fogs walked through."""

    def __init__(self, ranking: Ranking, tiles: int, touched: "array[int]") -> None:
        Walk.__init__(self, ranking, tiles)
        self.touched = touched

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        free = self.ranking.cells & ~fog
        while free:
            tile = free & (0 - free)
            free ^= tile
            self.touched[self.ranking.rank(fog | tile, self.tiles + 1)] = 1


class MarkOrigins(Walk):
    """Marks the fogs from which a move leads to one of the pictures walked through."""

    def __init__(self, ranking: Ranking, tiles: int, waiting: "array[int]") -> None:
        Walk.__init__(self, ranking, tiles)
        self.waiting = waiting
        self.overflowed = False
        """Whether some picture had more origins than there was room for."""

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        self.waiting[index] = 1  # M7: by passing a fog leads to itself
        count = write_origins(
            fog, self.ranking.cells, self.ranking.stride, scratch.parts, scratch.directions
        )
        if count > len(scratch.parts):
            self.overflowed = True
            return
        for move in range(count):
            back = (scratch.directions[move] + 3) % 6
            origin = step(scratch.parts[move], back, self.ranking.stride)
            self.waiting[self.ranking.rank((fog & ~scratch.parts[move]) | origin, self.tiles)] = 1
