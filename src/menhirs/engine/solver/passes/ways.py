"""The passes that count the ways in which a player reaches a goal. Compiled.

One player, the attacker, wants to win at least so many points; the goal of the other one is to
prevent that. Every end of a game meets one of the two goals. So a position is worth no number here:
its mover reaches the goal or not. That is a bit, and the few bits of a turn stay in the
processor's cache.

A *way* is a move that reaches the mover's goal. What a position is worth may depend on the return
rule (M4), which forbids at most one resulting picture; so it matters whether there is no way, just
one, or more (``soles.py``).

A picture is *good* if some end of the turn, keeping all or taking a tile away, leaves the opponent
no way. It is *open* if it is not good, but some end leaves the opponent just one way: if that way
restores the very picture that the mover came from, then it is forbidden. So a move to an open
picture may be a way for some movers.

A turn is solved in two steps: the good pictures, then the ways. Either has few changes since a
model, another turn that is nearly the same. So a pass goes through the bits of a set rather than
through all fogs.
"""

from menhirs.core.turn_flow import removable
from menhirs.engine.solver.passes import inlined
from menhirs.engine.solver.passes.ranking import Ranking
from menhirs.engine.solver.passes.soles import NO_WAYS, Ways
from menhirs.engine.solver.passes.walk import Moves, Scratch, Walk, rank_origins

_AT_ONCE = 8
"""The number of moves that are listed together."""


class BitWalk(Walk):
    """A pass through the fogs of a set."""

    def __init__(self, ranking: Ranking, tiles: int, asked: memoryview) -> None:
        Walk.__init__(self, ranking, tiles)
        self.asked = asked
        """The fogs to visit; if empty, all."""

    def visits_all(self) -> bool:
        return len(self.asked) == 0

    def next_fog(self, index: int, end: int) -> int:
        if len(self.asked) == 0:
            return index
        return inlined.next_bit(self.asked, index, end)


class MarkLive(Walk):
    """Marks the fogs that cover a menhir."""

    def __init__(self, ranking: Ranking, tiles: int, menhirs: int, live: memoryview) -> None:
        Walk.__init__(self, ranking, tiles)
        self.menhirs = menhirs
        self.live = live

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        if fog & self.menhirs:
            inlined.add_bit(self.live, index)


class TurnWalk(BitWalk):
    """The base of passes over a turn.

    ``same`` and ``fewer`` are the opponent's ways with as many tiles and with one tile less, None
    where the turn can't end so. With ``claims`` a picture that leaves the opponent a win is never
    good (A9).
    """

    def __init__(
        self,
        ranking: Ranking,
        tiles: int,
        asked: memoryview,
        moves: Moves,
        menhirs: int,
        wins: memoryview,
        claims: bool,
        same: Ways | None,
        fewer: Ways | None,
        good: memoryview,
        opened: memoryview,
    ) -> None:
        BitWalk.__init__(self, ranking, tiles, asked)
        self.moves = moves
        self.menhirs = menhirs
        self.covers = ranking.unpack(menhirs)
        self.wins = wins
        self.claims = claims
        self.has_same = same is not None
        self.has_fewer = fewer is not None
        self.same = same or NO_WAYS
        self.fewer = fewer or NO_WAYS
        self.has_edges = self.same.edges.used + self.fewer.edges.used > 0
        self.good = good
        self.opened = opened


class LookAtPictures(TurnWalk):
    """Finds out whether pictures are good or open, and notes those that turned."""

    def note(self, turned: memoryview) -> None:
        """Where pictures are noted that became good, or are so no longer."""
        self.turned = turned

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        if not fog & self.menhirs or (self.claims and inlined.has_bit(self.wins, index)):
            return
        was_good = inlined.has_bit(self.good, index)
        inlined.take_bit(self.good, index)
        inlined.take_bit(self.opened, index)
        is_good = self.is_good(fog, index)
        if is_good:
            inlined.add_bit(self.good, index)
        if is_good != was_good:
            inlined.add_bit(self.turned, index)

    def is_good(self, fog: int, index: int) -> bool:
        """Whether a picture is good; if it is not but open, notes that."""
        is_open = False
        if self.has_same:
            if not inlined.has_bit(self.same.one, index):
                return True
            is_open = not inlined.has_bit(self.same.two, index)
        if self.has_fewer:
            rest = removable(fog, self.menhirs)
            while rest:
                tile = rest & (0 - rest)
                rest ^= tile
                there = inlined.rank_of(self.ranking, fog ^ tile, self.tiles - 1)
                if not inlined.has_bit(self.fewer.two, there):
                    if not inlined.has_bit(self.fewer.one, there):
                        return True
                    is_open = True
        if is_open:
            inlined.add_bit(self.opened, index)
        return False


class SpreadToPictures(BitWalk):
    """From positions with fewer than two ways: the pictures of which they can be left.

    Goes through the opponent's positions with one tile less. Their tile may have lain anywhere.
    """

    def __init__(
        self,
        ranking: Ranking,
        asked: memoryview,
        fewer: Ways,
        good: memoryview,
        opened: memoryview,
    ) -> None:
        BitWalk.__init__(self, ranking, fewer.tiles, asked)
        self.fewer = fewer
        self.good = good
        self.opened = opened

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        if inlined.has_bit(self.fewer.two, index):
            return
        is_open = inlined.has_bit(self.fewer.one, index)
        free = self.ranking.all_packed & ~fog
        while free:
            tile = free & (0 - free)
            free ^= tile
            place = inlined.rank_of(self.ranking, fog | tile, self.tiles + 1)
            if is_open:
                inlined.add_bit(self.opened, place)
            else:
                inlined.add_bit(self.good, place)


class MarkWithTile(BitWalk):
    """Marks the fogs that become one of these when a tile is taken away."""

    def __init__(self, ranking: Ranking, tiles: int, asked: memoryview, marked: memoryview) -> None:
        BitWalk.__init__(self, ranking, tiles, asked)
        self.marked = marked

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        free = self.ranking.all_packed & ~fog
        while free:
            tile = free & (0 - free)
            free ^= tile
            place = inlined.rank_of(self.ranking, fog | tile, self.tiles + 1)
            inlined.add_bit(self.marked, place)


class MarkOrigins(BitWalk):
    """Marks the positions with a move to a picture that turned, if that can change their ways.

    With two ways one more changes nothing, and without any there is none to lose.
    """

    def __init__(
        self,
        ranking: Ranking,
        tiles: int,
        turned: memoryview,
        good: memoryview,
        known: Ways,
        marked: memoryview,
    ) -> None:
        BitWalk.__init__(self, ranking, tiles, turned)
        self.good = good
        self.known = known
        self.marked = marked
        self.overflowed = False
        """Whether some fog had more origins than there is memory for."""

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        count = rank_origins(fog, self.tiles, self.ranking, scratch)
        if count > len(scratch.ranks):
            self.overflowed = True
            return
        is_good = inlined.has_bit(self.good, index)
        for origin in range(count):
            place = scratch.ranks[origin]
            if is_good:
                if not inlined.has_bit(self.known.two, place):
                    inlined.add_bit(self.marked, place)
            elif inlined.has_bit(self.known.one, place):
                inlined.add_bit(self.marked, place)


class MarkRestored(BitWalk):
    """From positions with an only way: marks the fogs that this way would restore (M4).

    Goes through the opponent's positions, with as many tiles as the turn (``same``) or one less:
    then the tile taken away belongs to what was there before.
    """

    def __init__(
        self,
        ranking: Ranking,
        asked: memoryview,
        moves: Moves,
        menhirs: int,
        ways: Ways,
        same: bool,
        marked: memoryview,
    ) -> None:
        BitWalk.__init__(self, ranking, ways.tiles, asked)
        self.moves = moves
        self.menhirs = menhirs
        self.ways = ways
        self.same = same
        self.marked = marked

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        if not self.ways.is_single(index):
            return
        if inlined.has_bit(self.ways.wins, index):
            # Nobody has to move where no menhir is covered: the tile taken away was on one.
            if not self.same:
                before = self.moves.win_of(fog, self.menhirs)
                self.mark_with_tile(before, self.menhirs & ~(before | fog))
            return
        rank = self.ways.soles.get(index)
        if self.same:
            inlined.add_bit(self.marked, rank)
            return
        before = self.ranking.unrank_packed(rank, self.tiles)
        self.mark_with_tile(before, self.ranking.all_packed & ~(before | fog))

    def mark_with_tile(self, before: int, free: int) -> None:
        """Marks a fog with one more tile, on any of these cells."""
        while free:
            tile = free & (0 - free)
            free ^= tile
            place = inlined.rank_of(self.ranking, before | tile, self.tiles + 1)
            inlined.add_bit(self.marked, place)


class CountWays(TurnWalk):
    """Counts the ways of positions, up to two, and notes what changed."""

    def write_to(self, ways: Ways, changed: memoryview) -> None:
        """``ways`` holds what is known of a model, and gets the results."""
        self.ways = ways
        self.soles = ways.soles
        self.edges = ways.edges
        self.changed = changed

    def list_stays(self, lists: bool) -> None:
        """Whether to list the moves within an eastern half: for few fogs it does not pay."""
        self.lists_stays = lists and not self.has_edges

    def begin_east(self, high: int, scratch: Scratch) -> None:
        scratch.stays = 0
        if self.lists_stays:
            self.moves.list_stays(high, self.tiles, scratch)

    def has_two_stays(self, fog: int, index: int, scratch: Scratch) -> bool:
        """Whether two moves within the eastern half are ways."""
        has_one = False
        for move in range(scratch.stays):
            if not scratch.stay_touches[move] & fog and inlined.has_bit(
                self.good, index + scratch.stay_offsets[move]
            ):
                if has_one:
                    return True
                has_one = True
        return False

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        if not fog & self.menhirs:
            return
        count = 0
        sole = 0
        wins = False
        if self.has_two_stays(fog, index, scratch):
            self.enter(index, 2, False, 0)
            return
        near = self.covers if inlined.has_bit(self.wins, index) else 0
        self.moves.begin_results(fog, near, scratch)
        done = 0
        while count < 2:
            if done == scratch.count and not self.moves.write_results(fog, _AT_ONCE, scratch):
                break
            while done < scratch.count and count < 2:
                result = scratch.results[done]
                done += 1
                if not result & self.menhirs:
                    count += 1
                    wins = True
                    continue
                place = inlined.rank_of(self.ranking, result, self.tiles)
                if inlined.has_bit(self.good, place) and not self.has_edges:
                    is_way = True
                elif inlined.has_bit(self.good, place) or inlined.has_bit(self.opened, place):
                    is_way = self.is_way(fog, index, result, place)
                else:
                    is_way = False
                if is_way:
                    count += 1
                    sole = place
        if count < 2 and scratch.count < 2:
            count = self.count_with_pass(fog, index, count, scratch)
        self.enter(index, count, wins, sole)

    def count_with_pass(self, fog: int, index: int, count: int, scratch: Scratch) -> int:
        """The ways of a position with fewer than two moves, in which a player may pass (M7)."""
        if not self.may_pass(fog, index):
            return count
        if scratch.count == 0 or count > 0:
            return 2  # nothing that is forbidden changes it
        self.edges.put(index, inlined.rank_of(self.ranking, scratch.results[0], self.tiles))
        return 0

    def may_pass(self, fog: int, index: int) -> bool:
        """Whether passing reaches the goal. It clears the memory of M4; nobody can claim on it."""
        if self.has_same and not inlined.has_bit(self.same.one, index):
            return True
        rest = removable(fog, self.menhirs) if self.has_fewer else 0
        while rest:
            tile = rest & (0 - rest)
            rest ^= tile
            there = inlined.rank_of(self.ranking, fog ^ tile, self.tiles - 1)
            if not inlined.has_bit(self.fewer.one, there):
                return True
        return False

    def enter(self, index: int, count: int, wins: bool, sole: int) -> None:
        """Writes the result of a position, and notes whether it changed."""
        one = inlined.has_bit(self.ways.one, index)
        two = inlined.has_bit(self.ways.two, index)
        same = one == (count > 0) and two == (count > 1)
        if count == 1 and not wins:
            same = same and self.soles.get(index) == sole
            self.soles.put(index, sole)
        if same:
            return
        inlined.take_bit(self.ways.one, index)
        inlined.take_bit(self.ways.two, index)
        if count > 0:
            inlined.add_bit(self.ways.one, index)
        if count > 1:
            inlined.add_bit(self.ways.two, index)
        inlined.add_bit(self.changed, index)

    def is_way(self, fog: int, index: int, result: int, place: int) -> bool:
        """Whether a move leaves the opponent no way, since playing it back is forbidden (M4)."""
        if self.has_same and not self.same.has_way(place, index, False):
            return True
        rest = removable(result, self.menhirs) if self.has_fewer else 0
        while rest:
            tile = rest & (0 - rest)
            rest ^= tile
            there = inlined.rank_of(self.ranking, result ^ tile, self.tiles - 1)
            if not self.has_reply(result ^ tile, there, fog & tile, fog ^ tile):
                return True
        return False

    def has_reply(self, fog: int, index: int, was_there: int, before: int) -> bool:
        """Whether the opponent has a way after a tile was taken away.

        Not if it leads back to the picture ``before``, less that tile; if that is a move at all,
        the tile is none of those that moved. (Two moves never lead to the same picture.)
        """
        if not was_there:
            return inlined.has_bit(self.fewer.one, index)
        if not inlined.has_bit(self.fewer.two, index) and (
            self.has_edges or inlined.has_bit(self.fewer.one, index)
        ):
            frees = not before & self.menhirs and self.moves.leads_to(fog, before)
            return self.fewer.has_way(
                index, inlined.rank_of(self.ranking, before, self.tiles - 1), frees
            )
        return inlined.has_bit(self.fewer.one, index)


class PlaceTile(BitWalk):
    """Who reaches the goal before one more tile is placed.

    ``placed`` are the fogs in which the attacker does when the tile lies. Visits only fogs that
    cover all cells of ``under``.
    """

    def __init__(
        self,
        ranking: Ranking,
        tiles: int,
        by_attacker: bool,
        under: int,
        placed: memoryview,
        reached: memoryview,
    ) -> None:
        BitWalk.__init__(self, ranking, tiles, reached[:0])
        self.by_attacker = by_attacker
        self.under = under
        self.placed = placed
        self.reached = reached

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        if self.under & ~fog:
            return
        free = self.ranking.all_packed & ~fog
        reached = not self.by_attacker
        while free and reached != self.by_attacker:
            tile = free & (0 - free)
            free ^= tile
            reached = inlined.has_bit(
                self.placed, inlined.rank_of(self.ranking, fog | tile, self.tiles + 1)
            )
        if reached:
            inlined.add_bit(self.reached, index)
