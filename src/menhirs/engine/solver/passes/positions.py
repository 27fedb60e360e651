"""The second pass over a turn: the best moves of every position. Compiled.

A fog's moves are listed and looked up a few at a time, and the search stops at two moves that reach
a bound (``SearchBounds``): the second one counts where M4 forbids the first. Moves within the
eastern half of the board come first, since they lead to neighbouring ranks (``ClusterMoves``).
"""

from menhirs.engine.solver.passes import inlined
from menhirs.engine.solver.passes.pass_base import Scratch
from menhirs.engine.solver.passes.turn_pass import HIGHEST, LOWEST, VALUED_ALONE, TurnPass
from menhirs.engine.solver.turn_task import SearchBounds, TurnTask

_LOWEST = LOWEST  # as C numbers
_HIGHEST = HIGHEST
_VALUED_ALONE = VALUED_ALONE
_AT_ONCE = 16
"""The number of moves that are looked up together."""
_AT_FIRST = 4
"""The number of those looked up first, which are nearly always enough."""


class ValuePositions(TurnPass):
    """Finds the best move of every position and its value without that move.

    M4 can forbid even a win, where the tile taken away since was the last on a menhir. So with
    ``may_forbid_wins`` positions with a single win have all their moves looked at too.
    """

    def __init__(self, task: TurnTask, bounds: SearchBounds) -> None:
        TurnPass.__init__(self, task)
        self.menhir_cells = task.ranking.unpack(task.menhirs)
        self.may_forbid_wins = task.rules.may_forbid_wins
        self.most = bounds.most
        self.ceilings = bounds.ceilings
        self.raised = bounds.raised
        self.restricted = bounds.restricted

    def is_won(self, rank: int) -> bool:
        """Whether a win can be played, whatever is forbidden."""
        return self.wins[rank] == 2 or (self.wins[rank] == 1 and not self.may_forbid_wins)

    def begin_half(self, high: int, scratch: Scratch) -> None:
        self.moves.list_half_moves(high, self.tiles, scratch)

    def process(self, fog: int, rank: int, scratch: Scratch) -> None:
        first = rank * self.variants
        if not fog & self.menhirs or self.is_won(rank):
            for position in range(first, first + self.variants):
                self.best[position] = self.win
                self.second[position] = self.win
            return
        scratch.count = 0
        for variant in range(self.variants):
            enough = self.most if self.raised[first + variant] else self.ceilings[variant]
            if not self.raised[first + variant] and self.search_half_moves(
                fog, rank, variant, enough, enough, scratch
            ):
                continue
            if not scratch.count:
                self.begin_moves(fog, rank, scratch)
            if not self.search_moves(fog, first + variant, variant, enough, enough, scratch):
                self.choose_exactly(fog, first + variant, variant, scratch)

    def begin_moves(self, fog: int, rank: int, scratch: Scratch) -> None:
        """Begins the list of moves, with those of a cluster that may win."""
        self.moves.begin_list(fog, self.menhir_cells if self.wins[rank] else 0, scratch)

    def search_half_moves(
        self, fog: int, rank: int, variant: int, enough: int, enough_second: int, scratch: Scratch
    ) -> bool:
        """Searches the moves within the eastern half for one worth ``enough`` and a second one.

        Mostly they are there, and they are looked up in no time: the moves of the fogs processed
        just before led to neighbouring places. Not where there is a win, which comes first.
        """
        if self.wins[rank]:
            return False
        best = _LOWEST
        second = _LOWEST
        best_move = 0
        second_move = 0
        for move in range(scratch.half_moves):
            if scratch.half_move_near[move] & fog:
                continue
            place = rank + scratch.half_move_offsets[move]
            there = 2 * (place * self.variants + variant)
            value = self.afterstates[there]
            if value <= second or self.afterstates[there + 1] == _HIGHEST:
                continue
            if value > best:
                second = best
                second_move = best_move
                best = value
                best_move = place
            else:
                second = value
                second_move = place
            if second >= enough_second and best >= enough:
                self.store(rank * self.variants + variant, best, best_move, second, second_move)
                return True
        return False

    def search_moves(
        self,
        fog: int,
        position: int,
        variant: int,
        enough: int,
        enough_second: int,
        scratch: Scratch,
    ) -> bool:
        """Searches all moves for one worth ``enough`` and a second one, and stores the result.

        Goes by the value of the afterstate, a lower bound of every move. Returns whether the result
        stands: both were found, or no move has to be valued exactly.
        """
        restricted = _LOWEST
        best = _LOWEST
        second = _LOWEST
        best_move = 0
        second_move = 0
        end = 0
        while second < enough_second or best < enough:
            if end == scratch.count and not self.list_more(fog, scratch):
                break
            begin = end
            end = self.look_up(variant, begin, scratch)
            for option in range(begin, end):
                value = scratch.values[2 * option]
                could_be = scratch.values[2 * option + 1]
                if could_be > value:
                    if could_be > restricted:
                        restricted = could_be
                    if could_be == _HIGHEST:
                        continue  # it may be worth less (M7)
                if value > best:
                    second = best
                    second_move = best_move
                    best = value
                    best_move = scratch.ranks[option]
                elif value > second:
                    second = value
                    second_move = scratch.ranks[option]
        self.store(position, best, best_move, second, second_move)
        if best >= enough and second >= enough_second:
            return True
        if restricted < _HIGHEST and len(self.restricted) and not self.restricted[position]:
            return scratch.count > 1
        return scratch.count > 1 and restricted <= second

    def look_up(self, variant: int, begin: int, scratch: Scratch) -> int:
        """Looks up the values of some more moves from ``begin`` on; returns where it stopped.

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
            there = 2 * (place * self.variants + variant)
            scratch.values[2 * option] = self.afterstates[there]
            scratch.values[2 * option + 1] = self.afterstates[there + 1]
        return end

    def list_more(self, fog: int, scratch: Scratch) -> bool:
        """Lists some more moves, winning ones first; False if none are left."""
        if scratch.count:
            return self.moves.list_more(fog, _AT_ONCE, scratch)
        if not scratch.near:
            return self.moves.list_more(fog, _AT_FIRST, scratch)
        # What wins moves every covered menhir, so it belongs to the cluster of any of them.
        more = self.moves.list_more(fog, 0, scratch)
        wins = 0
        for option in range(scratch.count):
            result = scratch.results[option]
            if not result & self.menhirs:
                scratch.results[option] = scratch.results[wins]
                scratch.results[wins] = result
                wins += 1
        return more

    def choose_exactly(self, fog: int, position: int, variant: int, scratch: Scratch) -> None:
        """Finds the best moves of one variant once more, each valued exactly where it matters.

        All moves are listed, and the result so far is stored.
        """
        floor = self.second[position]
        best = _LOWEST
        second = _LOWEST
        best_move = 0
        second_move = 0
        valued_alone = False
        for option in range(scratch.count):
            afterstate = scratch.values[2 * option]
            value = afterstate
            restricted = scratch.values[2 * option + 1]
            if restricted > afterstate and restricted > second and restricted > floor:
                if restricted == _HIGHEST:
                    value = self.value_of_move(fog, scratch.results[option], variant)
                else:
                    value = self.value_after_return(
                        fog, scratch.results[option], variant, afterstate
                    )
                valued_alone = valued_alone or value != afterstate
            if value > best:
                second = best
                second_move = best_move
                best = value
                best_move = scratch.ranks[option]
            elif value > second:
                second = value
                second_move = scratch.ranks[option]
        if scratch.count < 2:  # M7: for want of a move; nobody can claim on a pass
            second = self.value_of_move(fog, fog, variant)
            if scratch.count == 0:
                best = second
        self.store(position, best, best_move, second, second_move)
        if valued_alone and len(self.second_move):
            self.second_move[position] = _VALUED_ALONE

    def store(
        self, position: int, best: int, best_move: int, second: int, second_move: int
    ) -> None:
        """Stores the result of a position."""
        self.best[position] = best
        self.second[position] = second
        self.best_move[position] = best_move
        if len(self.second_move):
            self.second_move[position] = inlined.move_hash(second_move)
