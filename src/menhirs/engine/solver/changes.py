"""What has to be worked out anew when a turn is like one that is solved already, compiled.

Going back turn by turn, soon hardly anything changes: a round earlier a win is worth a point more,
and that is all. So a turn is solved from a model, the same player's turn a round later, and in its
place: its values grow, and only what depends on something that changed is worked out.

Not all values grow. What is won after the decision moment is worth the same in whichever round that
is reached (A4), so before it only what is worth more than ``still`` grows. It keeps its order, and
so does every choice among moves of which none changed otherwise.
"""

from array import array
from collections.abc import MutableSequence, Sequence

from menhirs.core.fog import step, write_origins
from menhirs.engine.solver.ranking import Ranking
from menhirs.engine.solver.walk import Scratch, Walk


def grown(value: int, by: int, still: int, tie: int) -> int:
    """A value of the model as it is in this turn: wins and losses grow, a tie is worth ``tie``.

    What is no value (no option at all, or a mark above all values) stays as it is.
    """
    if value == 0:
        return tie
    if value == -128 or value == 127 or -still <= value <= still:
        return value
    return value + by if value > 0 else value - by


def mark_origins(
    fog: int,
    index: int,
    tiles: int,
    ranking: Ranking,
    marks: MutableSequence[int],
    scratch: Scratch,
) -> bool:
    """Marks the fogs from which a move leads to this one; False if there was no room for all."""
    marks[index] = 1  # M7: by passing a fog leads to itself
    here = ranking.unpack(fog)
    count = write_origins(here, ranking.cells, ranking.stride, scratch.parts, scratch.directions)
    if count > len(scratch.parts):
        return False
    for move in range(count):
        part = scratch.parts[move]
        origin = step(part, (scratch.directions[move] + 3) % 6, ranking.stride)
        marks[ranking.rank((here & ~part) | origin, tiles)] = 1
    return True


class Grow(Walk):
    """Makes the model's values those of this turn, where nothing else changed."""

    def __init__(
        self,
        ranking: Ranking,
        tiles: int,
        families: int,
        by: int,
        still: int,
        values: "array[int]",
    ) -> None:
        Walk.__init__(self, ranking, tiles)
        self.families = families
        self.by = by
        self.still = still
        self.values = values

    def go(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        end = self.first(highs_to) * self.families
        for entry in range(self.first(highs_from) * self.families, end):
            value = self.values[entry]
            # As ``grown`` does, but in a form that compilers turn into steps of many values.
            grows = value > self.still and value < 127
            falls = value < -self.still and value > -128
            self.values[entry] = value + (grows - falls) * self.by


class Compare(Walk):
    """Marks the fogs whose values are others than the model's, grown.

    A model with one family stands for a model with several that are the same.
    """

    def __init__(
        self,
        ranking: Ranking,
        tiles: int,
        families: int,
        model_families: int,
        by: int,
        still: int,
        changed: bytearray,
    ) -> None:
        Walk.__init__(self, ranking, tiles)
        self.families = families
        self.model_families = model_families
        self.by = by
        self.still = still
        self.changed = changed

    def read_from(self, best: "array[int]", second: "array[int]", picture: "array[int]") -> None:
        """The values of this turn."""
        self.best = best
        self.second = second
        self.picture = picture

    def read_model(self, best: "array[int]", second: "array[int]", picture: "array[int]") -> None:
        """The model's."""
        self.model_best = best
        self.model_second = second
        self.model_picture = picture

    def go(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        for index in range(self.first(highs_from), self.first(highs_to)):
            for family in range(self.families):
                entry = index * self.families + family
                there = index * self.model_families + family % self.model_families
                if (
                    self.best[entry] != grown(self.model_best[there], self.by, self.still, 0)
                    or self.second[entry] != grown(self.model_second[there], self.by, self.still, 0)
                    or (
                        self.best[entry] != self.second[entry]
                        and self.picture[entry] != self.model_picture[there]
                    )
                ):
                    self.changed[index] = 1
                    break


class TouchLarger(Walk):
    """Marks the pictures from which taking a tile away leads to one of the fogs walked through."""

    def __init__(self, ranking: Ranking, tiles: int, touched: bytearray) -> None:
        Walk.__init__(self, ranking, tiles)
        self.touched = touched

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        free = self.ranking.all_packed & ~fog
        while free:
            tile = free & (0 - free)
            free ^= tile
            self.touched[self.ranking.rank_packed(fog | tile, self.tiles + 1)] = 1


class MarkOrigins(Walk):
    """Marks the fogs from which a move leads to one of the pictures walked through."""

    def __init__(self, ranking: Ranking, tiles: int, waiting: bytearray) -> None:
        Walk.__init__(self, ranking, tiles)
        self.waiting = waiting
        self.overflowed = False
        """Whether some picture had more origins than there was room for."""

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        if not mark_origins(fog, index, self.tiles, self.ranking, self.waiting, scratch):
            self.overflowed = True


def write_changes(
    changed: Sequence[int],
    families: int,
    best: Sequence[int],
    second: Sequence[int],
    picture: Sequence[int],
    fogs: MutableSequence[int],
    bests: MutableSequence[int],
    seconds: MutableSequence[int],
    pictures: MutableSequence[int],
) -> None:
    """Writes down the fogs that changed, in their order, with all their values."""
    count = 0
    for index in range(len(changed)):
        if changed[index]:
            fogs[count] = index
            for family in range(families):
                bests[count * families + family] = best[index * families + family]
                seconds[count * families + family] = second[index * families + family]
                pictures[count * families + family] = picture[index * families + family]
            count += 1


def read_changes(
    fogs: Sequence[int],
    families: int,
    bests: Sequence[int],
    seconds: Sequence[int],
    pictures: Sequence[int],
    best: MutableSequence[int],
    second: MutableSequence[int],
    picture: MutableSequence[int],
) -> None:
    """Puts those fogs back where they came from."""
    for change in range(len(fogs)):
        for family in range(families):
            entry = fogs[change] * families + family
            best[entry] = bests[change * families + family]
            second[entry] = seconds[change * families + family]
            picture[entry] = pictures[change * families + family]


def copy_grown(
    families: int,
    model_families: int,
    by: int,
    still: int,
    tie: int,
    source: Sequence[int],
    target: MutableSequence[int],
) -> None:
    """A model's values as they are in this turn, for every family that it stands for."""
    for entry in range(len(target)):
        there = entry // families * model_families + entry % families % model_families
        target[entry] = grown(source[there], by, still, tie)


def copy_pictures(
    families: int, model_families: int, source: Sequence[int], target: MutableSequence[int]
) -> None:
    """A model's pictures, for every family that it stands for."""
    for entry in range(len(target)):
        target[entry] = source[
            entry // families * model_families + entry % families % model_families
        ]
