"""Passes over a turn that is nearly equal to a solved one: only what changed. Compiled.

The values from before a change tell what it can affect. A reply that was and still is worse for the
opponent than another one does not change the worth of a picture; a move that was and still is worth
less than two others does not change a position. So only few positions near a change have to be
worked out again. All marks are by position: one for each family of a fog.
"""

from menhirs.core.turn_flow import removable
from menhirs.engine.solver.passes import inlined
from menhirs.engine.solver.passes.ranking import Ranking
from menhirs.engine.solver.passes.value import (
    EXACT,
    MarkHigher,
    Turn,
    ValuePictures,
    ValuePositions,
)
from menhirs.engine.solver.passes.walk import Scratch, Walk, rank_origins

_MOST = 127
"""Above every value: marks a picture whose worth depends on where one comes from (M7)."""
_EXACT = EXACT  # as a C number


class NearSame(Walk):
    """Marks the fogs walked over as pictures: keeping all tiles leads to them."""

    def mark(self, near: memoryview) -> None:
        self.near = near

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        self.near[index] = 1


class NearFewer(NearSame):
    """Marks the pictures from which taking a tile away leads to a fog walked over."""

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        free = self.ranking.all_packed & ~fog
        while free:
            tile = free & (0 - free)
            free ^= tile
            self.near[inlined.rank_of(self.ranking, fog | tile, self.tiles + 1)] = 1


class Touch(Turn):
    """Finds the pictures whose worth may change because a reply to them has changed.

    To a player who comes from the very picture that the reply would restore, a move can be worth
    more than its picture. So that position waits too. ``higher`` marks positions that may be worth
    more than before.
    """

    def mark(self, touched: memoryview, waiting: memoryview, higher: memoryview) -> None:
        self.touched = touched
        self.waiting = waiting
        self.higher = higher

    def touch(self, entry: int, was: int, now: int, spare: int, tile: int) -> int:
        """Looks at one changed reply to one family of a picture, after that tile was taken away.

        The reply was and is worth so much to the mover, and ``spare`` if it may not go back.
        Returns the worth of the picture.
        """
        after = self.worth[2 * entry]
        known = self.worth[2 * entry + 1]
        if (
            now > after
            or (was >= after > now and not (tile and self.is_worth_keeping(entry, after)))
            or spare > known  # if it is less, what is known is still the most it can be
            # M7: coming from somewhere the best is not to be had, so that what is worse matters.
            or known == _MOST
        ):
            self.touched[entry] = 1
        return after

    def is_worth_keeping(self, entry: int, after: int) -> bool:
        """Whether keeping all tiles is worth at least as much."""
        kept_as = self.kept_as[entry % self.families]
        if kept_as < 0:
            return False
        return -self.same_best[entry // self.families * self.same_families + kept_as] >= after

    def mark_origin(self, picture: int, family: int, worth: int) -> None:
        """Marks the one position whose move is worth that: the reply may not go back (M4)."""
        entry = picture * self.families + family
        if worth > self.second[entry]:
            self.higher[entry] = 1
        if worth >= self.second[entry]:
            self.waiting[entry] = 1


class TouchSame(Touch):
    """Starts from the changed positions that are reached by keeping all tiles."""

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        if not fog & self.menhirs or (self.claimed and self.wins[index]):
            return
        for family in range(self.families):
            if self.kept_as[family] >= 0:
                there = index * self.same_families + self.kept_as[family]
                if self.changed[there]:
                    self.consider(index * self.families + family, family, there)

    def consider(self, entry: int, family: int, there: int) -> None:
        """Looks at the changed reply to one family of a picture."""
        best = self.same_best[there]
        spare_was = inlined.spare_of(self.old_best[there], self.old_second[there])
        spare = inlined.spare_of(best, self.same_second[there])
        after = self.touch(entry, -self.old_best[there], -best, spare, 0)
        if spare_was > after:
            self.mark_origin(self.old_picture[there], family, spare_was)
        if spare > after:
            self.mark_origin(self.same_picture[there], family, spare)


class TouchFewer(Touch):
    """Starts from the changed positions that are reached by taking a tile away."""

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        for family in range(self.families):
            if self.taken_as[family] >= 0:
                there = index * self.fewer_families + self.taken_as[family]
                if self.changed[there]:
                    self.consider_tiles(fog, family, there)

    def consider_tiles(self, fog: int, family: int, there: int) -> None:
        """Looks at every tile whose taking away can have led to this fog."""
        was = -self.old_best[there]
        now = -self.fewer_best[there]
        spare_was = inlined.spare_of(self.old_best[there], self.old_second[there])
        spare = inlined.spare_of(self.fewer_best[there], self.fewer_second[there])
        origin_was = 0  # which fog the reply would restore is looked up where it matters
        origin = 0
        free = self.ranking.all_packed & ~fog
        while free:
            tile = free & (0 - free)
            free ^= tile
            if not tile & removable(fog | tile, self.menhirs):
                continue
            picture = inlined.rank_of(self.ranking, fog | tile, self.tiles + 1)
            if self.claimed and self.wins[picture]:
                continue
            after = self.touch(picture * self.families + family, was, now, spare, tile)
            if spare_was > after:
                if not origin_was:
                    origin_was = self.ranking.unrank_packed(self.old_picture[there], self.tiles)
                self.mark_with(tile, origin_was, family, spare_was)
            if spare > after:
                if not origin:
                    origin = self.ranking.unrank_packed(self.fewer_picture[there], self.tiles)
                self.mark_with(tile, origin, family, spare)

    def mark_with(self, tile: int, origin: int, family: int, worth: int) -> None:
        """Marks the position from which a reply would restore a fog, if that tile is added."""
        if not origin & tile:
            picture = inlined.rank_of(self.ranking, origin | tile, self.tiles + 1)
            self.mark_origin(picture, family, worth)


class RevaluePictures(ValuePictures):
    """The first pass, over touched pictures only.

    Keeps the mark where ``after`` has changed, and notes its old value there. Tallies these by
    family.
    """

    def untouch(self, touched: memoryview, before: memoryview) -> None:
        self.only = touched
        self.marks_a_fog = self.families
        self.touched = touched
        self.before = before

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        count = self.rank_rests(fog, index, scratch)
        for family in range(self.families):
            entry = index * self.families + family
            if not self.touched[entry]:
                continue
            before = self.worth[2 * entry]
            if self.worth[2 * entry + 1] == _MOST:
                before = _MOST
            self.value(index, family, count, scratch)
            if self.worth[2 * entry + 1] == _MOST:
                before = _MOST
            if self.worth[2 * entry] == before:
                self.touched[entry] = 0
            else:
                self.before[entry] = before
                scratch.tally[family] += 1


class ComparePictures(Turn):
    """Marks the pictures that are worth something else than in the model, grown already.

    Notes what they were worth there, and tallies them by family. A model with a single family
    stands for every family.
    """

    def compare(
        self, families: int, model: memoryview, touched: memoryview, before: memoryview
    ) -> None:
        self.model_families = families
        self.model = model
        self.touched = touched
        self.before = before

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        for family in range(self.families):
            entry = index * self.families + family
            there = index * self.model_families + family % self.model_families
            was = self.model[2 * there]
            if self.worth[2 * entry + 1] == _MOST or self.model[2 * there + 1] == _MOST:
                was = _MOST
            if self.worth[2 * entry] != was:
                self.touched[entry] = 1
                self.before[entry] = was
                scratch.tally[family] += 1


class MarkExact(MarkHigher):
    """Marks the positions with a move that is worth more than its picture (M4), now or before.

    Before: those whose trace says so, which wait. Now: those that gain by it wait, and all of them
    are marked as exact.
    """

    def mark(self, exact: memoryview, waiting: memoryview, higher: memoryview) -> None:
        self.exact = exact
        self.waiting = waiting
        self.higher = higher

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        for family in range(self.families):
            entry = index * self.families + family
            if len(self.runner_up) and self.runner_up[entry] == _EXACT:
                self.waiting[entry] = 1
                self.higher[entry] = 1
            if fog & self.menhirs and self.worth[2 * entry + 1] > self.worth[2 * entry]:
                self.mark_exact(fog, index, family, self.worth[2 * entry])

    def mark_move(self, entry: int, worth: int) -> None:
        self.exact[entry] = 1
        if worth > self.second[entry]:
            self.waiting[entry] = 1
            self.higher[entry] = 1


class WakeFamily(Walk):
    """Marks all positions of a family as waiting, where finding the affected ones costs more.

    No picture of it is marked as touched any more.
    """

    def __init__(self, ranking: Ranking, tiles: int, family: int, families: int) -> None:
        Walk.__init__(self, ranking, tiles)
        self.family = family
        self.families = families

    def mark(self, touched: memoryview, waiting: memoryview) -> None:
        self.touched = touched
        self.waiting = waiting

    def go(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        for index in range(self.first(highs_from), self.first(highs_to)):
            entry = index * self.families + self.family
            self.touched[entry] = 0
            self.waiting[entry] = 1


class SpreadChanges(Turn):
    """Brings changed pictures to the positions with a move to them.

    A better picture takes its place among a position's two best at once. A worse one matters only
    where one of the two values rests on it: such positions wait until all their moves are looked at
    again. Their values may be too high until then, never too low.
    """

    def mark(
        self, touched: memoryview, before: memoryview, waiting: memoryview, higher: memoryview
    ) -> None:
        self.only = touched
        self.marks_a_fog = self.families
        self.touched = touched
        self.before = before
        self.waiting = waiting
        self.higher = higher
        self.overflowed = False
        """Whether some picture had more origins than there is memory for."""

    def share(self, locks: memoryview) -> None:
        """Each position is changed by whoever has its lock."""
        self.locks = locks

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        count = rank_origins(fog, self.tiles, self.ranking, scratch)
        if count > len(scratch.ranks):
            self.overflowed = True
            return
        for family in range(self.families):
            entry = index * self.families + family
            if not self.touched[entry]:
                continue
            was = self.before[entry]
            now = _MOST if was == _MOST else self.worth[2 * entry]
            is_better = was < now <= self.win
            for origin in range(count):
                there = scratch.ranks[origin] * self.families + family
                if now > self.second[there]:
                    if is_better:
                        self.improve(there, index, now, scratch)
                    else:
                        self.waiting[there] = 1
                        self.higher[there] = 1
                elif was >= self.second[there] and (
                    self.picture[there] == index or self.may_be_runner_up(there, index)
                ):
                    self.waiting[there] = 1

    def improve(self, entry: int, picture: int, worth: int, scratch: Scratch) -> None:
        """Gives a position its move to a picture that has become worth more."""
        inlined.lock(self.locks, entry)
        best = self.best[entry]
        is_best = picture == self.picture[entry]
        # It may be worth more already, to a player who comes from here (M4).
        if worth > (best if is_best else self.second[entry]):
            if not self.changed[entry]:
                self.changed[entry] = 1
                scratch.tally[0] += 1
                self.old_best[entry] = best
                self.old_second[entry] = self.second[entry]
                self.old_picture[entry] = self.picture[entry]
            if worth <= best:
                self.second[entry] = worth
                self.trace(entry, picture)
            else:
                self.best[entry] = worth
                if not is_best:
                    self.second[entry] = best
                    self.trace(entry, self.picture[entry])
                    self.picture[entry] = picture
        inlined.unlock(self.locks, entry)

    def trace(self, entry: int, picture: int) -> None:
        """Notes the picture that makes the second value now."""
        if len(self.runner_up) and self.runner_up[entry] != _EXACT:
            self.runner_up[entry] = inlined.trace_of(picture)

    def may_be_runner_up(self, entry: int, picture: int) -> bool:
        """Whether the second value of a position may rest on its move to that picture."""
        if len(self.runner_up) == 0:
            return True
        trace = self.runner_up[entry]
        return trace == inlined.trace_of(picture) or trace == _EXACT


class MarkResults(Turn):
    """Marks the pictures that the fogs walked over have moves to."""

    def mark(self, results: memoryview) -> None:
        self.marks = results

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        self.moves.begin_results(fog, 0, scratch)
        while self.moves.write_results(fog, 0, scratch):
            pass
        for option in range(scratch.count):
            self.marks[inlined.rank_of(self.ranking, scratch.results[option], self.tiles)] = 1


class RevaluePositions(ValuePositions):
    """The second pass, over waiting positions only. Marks and tallies those that change.

    Where a family has no ceiling, positions that are not marked as higher are worth no more than
    they seem to be: two moves worth as much are enough.
    """

    def mark(self, waiting: memoryview) -> None:
        self.only = waiting
        self.marks_a_fog = self.families
        self.waiting = waiting

    def list_all(self, fog: int, scratch: Scratch) -> None:
        """Lists the moves of all clusters: with all of them at hand memory is waited for once.

        Not where there may be a win: that comes first.
        """
        if not scratch.near:
            while self.moves.write_results(fog, 0, scratch):
                pass

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        if not fog & self.menhirs or self.is_won(index):
            return
        scratch.count = 0
        for family in range(self.families):
            entry = index * self.families + family
            if not self.waiting[entry]:
                continue
            enough = best = self.best[entry]
            also = second = self.second[entry]
            picture = self.picture[entry]
            was_changed = self.changed[entry]
            if was_changed:
                best = self.old_best[entry]
                second = self.old_second[entry]
                picture = self.old_picture[entry]
            if self.higher[entry]:
                enough = self.most
                also = self.most
            elif self.ceilings[family] != _MOST:
                enough = self.ceilings[family]
                also = enough
            if self.higher[entry] or not self.look_at_stays(
                fog, index, family, enough, also, scratch
            ):
                if not scratch.count:
                    self.moves.begin_results(fog, self.covers if self.wins[index] else 0, scratch)
                if self.higher[entry]:
                    self.list_all(fog, scratch)
                if not self.look(fog, family, entry, enough, also, scratch):
                    self.choose(fog, family, entry, scratch)
            if (
                best != self.best[entry]
                or second != self.second[entry]
                or (best != second and picture != self.picture[entry])
            ):
                self.changed[entry] = 1
                scratch.tally[0] += 1
                self.old_best[entry] = best
                self.old_second[entry] = second
                self.old_picture[entry] = picture
            else:
                self.changed[entry] = 0
            if was_changed:  # it was counted before
                scratch.tally[0] -= 1
