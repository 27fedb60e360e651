"""The base of the search: its limits and working memory, winning moves, and the estimate.

Plain Python with the C types of ``evaluation.pxd``; compiled, it runs without the lock.
Tried without gain: ordering moves by the estimate, counting more safe moves, weighting the rounds
left, other reductions of later moves.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence
from typing import cast

from menhirs.core.fog import (
    can_free,
    flood,
    size,
    step,
    write_moves,
    write_splits,
    write_whole_moves,
)
from menhirs.core.turn_flow import MAY, MUST
from menhirs.engine.search import records
from menhirs.engine.search.transposition import TranspositionTable, hash_of, mixed
from menhirs.engine.stakes import POINT, Stakes
from menhirs.engine.work import Work

_ENOUGH = 8  # so many safe moves are as good as any number
_TIE_LOST = 6  # within an estimate: what it is worth that the opponent loses a tie
_RIPE, _COVERED, _APART = 8, 2, 3  # see Evaluation.ripeness
_CHANCE, _LAST_CHANCES = 3, 2  # see Evaluation.tempo
_LEAD = 3  # chances: more ahead make no difference, and estimates must stay below a point
_MANY = 7  # menhirs under fog: more make no difference either
_HISTORY = 4096


class Evaluation(Work):
    """The state of one thread of a search, and what it makes of positions at its horizon."""

    def __init__(
        self, stakes: Stakes, table: TranspositionTable, flag: memoryview, room: int
    ) -> None:
        rules = stakes.rules
        self.flow = rules.flow
        self.cells = rules.geometry.cells
        self.stride = rules.geometry.stride
        self.in_hand = rules.tiles_to_place
        self.point = POINT
        self.width = stakes.width
        self.score = stakes.score
        self.most = stakes.most
        self.later = stakes.later
        self.pair = stakes.pair
        self.counts_matter = stakes.counts_matter
        self.table = table
        self.flag = flag
        """One byte; setting it stops the search."""
        self.nodes = 0
        self.most_nodes = 0
        """0 is no limit."""
        self.stopped = False
        self.crowded = False
        """Whether it stopped for want of memory for moves (a house board with much fog)."""
        self.doubt = 0
        """The doubt of the value just returned: 0 if it is certain. Otherwise estimates went into
        it, and no more than this could be won or lost where they were made."""
        self.taken = 0
        """The cell of the best tile to take away that was found last, or 63 for none."""
        self.favourites = array("i", [0, 0])
        """The cell whose tile each player has last taken away with success."""
        # Moves are written on a stack: each node takes as many as it has.
        self.room = room
        self.top = 0
        self.parts = _zeros("Q", 8 * room)
        self.directions = _zeros("B", room)
        self.afterstates = _zeros("Q", 8 * room)
        self.weights = _zeros("i", 4 * room)
        self.answers = _zeros("Q", 8 << 16)
        """What :meth:`has_win` has found: fog and answer, under the hash of the fog."""
        self.history = _zeros("i", 4 * 2 * _HISTORY)
        self.set_ties([])
        self.set_menhirs(0)

    def set_ties(self, ties: Sequence[tuple[int, int, int]]) -> None:
        """Sets the positions that are a tie when they come up, having come up before (D15).

        Each is its turn, its fog and the fog that M4 forbids to move to.
        """
        self.ties = len(ties)
        self.tie_turns = array("i", [turn for turn, _, _ in ties] or [0])
        self.tie_fogs = array("Q", [fog for _, fog, _ in ties] or [0])
        self.tie_bans = array("Q", [banned for _, _, banned in ties] or [0])

    def is_tie(self, node: records.Node) -> bool:
        """D15: whether the game is a tie with the beginning of this turn."""
        for index in range(self.ties):
            if (
                self.tie_fogs[index] == node.fog
                and self.tie_turns[index] == node.turn
                and self.tie_bans[index] == node.banned
            ):
                return True
        return False

    def set_menhirs(self, menhirs: int) -> None:
        """Sets the menhirs."""
        self.menhirs = menhirs
        self.salt = mixed(menhirs, 0)

    def count_node(self) -> bool:
        """Counts a position; returns whether the search goes on."""
        self.nodes += 1
        if self.flag[0] or (self.most_nodes and self.nodes >= self.most_nodes):
            self.stopped = True
        return not self.stopped

    def key(self, node: records.Node) -> int:
        """The key of a node in the transposition table, whatever is banned."""
        counts = node.one << 6 | node.two if self.counts_matter[node.turn] else 0
        return mixed(node.fog, self.salt ^ (node.turn << 14 | counts << 2 | node.chooser))

    def has_win(self, fog: int) -> bool:
        """Whether this fog has a winning move (M6)."""
        place = hash_of(fog)
        known = self.answers[place] ^ self.salt  # the salt keeps layouts apart
        if known >> 1 != fog:
            known = fog << 1
            if can_free(fog, self.menhirs, self.cells, self.stride):
                known |= 1
            self.answers[place] = known ^ self.salt
        return known & 1 == 1

    def can_win(self, fog: int, banned: int) -> bool:
        """Whether this fog has a winning move other than to the banned fog (M4)."""
        if not self.has_win(fog):
            return False
        if not banned or banned & self.menhirs:
            return True
        # Going back would win, the tile taken away since having been the last on a menhir: so
        # only another move counts.
        count = self.list_moves(fog)
        for index in range(self.top, self.top + count):
            afterstate = self.afterstates[index]
            if afterstate != banned and not afterstate & self.menhirs:
                return True
        return False

    def list_moves(self, fog: int) -> int:
        """Lists the moves above the stack's top, with their afterstates."""
        top = self.top
        count = write_moves(fog, self.cells, self.stride, self.parts[top:], self.directions[top:])
        if not self.has_room(count):
            return 0
        for index in range(top, top + count):
            part = self.parts[index]
            self.afterstates[index] = fog & ~part | step(part, self.directions[index], self.stride)
        return count

    def has_room(self, count: int) -> bool:
        """Whether so many moves fit above the stack's top; if not, the search stops."""
        if self.top + count > self.room:
            self.crowded = True
            self.stopped = True
            return False
        return True

    def history_entry(self, index: int, player: int) -> int:
        """The place of a move on the stack in the history of good moves."""
        move = hash_of(self.parts[index]) >> 4 ^ self.directions[index] * 613
        return player * _HISTORY + (move & (_HISTORY - 1))

    def estimate(self, node: records.Node, alpha: int, beta: int) -> int:
        """The estimate of a position, less than a point; or its exact value if that is clear.

        While fog must be taken away, what matters is how it ends (:meth:`ripeness`). Otherwise a
        player with few moves that don't hand the opponent a win is in danger. They are counted
        only as far as the window asks. And where fog may be taken away, time is on the side of
        the player who can still do so (:meth:`tempo`).
        """
        turn = node.turn
        fog = node.fog
        entry = turn * self.width + size(fog)
        self.doubt = self.later[entry]
        if self.flow.claims[turn] and self.score[entry] > self.doubt:
            self.doubt = self.score[entry]
        if not self.doubt:
            return 0  # nothing can be won any more
        if not node.chooser:
            least = self.tempo(turn, node.one, node.two)
        else:
            least = -_TIE_LOST if node.chooser == 1 + (turn & 1) else _TIE_LOST
        if self.pair[entry] and self.flow.taking[turn] == MUST and not self.flow.claims[turn]:
            ripe = self.ripeness(fog)
            return least + (ripe if self.pair[entry] == 1 + (turn & 1) else -ripe)
        least -= _ENOUGH // 2
        if least + _ENOUGH <= alpha:
            return least + _ENOUGH
        enough = min(_ENOUGH, max(1, beta - least))
        top = self.top
        # Moves of whole clusters are mostly enough, and quicker to write than all moves.
        whole = write_whole_moves(
            fog, self.cells, self.stride, self.parts[top:], self.directions[top:]
        )
        safe = self.count_safe(fog, 0, whole, enough)
        if safe < enough:
            count = write_splits(
                fog, self.cells, self.stride, self.parts[top:], self.directions[top:], whole
            )
            safe += self.count_safe(fog, whole, count, enough - safe)
            if (
                not safe
                and count > 1
                and self.flow.claims[turn]
                and self.doubt == self.score[entry]
            ):
                # A9: whatever moves is claimed on. (M4 may ban one move, but not both.)
                self.doubt = 0
                return -self.score[entry]
        return least + safe

    def tempo(self, turn: int, one: int, two: int) -> int:
        """What the chances left to take fog away are worth to the player to move.

        More chances than the opponent's are good. Having the only ones left is better still: this
        player alone then says when the decision comes (A4).
        """
        if self.flow.taking[turn] != MAY:
            return 0
        own, theirs = (two, one) if turn & 1 else (one, two)
        worth = _CHANCE * min(max(theirs - own, -_LEAD), _LEAD)
        if own < self.flow.chances <= theirs:
            worth += _LAST_CHANCES
        elif theirs < self.flow.chances <= own:
            worth -= _LAST_CHANCES
        return worth

    def ripeness(self, fog: int) -> int:
        """What the fog is worth to the player who will move when two tiles are left.

        That move wins, unless the tiles lie apart and each on a menhir: so the opponent needs many
        menhirs under fog, and not in one cluster, and this player few.
        """
        covered = fog & self.menhirs
        apart = covered & ~flood(covered & (0 - covered), fog, self.stride)
        return _RIPE - _COVERED * min(size(covered), _MANY) - (_APART if apart else 0)

    def count_safe(self, fog: int, begin: int, end: int, enough: int) -> int:
        """The number of these moves above the stack's top that leave no winning move."""
        safe = 0
        if not self.has_room(end):
            return 0
        for index in range(self.top + begin, self.top + end):
            part = self.parts[index]
            afterstate = fog & ~part | step(part, self.directions[index], self.stride)
            if afterstate & self.menhirs and not self.has_win(afterstate):
                safe += 1
                if safe == enough:
                    break
        return safe


def _zeros(kind: str, size: int) -> MutableSequence[int]:
    """An array of zeros of that size in bytes; a slice of it is a view."""
    view = memoryview(bytearray(size)).cast(kind)  # type: ignore[call-overload]
    return cast("MutableSequence[int]", view)
