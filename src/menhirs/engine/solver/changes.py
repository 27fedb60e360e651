"""What has to be worked out anew when a turn is like one that is solved already, compiled.

Going back turn by turn, soon hardly anything changes: a round earlier a win is worth a point more,
and that is all. So a turn is solved from a model, the same player's turn a round later, and in its
place: its values grow, and only what depends on something that changed is worked out.

Not all values grow. What is won after the decision moment is worth the same in whichever round that
is reached (A4), so before it only what is worth more than ``still`` grows. It keeps its order, and
so does every choice among moves of which none changed otherwise.
"""

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


class Grow(Walk):
    """Makes the model's values those of this turn, where nothing else changed."""

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


class Compare(Walk):
    """Marks the positions whose values are others than the model's, grown."""

    def __init__(self, ranking: Ranking, tiles: int, families: int, changed: bytearray) -> None:
        Walk.__init__(self, ranking, tiles)
        self.families = families
        self.changed = changed

    def read_from(self, best: memoryview, second: memoryview, picture: memoryview) -> None:
        """The values of this turn."""
        self.best = best
        self.second = second
        self.picture = picture

    def read_model(self, best: memoryview, second: memoryview, picture: memoryview) -> None:
        """The model's, grown."""
        self.model_best = best
        self.model_second = second
        self.model_picture = picture

    def go(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        end = self.first(highs_to) * self.families
        for entry in range(self.first(highs_from) * self.families, end):
            if (
                self.best[entry] != self.model_best[entry]
                or self.second[entry] != self.model_second[entry]
                or (
                    self.best[entry] != self.second[entry]
                    and self.picture[entry] != self.model_picture[entry]
                )
            ):
                self.changed[entry] = 1
