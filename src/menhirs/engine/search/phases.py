"""The search between two moves: taking away, claims, decisions, laps, placing, turning over.

This is plain Python with the C types of ``phases.pxd``; compiled, it runs without the interpreter's
lock. Every method returns a value, or a bound if the value lies outside the window; its docstring
names the player whose value it is. ``doubt`` then holds how much estimates could matter to it.
"""

from __future__ import annotations

from menhirs.core.fog import size
from menhirs.core.turn_flow import DECISION, OVER, forbidden_picture, remembered, winner_of_tie
from menhirs.engine.search import records
from menhirs.engine.search.evaluation import Evaluation
from menhirs.engine.search.transposition import (
    answers,
    bound_of,
    doubt_in,
    is_certain,
    packed,
    taken_in,
    value_in,
)

_ENDLESS = 1 << 17  # more than any value
_KEEP = 63  # stands for keeping all tiles; no board has a cell of that number
_EARLY = 2  # options after these are first searched a turn less deep
_LATE = 8  # options after these are first searched two turns less deep
_SHALLOW = 2  # no depth reduction where so few turns are left
_FAR_BACK = 4  # depth reduction, in turns, for going back to the first round
_TILE = 1  # as wide as a mask, so that shifting it gives the bit of any cell


class PhaseSearch(Evaluation):
    """Searches from the end of a move to the beginning of the next turn."""

    def begin_turn(self, node: records.Node, depth: int, alpha: int, beta: int) -> int:
        """The value for the player whose turn begins."""
        return 0  # overridden by the search in alphabeta.py

    # After a move.

    def after_move(self, moved: records.AfterMove, depth: int, alpha: int, beta: int) -> int:
        """The value for the player who has just moved, or passed."""
        turn = moved.before.turn
        if not moved.landed or not self.flow.claims[turn]:
            return self.take_away(moved, False, depth, alpha, beta)
        if not self.has_win(moved.afterstate):
            return self.take_away(moved, True, depth, alpha, beta)
        # A9: the opponent can claim, whatever is taken away.
        entry = turn * self.width + size(moved.afterstate)
        ceiling = -self.score[entry]
        if -ceiling >= self.later[entry] or ceiling <= alpha:
            self.doubt = 0
            self.taken = _KEEP
            return ceiling
        # Only under house rules: the opponent may gain more by not claiming.
        value = self.take_away(moved, False, depth, alpha, min(beta, ceiling))
        return min(value, ceiling)

    def take_away(
        self, moved: records.AfterMove, cannot_win: bool, depth: int, alpha: int, beta: int
    ) -> int:
        """The value for the player who has moved and may or must take a tile away.

        ``cannot_win``: the opponent has no winning move if all tiles are kept.
        """
        left = self.options(moved)
        if left == _TILE << _KEEP:
            after = self.after_taking(moved, _KEEP, cannot_win)
            value = self.end_turn(after, depth, alpha, beta, moved.reduction)
            self.taken = _KEEP
            return value
        best = -_ENDLESS
        best_taken = _KEEP
        doubt = 0
        tried = 0
        player = moved.before.turn & 1
        while left:
            cell = self.next_option(left, moved.hint, player)
            left &= ~(_TILE << cell)
            after = self.after_taking(moved, cell, cannot_win)
            reduction = max(moved.reduction, self.reduction_of(tried, depth))
            value = self.end_turn(after, depth, max(alpha, best), beta, reduction)
            if self.stopped:
                return 0
            if value > best:
                best = value
                best_taken = cell
                if value >= beta:
                    doubt = self.doubt
                    self.favourites[player] = cell
                    break
            doubt = max(doubt, self.doubt)
            tried += 1
        self.doubt = doubt
        self.taken = best_taken
        return best

    def after_taking(self, moved: records.AfterMove, cell: int, cannot_win: bool) -> records.Node:
        """The node after taking the tile on that cell away, or 63 for none.

        Its turn is still that of the player who moved.
        """
        before = moved.before
        turn = before.turn
        tile = _TILE << cell
        kept = cell == _KEEP
        fog = moved.afterstate & ~tile
        group = moved.landed if kept else remembered(moved.landed, tile)
        banned = forbidden_picture(group, before.fog & ~tile, fog, self.stride)
        counted = 1 if self.flow.counts_taken and not kept else 0
        return records.node_of(
            turn,
            fog,
            before.one + (counted & ~turn),
            before.two + (counted & turn),
            before.chooser,
            banned,
            cannot_win and kept,
        )

    def options(self, moved: records.AfterMove) -> int:
        """A mask of the tiles that the player may take away now, with bit 63 if all may be kept."""
        before = moved.before
        tiles = self.flow.takeable(
            before.turn, before.one, before.two, moved.afterstate, self.menhirs
        )
        return tiles | _TILE << _KEEP if self.flow.may_keep(before.turn, tiles) else tiles

    def next_option(self, left: int, hint: int, player: int) -> int:
        """The option to try next: the cell of a tile to take away, or 63 to keep all."""
        if left >> hint & 1:
            return hint
        favourite = self.favourites[player]
        if left >> favourite & 1:
            return favourite
        if left >> _KEEP:
            return _KEEP
        return size((left & (0 - left)) - 1)

    def reduction_of(self, tried: int, depth: int) -> int:
        """The reduction (see :meth:`end_turn`) of an option after ``tried`` others."""
        if not tried:
            return 0
        if tried < _EARLY or depth < _SHALLOW:
            return 1
        return 2 if tried < _LATE or depth == _SHALLOW else 3

    # The end of a turn. Nodes still have the turn that ends.

    def end_turn(
        self, node: records.Node, depth: int, alpha: int, beta: int, reduction: int
    ) -> int:
        """The value for the player whose turn ends.

        With a ``reduction`` of 1 it is searched with a null window first, since a better option is
        known; 2 and 3 also reduce the depth of that search by one and two turns. Only an option
        that turns out better is searched in full.
        """
        if reduction > 1:
            value = self.next_turn(node, depth + 1 - reduction, alpha, alpha + 1)
            if value <= alpha or self.stopped:
                return value
        if reduction and beta - alpha > 1:
            value = self.next_turn(node, depth, alpha, alpha + 1)
            if value <= alpha or value >= beta or self.stopped:
                return value
        return self.next_turn(node, depth, alpha, beta)

    def next_turn(self, node: records.Node, depth: int, alpha: int, beta: int) -> int:
        """The value for the player whose turn ends, from one search with this window."""
        turn = node.turn
        following = self.flow.after(turn, node.one, node.two)
        if following == DECISION:
            return -self.decide_first(node, depth, -beta, -alpha)
        if following != OVER:
            begun = records.node_of(
                following, node.fog, node.one, node.two, node.chooser, node.banned, node.cannot_win
            )
            return -self.begin_turn(begun, depth, -beta, -alpha)
        self.doubt = 0
        winner = winner_of_tie(node.chooser)
        if not winner:
            return 0
        worth = self.score[turn * self.width + size(node.fog)]  # A11
        return worth if winner == 1 + (turn & 1) else -worth

    def decide_first(self, node: records.Node, depth: int, alpha: int, beta: int) -> int:
        """The value for player 1, who decides first (A5, D6) after this turn."""
        value = self.go_on(node, 1, depth, alpha, beta)
        if self.stopped or value >= beta:
            return value
        doubt = self.doubt
        back = self.decide_second(node, depth, max(alpha, value), beta)
        if back < beta:
            self.doubt = max(self.doubt, doubt)
        return max(value, back)

    def decide_second(self, node: records.Node, depth: int, alpha: int, beta: int) -> int:
        """The value for player 1, when player 2 is to decide."""
        value = self.go_on(node, 2, depth, alpha, beta)
        if self.stopped or value <= alpha:
            return value
        doubt = self.doubt
        # Going back is nearly always a tie, so depth is better spent on going on.
        less = max(0, depth - _FAR_BACK)
        first = self.flow.going_back[node.turn]
        lap = records.node_of(first, node.fog, node.one, node.two, 0, 0, False)
        back = self.begin_lap(lap, less, alpha, min(beta, value))
        if back > alpha:
            self.doubt = max(self.doubt, doubt)
        return min(value, back)

    def go_on(self, node: records.Node, chooser: int, depth: int, alpha: int, beta: int) -> int:
        """The value for player 1 if that player chooses to go on."""
        begun = records.node_of(
            self.flow.going_on[node.turn], node.fog, node.one, node.two, chooser, node.banned,
            node.cannot_win,
        )  # fmt: skip
        return self.begin_turn(begun, depth, alpha, beta)

    # Placing and turning over.

    def begin_lap(self, node: records.Node, depth: int, alpha: int, beta: int) -> int:
        """The value for player 1 at the start of a round, with placing if tiles are in hand."""
        first = self.flow.begin(node.turn, node.one, node.two)
        begun = records.node_of(first, node.fog, node.one, node.two, 0, 0, False)
        return self.place_or_move(0, begun, depth, alpha, beta)

    def place_or_move(
        self, player: int, node: records.Node, depth: int, alpha: int, beta: int
    ) -> int:
        """The value for ``player`` (0 or 1) at a turn of placing, or at the first move after it."""
        acting = node.turn & 1
        if player != acting:
            return -self.place_or_move(acting, node, depth, -beta, -alpha)
        if self.flow.places[node.turn]:
            return self.place(node, depth, alpha, beta)
        return self.begin_turn(node, depth, alpha, beta)

    def place(self, node: records.Node, depth: int, alpha: int, beta: int) -> int:
        """The value for the player who is to place a tile."""
        if not self.count_node():
            return 0
        high = self.most[node.turn * self.width + size(node.fog)]
        self.doubt = 0
        if high <= alpha:
            return high
        if -high >= beta:
            return -high
        if depth == 0:
            self.doubt = high
            return 0
        key = self.key(node)
        data = self.table.find(key, key)
        if data and answers(data, -1, depth, alpha, beta):
            self.doubt = doubt_in(data) * self.point
            return value_in(data)
        hint = taken_in(data) if data else _KEEP
        best = -_ENDLESS
        best_cell = _KEEP
        doubt = 0
        left = self.cells & ~node.fog
        while left:
            cell = hint if left >> hint & 1 else size((left & (0 - left)) - 1)
            left &= ~(_TILE << cell)
            value = self.after_placing(node, cell, depth - 1, max(alpha, best), beta)
            if self.stopped:
                return 0
            if value > best:
                best = value
                best_cell = cell
                if value >= beta or value >= high:
                    doubt = self.doubt
                    break
            doubt = max(doubt, self.doubt)
        bound = bound_of(best, alpha, beta, high)
        if is_certain(best, bound, high, doubt, self.point):
            doubt = 0
        data = packed(best, bound, depth, doubt // self.point, 0, best_cell)
        self.table.store(key, key, data)
        self.doubt = doubt
        return best

    def after_placing(
        self, node: records.Node, cell: int, depth: int, alpha: int, beta: int
    ) -> int:
        """The value for the player who has just placed a tile on that cell."""
        player = node.turn & 1
        one = node.one - 1 + player
        two = node.two - player
        following = self.flow.placed(node.turn, one, two)
        placed = records.node_of(following, node.fog | _TILE << cell, one, two, 0, 0, False)
        return self.place_or_move(player, placed, depth, alpha, beta)

    def flip(self, flips: int, depth: int, alpha: int, beta: int) -> int:
        """The value for the player who is to turn a menhir over (A1); ``flips`` are left."""
        if not self.count_node():
            return 0
        if depth == 0:
            self.doubt = self.most[0]
            return 0
        menhirs = self.menhirs
        best = -_ENDLESS
        doubt = 0
        left = menhirs
        while left:
            tile = left & (0 - left)
            left ^= tile
            self.set_menhirs(menhirs & ~tile)
            value = -self.after_flip(flips - 1, depth - 1, -beta, -max(alpha, best))
            if self.stopped:
                break
            best = max(best, value)
            if value >= beta:
                doubt = self.doubt
                break
            doubt = max(doubt, self.doubt)
        self.set_menhirs(menhirs)
        self.doubt = doubt
        return best

    def after_flip(self, flips: int, depth: int, alpha: int, beta: int) -> int:
        """The value for the opponent of the player who has just turned a menhir over."""
        if flips:
            return self.flip(flips, depth, alpha, beta)
        hand = self.in_hand
        lap = records.node_of(0, self.menhirs, hand, hand, 0, 0, False)
        return self.begin_lap(lap, depth, alpha, beta)
