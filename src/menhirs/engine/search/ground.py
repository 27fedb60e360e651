"""What the search stands on: board, turns, limits, scratch memory, and the estimate.

Plain Python with the C types of ``ground.pxd``; compiled, it runs without the interpreter's lock.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence
from typing import cast

from menhirs.core.fog import (
    can_free,
    flood,
    size,
    step,
    write_moves,
    write_whole_moves,
)
from menhirs.engine.search.plan import Plan
from menhirs.engine.search.table import Table, mixed, print_of
from menhirs.engine.turns import Turns

_ENOUGH = 8  # so many safe moves are as good as any number
_TIE_LOST = 6  # what it is worth that a tie is lost by the other one, within an estimate
_RIPE, _COVERED, _APART = 8, 2, 3  # see Ground.ripeness
_CHANCE, _LAST_CHANCES = 3, 2  # see Ground.tempo
_LEAD = 3  # chances: more ahead make no difference, and estimates must stay below a point
_MANY = 7  # menhirs under fog: more make no difference either
_HISTORY = 4096


class Ground(Turns):
    """One thread's view of a search."""

    def __init__(self, plan: Plan, table: Table, flag: memoryview, room: int) -> None:
        Turns.__init__(self, plan)
        self.claims = plan.claims
        self.choices = plan.choices
        self.most = plan.most
        self.later = plan.later
        self.pair = plan.pair
        self.table = table
        self.flag = flag
        """One byte: whoever sets it stops the search."""
        self.nodes = 0
        self.most_nodes = 0
        """0 is no limit."""
        self.stopped = False
        self.crowded = False
        """Stopped for want of room for moves (a house board with much fog)."""
        self.doubt = 0
        """Of the value just returned: 0 if it is certain; otherwise estimates went into it, and no
        more than this could be won or lost where they were made."""
        self.taken = 0
        """The best taking away found by the last :meth:`after`: its cell, or 63 for none."""
        self.favourites = array("i", [0, 0])
        """The cell whose tile each player has last taken away with success."""
        # Moves are written on a stack: each node takes as many as it has.
        self.room = room
        self.top = 0
        self.parts = _zeros("Q", 8 * room)
        self.ways = _zeros("B", room)
        self.pictures = _zeros("Q", 8 * room)
        self.weights = _zeros("i", 4 * room)
        self.answers = _zeros("Q", 8 << 16)
        """What :meth:`wins` has found: fog and answer, under the print of the fog."""
        self.history = _zeros("i", 4 * 2 * _HISTORY)
        self.lay(0)

    def lay(self, menhirs: int) -> None:
        """The menhirs lie so."""
        self.menhirs = menhirs
        self.salt = mixed(menhirs, 0)

    def visit(self) -> bool:
        """Counts a position; whether the search goes on."""
        self.nodes += 1
        if self.flag[0] or (self.most_nodes and self.nodes >= self.most_nodes):
            self.stopped = True
        return not self.stopped

    def key(self, turn: int, fog: int, one: int, two: int, chooser: int) -> int:
        """What the table knows the position by, whatever is banned."""
        counts = one << 6 | two if self.choices[turn] else 0
        return mixed(fog, self.salt ^ (turn << 14 | counts << 2 | chooser))

    def wins(self, fog: int) -> bool:
        """M6: whether whoever moves this fog wins at once."""
        place = print_of(fog)
        known = self.answers[place] ^ self.salt  # the salt keeps layouts apart
        if known >> 1 != fog:
            known = fog << 1
            if can_free(fog, self.menhirs, self.cells, self.stride):
                known |= 1
            self.answers[place] = known ^ self.salt
        return known & 1 == 1

    def can_win(self, fog: int, banned: int) -> bool:
        """M6: the same, when one picture may not be moved to (M4)."""
        if not self.wins(fog):
            return False
        if not banned or banned & self.menhirs:
            return True
        # Going back would win, the tile taken away since having been the last on a menhir: so
        # only another move counts.
        count = self.write(fog, False)
        for index in range(self.top, self.top + count):
            picture = self.pictures[index]
            if picture != banned and not picture & self.menhirs:
                return True
        return False

    def write(self, fog: int, whole: bool) -> int:
        """Writes the moves (of whole clusters only) above the stack's top, with their pictures."""
        top = self.top
        if whole:
            count = write_whole_moves(
                fog, self.cells, self.stride, self.parts[top:], self.ways[top:]
            )
        else:
            count = write_moves(fog, self.cells, self.stride, self.parts[top:], self.ways[top:])
        if top + count > self.room:
            self.crowded = True
            self.stopped = True
            return 0
        for index in range(top, top + count):
            part = self.parts[index]
            self.pictures[index] = fog & ~part | step(part, self.ways[index], self.stride)
        return count

    def trace(self, index: int, player: int) -> int:
        """Where the history remembers how a move on the stack has done."""
        mark = print_of(self.parts[index]) >> 4 ^ self.ways[index] * 613
        return player * _HISTORY + (mark & (_HISTORY - 1))

    def estimate(
        self, turn: int, fog: int, one: int, two: int, chooser: int, alpha: int, beta: int
    ) -> int:
        """What a position seems worth, less than a point, or exactly what it is if that is clear.

        While fog must be taken away, what matters is how it ends (:meth:`ripeness`). Otherwise a
        player with few moves that don't hand the opponent a win is in danger. They are counted
        only as far as the window asks. And where fog may be taken away, time is on the side of
        whoever can still do so (:meth:`tempo`).
        """
        entry = turn * self.width + size(fog)
        self.doubt = self.later[entry]
        if self.claims[turn] and self.score[entry] > self.doubt:
            self.doubt = self.score[entry]
        if not self.doubt:
            return 0  # nothing can be won any more
        if not chooser:
            least = self.tempo(turn, one, two)
        else:
            least = -_TIE_LOST if chooser == 1 + (turn & 1) else _TIE_LOST
        if self.pair[entry] and self.taking[turn] == 2 and not self.claims[turn]:
            ripe = self.ripeness(fog)
            return least + (ripe if self.pair[entry] == 1 + (turn & 1) else -ripe)
        least -= _ENOUGH // 2
        if least + _ENOUGH <= alpha:
            return least + _ENOUGH
        enough = min(_ENOUGH, max(1, beta - least))
        whole = self.write(fog, True)  # mostly enough, and quicker than writing all moves
        safe = self.count_safe(0, whole, enough)
        if safe < enough:
            count = self.write(fog, False)
            safe += self.count_safe(whole, count, enough - safe)
            if not safe and count > 1 and self.claims[turn] and self.doubt == self.score[entry]:
                # A9: whatever moves is claimed on. (M4 may ban one move, but not both.)
                self.doubt = 0
                return -self.score[entry]
        return least + safe

    def tempo(self, turn: int, one: int, two: int) -> int:
        """How much the chances to take fog away that are left suit the player to move.

        More than the opponent's are good; some when the opponent has none are better still, for
        then this player alone says when it comes to the decision (A4).
        """
        if self.taking[turn] != 1:
            return 0
        own, theirs = (two, one) if turn & 1 else (one, two)
        worth = _CHANCE * min(max(theirs - own, -_LEAD), _LEAD)
        if own < self.chances <= theirs:
            worth += _LAST_CHANCES
        elif theirs < self.chances <= own:
            worth -= _LAST_CHANCES
        return worth

    def ripeness(self, fog: int) -> int:
        """How much the fog suits the player who will move when two tiles are left.

        That move wins, unless the tiles lie apart and each on a menhir: so the opponent needs many
        menhirs under fog, and not in one cluster, and this player few.
        """
        covered = fog & self.menhirs
        apart = covered & ~flood(covered & (0 - covered), fog, self.stride)
        return _RIPE - _COVERED * min(size(covered), _MANY) - (_APART if apart else 0)

    def count_safe(self, begin: int, end: int, enough: int) -> int:
        """How many of these moves above the stack's top leave the opponent no winning move."""
        safe = 0
        for index in range(self.top + begin, self.top + end):
            picture = self.pictures[index]
            if picture & self.menhirs and not self.wins(picture):
                safe += 1
                if safe == enough:
                    break
        return safe


def _zeros(kind: str, size: int) -> MutableSequence[int]:
    """So many bytes as numbers of that kind; a slice of it is a view."""
    view = memoryview(bytearray(size)).cast(kind)  # type: ignore[call-overload]
    return cast("MutableSequence[int]", view)
