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

from menhirs.core.fog import can_free, step, write_moves
from menhirs.engine.solver import unlocked
from menhirs.engine.solver.ranking import Ranking
from menhirs.engine.solver.walk import Scratch, Walk

_LOWEST = -128
"""Below every value: no option at all."""


def go(walk: Walk, highs_from: int, highs_to: int, scratch: Scratch) -> None:
    """Does a part of a pass; other threads go on meanwhile."""
    unlocked.go_unlocked(walk, highs_from, highs_to, scratch)


class FindWins(Walk):
    """Marks the fogs from which one move frees all menhirs (M6)."""

    def __init__(
        self, ranking: Ranking, tiles: int, menhirs: int, wins: MutableSequence[int]
    ) -> None:
        Walk.__init__(self, ranking, tiles)
        self.menhirs = menhirs
        self.wins = wins

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        if fog & self.menhirs and can_free(
            fog, self.menhirs, self.ranking.cells, self.ranking.stride
        ):
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
        menhirs: int,
        win: int,
        claimed: int,
        wins: Sequence[int],
        kept_as: "array[int]",
        taken_as: "array[int]",
    ) -> None:
        Walk.__init__(self, ranking, tiles)
        self.menhirs = menhirs
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
                place = self.ranking.rank(fog & ~tile, self.tiles - 1) * self.fewer_families
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
        return 127  # the reply gains by having to pass (M7): every edge must be looked at
    return -second if second < best else _LOWEST


class ValuePositions(Turn):
    """The second pass: the best move of every position.

    Even a win can be forbidden, if the tile taken away since was the last to cover a menhir before
    the move: with ``may_forbid_wins`` the moves of won positions are looked at too.
    """

    def look_at_wins(self, may_forbid_wins: bool) -> None:
        self.may_forbid_wins = may_forbid_wins

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        first = index * self.families
        if not fog & self.menhirs or (self.wins[index] and not self.may_forbid_wins):
            for entry in range(first, first + self.families):
                self.best[entry] = self.win
                self.second[entry] = self.win
            return
        count = write_moves(
            fog, self.ranking.cells, self.ranking.stride, scratch.parts, scratch.directions
        )
        options = count
        if count < 2:  # M7: without a legal move one passes, and nobody can claim on it
            scratch.parts[count] = 0
            scratch.directions[count] = 0
            options = count + 1
        for option in range(options):
            part = scratch.parts[option]
            landed = step(part, scratch.directions[option], self.ranking.stride)
            scratch.ranks[option] = self.ranking.rank((fog & ~part) | landed, self.tiles)
        for family in range(self.families):
            self.choose(fog, family, first + family, count, options, scratch)

    def choose(
        self, fog: int, family: int, entry: int, count: int, options: int, scratch: Scratch
    ) -> None:
        """The best of the options, for one family."""
        top = _LOWEST
        runner_up = _LOWEST
        where = 0
        for option in range(options):
            there = scratch.ranks[option] * self.families + family
            value = self.after[there]
            if option == count or (self.spare[there] > value and self.spare[there] > runner_up):
                part = scratch.parts[option]
                landed = step(part, scratch.directions[option], self.ranking.stride)
                value = self.exact_edge(fog, part, landed, family)
            if option == count:  # only for want of a move that may be played
                runner_up = value
                if count == 0:
                    top = value
            elif value > top:
                runner_up = top
                top = value
                where = scratch.ranks[option]
            elif value > runner_up:
                runner_up = value
        self.best[entry] = top
        self.second[entry] = runner_up
        self.picture[entry] = where

    def exact_edge(self, fog: int, moved: int, landed: int, family: int) -> int:
        """What one move is worth to the mover, the return rule exact (M4)."""
        value = _LOWEST
        result = (fog & ~moved) | landed
        if self.kept_as[family] >= 0:
            there = (
                self.ranking.rank(result, self.tiles) * self.same_families + self.kept_as[family]
            )
            reply = self.same_best[there]
            if self.same_second[there] != reply and self.same_picture[there] == self.ranking.rank(
                fog, self.tiles
            ):
                reply = self.same_second[there]
            value = -reply
        if self.taken_as[family] < 0 or not self.fewer_families:
            return value
        rest = self.removable(result)
        while rest:
            tile = rest & (0 - rest)
            rest ^= tile
            place = self.ranking.rank(result & ~tile, self.tiles - 1)
            there = place * self.fewer_families + self.taken_as[family]
            reply = self.fewer_best[there]
            # M4: with one of the moved tiles taken away it is no longer the same group.
            if (
                self.fewer_second[there] != reply
                and not tile & landed
                and self.fewer_picture[there] == self.ranking.rank(fog & ~tile, self.tiles - 1)
            ):
                reply = self.fewer_second[there]
            if -reply > value:
                value = -reply
        return value


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
        free = self.ranking.cells & ~fog
        top = _LOWEST
        while free:
            tile = free & (0 - free)
            free ^= tile
            there = self.sign * self.placed[self.ranking.rank(fog | tile, self.tiles + 1)]
            if there > top:
                top = there
        self.value[index] = self.sign * top


def decide(
    begin: int,
    end: int,
    families: int,
    on_first: Sequence[int],
    on_first_second: Sequence[int],
    on_first_picture: Sequence[int],
    on_second: Sequence[int],
    on_second_second: Sequence[int],
    on_second_picture: Sequence[int],
    back: Sequence[int],
    family: int,
    best: MutableSequence[int],
    second: MutableSequence[int],
    picture: MutableSequence[int],
) -> int:
    """The decision moment (A5) for one family, from player 1's view.

    Player 1 goes on, or leaves it to player 2, who goes on or back. Going on keeps the memory of
    the return rule, going back clears it (A12). Of the two positions one could go on to at most one
    has a best move whose loss matters; returns how often that was not so.
    """
    both = 0
    for index in range(begin, end):
        value = _decided(on_first[index], on_second[index], back[index])
        without_first = _decided(on_first_second[index], on_second[index], back[index])
        without_second = _decided(on_first[index], on_second_second[index], back[index])
        if on_first_picture[index] == on_second_picture[index]:
            without_first = _decided(on_first_second[index], on_second_second[index], back[index])
            without_second = value
        elif without_first != value and without_second != value:
            both += 1
        entry = index * families + family
        best[entry] = value
        second[entry] = without_first if without_first != value else without_second
        picture[entry] = (
            on_first_picture[index] if without_first != value else on_second_picture[index]
        )
    return both


def _decided(on_first: int, on_second: int, back: int) -> int:
    left_to_second = back if back < on_second else on_second
    return on_first if on_first > left_to_second else left_to_second


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
