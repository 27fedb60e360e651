"""The search itself: alpha-beta with a transposition table; a node is a whole turn.

Plain Python with the C types of ``alphabeta.pxd``; compiled, it runs without the lock.
See ``phases.py`` for what the numbers mean.
"""

from __future__ import annotations

from menhirs.core.fog import size, step
from menhirs.engine import unlocked
from menhirs.engine.search.encode import Encoded
from menhirs.engine.search.phases import PhaseSearch
from menhirs.engine.search.transposition import (
    TranspositionTable,
    answers,
    bound_of,
    doubt_in,
    is_certain,
    mixed,
    packed,
    picture_in,
    print_of,
    taken_in,
    value_in,
)
from menhirs.engine.stakes import Stakes

_ENDLESS = 1 << 17  # more than any value
_KEEP = 63  # instead of the cell of a tile taken away; no board has such a cell
_REMEMBERED = 1 << 30  # the weight of the move that the table remembers
_FAMOUS = 1 << 24  # the most weight that a move gets from its history


_FLIP, _PLACE, _MOVE, _REMOVE, _FIRST_WORD, _SECOND_WORD = range(6)  # Kind, in encode.py


class AlphaBeta(PhaseSearch):
    """Searches positions given as numbers."""

    def __init__(
        self, stakes: Stakes, table: TranspositionTable, flag: memoryview, room: int
    ) -> None:
        super().__init__(stakes, table, flag, room)
        self.kind = _MOVE
        self.turn = self.one = self.two = self.chooser = 0
        self.fog = self.before = self.landed = self.banned = 0
        self.depth = self.alpha = self.beta = 0
        self.value = 0

    def ask(self, encoded: Encoded, depth: int, alpha: int, beta: int) -> int:
        """The value for the player to act, searched so many turns deep after this one."""
        self.put(encoded)
        self.depth = depth
        self.alpha = alpha
        self.beta = beta
        unlocked.run(self)
        return self.value

    def put(self, encoded: Encoded) -> None:
        """Sets the position to search."""
        self.lay(encoded.menhirs)
        self.kind = encoded.kind
        self.turn = encoded.turn
        self.fog = encoded.fog
        self.before = encoded.before
        self.landed = encoded.landed
        self.one = encoded.one
        self.two = encoded.two
        self.chooser = encoded.chooser
        self.banned = encoded.banned

    def remembered(self, encoded: Encoded) -> tuple[int, int] | None:
        """What the table holds to be best: the print of the picture moved to, and the cell of the
        tile taken away (63 for none) or placed.
        """
        self.put(encoded)
        place = self.key(self.turn, self.fog, self.one, self.two, self.chooser)
        key = mixed(self.banned, place) if self.banned else place
        data = self.table.find(place, key) or self.table.find(place, place)
        return (picture_in(data), taken_in(data)) if data else None

    def run(self) -> None:
        """Searches the position that is set."""
        self.top = 0
        turn, fog, one, two = self.turn, self.fog, self.one, self.two
        depth, alpha, beta = self.depth, self.alpha, self.beta
        if self.kind == _MOVE:
            self.value = self.arrive(
                turn, fog, one, two, self.chooser, self.banned, False, depth, alpha, beta
            )
        elif self.kind == _REMOVE:
            self.value = self.after(
                turn,
                self.before,
                fog,
                self.landed,
                one,
                two,
                self.chooser,
                depth,
                alpha,
                beta,
                0,
                _KEEP,
            )
        elif self.kind == _FIRST_WORD:
            self.value = self.first_word(
                turn, fog, one, two, self.banned, False, depth, alpha, beta
            )
        elif self.kind == _SECOND_WORD:
            self.value = -self.second_word(
                turn, fog, one, two, self.banned, False, depth, -beta, -alpha
            )
        elif self.kind == _PLACE:
            self.value = self.place(turn, fog, one, two, depth, alpha, beta)
        else:
            self.value = self.flip(one, depth, alpha, beta)

    def arrive(
        self,
        turn: int,
        fog: int,
        one: int,
        two: int,
        chooser: int,
        banned: int,
        calm: bool,
        depth: int,
        alpha: int,
        beta: int,
    ) -> int:
        """For the player whose turn begins. ``calm``: known to have no winning move."""
        if not self.visit():
            return 0
        if self.ties and self.is_tie(turn, fog, banned):
            self.doubt = 0
            return 0
        if calm or not self.can_win(fog, banned):
            return self.search(turn, fog, one, two, chooser, banned, depth, alpha, beta)
        entry = turn * self.width + size(fog)
        win = self.score[entry]
        if win >= self.later[entry] or win >= beta:
            self.doubt = 0
            return win
        # Only under house rules: something later may be worth more than winning now.
        value = self.search(turn, fog, one, two, chooser, banned, depth, max(alpha, win), beta)
        return max(value, win)

    def search(
        self,
        turn: int,
        fog: int,
        one: int,
        two: int,
        chooser: int,
        banned: int,
        depth: int,
        alpha: int,
        beta: int,
    ) -> int:
        """For the player to move, who does not win at once."""
        entry = turn * self.width + size(fog)
        high = self.later[entry]
        low = -high
        if self.flow.claims[turn] and self.score[entry] > high:
            low = -self.score[entry]
        self.doubt = 0
        if high <= alpha:
            return high
        if low >= beta:
            return low
        place = self.key(turn, fog, one, two, chooser)
        key = mixed(banned, place) if banned else place
        data = self.table.find(place, key)
        if data and answers(data, -1, depth, alpha, beta):
            self.doubt = doubt_in(data) * self.point
            return value_in(data)
        if banned:
            free = self.table.find(place, place)
            if free and answers(free, print_of(banned), depth, alpha, beta):
                self.doubt = doubt_in(free) * self.point
                return value_in(free)
            if not data:
                data = free
        if depth == 0:
            return self.judge(turn, fog, one, two, chooser, place, alpha, beta)

        base = self.top
        count = self.ordered(turn, fog, data)
        if self.stopped:
            return 0
        self.top = base + count
        best = -_ENDLESS
        best_index = base
        best_taken = _KEEP
        smear = 0
        moves = 0
        for index in range(base, base + count):
            self.bring_best(index, base + count)
            picture = self.pictures[index]
            if picture == banned:
                continue  # M4
            moves += 1
            if not picture & self.menhirs:
                continue  # a win: dealt with
            value = self.after(
                turn,
                fog,
                picture,
                step(self.parts[index], self.ways[index], self.stride),
                one,
                two,
                chooser,
                depth - 1,
                max(alpha, best),
                beta,
                self.haste(index - base, depth),
                taken_in(data) if self.weights[index] == _REMEMBERED else _KEEP,
            )
            if self.stopped:
                self.top = base
                return 0
            if value > best:
                best = value
                best_index = index
                best_taken = self.taken
                if value >= beta or value >= high:
                    smear = self.doubt  # of the others nothing matters any more
                    self.praise(index, turn & 1, depth)
                    break
            smear = max(smear, self.doubt)
        self.top = base
        if not moves:  # M7
            best = self.after(turn, 0, fog, 0, one, two, chooser, depth - 1, alpha, beta, 0, _KEEP)
            return best
        if best == -_ENDLESS:
            self.doubt = 0
            return low  # there are winning moves only
        bound = bound_of(best, alpha, beta, high)
        if is_certain(best, bound, high, smear, self.point):
            smear = 0
        if count > 1:
            # That so much can be reached stays true when nothing is banned, or something else.
            self.table.store(
                place,
                place if best >= beta or best >= high else key,
                packed(
                    best,
                    bound,
                    depth,
                    smear // self.point,
                    print_of(self.pictures[best_index]),
                    best_taken,
                ),
            )
        self.doubt = smear
        return best

    def judge(
        self,
        turn: int,
        fog: int,
        one: int,
        two: int,
        chooser: int,
        place: int,
        alpha: int,
        beta: int,
    ) -> int:
        """For the player to move: the estimate, remembered."""
        value = self.estimate(turn, fog, one, two, chooser, alpha, beta)
        if not self.stopped:
            bound = bound_of(value, alpha, beta, _ENDLESS)
            data = packed(value, bound, 0, self.doubt // self.point, 0, _KEEP)
            self.table.store(place, place, data)
        return value

    def ordered(self, turn: int, fog: int, data: int) -> int:
        """Writes the moves with their weights: what the table remembers, then what did well."""
        base = self.top
        count = self.write(fog)
        picture = picture_in(data) if data else -1
        for index in range(base, base + count):
            if print_of(self.pictures[index]) == picture:
                self.weights[index] = _REMEMBERED
            else:
                self.weights[index] = self.history[self.trace(index, turn & 1)]
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
        way = self.ways[one]
        self.ways[one] = self.ways[other]
        self.ways[other] = way
        picture = self.pictures[one]
        self.pictures[one] = self.pictures[other]
        self.pictures[other] = picture
        weight = self.weights[one]
        self.weights[one] = self.weights[other]
        self.weights[other] = weight

    def praise(self, index: int, player: int, depth: int) -> None:
        """Notes that a move ended a search, so that it is tried earlier from now on."""
        trace = self.trace(index, player)
        self.history[trace] = min(self.history[trace] + depth * depth, _FAMOUS)
