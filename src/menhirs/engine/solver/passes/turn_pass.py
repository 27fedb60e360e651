"""What all passes over a turn share: its arrays, and the exact value of a single move. Compiled.

Values are points from the view of the player to move.

A **position** is a fog with a player to move. The return rule (M4) forbids at most one of its
moves, the one back to where the opponent came from. So a position is stored as three numbers:
``best``, its value with nothing forbidden; ``best_move``, its only best move; and ``second``, its
value without that move. Where several moves are best ``second`` equals ``best``, and it does not
matter which of them ``best_move`` is. A fourth number, ``second_move``, is a hash of the move that
``second`` rests on.

An **afterstate** is the fog right after a move, before anything is taken away. No two moves of a
position lead to the same one, so a move is named by the rank of its afterstate. An afterstate has
two values to the player who moved there: ``value``, with nothing forbidden to the opponent, and
``restricted``, an upper bound of its value where M4 forbids the opponent's best reply; -128 if that
changes nothing. They lie side by side in ``afterstates``.

**Variants** are positions with the same fog that differ in who has taken how many tiles. They lie
side by side: the place of a position is the rank of its fog, times ``variants``, plus its variant.

The layers that the turn leads to are its **successors**: ``kept``, with as many tiles, and
``taken``, with one tile less. ``variant_if_kept`` and ``variant_if_taken`` tell which of their
variants each variant leads to, -1 where it can't.
"""

from array import array

from menhirs.core.fog import step
from menhirs.core.turn_flow import remembered, removable
from menhirs.engine.solver.passes import inlined, unlocked
from menhirs.engine.solver.passes.pass_base import LayerPass, Scratch
from menhirs.engine.solver.turn_task import TurnTask

LOWEST = -128
"""Below every value: no option at all."""
HIGHEST = 127
"""Above every value. As the restricted value of an afterstate: each move to it is to be valued by
itself, for it may be worth more or less (M7)."""
VALUED_ALONE = 255
"""In place of a hash: a value of the position rests on a move that M4 makes worth more than its
afterstate."""
_LOWEST = LOWEST  # as a C number


def run_part(part: LayerPass, highs_from: int, highs_to: int, scratch: Scratch) -> None:
    """Runs a part of a pass while other threads go on."""
    unlocked.run_unlocked(part, highs_from, highs_to, scratch)


class TurnPass(LayerPass):
    """A pass over the positions or afterstates of a turn."""

    def __init__(self, task: TurnTask, tiles: int = 0) -> None:
        """Over the fogs of the turn, or of another number of tiles."""
        LayerPass.__init__(self, task.ranking, tiles or task.layer.tiles)
        rules, layer, kept, taken = task.rules, task.layer, task.kept, task.taken
        self.moves = task.moves
        self.menhirs = task.menhirs
        self.wins = task.wins
        self.win = rules.win
        self.if_claimed = rules.if_claimed
        self.variants = layer.variants
        self.variant_if_kept = array("i", rules.variant_if_kept)
        self.variant_if_taken = array("i", rules.variant_if_taken)
        self.kept_variants = kept.variants
        self.kept_best = kept.best
        self.kept_second = kept.second
        self.kept_best_move = kept.best_move
        self.taken_variants = taken.variants
        self.taken_best = taken.best
        self.taken_second = taken.second
        self.taken_best_move = taken.best_move
        self.afterstates = task.afterstates
        self.best = layer.best
        self.second = layer.second
        self.best_move = layer.best_move
        self.second_move = layer.second_move

    def value_after_return(self, fog: int, result: int, variant: int, value: int) -> int:
        """The exact value of a move to an afterstate of that value.

        It is worth more if the opponent would want to play it back and may not (M4).
        """
        if self.variant_if_kept[variant] >= 0:
            there = self.kept_position(result, variant)
            if (
                -self.kept_second[there] > value
                and self.kept_second[there] != self.kept_best[there]
                and self.returns(fog, result, 0, self.kept_best_move[there])
            ):
                value = -self.kept_second[there]
        if self.variant_if_taken[variant] < 0 or not self.taken_variants:
            return value
        rest = removable(result, self.menhirs) & fog
        while rest:
            tile = rest & (0 - rest)
            rest ^= tile
            there = self.taken_position(result ^ tile, variant)
            if (
                -self.taken_second[there] > value
                and self.taken_second[there] != self.taken_best[there]
                and self.returns(fog, result, tile, self.taken_best_move[there])
            ):
                value = -self.taken_second[there]
        return value

    def value_of_move(self, fog: int, result: int, variant: int) -> int:
        """The exact value of a move, or of passing (M7), from the opponent's replies alone."""
        value = _LOWEST
        if self.variant_if_kept[variant] >= 0:
            there = self.kept_position(result, variant)
            reply = self.kept_best[there]
            if self.kept_second[there] != reply and self.returns(
                fog, result, 0, self.kept_best_move[there]
            ):
                reply = self.kept_second[there]
            value = -reply
        if self.variant_if_taken[variant] < 0 or not self.taken_variants:
            return value
        rest = removable(result, self.menhirs)
        while rest:
            tile = rest & (0 - rest)
            rest ^= tile
            there = self.taken_position(result ^ tile, variant)
            reply = self.taken_best[there]
            if (
                self.taken_second[there] != reply
                and fog & tile
                and self.returns(fog, result, tile, self.taken_best_move[there])
            ):
                reply = self.taken_second[there]
            if -reply > value:
                value = -reply
        return value

    def kept_position(self, fog: int, variant: int) -> int:
        """The place of the position after keeping all tiles."""
        rank = inlined.rank_of(self.ranking, fog, self.tiles)
        return rank * self.kept_variants + self.variant_if_kept[variant]

    def taken_position(self, fog: int, variant: int) -> int:
        """The place of the position with that fog, after taking a tile away."""
        rank = inlined.rank_of(self.ranking, fog, self.tiles - 1)
        return rank * self.taken_variants + self.variant_if_taken[variant]

    def returns(self, fog: int, result: int, tile: int, move: int) -> bool:
        """M4: whether that reply plays a move back, after that tile (or none) was taken."""
        if not tile:
            return move == inlined.rank_of(self.ranking, fog, self.tiles)
        if move != inlined.rank_of(self.ranking, fog ^ tile, self.tiles - 1):
            return False
        return remembered(self.landed(fog, result), tile) != 0

    def landed(self, fog: int, result: int) -> int:
        """The tiles that a move took from one fog to another, where they landed."""
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
