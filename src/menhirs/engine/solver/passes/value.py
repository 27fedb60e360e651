"""The passes that work a turn out from the turn after it. Compiled.

Values are points from the view of the player to move. What a position is worth may depend on the
return rule (M4), which forbids at most one resulting picture. So a position is three numbers:
``best``, its value when nothing is forbidden; ``picture``, the rank of the picture that its only
best move leads to; and ``second``, its value when that picture is forbidden. Where several moves
are best ``second`` equals ``best``, and nobody asks which of them ``picture`` is. One more byte,
``runner_up``, is a trace of the picture that makes ``second``: as long as neither of the two gets
worse and no other gets better than ``second``, the position need not be looked at again. ``EXACT``
in its place says that one of the values rests on a single move, worth more than its picture.

A turn takes two passes. The first one finds the worth of every picture to the player who has just
moved there: ``after`` is the better of keeping all and of taking the best tile away, with nothing
forbidden to the opponent; ``spare`` is an upper bound of its worth to a mover who comes from the
very picture that the opponent would want to restore (see ``revalue.py``). Both lie side by side in
``worth``. The second pass looks at the moves of every position, and works out exactly those moves
for which ``spare`` could matter.

Positions with the same fog but other counts (who has taken how many) are families, and lie side by
side: ``families`` values a fog. ``kept_as`` and ``taken_as`` give the family of the next turn that
each family goes on in, -1 where it can't. ``same`` and ``fewer`` are the next turn's values with as
many tiles and with one tile less.
"""

from array import array

from menhirs.core.fog import around, size, step
from menhirs.core.turn_flow import remembered, removable
from menhirs.engine.solver.passes import inlined, unlocked
from menhirs.engine.solver.passes.ranking import Ranking
from menhirs.engine.solver.passes.walk import VALUES, Moves, Scratch, Walk, rank_origins

_LOWEST = -128
"""Below every value: no option at all."""
_MOST = 127
"""Above every value."""
EXACT = 255
"""The trace of a position that rests on a move worth more than the picture that it leads to."""
_EXACT = EXACT  # as a C number
NO_CEILING = _MOST
"""The ceiling of a family that is not solved as a whole."""
_VALUES = VALUES  # as a C number
_SAMPLED = 17
"""One eastern half of so many is looked at for a sample."""
_LARGE = 100_000
"""With fewer fogs a sample would be too small, so all are looked at."""
_AT_ONCE = 16
"""The number of moves that are looked up together."""
_AT_FIRST = 4
"""The number of those looked up first, which are nearly always enough."""


def go(walk: Walk, highs_from: int, highs_to: int, scratch: Scratch) -> None:
    """Runs a part of a pass while other threads go on."""
    unlocked.go_unlocked(walk, highs_from, highs_to, scratch)


class FindWins(Walk):
    """Marks the fogs with a winning move (M6), from the clusters that have one.

    What wins moves every covered menhir, so they all belong to one cluster, and what it leaves bare
    depends on that cluster alone. The other tiles lie anywhere but on menhirs or next to it. The
    mark is 2 where several moves win, so that M4 can't forbid them all.
    """

    def __init__(
        self, ranking: Ranking, tiles: int, moves: Moves, menhirs: int, wins: memoryview
    ) -> None:
        Walk.__init__(self, ranking, tiles)
        self.moves = moves
        self.menhirs = menhirs
        self.wins = wins

    def go(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        """Goes through a share of the clusters, as large as that of these eastern halves."""
        slots = self.moves.slots
        highs = self.ranking.highs
        for slot in range(slots * highs_from // highs, slots * highs_to // highs):
            cluster = self.moves.entries[2 * slot]
            if not cluster:
                continue
            begin = self.moves.entries[2 * slot + 1]
            packed = self.moves.listed[begin]
            if packed & self.menhirs and size(packed) <= self.tiles:
                ways = self.moves.ways_to_leave(packed, begin + 2, self.menhirs)
                if ways:
                    near = self.ranking.pack(
                        around(cluster, self.ranking.stride) & self.ranking.cells
                    )
                    free = self.ranking.all_packed & ~(near | self.menhirs)
                    self.mark_with(packed, free, ways, scratch)

    def mark_with(self, cluster: int, free: int, ways: int, scratch: Scratch) -> None:
        """Marks every fog of that cluster and other tiles on free cells."""
        others = self.tiles - size(cluster)
        low = cluster & self.ranking.low_mask
        free_low = free & self.ranking.low_mask
        west = self.write_wests(low, free_low, others, scratch)
        free_high = free >> self.ranking.low_bits
        high = free_high
        while True:
            left = others - size(high)
            if 0 <= left <= west:
                base = self.ranking.bases[
                    self.tiles * self.ranking.highs + (cluster >> self.ranking.low_bits | high)
                ]
                for place in range(scratch.starts[left], scratch.starts[left + 1]):
                    self.wins[base + scratch.wests[place]] = ways
            if not high:
                break
            high = high - 1 & free_high

    def write_wests(self, low: int, free: int, most: int, scratch: Scratch) -> int:
        """Writes the ranks of western halves with up to ``most`` more tiles, by their number.

        Returns the largest of these numbers.
        """
        if most > size(free):
            most = size(free)
        for added in range(most + 2):
            scratch.starts[added] = 0
        part = free
        while True:  # counts them first
            added = size(part)
            if added <= most:
                scratch.starts[added + 1] += 1
            if not part:
                break
            part = part - 1 & free
        for added in range(most + 1):
            scratch.starts[added + 1] += scratch.starts[added]
            scratch.filled[added] = scratch.starts[added]
        part = free
        while True:
            added = size(part)
            if added <= most:
                scratch.wests[scratch.filled[added]] = self.ranking.low_rank[low | part]
                scratch.filled[added] += 1
            if not part:
                break
            part = part - 1 & free
        return most


class FindStuck(Walk):
    """Marks and tallies the fogs with fewer than two moves."""

    def __init__(
        self, ranking: Ranking, tiles: int, moves: Moves, menhirs: int, stuck: memoryview
    ) -> None:
        Walk.__init__(self, ranking, tiles)
        self.moves = moves
        self.menhirs = menhirs
        self.stuck = stuck

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        if fog & self.menhirs and self.moves.are_few(fog, self.menhirs):
            self.stuck[index] = 1
            scratch.tally[0] += 1


class Turn(Walk):
    """The base of all passes over a turn.

    ``win`` is the score of a win in this turn; ``claimed`` the (negative) value of leaving the
    opponent a win to claim (A9), or 0 where there is no claiming.
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
        runner_up: memoryview,
    ) -> None:
        """Where the results go: ``worth`` those of the first pass, the others of the second.

        ``runner_up`` may be empty: then nobody asks for these traces.
        """
        self.worth = worth
        self.best = best
        self.second = second
        self.picture = picture
        self.runner_up = runner_up

    def keep_in(
        self,
        changed: memoryview,
        old_best: memoryview,
        old_second: memoryview,
        old_picture: memoryview,
    ) -> None:
        """Where changed positions are marked, and their values from before are kept."""
        self.changed = changed
        self.old_best = old_best
        self.old_second = old_second
        self.old_picture = old_picture


class ValuePictures(Turn):
    """The first pass: the worth of each picture to the player who moved there."""

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        first = index * self.families
        if not fog & self.menhirs:
            self.fill(first, self.win, _LOWEST)
            return
        if self.claimed and self.wins[index]:
            self.fill(first, self.claimed, self.claimed)
            return
        count = self.rank_rests(fog, index, scratch)
        for family in range(self.families):
            self.value(index, family, count, scratch)

    def begin_east(self, high: int, scratch: Scratch) -> None:
        if self.fewer_families:
            self.ranking.list_rests(high, self.tiles, scratch.rests)

    def rank_rests(self, fog: int, index: int, scratch: Scratch) -> int:
        """Ranks the fogs that taking a tile away can leave; returns their number."""
        if not self.fewer_families:
            return 0
        rest = removable(fog, self.menhirs)
        low = fog & self.ranking.low_mask
        west = rest & self.ranking.low_mask
        count = 0
        while west:
            tile = west & (0 - west)
            west ^= tile
            scratch.ranks[count] = scratch.rests.first + self.ranking.low_rank[low ^ tile]
            count += 1
        for number in range(scratch.rests.count):
            if scratch.rests.tiles[number] & rest:
                scratch.ranks[count] = index + scratch.rests.offsets[number]
                count += 1
        return count

    def value(self, index: int, family: int, count: int, scratch: Scratch) -> None:
        """Takes the better of keeping all and of leaving one of these fogs."""
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
                best = self.fewer_best[there]
                if -best > after:
                    after = -best
                if self.fewer_second[there] != best:
                    could_be = inlined.spare_of(best, self.fewer_second[there])
                    if could_be > spare:
                        spare = could_be
        self.worth[2 * (index * self.families + family)] = after
        self.worth[2 * (index * self.families + family) + 1] = spare

    def fill(self, first: int, after: int, spare: int) -> None:
        """Gives all families the same worth."""
        for entry in range(first, first + self.families):
            self.worth[2 * entry] = after
            self.worth[2 * entry + 1] = spare


class TallyPictures(Turn):
    """Between the passes: counts pictures by family and worth, won ones left out.

    It looks at a sample of them, which tells the common values as well as all would.
    """

    def go(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        for high in range(highs_from, highs_to):
            if high % _SAMPLED == 0 or self.fogs < _LARGE:
                Walk.go(self, high, high + 1, scratch)

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        if fog & self.menhirs:
            for family in range(self.families):
                value = self.worth[2 * (index * self.families + family)]
                scratch.tally[_VALUES * family + value - _LOWEST] += 1

    def ceiling(self, tally: list[int], family: int, rare: float) -> int:
        """The value that is exceeded by no more than a rare share of a family's pictures."""
        counts = tally[_VALUES * family : _VALUES * (family + 1)]
        left = rare * sum(counts)
        place = _VALUES - 1
        while place and counts[place] <= left:
            left -= counts[place]
            place -= 1
        return place + _LOWEST


class MarkHigher(Turn):
    """Between the passes: marks the positions with a move that may be worth more than a ceiling.

    Such pictures are rare, so it is quicker to ask which moves lead to them than to look through
    the moves of every position. Winning moves are known already.
    """

    def exceed(self, ceilings: "array[int]", higher: memoryview) -> None:
        """The ceiling of each family; nothing is above ``NO_CEILING``."""
        self.ceilings = ceilings
        self.higher = higher
        self.overflowed = False
        """Whether some picture had more origins than there is memory for."""

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        if not fog & self.menhirs:
            return
        count = -1
        for family in range(self.families):
            entry = index * self.families + family
            if self.worth[2 * entry + 1] > self.ceilings[family]:
                self.mark_exact(fog, index, family, self.ceilings[family])
            if self.worth[2 * entry] <= self.ceilings[family]:
                continue
            self.higher[entry] = 1  # M7: by passing a fog leads to itself
            if count < 0:
                count = rank_origins(fog, self.tiles, self.ranking, scratch)
                if count > len(scratch.ranks):
                    self.overflowed = True
                    return
            for origin in range(count):
                self.higher[scratch.ranks[origin] * self.families + family] = 1

    def mark_exact(self, fog: int, index: int, family: int, least: int) -> None:
        """Marks only the positions that the opponent would like to restore but may not (M4).

        For a mover who comes from one of those this picture is worth more; here, more than
        ``least``.
        """
        if self.kept_as[family] >= 0:
            there = index * self.same_families + self.kept_as[family]
            worth = inlined.spare_of(self.same_best[there], self.same_second[there])
            if worth > least:
                self.mark_move(self.same_picture[there] * self.families + family, worth)
        if self.taken_as[family] < 0 or not self.fewer_families:
            return
        rest = removable(fog, self.menhirs)
        while rest:
            tile = rest & (0 - rest)
            rest ^= tile
            place = inlined.rank_of(self.ranking, fog ^ tile, self.tiles - 1)
            there = place * self.fewer_families + self.taken_as[family]
            worth = inlined.spare_of(self.fewer_best[there], self.fewer_second[there])
            if worth > least:
                origin = self.ranking.unrank_packed(self.fewer_picture[there], self.tiles - 1)
                if not origin & tile:
                    place = inlined.rank_of(self.ranking, origin | tile, self.tiles)
                    self.mark_move(place * self.families + family, worth)

    def mark_move(self, entry: int, worth: int) -> None:
        """Marks a position with a move that may be worth so much."""
        self.higher[entry] = 1


class ValuePositions(Turn):
    """The second pass: the best move of every position.

    M4 can forbid even a win, where the tile taken away since was the last on a menhir. So with
    ``may_forbid_wins`` positions with a single win have all their moves looked at too.
    """

    def look_at_wins(self, may_forbid_wins: bool) -> None:
        self.may_forbid_wins = may_forbid_wins

    def is_won(self, index: int) -> bool:
        """Whether a win can be played, whatever is forbidden."""
        return self.wins[index] == 2 or (self.wins[index] == 1 and not self.may_forbid_wins)

    def stop_at(
        self, most: int, ceilings: "array[int]", higher: memoryview, exact: memoryview
    ) -> None:
        """Ends the search of a position at two moves worth the ceiling of its family.

        Positions marked as higher may have better ones, and end at two moves worth ``most``. Those
        marked as exact have a move that is worth more than its picture; without such marks any
        position may have one.
        """
        self.most = most
        self.ceilings = ceilings
        self.higher = higher
        self.exact = exact

    def begin_east(self, high: int, scratch: Scratch) -> None:
        self.moves.list_stays(high, self.tiles, scratch)

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        first = index * self.families
        if not fog & self.menhirs or self.is_won(index):
            for entry in range(first, first + self.families):
                self.best[entry] = self.win
                self.second[entry] = self.win
            return
        scratch.count = 0
        for family in range(self.families):
            enough = self.most if self.higher[first + family] else self.ceilings[family]
            if self.look_at_stays(fog, index, family, enough, enough, scratch):
                continue
            if not scratch.count:
                self.moves.begin_results(fog, self.covers if self.wins[index] else 0, scratch)
            if not self.look(fog, family, first + family, enough, enough, scratch):
                self.choose(fog, family, first + family, scratch)

    def look_at_stays(
        self, fog: int, index: int, family: int, enough: int, also: int, scratch: Scratch
    ) -> bool:
        """Looks among the moves within the eastern half for one worth ``enough``, another ``also``.

        Mostly they are there, and they are looked up in no time: the moves of the fogs visited just
        before led to neighbouring places. Not where there is a win, which comes first.
        """
        if self.wins[index]:
            return False
        top = _LOWEST
        runner_up = _LOWEST
        where = 0
        next_best = 0
        for move in range(scratch.stays):
            if scratch.stay_touches[move] & fog:
                continue
            place = index + scratch.stay_offsets[move]
            there = 2 * (place * self.families + family)
            value = self.worth[there]
            if value <= runner_up or self.worth[there + 1] == _MOST:
                continue
            if value > top:
                runner_up = top
                next_best = where
                top = value
                where = place
            else:
                runner_up = value
                next_best = place
            if runner_up >= also and top >= enough:
                self.note(index * self.families + family, top, where, runner_up, next_best)
                return True
        return False

    def look(
        self, fog: int, family: int, entry: int, enough: int, also: int, scratch: Scratch
    ) -> bool:
        """Looks for a move worth ``enough`` and another one worth ``also``.

        Goes by ``after``, a lower bound of every move. Returns whether the result stands: both were
        found, or all moves were looked at and none has to be worked out exactly.
        """
        exactly = _LOWEST
        top = _LOWEST
        runner_up = _LOWEST
        where = 0
        next_best = 0
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
                    next_best = where
                    top = value
                    where = scratch.ranks[option]
                elif value > runner_up:
                    runner_up = value
                    next_best = scratch.ranks[option]
        self.note(entry, top, where, runner_up, next_best)
        if top >= enough and runner_up >= also:
            return True
        if exactly < _MOST and len(self.exact) and not self.exact[entry]:
            return scratch.count > 1
        return scratch.count > 1 and exactly <= runner_up

    def gather(self, family: int, begin: int, scratch: Scratch) -> int:
        """Looks up the worth of some more moves from ``begin`` on; returns where it stopped.

        Here the solver spends its time, waiting for memory; so it asks for many values at once.
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
        """Adds more pictures that moves lead to, winning ones first; False if none are left."""
        if scratch.count:
            return self.moves.write_results(fog, _AT_ONCE, scratch)
        if not scratch.near:
            return self.moves.write_results(fog, _AT_FIRST, scratch)
        # What wins moves every covered menhir, so it belongs to the cluster of any of them.
        more = self.moves.write_results(fog, 0, scratch)
        wins = 0
        for option in range(scratch.count):
            result = scratch.results[option]
            if not result & self.menhirs:
                scratch.results[option] = scratch.results[wins]
                scratch.results[wins] = result
                wins += 1
        return more

    def choose(self, fog: int, family: int, entry: int, scratch: Scratch) -> None:
        """Picks the best move of one family, all moves having been looked at."""
        floor = self.second[entry]
        top = _LOWEST
        runner_up = _LOWEST
        where = 0
        next_best = 0
        exact = False
        for option in range(scratch.count):
            after = scratch.worth[2 * option]
            value = after
            spare = scratch.worth[2 * option + 1]
            if spare > after and spare > runner_up and spare > floor:
                if spare == _MOST:
                    value = self.exact_edge(fog, scratch.results[option], family)
                else:
                    value = self.played_back(fog, scratch.results[option], family, after)
                exact = exact or value != after
            if value > top:
                runner_up = top
                next_best = where
                top = value
                where = scratch.ranks[option]
            elif value > runner_up:
                runner_up = value
                next_best = scratch.ranks[option]
        if scratch.count < 2:  # M7: for want of a move; nobody can claim on a pass
            runner_up = self.exact_edge(fog, fog, family)
            if scratch.count == 0:
                top = runner_up
        self.note(entry, top, where, runner_up, next_best)
        if exact and len(self.runner_up):
            self.runner_up[entry] = _EXACT

    def note(self, entry: int, best: int, picture: int, second: int, runner_up: int) -> None:
        """Writes the result of a position."""
        self.best[entry] = best
        self.second[entry] = second
        self.picture[entry] = picture
        if len(self.runner_up):
            self.runner_up[entry] = inlined.trace_of(runner_up)

    def played_back(self, fog: int, result: int, family: int, value: int) -> int:
        """The exact worth of a move to a picture of that value.

        It is worth more if the opponent would want to play it back and may not (M4).
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
        rest = removable(result, self.menhirs) & fog
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
        """The exact worth of a move, or of passing (M7), from the opponent's replies alone."""
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
        rest = removable(result, self.menhirs)
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
        """M4: whether that picture is a move played back, after that tile (or none) was taken."""
        if not tile:
            return picture == inlined.rank_of(self.ranking, fog, self.tiles)
        if picture != inlined.rank_of(self.ranking, fog ^ tile, self.tiles - 1):
            return False
        return remembered(self.landed(fog, result), tile) != 0

    def landed(self, fog: int, result: int) -> int:
        """The tiles that a move took from one picture to another, where they landed."""
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
