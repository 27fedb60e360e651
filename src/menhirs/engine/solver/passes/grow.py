"""Growth: a turn that differs from a later one only in what wins are worth. Compiled.

From some turn on, hardly anything changes on the way back to the first round: a win is worth one
point more a round earlier, and that is all. So a turn is solved from a model, the same player's
turn one round later. The model's values grow in place, and only positions that depend on another
change are worked out again.

Not all values grow. A win after the decision moment is worth the same in whichever round that
moment comes (A4), so before it only values above ``still`` grow. Growing keeps the order of values,
and with it every choice among moves that did not change otherwise.
"""

from menhirs.engine.solver.passes import inlined
from menhirs.engine.solver.passes.ranking import Ranking
from menhirs.engine.solver.passes.walk import Scratch, Walk


def grown(value: int, by: int, still: int, tie: int) -> int:
    """A value of the model in terms of this turn: wins and losses grow, a tie becomes ``tie``.

    The marks -128 (no option) and 127 (above all values) stay as they are.
    """
    if value == 0:
        return tie
    if value == -128 or value == 127 or -still <= value <= still:
        return value
    return value + by if value > 0 else value - by


class Grow(Walk):
    """Turns the model's values into those of this turn, in place."""

    def __init__(
        self,
        ranking: Ranking,
        tiles: int,
        families: int,
        by: int,
        still: int,
        values: memoryview,
    ) -> None:
        Walk.__init__(self, ranking, tiles)
        self.families = families
        self.by = by
        self.still = still
        self.values = values

    def go(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        # As ``grown`` does, but in a form that compilers turn into steps of many values.
        values = self.values
        by = self.by
        still = self.still
        end = self.first(highs_to) * self.families
        for entry in range(self.first(highs_from) * self.families, end):
            value = values[entry]
            grows = (value > still) & (value < 127)
            falls = (value < -still) & (value > -128)
            values[entry] = value + by * grows - by * falls


class Clear(Walk):
    """Makes all marks of a layer zero."""

    def __init__(self, ranking: Ranking, tiles: int, families: int, marks: memoryview) -> None:
        Walk.__init__(self, ranking, tiles)
        self.families = families
        self.marks = marks

    def go(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        marks = self.marks
        end = self.first(highs_to) * self.families
        for entry in range(self.first(highs_from) * self.families, end):
            marks[entry] = 0


class Spread(Walk):
    """Copies a layer with a single family to every family of another one."""

    def __init__(self, ranking: Ranking, tiles: int, families: int) -> None:
        Walk.__init__(self, ranking, tiles)
        self.families = families

    def read_from(
        self, best: memoryview, second: memoryview, picture: memoryview, runner_up: memoryview
    ) -> None:
        self.model_best = best
        self.model_second = second
        self.model_picture = picture
        self.model_runner_up = runner_up

    def write_to(
        self, best: memoryview, second: memoryview, picture: memoryview, runner_up: memoryview
    ) -> None:
        self.best = best
        self.second = second
        self.picture = picture
        self.runner_up = runner_up

    def go(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        entry = self.first(highs_from) * self.families
        for index in range(self.first(highs_from), self.first(highs_to)):
            for _ in range(self.families):
                self.best[entry] = self.model_best[index]
                self.second[entry] = self.model_second[index]
                self.runner_up[entry] = self.model_runner_up[index]
                if self.model_picture[index]:  # memory that is never written to costs nothing
                    self.picture[entry] = self.model_picture[index]
                entry += 1


class WalkChanges(Walk):
    """A walk over a layer and its changes."""

    def __init__(self, ranking: Ranking, tiles: int, families: int, changed: memoryview) -> None:
        Walk.__init__(self, ranking, tiles)
        self.families = families
        self.changed = changed

    def read_from(self, best: memoryview, second: memoryview, picture: memoryview) -> None:
        """The values of this turn."""
        self.best = best
        self.second = second
        self.picture = picture

    def keep_in(self, best: memoryview, second: memoryview, picture: memoryview) -> None:
        """Where the values from before the change are kept."""
        self.old_best = best
        self.old_second = second
        self.old_picture = picture


class Compare(WalkChanges):
    """Marks the positions whose values differ from the model's grown ones, and keeps the latter.

    Tallies the differences. A model with a single family stands for every family.
    """

    def read_model(
        self,
        families: int,
        by: int,
        still: int,
        best: memoryview,
        second: memoryview,
        picture: memoryview,
    ) -> None:
        self.model_families = families
        self.by = by
        self.still = still
        self.model_best = best
        self.model_second = second
        self.model_picture = picture

    def go(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        differing = 0
        shared = self.model_families == 1 and self.families > 1
        end = self.first(highs_to) * self.families
        for entry in range(self.first(highs_from) * self.families, end):
            model = entry // self.families if shared else entry
            best = inlined.grown_by(self.model_best[model], self.by, self.still)
            second = inlined.grown_by(self.model_second[model], self.by, self.still)
            if (
                self.best[entry] != best
                or self.second[entry] != second
                or (best != second and self.picture[entry] != self.model_picture[model])
            ):
                self.changed[entry] = 1
                self.old_best[entry] = best
                self.old_second[entry] = second
                self.old_picture[entry] = self.model_picture[model]
                differing += 1
        scratch.tally[0] += differing


class Exchange(WalkChanges):
    """Swaps every changed value with the one before the change. Done twice, it does nothing."""

    def go(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        end = self.first(highs_to) * self.families
        entry = inlined.next_mark(self.changed, self.first(highs_from) * self.families, end)
        while entry < end:
            best = self.best[entry]
            second = self.second[entry]
            picture = self.picture[entry]
            self.best[entry] = self.old_best[entry]
            self.second[entry] = self.old_second[entry]
            self.picture[entry] = self.old_picture[entry]
            self.old_best[entry] = best
            self.old_second[entry] = second
            self.old_picture[entry] = picture
            entry = inlined.next_mark(self.changed, entry + 1, end)
