"""The solver's passes over all fogs of n tiles, compiled.

Values are points from the view of the player to move. What a position is worth may depend on the
return rule (M4), which forbids at most one resulting picture. So a position is three numbers:
``best``, its value when nothing is forbidden; ``picture``, the rank of the picture that its only
best move leads to; and ``second``, its value when that picture is forbidden. Where several moves
are best ``second`` equals ``best``, and ``picture`` means nothing.

A turn is worked out in two passes. The first finds for every picture what it is worth to the one
who has just moved there: ``after``, the better of keeping and of taking the best tile away, with
nothing forbidden to the opponent; and ``spare``, the most that it could be worth to a mover whose
starting picture is just the one that the opponent would want to return to. The second pass goes
through the moves of every position; where ``spare`` could matter it works the edge out exactly.

Positions with the same number of tiles belong to families (who has taken how many) that lie side
by side: ``families`` values a fog. ``kept_as`` and ``taken_as`` tell in which family of the next
turn each one goes on, -1 where that cannot be. ``same`` and ``fewer`` are the next turn's values
with as many tiles and with one less.
"""

from array import array
from collections.abc import MutableSequence, Sequence

from menhirs.core.fog import step
from menhirs.engine.solver import unlocked
from menhirs.engine.solver.changes import grown, mark_origins
from menhirs.engine.solver.ranking import Ranking
from menhirs.engine.solver.walk import Moves, Scratch, Walk

_LOWEST = -128
"""Below every value: no option at all."""
_MOST = 127
"""Above every value."""


def go(walk: Walk, highs_from: int, highs_to: int, scratch: Scratch) -> None:
    """Does a part of a pass; other threads go on meanwhile."""
    unlocked.go_unlocked(walk, highs_from, highs_to, scratch)


class FindWins(Walk):
    """Marks the fogs from which one move frees all menhirs (M6)."""

    def __init__(
        self, ranking: Ranking, tiles: int, moves: Moves, menhirs: int, wins: bytearray
    ) -> None:
        Walk.__init__(self, ranking, tiles)
        self.moves = moves
        self.menhirs = menhirs
        self.wins = wins

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        if fog & self.menhirs and self.moves.can_leave(fog, self.menhirs):
            self.wins[index] = 1


class Turn(Walk):
    """What both passes of a turn have to know.

    ``win`` is what a win is worth now; ``claimed`` what a mover gets who leaves the opponent a win
    that can be claimed (A9), or 0 where there is no claiming.
    """

    def __init__(
        self,
        ranking: Ranking,
        tiles: int,
        moves: Moves,
        menhirs: int,
        win: int,
        claimed: int,
        wins: bytearray,
        kept_as: "array[int]",
        taken_as: "array[int]",
    ) -> None:
        Walk.__init__(self, ranking, tiles)
        self.moves = moves
        self.menhirs = menhirs
        self.covers = ranking.unpack(menhirs)
        self.win = win
        self.claimed = claimed
        self.wins = wins
        self.families = len(kept_as)
        self.kept_as = kept_as
        self.taken_as = taken_as

    def follow_same(
        self, families: int, best: "array[int]", second: "array[int]", picture: "array[int]"
    ) -> None:
        """The next turn's positions with as many tiles; no families if it can have none."""
        self.same_families = families
        self.same_best = best
        self.same_second = second
        self.same_picture = picture

    def follow_fewer(
        self, families: int, best: "array[int]", second: "array[int]", picture: "array[int]"
    ) -> None:
        """The next turn's positions with one tile less."""
        self.fewer_families = families
        self.fewer_best = best
        self.fewer_second = second
        self.fewer_picture = picture

    def write_to(
        self,
        after: "array[int]",
        spare: "array[int]",
        best: "array[int]",
        second: "array[int]",
        picture: "array[int]",
    ) -> None:
        """Where the results go: of the first pass, then of the second."""
        self.after = after
        self.spare = spare
        self.best = best
        self.second = second
        self.picture = picture

    def removable(self, fog: int) -> int:
        """A8, B3: the tiles that may be taken away, not the one on the last covered menhir."""
        covered = fog & self.menhirs
        return fog & ~covered if covered & (covered - 1) == 0 else fog


class ValuePictures(Turn):
    """The first pass: what each picture is worth to the one who moved there."""

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        first = index * self.families
        if not fog & self.menhirs:
            self.fill(first, self.win, _LOWEST)
            return
        if self.claimed and self.wins[index]:
            self.fill(first, self.claimed, self.claimed)
            return
        for family in range(self.families):
            entry = first + family
            self.after[entry] = _LOWEST
            self.spare[entry] = _LOWEST
            if self.kept_as[family] >= 0:
                there = index * self.same_families + self.kept_as[family]
                self.after[entry] = -self.same_best[there]
                self.spare[entry] = _spare(self.same_best[there], self.same_second[there])
        if self.fewer_families:
            rest = self.removable(fog)
            while rest:
                tile = rest & (0 - rest)
                rest ^= tile
                place = self.ranking.rank_packed(fog ^ tile, self.tiles - 1) * self.fewer_families
                for family in range(self.families):
                    if self.taken_as[family] >= 0:
                        self.offer(first + family, place + self.taken_as[family])

    def fill(self, first: int, after: int, spare: int) -> None:
        """The same for all families."""
        for entry in range(first, first + self.families):
            self.after[entry] = after
            self.spare[entry] = spare

    def offer(self, entry: int, there: int) -> None:
        """One tile that could be taken away."""
        value = -self.fewer_best[there]
        if value > self.after[entry]:
            self.after[entry] = value
        could_be = _spare(self.fewer_best[there], self.fewer_second[there])
        if could_be > self.spare[entry]:
            self.spare[entry] = could_be


def _spare(best: int, second: int) -> int:
    """What a reply is worth to the mover if its best move is forbidden."""
    if second > best:
        return _MOST  # the reply gains by having to pass (M7): every edge must be looked at
    return -second if second < best else _LOWEST


class RevaluePictures(ValuePictures):
    """The first pass over the pictures that an earlier turn's worth may not be true of any more.

    Leaves the mark only where it is not, or where some move that leads there has to be exact.
    """

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        first = index * self.families
        for family in range(self.families):
            scratch.old_values[2 * family] = self.after[first + family]
            scratch.old_values[2 * family + 1] = self.spare[first + family]
        ValuePictures.visit(self, fog, index, scratch)
        self.touched[index] = 0
        for family in range(self.families):
            after = self.after[first + family]
            spare = self.spare[first + family]
            if (
                after != scratch.old_values[2 * family]
                or spare != scratch.old_values[2 * family + 1]
                or spare > after
            ):
                self.touched[index] = 1

    def untouch(self, touched: bytearray) -> None:
        """The pictures to look at, and where to take the mark away."""
        self.only = touched
        self.touched = touched


class TallyPictures(Turn):
    """Between the passes: counts how many pictures are worth how much, apart from winning."""

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        if fog & self.menhirs:
            for entry in range(index * self.families, (index + 1) * self.families):
                scratch.tally[self.after[entry] - _LOWEST] += 1


class MarkHigher(Turn):
    """Between the passes: marks the fogs from which a move may be worth more than a ceiling.

    What is worth so much is rare, so it is quicker to ask where one could have come from than to
    look for it among the moves of every fog. Winning moves are apart: those are known.
    """

    def exceed(self, ceiling: int, higher: bytearray) -> None:
        self.ceiling = ceiling
        self.higher = higher
        self.overflowed = False
        """Whether some picture had more origins than there was room for."""

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        if not fog & self.menhirs:
            return
        high = False
        for family in range(self.families):
            high = high or self.after[index * self.families + family] > self.ceiling
            if self.spare[index * self.families + family] > self.ceiling:
                self.mark_exact(fog, index, family)
        if high and not mark_origins(fog, index, self.tiles, self.ranking, self.higher, scratch):
            self.overflowed = True

    def mark_exact(self, fog: int, index: int, family: int) -> None:
        """Marks only those from which coming here is worth more than from all others.

        Those are the pictures that the opponent would like to return to, with the tile taken since.
        """
        if self.kept_as[family] >= 0:
            there = index * self.same_families + self.kept_as[family]
            if _spare(self.same_best[there], self.same_second[there]) > self.ceiling:
                self.higher[self.same_picture[there]] = 1
        if self.taken_as[family] < 0 or not self.fewer_families:
            return
        rest = self.removable(fog)
        while rest:
            tile = rest & (0 - rest)
            rest ^= tile
            place = self.ranking.rank_packed(fog ^ tile, self.tiles - 1)
            there = place * self.fewer_families + self.taken_as[family]
            if _spare(self.fewer_best[there], self.fewer_second[there]) > self.ceiling:
                origin = self.ranking.unrank_packed(self.fewer_picture[there], self.tiles - 1)
                if not origin & tile:
                    self.higher[self.ranking.rank_packed(origin | tile, self.tiles)] = 1


class ValuePositions(Turn):
    """The second pass: the best move of every position.

    Even a win can be forbidden, if the tile taken away since was the last to cover a menhir before
    the move: with ``may_forbid_wins`` the moves of won positions are looked at too.
    """

    def look_at_wins(self, may_forbid_wins: bool) -> None:
        self.may_forbid_wins = may_forbid_wins

    def stop_at(self, ceiling: int, higher: bytearray) -> None:
        """Two moves worth ``ceiling`` are enough, but for fogs marked as having a better one.

        Without marks all moves are looked at.
        """
        self.ceiling = ceiling
        self.higher = higher

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        first = index * self.families
        if not fog & self.menhirs or (self.wins[index] and not self.may_forbid_wins):
            for entry in range(first, first + self.families):
                self.best[entry] = self.win
                self.second[entry] = self.win
            return
        self.moves.begin_results(fog, scratch)
        enough = _MOST
        if len(self.higher) and not self.higher[index]:
            enough = self.ceiling
        for family in range(self.families):
            floor = self.look(fog, family, first + family, enough, scratch)
            if floor < enough:
                self.choose(fog, family, first + family, floor, scratch)

    def look(self, fog: int, family: int, entry: int, enough: int, scratch: Scratch) -> int:
        """Looks for two moves that are worth enough: no other but a win is worth more.

        Goes by ``after`` alone, which no move is worth less than. Returns the second best.
        """
        top = _LOWEST
        runner_up = _LOWEST
        where = 0
        option = 0
        while runner_up < enough:
            if option == scratch.count:
                if not self.write_results(fog, scratch):
                    return runner_up
                continue
            place = self.ranking.rank_packed(scratch.results[option], self.tiles)
            option += 1
            there = place * self.families + family
            value = self.after[there]
            if enough == _MOST and self.spare[there] == _MOST:
                continue  # it may be worth less (M7)
            if value > top:
                runner_up = top
                top = value
                where = place
            elif value > runner_up:
                runner_up = value
        self.best[entry] = top
        self.second[entry] = runner_up
        self.picture[entry] = where
        return runner_up

    def write_results(self, fog: int, scratch: Scratch) -> bool:
        """More of the pictures that moves lead to, those that win first; False if that was all."""
        if scratch.count:
            return self.moves.write_results(fog, 0, scratch)
        # What wins moves every covered menhir, so it belongs to the cluster of any of them.
        more = self.moves.write_results(fog, self.covers, scratch)
        wins = 0
        for option in range(scratch.count):
            result = scratch.results[option]
            if not result & self.menhirs:
                scratch.results[option] = scratch.results[wins]
                scratch.results[wins] = result
                wins += 1
        return more

    def choose(self, fog: int, family: int, entry: int, floor: int, scratch: Scratch) -> None:
        """The best of all moves, for one family, where two are known to be worth ``floor``."""
        top = _LOWEST
        runner_up = _LOWEST
        where = 0
        for option in range(scratch.count):
            place = self.ranking.rank_packed(scratch.results[option], self.tiles)
            there = place * self.families + family
            value = self.after[there]
            if (
                self.spare[there] > value
                and self.spare[there] > floor
                and self.spare[there] > runner_up
            ):
                value = self.exact_edge(fog, scratch.results[option], family)
            if value > top:
                runner_up = top
                top = value
                where = place
            elif value > runner_up:
                runner_up = value
        if scratch.count < 2:  # M7: for want of a move; nobody can claim on a pass
            runner_up = self.exact_edge(fog, fog, family)
            if scratch.count == 0:
                top = runner_up
        self.best[entry] = top
        self.second[entry] = runner_up
        self.picture[entry] = where

    def exact_edge(self, fog: int, result: int, family: int) -> int:
        """What one move is worth to the mover, the return rule exact (M4)."""
        value = _LOWEST
        if self.kept_as[family] >= 0:
            place = self.ranking.rank_packed(result, self.tiles)
            there = place * self.same_families + self.kept_as[family]
            reply = self.same_best[there]
            if self.same_second[there] != reply and self.same_picture[
                there
            ] == self.ranking.rank_packed(fog, self.tiles):
                reply = self.same_second[there]
            value = -reply
        if self.taken_as[family] < 0 or not self.fewer_families:
            return value
        rest = self.removable(result)
        while rest:
            tile = rest & (0 - rest)
            rest ^= tile
            place = self.ranking.rank_packed(result ^ tile, self.tiles - 1)
            there = place * self.fewer_families + self.taken_as[family]
            reply = self.fewer_best[there]
            # M4: with one of the moved tiles taken away it is no longer the same group.
            if (
                self.fewer_second[there] != reply
                and fog & tile
                and self.fewer_picture[there]
                == self.ranking.rank_packed(fog ^ tile, self.tiles - 1)
                and not tile & self.landed(fog, result)
            ):
                reply = self.fewer_second[there]
            if -reply > value:
                value = -reply
        return value

    def landed(self, fog: int, result: int) -> int:
        """Where the tiles lie that a move took from one picture to another."""
        before = self.ranking.unpack(fog)
        after = self.ranking.unpack(result)
        for direction in range(6):
            # Whoever leaves a cell pushes on all fog before it; only one direction fits the rest.
            moved = 0
            pushed = before & ~after
            while moved != pushed:
                moved = pushed
                pushed |= step(moved, direction, self.ranking.stride) & before
            there = step(moved, direction, self.ranking.stride)
            if (before & ~moved) | there == after:
                return self.ranking.pack(there)
        return 0


class RevaluePositions(ValuePositions):
    """The second pass over some positions, marking those whose values changed."""

    def mark(self, changed: bytearray) -> None:
        self.changed = changed

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        first = index * self.families
        for family in range(self.families):
            scratch.old_values[2 * family] = self.best[first + family]
            scratch.old_values[2 * family + 1] = self.second[first + family]
            scratch.old_pictures[family] = self.picture[first + family]
        ValuePositions.visit(self, fog, index, scratch)
        for family in range(self.families):
            best = self.best[first + family]
            second = self.second[first + family]
            if (
                best != scratch.old_values[2 * family]
                or second != scratch.old_values[2 * family + 1]
                or (best != second and self.picture[first + family] != scratch.old_pictures[family])
            ):
                self.changed[index] = 1


class PlaceTile(Walk):
    """Placing one tile on any cell without fog, values from player 1's view."""

    def __init__(
        self,
        ranking: Ranking,
        tiles: int,
        player: int,
        placed: "array[int]",
        value: "array[int]",
    ) -> None:
        Walk.__init__(self, ranking, tiles)
        self.sign = 1 if player == 1 else -1
        self.placed = placed
        self.value = value

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        free = self.ranking.all_packed & ~fog
        top = _LOWEST
        while free:
            tile = free & (0 - free)
            free ^= tile
            there = self.sign * self.placed[self.ranking.rank_packed(fog | tile, self.tiles + 1)]
            if there > top:
                top = there
        self.value[index] = self.sign * top


class Decide(Walk):
    """The decision moment (A5) for one family, from player 1's view.

    Player 1 goes on, or leaves it to player 2, who goes on or back. What going on is worth follows
    from the last lap: wins are worth ``by`` more, and a tie is lost by the one who wanted to go on.
    That changes no choice, for what was better is never worse. Going on keeps the memory of the
    return rule, going back clears it (A12).
    """

    def __init__(
        self,
        ranking: Ranking,
        tiles: int,
        family: int,
        families: int,
        by: int,
        tie: int,
        back: "array[int]",
    ) -> None:
        Walk.__init__(self, ranking, tiles)
        self.family = family
        self.families = families
        self.by = by
        self.tie = tie
        self.back = back

    def read_from(self, best: "array[int]", second: "array[int]") -> None:
        """The same in the last lap, where there is nothing to decide."""
        self.on_best = best
        self.on_second = second

    def write_to(self, best: "array[int]", second: "array[int]") -> None:
        self.best = best
        self.second = second

    def go(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        for index in range(self.first(highs_from), self.first(highs_to)):
            entry = index * self.families + self.family
            self.best[entry] = self.decided(self.on_best[index], self.back[index])
            self.second[entry] = self.decided(self.on_second[index], self.back[index])

    def decided(self, on: int, back: int) -> int:
        by_first = grown(on, self.by, 0, -self.tie)
        by_second = grown(on, self.by, 0, self.tie)
        left_to_second = back if back < by_second else by_second
        return by_first if by_first > left_to_second else left_to_second


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
    places: MutableSequence[int],
    values: MutableSequence[int],
    pictures: MutableSequence[int],
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
    second: MutableSequence[int],
    picture: MutableSequence[int],
) -> None:
    """Puts those positions back where they came from."""
    for exception in range(len(places)):
        second[places[exception]] = values[exception]
        picture[places[exception]] = pictures[exception]
