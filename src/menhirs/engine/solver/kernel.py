"""The solver's passes over all fogs of n tiles, compiled.

Values are points from the view of the player to move. What a position is worth may depend on the
return rule (M4), which forbids at most one resulting picture. So a position is three numbers:
``best``, its value when nothing is forbidden; ``picture``, the rank of the picture that its only
best move leads to; and ``second``, its value when that picture is forbidden. Where several moves
are best ``second`` equals ``best``, and ``picture`` means nothing.

A turn is worked out in two passes. The first finds for every picture what it is worth to the one
who has just moved there: ``after``, the better of keeping and of taking the best tile away, with
nothing forbidden to the opponent; and ``spare``, the most that it could be worth to a mover whose
starting picture is just the one that the opponent would want to return to; worked out from changes
it may be too much (see ``revalue.py``), never too little. They lie side by side: ``worth`` has both
for every position. The second pass goes through the moves of every position;
where ``spare`` could matter it works the edge out exactly.

Positions with the same number of tiles belong to families (who has taken how many) that lie side
by side: ``families`` values a fog. ``kept_as`` and ``taken_as`` tell in which family of the next
turn each one goes on, -1 where that cannot be. ``same`` and ``fewer`` are the next turn's values
with as many tiles and with one less.
"""

from array import array

from menhirs.core.fog import step
from menhirs.engine.solver import inlined, unlocked
from menhirs.engine.solver.ranking import Ranking
from menhirs.engine.solver.walk import Moves, Scratch, Walk, rank_origins

_LOWEST = -128
"""Below every value: no option at all."""
_MOST = 127
"""Above every value."""
_AT_ONCE = 16
"""How many moves are looked up together."""


def go(walk: Walk, highs_from: int, highs_to: int, scratch: Scratch) -> None:
    """Does a part of a pass; other threads go on meanwhile."""
    unlocked.go_unlocked(walk, highs_from, highs_to, scratch)


class FindWins(Walk):
    """Marks the fogs from which one move frees all menhirs (M6), and those with hardly a move.

    The mark of a win is 2 where several moves do that: then nothing can be in its way. Tallies
    those with hardly a move.
    """

    def __init__(
        self,
        ranking: Ranking,
        tiles: int,
        moves: Moves,
        menhirs: int,
        wins: memoryview,
        stuck: memoryview,
    ) -> None:
        Walk.__init__(self, ranking, tiles)
        self.moves = moves
        self.menhirs = menhirs
        self.wins = wins
        self.stuck = stuck

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        if not fog & self.menhirs:
            return
        self.wins[index] = self.moves.ways_to_leave(fog, self.menhirs)
        if self.moves.are_few(fog, self.menhirs):
            self.stuck[index] = 1
            scratch.tally[0] += 1


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
        wins: memoryview,
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
        self, families: int, best: memoryview, second: memoryview, picture: memoryview
    ) -> None:
        """The next turn's positions with as many tiles; no families if it can have none."""
        self.same_families = families
        self.same_best = best
        self.same_second = second
        self.same_picture = picture

    def follow_fewer(
        self, families: int, best: memoryview, second: memoryview, picture: memoryview
    ) -> None:
        """The next turn's positions with one tile less."""
        self.fewer_families = families
        self.fewer_best = best
        self.fewer_second = second
        self.fewer_picture = picture

    def write_to(
        self,
        worth: memoryview,
        best: memoryview,
        second: memoryview,
        picture: memoryview,
    ) -> None:
        """Where the results go: of the first pass, then of the second."""
        self.worth = worth
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
        count = self.rank_rests(fog, scratch)
        for family in range(self.families):
            self.value(index, family, count, scratch)

    def rank_rests(self, fog: int, scratch: Scratch) -> int:
        """Ranks what taking a tile away can leave; returns how many there are."""
        count = 0
        rest = self.removable(fog) if self.fewer_families else 0
        while rest:
            tile = rest & (0 - rest)
            rest ^= tile
            scratch.ranks[count] = inlined.rank_of(self.ranking, fog ^ tile, self.tiles - 1)
            count += 1
        return count

    def value(self, index: int, family: int, count: int, scratch: Scratch) -> None:
        """The better of keeping all and of taking away what leaves one of these rests."""
        after = _LOWEST
        spare = _LOWEST
        if self.kept_as[family] >= 0:
            there = index * self.same_families + self.kept_as[family]
            after = -self.same_best[there]
            spare = inlined.spare_of(self.same_best[there], self.same_second[there])
        if self.taken_as[family] >= 0:
            for option in range(count):
                place = scratch.ranks[option]
                there = place * self.fewer_families + self.taken_as[family]
                value = -self.fewer_best[there]
                if value > after:
                    after = value
                could_be = inlined.spare_of(self.fewer_best[there], self.fewer_second[there])
                if could_be > spare:
                    spare = could_be
        self.worth[2 * (index * self.families + family)] = after
        self.worth[2 * (index * self.families + family) + 1] = spare

    def fill(self, first: int, after: int, spare: int) -> None:
        """The same for all families."""
        for entry in range(first, first + self.families):
            self.worth[2 * entry] = after
            self.worth[2 * entry + 1] = spare


class TallyPictures(Turn):
    """Between the passes: counts how many pictures are worth how much, apart from winning."""

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        if fog & self.menhirs:
            for entry in range(index * self.families, (index + 1) * self.families):
                scratch.tally[self.worth[2 * entry] - _LOWEST] += 1


class MarkHigher(Turn):
    """Between the passes: marks the fogs from which a move may be worth more than a ceiling.

    What is worth so much is rare, so it is quicker to ask where one could have come from than to
    look for it among the moves of every fog. Winning moves are apart: those are known.
    """

    def exceed(self, ceiling: int, higher: memoryview) -> None:
        self.ceiling = ceiling
        self.higher = higher
        self.overflowed = False
        """Whether some picture had more origins than there was room for."""

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        if not fog & self.menhirs:
            return
        high = False
        for family in range(self.families):
            entry = index * self.families + family
            high = high or self.worth[2 * entry] > self.ceiling
            if self.worth[2 * entry + 1] > self.ceiling:
                self.mark_exact(fog, index, family)
        if not high:
            return
        self.higher[index] = 1  # M7: by passing a fog leads to itself
        count = rank_origins(fog, self.tiles, self.ranking, scratch)
        if count > len(scratch.ranks):
            self.overflowed = True
            return
        for origin in range(count):
            self.higher[scratch.ranks[origin]] = 1

    def mark_exact(self, fog: int, index: int, family: int) -> None:
        """Marks only those from which coming here is worth more than from all others.

        Those are the pictures that the opponent would like to return to, with the tile taken since.
        """
        if self.kept_as[family] >= 0:
            there = index * self.same_families + self.kept_as[family]
            if inlined.spare_of(self.same_best[there], self.same_second[there]) > self.ceiling:
                self.higher[self.same_picture[there]] = 1
        if self.taken_as[family] < 0 or not self.fewer_families:
            return
        rest = self.removable(fog)
        while rest:
            tile = rest & (0 - rest)
            rest ^= tile
            place = inlined.rank_of(self.ranking, fog ^ tile, self.tiles - 1)
            there = place * self.fewer_families + self.taken_as[family]
            if inlined.spare_of(self.fewer_best[there], self.fewer_second[there]) > self.ceiling:
                origin = self.ranking.unrank_packed(self.fewer_picture[there], self.tiles - 1)
                if not origin & tile:
                    self.higher[inlined.rank_of(self.ranking, origin | tile, self.tiles)] = 1


class ValuePositions(Turn):
    """The second pass: the best move of every position.

    Even a win can be forbidden, if the tile taken away since was the last to cover a menhir before
    the move: with ``may_forbid_wins`` the moves of positions with one win are looked at too.
    """

    def look_at_wins(self, may_forbid_wins: bool) -> None:
        self.may_forbid_wins = may_forbid_wins

    def is_won(self, index: int) -> bool:
        """Whether a win is there to be played, whatever is forbidden."""
        return self.wins[index] == 2 or (self.wins[index] == 1 and not self.may_forbid_wins)

    def stop_at(self, most: int, ceiling: int, higher: memoryview) -> None:
        """Two moves worth ``ceiling`` are enough, but for fogs marked as having a better one.

        For those, and for all if there are no marks, two are that are worth the most of all.
        """
        self.most = most
        self.ceiling = ceiling
        self.higher = higher

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        first = index * self.families
        if not fog & self.menhirs or self.is_won(index):
            for entry in range(first, first + self.families):
                self.best[entry] = self.win
                self.second[entry] = self.win
            return
        self.moves.begin_results(fog, scratch)
        enough = self.most
        if len(self.higher) and not self.higher[index]:
            enough = self.ceiling
        for family in range(self.families):
            if not self.look(fog, family, first + family, enough, enough, scratch):
                self.choose(fog, family, first + family, scratch)

    def look(
        self, fog: int, family: int, entry: int, enough: int, also: int, scratch: Scratch
    ) -> bool:
        """Looks for a move worth enough and another worth ``also``: no others are worth more.

        Goes by ``after`` alone, which no move is worth less than. Tells whether it found them, or
        went through all moves and none of them has to be looked at exactly.
        """
        exactly = _LOWEST
        top = _LOWEST
        runner_up = _LOWEST
        where = 0
        end = 0
        while runner_up < also or top < enough:
            if end == scratch.count and not self.write_results(fog, scratch):
                break
            begin = end
            end = self.gather(family, begin, scratch)
            for option in range(begin, end):
                value = scratch.worth[2 * option]
                spare = scratch.worth[2 * option + 1]
                if spare > value:
                    if spare > exactly:
                        exactly = spare
                    if spare == _MOST:
                        continue  # it may be worth less (M7)
                if value > top:
                    runner_up = top
                    top = value
                    where = scratch.ranks[option]
                elif value > runner_up:
                    runner_up = value
        self.best[entry] = top
        self.second[entry] = runner_up
        self.picture[entry] = where
        if top >= enough and runner_up >= also:
            return True
        return scratch.count > 1 and exactly <= runner_up

    def gather(self, family: int, begin: int, scratch: Scratch) -> int:
        """Looks up what some more moves are worth, from ``begin`` on; returns where it stopped.

        This is where the solver spends its time: waiting for memory. So it asks for many at once.
        """
        end = scratch.count if scratch.count < begin + _AT_ONCE else begin + _AT_ONCE
        for option in range(scratch.ranked, end):
            scratch.ranks[option] = inlined.rank_of(
                self.ranking, scratch.results[option], self.tiles
            )
        if end > scratch.ranked:
            scratch.ranked = end
        for option in range(begin, end):
            place = scratch.ranks[option]
            there = 2 * (place * self.families + family)
            scratch.worth[2 * option] = self.worth[there]
            scratch.worth[2 * option + 1] = self.worth[there + 1]
        return end

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

    def choose(self, fog: int, family: int, entry: int, scratch: Scratch) -> None:
        """The best of all moves, for one family, after looking at all of them."""
        floor = self.second[entry]
        top = _LOWEST
        runner_up = _LOWEST
        where = 0
        for option in range(scratch.count):
            value = scratch.worth[2 * option]
            spare = scratch.worth[2 * option + 1]
            if spare > value and spare > runner_up and spare > floor:
                if spare == _MOST:
                    value = self.exact_edge(fog, scratch.results[option], family)
                else:
                    value = self.played_back(fog, scratch.results[option], family, value)
            if value > top:
                runner_up = top
                top = value
                where = scratch.ranks[option]
            elif value > runner_up:
                runner_up = value
        if scratch.count < 2:  # M7: for want of a move; nobody can claim on a pass
            runner_up = self.exact_edge(fog, fog, family)
            if scratch.count == 0:
                top = runner_up
        self.best[entry] = top
        self.second[entry] = runner_up
        self.picture[entry] = where

    def played_back(self, fog: int, result: int, family: int, value: int) -> int:
        """What one move is worth if its picture is worth that, the return rule exact (M4).

        It is more if the opponent would want to play it back.
        """
        if self.kept_as[family] >= 0:
            place = inlined.rank_of(self.ranking, result, self.tiles)
            there = place * self.same_families + self.kept_as[family]
            if (
                -self.same_second[there] > value
                and self.same_second[there] != self.same_best[there]
                and self.returns(fog, result, 0, self.same_picture[there])
            ):
                value = -self.same_second[there]
        if self.taken_as[family] < 0 or not self.fewer_families:
            return value
        rest = self.removable(result) & fog
        while rest:
            tile = rest & (0 - rest)
            rest ^= tile
            place = inlined.rank_of(self.ranking, result ^ tile, self.tiles - 1)
            there = place * self.fewer_families + self.taken_as[family]
            if (
                -self.fewer_second[there] > value
                and self.fewer_second[there] != self.fewer_best[there]
                and self.returns(fog, result, tile, self.fewer_picture[there])
            ):
                value = -self.fewer_second[there]
        return value

    def exact_edge(self, fog: int, result: int, family: int) -> int:
        """The same where a picture may be worth less to some, or for passing (M7)."""
        value = _LOWEST
        if self.kept_as[family] >= 0:
            place = inlined.rank_of(self.ranking, result, self.tiles)
            there = place * self.same_families + self.kept_as[family]
            reply = self.same_best[there]
            if self.same_second[there] != reply and self.returns(
                fog, result, 0, self.same_picture[there]
            ):
                reply = self.same_second[there]
            value = -reply
        if self.taken_as[family] < 0 or not self.fewer_families:
            return value
        rest = self.removable(result)
        while rest:
            tile = rest & (0 - rest)
            rest ^= tile
            place = inlined.rank_of(self.ranking, result ^ tile, self.tiles - 1)
            there = place * self.fewer_families + self.taken_as[family]
            reply = self.fewer_best[there]
            if (
                self.fewer_second[there] != reply
                and fog & tile
                and self.returns(fog, result, tile, self.fewer_picture[there])
            ):
                reply = self.fewer_second[there]
            if -reply > value:
                value = -reply
        return value

    def returns(self, fog: int, result: int, tile: int, picture: int) -> bool:
        """M4: whether that picture is a move played back, after that tile (or none) was taken.

        With one of the moved tiles taken away it is no longer the same group.
        """
        if not tile:
            return picture == inlined.rank_of(self.ranking, fog, self.tiles)
        return picture == inlined.rank_of(
            self.ranking, fog ^ tile, self.tiles - 1
        ) and not tile & self.landed(fog, result)

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
