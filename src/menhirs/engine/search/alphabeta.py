"""The search itself: alpha-beta with a transposition table; a node is a whole turn.

Plain Python with the C types of ``alphabeta.pxd``; compiled, it runs without the lock.
"""

from __future__ import annotations

from menhirs.core.fog import size, step
from menhirs.engine import unlocked
from menhirs.engine.search import records
from menhirs.engine.search.encode import Encoded
from menhirs.engine.search.phases import PhaseSearch
from menhirs.engine.search.transposition import (
    TranspositionTable,
    answers,
    bound_of,
    doubt_in,
    hash_of,
    is_certain,
    mixed,
    move_in,
    packed,
    taken_in,
    value_in,
)
from menhirs.engine.stakes import Stakes

_ENDLESS = 1 << 17  # more than any value
_KEEP = 63  # instead of the cell of a tile taken away; no board has such a cell
_KNOWN_BEST = 1 << 30  # the weight of the best move in the table
_MOST_HISTORY = 1 << 24  # the most weight that a move gets from its history


_FLIP, _PLACE, _MOVE, _REMOVE, _DECIDE_FIRST, _DECIDE_SECOND = range(6)  # Kind, in encode.py


class AlphaBeta(PhaseSearch):
    """Searches positions given as numbers."""

    def __init__(
        self, stakes: Stakes, table: TranspositionTable, flag: memoryview, room: int
    ) -> None:
        super().__init__(stakes, table, flag, room)
        self.kind = _MOVE
        self.root = records.node_of(0, 0, 0, 0, 0, 0, False)
        """The position to search; while taking away, the one before the move."""
        self.afterstate = self.landed = 0
        """While taking away: the fog now, and the tiles moved, where they lie."""
        self.depth = self.alpha = self.beta = 0
        self.value = 0
        self.best_index = 0
        """The place of the best move that :meth:`search_moves` found last."""

    def search_position(self, encoded: Encoded, depth: int, alpha: int, beta: int) -> int:
        """The value for the player to act, searched so many turns deep after this one."""
        self.set_position(encoded)
        self.depth = depth
        self.alpha = alpha
        self.beta = beta
        unlocked.run(self)
        return self.value

    def set_position(self, encoded: Encoded) -> None:
        """Sets the position to search."""
        self.set_menhirs(encoded.menhirs)
        self.kind = encoded.kind
        self.afterstate = encoded.fog
        self.landed = encoded.landed
        self.root = records.node_of(
            encoded.turn,
            encoded.before if self.kind == _REMOVE else encoded.fog,
            encoded.one,
            encoded.two,
            encoded.chooser,
            encoded.banned,
            False,
        )

    def best_known(self, encoded: Encoded) -> tuple[int, int] | None:
        """What the table holds to be best: the hash of the move, and the cell of the tile taken
        away (63 for none) or placed.
        """
        self.set_position(encoded)
        place = self.key(self.root)
        key = mixed(self.root.banned, place) if self.root.banned else place
        data = self.table.find(place, key) or self.table.find(place, place)
        return (move_in(data), taken_in(data)) if data else None

    def estimate_root(self) -> int:
        """The estimate of the position that is set, for the player to act."""
        return self.estimate(self.root, -_ENDLESS, _ENDLESS)

    def run(self) -> None:
        """Searches the position that is set."""
        self.top = 0
        root = self.root
        depth, alpha, beta = self.depth, self.alpha, self.beta
        if self.kind == _MOVE:
            self.value = self.begin_turn(root, depth, alpha, beta)
        elif self.kind == _REMOVE:
            moved = records.moved_of(root, self.afterstate, self.landed, _KEEP, 0)
            self.value = self.after_move(moved, depth, alpha, beta)
        elif self.kind == _DECIDE_FIRST:
            self.value = self.decide_first(root, depth, alpha, beta)
        elif self.kind == _DECIDE_SECOND:
            self.value = -self.decide_second(root, depth, -beta, -alpha)
        elif self.kind == _PLACE:
            self.value = self.place(root, depth, alpha, beta)
        else:
            self.value = self.flip(root.one, depth, alpha, beta)

    def begin_turn(self, node: records.Node, depth: int, alpha: int, beta: int) -> int:
        """The value for the player whose turn begins."""
        if not self.count_node():
            return 0
        if self.ties and self.is_tie(node):
            self.doubt = 0
            return 0
        if node.cannot_win or not self.can_win(node.fog, node.banned):
            return self.search(node, depth, alpha, beta)
        entry = node.turn * self.width + size(node.fog)
        win = self.score[entry]
        if win >= self.later[entry] or win >= beta:
            self.doubt = 0
            return win
        # Only under house rules: something later may be worth more than winning now.
        return max(win, self.search(node, depth, max(alpha, win), beta))

    def search(self, node: records.Node, depth: int, alpha: int, beta: int) -> int:
        """The value for the player to move, who does not win at once."""
        entry = node.turn * self.width + size(node.fog)
        high = self.later[entry]
        low = -high
        if self.flow.claims[node.turn] and self.score[entry] > high:
            low = -self.score[entry]
        self.doubt = 0
        if high <= alpha:
            return high
        if low >= beta:
            return low
        known = self.look_up(node, depth, alpha, beta)
        if known.is_answer:
            self.doubt = doubt_in(known.data) * self.point
            return value_in(known.data)
        if depth == 0:
            return self.estimate_and_store(node, known.place, alpha, beta)
        base = self.top
        count = self.list_ordered(node, known.data)
        if self.stopped:
            return 0
        if not count or (count == 1 and self.afterstates[base] == node.banned):  # M7
            passed = records.moved_of(node, node.fog, 0, _KEEP, 0)
            return self.after_move(passed, depth - 1, alpha, beta)
        self.top = base + count
        best = self.search_moves(node, known.data, base, high, depth, alpha, beta)
        self.top = base
        if self.stopped:
            return 0
        if best == -_ENDLESS:
            self.doubt = 0
            return low  # there are winning moves only
        bound = bound_of(best, alpha, beta, high)
        if is_certain(best, bound, high, self.doubt, self.point):
            self.doubt = 0
        if count > 1:
            # That so much can be reached stays true when nothing is banned, or something else.
            self.table.store(
                known.place,
                known.place if best >= beta or best >= high else known.key,
                packed(
                    best,
                    bound,
                    depth,
                    self.doubt // self.point,
                    hash_of(self.afterstates[self.best_index]),
                    self.taken,
                ),
            )
        return best

    def search_moves(
        self,
        node: records.Node,
        data: int,
        base: int,
        high: int,
        depth: int,
        alpha: int,
        beta: int,
    ) -> int:
        """The value of the best move from ``base`` on up to the top of the stack.

        Sets ``best_index``, ``taken`` and ``doubt``.
        """
        best = -_ENDLESS
        best_index = base
        best_taken = _KEEP
        doubt = 0
        end = self.top
        for index in range(base, end):
            self.bring_best(index, end)
            afterstate = self.afterstates[index]
            if afterstate == node.banned:
                continue  # M4
            if not afterstate & self.menhirs:
                continue  # a win: dealt with
            moved = records.moved_of(
                node,
                afterstate,
                step(self.parts[index], self.directions[index], self.stride),
                taken_in(data) if self.weights[index] == _KNOWN_BEST else _KEEP,
                self.reduction_of(index - base, depth),
            )
            value = self.after_move(moved, depth - 1, max(alpha, best), beta)
            if self.stopped:
                return 0
            if value > best:
                best = value
                best_index = index
                best_taken = self.taken
                if value >= beta or value >= high:
                    doubt = self.doubt  # of the others nothing matters any more
                    self.add_to_history(index, node.turn & 1, depth)
                    break
            doubt = max(doubt, self.doubt)
        self.best_index = best_index
        self.taken = best_taken
        self.doubt = doubt
        return best

    def look_up(self, node: records.Node, depth: int, alpha: int, beta: int) -> records.Lookup:
        """What the transposition table knows of a node."""
        place = self.key(node)
        if not node.banned:
            data = self.table.find(place, place)
            answered = data != 0 and answers(data, -1, depth, alpha, beta)
            return records.lookup_of(place, place, data, answered)
        key = mixed(node.banned, place)
        data = self.table.find(place, key)
        if data and answers(data, -1, depth, alpha, beta):
            return records.lookup_of(place, key, data, True)
        free = self.table.find(place, place)  # where nothing is banned
        if free and answers(free, hash_of(node.banned), depth, alpha, beta):
            return records.lookup_of(place, key, free, True)
        return records.lookup_of(place, key, data if data else free, False)

    def estimate_and_store(self, node: records.Node, place: int, alpha: int, beta: int) -> int:
        """The estimate for the player to move, stored in the table."""
        value = self.estimate(node, alpha, beta)
        if not self.stopped:
            bound = bound_of(value, alpha, beta, _ENDLESS)
            data = packed(value, bound, 0, self.doubt // self.point, 0, _KEEP)
            self.table.store(place, place, data)
        return value

    def list_ordered(self, node: records.Node, data: int) -> int:
        """Lists the moves with their weights: what the table holds best, then what did well."""
        base = self.top
        count = self.list_moves(node.fog)
        move = move_in(data) if data else -1
        for index in range(base, base + count):
            if hash_of(self.afterstates[index]) == move:
                self.weights[index] = _KNOWN_BEST
            else:
                self.weights[index] = self.history[self.history_entry(index, node.turn & 1)]
        return count

    def bring_best(self, index: int, end: int) -> None:
        """Brings the weightiest of the moves from ``index`` on to that place."""
        best = index
        for other in range(index + 1, end):
            if self.weights[other] > self.weights[best]:
                best = other
        if best != index:
            self.swap(index, best)

    def swap(self, one: int, other: int) -> None:
        """Two moves on the stack change places."""
        part = self.parts[one]
        self.parts[one] = self.parts[other]
        self.parts[other] = part
        direction = self.directions[one]
        self.directions[one] = self.directions[other]
        self.directions[other] = direction
        afterstate = self.afterstates[one]
        self.afterstates[one] = self.afterstates[other]
        self.afterstates[other] = afterstate
        weight = self.weights[one]
        self.weights[one] = self.weights[other]
        self.weights[other] = weight

    def add_to_history(self, index: int, player: int, depth: int) -> None:
        """A move has ended a search: it is tried earlier from now on."""
        entry = self.history_entry(index, player)
        self.history[entry] = min(self.history[entry] + depth * depth, _MOST_HISTORY)
