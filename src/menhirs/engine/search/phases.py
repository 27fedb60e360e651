"""The search between two moves: taking away, claims, decisions, laps, placing, turning over.

This is plain Python with the C types of ``phases.pxd``; compiled, it runs without the interpreter's
lock. A position is a few numbers: the turn (see ``core/turn_flow.py``), the fog, the two counts,
the player who chose to go on (0, 1 or 2) and the one picture that M4 forbids (0 if none). Every
method returns a value, or a bound if the value lies outside the window. Its docstring names the
player whose value it is. ``doubt`` then holds how much estimates could matter to it.
"""

from __future__ import annotations

from menhirs.core.fog import size
from menhirs.core.turn_flow import DECISION, OVER, forbidden_picture, remembered, winner_of_tie
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
        """The value for the player whose turn begins.

        ``calm``: that player is known to have no winning move.
        """
        return 0  # overridden by the search in alphabeta.py

    def after(
        self,
        turn: int,
        before: int,
        picture: int,
        landed: int,
        one: int,
        two: int,
        chooser: int,
        depth: int,
        alpha: int,
        beta: int,
        haste: int,
        hint: int,
    ) -> int:
        """The value for the player who has just moved, or passed (``landed`` is 0).

        ``haste``: see :meth:`close`. ``hint``: the option to try first.
        """
        calm = False
        ceiling = _ENDLESS
        if landed and self.flow.claims[turn]:
            if self.wins(picture):  # A9: the opponent can claim, whatever is taken away
                entry = turn * self.width + size(picture)
                ceiling = -self.score[entry]
                if -ceiling >= self.later[entry] or ceiling <= alpha:
                    self.doubt = 0
                    self.taken = _KEEP
                    return ceiling
                # Only under house rules: the opponent may gain more by not claiming.
                beta = min(beta, ceiling)
            else:
                calm = True
        left = self.options(turn, picture, one, two)
        if left == _TILE << _KEEP:
            banned = forbidden_picture(landed, before, picture, self.stride)
            value = self.close(
                turn, picture, one, two, chooser, banned, calm, depth, alpha, beta, haste
            )
            self.taken = _KEEP
            return min(value, ceiling)
        best = -_ENDLESS
        best_taken = _KEEP
        smear = 0
        tried = 0
        while left:
            cell = self.next_option(left, hint, turn & 1)
            tile = _TILE << cell
            left &= ~tile
            fog = picture & ~tile
            group = remembered(landed, tile)
            banned = forbidden_picture(group, before & ~tile, fog, self.stride)
            counted = 1 if self.flow.counts_taken and cell != _KEEP else 0
            value = self.close(
                turn,
                fog,
                one + (counted & ~turn),
                two + (counted & turn),
                chooser,
                banned,
                calm and cell == _KEEP,
                depth,
                max(alpha, best),
                beta,
                max(haste, self.haste(tried, depth)),
            )
            if self.stopped:
                return 0
            if value > best:
                best = value
                best_taken = cell
                if value >= beta:
                    smear = self.doubt
                    self.favourites[turn & 1] = cell
                    break
            smear = max(smear, self.doubt)
            tried += 1
        self.doubt = smear
        self.taken = best_taken
        return min(best, ceiling)

    def options(self, turn: int, fog: int, one: int, two: int) -> int:
        """A mask of the tiles that the player may take away now, with bit 63 if all may be kept."""
        tiles = self.flow.takeable(turn, one, two, fog, self.menhirs)
        return tiles | _TILE << _KEEP if self.flow.may_keep(turn, tiles) else tiles

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

    def haste(self, tried: int, depth: int) -> int:
        """The ``haste`` (see :meth:`close`) for an option after ``tried`` others."""
        if not tried:
            return 0
        if tried < _EARLY or depth < _SHALLOW:
            return 1
        return 2 if tried < _LATE or depth == _SHALLOW else 3

    def close(
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
        haste: int,
    ) -> int:
        """The value for the player whose turn ends.

        ``haste`` 1 searches with a null window first, since a better option is known; 2 and 3 also
        reduce the depth of that search by one and two turns. Only an option that turns out better
        is searched in full.
        """
        if haste > 1:
            value = self.end_turn(
                turn, fog, one, two, chooser, banned, calm, depth + 1 - haste, alpha, alpha + 1
            )
            if value <= alpha or self.stopped:
                return value
        if haste and beta - alpha > 1:
            value = self.end_turn(
                turn, fog, one, two, chooser, banned, calm, depth, alpha, alpha + 1
            )
            if value <= alpha or value >= beta or self.stopped:
                return value
        return self.end_turn(turn, fog, one, two, chooser, banned, calm, depth, alpha, beta)

    def end_turn(
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
        """The value for the player whose turn ends, from one search with this window."""
        following = self.flow.after(turn, one, two)
        if following == DECISION:
            return -self.first_word(turn, fog, one, two, banned, calm, depth, -beta, -alpha)
        if following != OVER:
            return -self.arrive(
                following, fog, one, two, chooser, banned, calm, depth, -beta, -alpha
            )
        self.doubt = 0
        winner = winner_of_tie(chooser)
        if not winner:
            return 0
        worth = self.score[turn * self.width + size(fog)]  # A11
        return worth if winner == 1 + (turn & 1) else -worth

    def first_word(
        self,
        turn: int,
        fog: int,
        one: int,
        two: int,
        banned: int,
        calm: bool,
        depth: int,
        alpha: int,
        beta: int,
    ) -> int:
        """The value for player 1, who decides first (A5, D6) after this turn."""
        on = self.flow.going_on[turn]
        value = self.arrive(on, fog, one, two, 1, banned, calm, depth, alpha, beta)
        if self.stopped or value >= beta:
            return value
        smear = self.doubt
        back = self.second_word(turn, fog, one, two, banned, calm, depth, max(alpha, value), beta)
        if back < beta:
            self.doubt = max(self.doubt, smear)
        return max(value, back)

    def second_word(
        self,
        turn: int,
        fog: int,
        one: int,
        two: int,
        banned: int,
        calm: bool,
        depth: int,
        alpha: int,
        beta: int,
    ) -> int:
        """The value for player 1, when player 2 is to decide."""
        on = self.flow.going_on[turn]
        value = self.arrive(on, fog, one, two, 2, banned, calm, depth, alpha, beta)
        if self.stopped or value <= alpha:
            return value
        smear = self.doubt
        # Going back is nearly always a tie, so depth is better spent on going on.
        less = max(0, depth - _FAR_BACK)
        back = self.begin(self.flow.going_back[turn], fog, one, two, less, alpha, min(beta, value))
        if back > alpha:
            self.doubt = max(self.doubt, smear)
        return min(value, back)

    def begin(
        self, turn: int, fog: int, one: int, two: int, depth: int, alpha: int, beta: int
    ) -> int:
        """The value for player 1 at the start of a round, with placing if tiles are in hand."""
        first = self.flow.begin(turn, one, two)
        return self.go_to(0, first, fog, one, two, depth, alpha, beta)

    def go_to(
        self,
        player: int,
        turn: int,
        fog: int,
        one: int,
        two: int,
        depth: int,
        alpha: int,
        beta: int,
    ) -> int:
        """The value for ``player`` (0 or 1) at a turn of placing, or at the first move after it."""
        if player != turn & 1:
            return -self.go_to(turn & 1, turn, fog, one, two, depth, -beta, -alpha)
        if self.flow.places[turn]:
            return self.place(turn, fog, one, two, depth, alpha, beta)
        return self.arrive(turn, fog, one, two, 0, 0, False, depth, alpha, beta)

    def place(
        self, turn: int, fog: int, one: int, two: int, depth: int, alpha: int, beta: int
    ) -> int:
        """The value for the player who is to place a tile."""
        if not self.visit():
            return 0
        high = self.most[turn * self.width + size(fog)]
        self.doubt = 0
        if high <= alpha:
            return high
        if -high >= beta:
            return -high
        if depth == 0:
            self.doubt = high
            return 0
        key = self.key(turn, fog, one, two, 0)
        data = self.table.find(key, key)
        if data and answers(data, -1, depth, alpha, beta):
            self.doubt = doubt_in(data) * self.point
            return value_in(data)
        hint = taken_in(data) if data else _KEEP
        best = -_ENDLESS
        best_cell = _KEEP
        smear = 0
        left = self.cells & ~fog
        while left:
            cell = hint if left >> hint & 1 else size((left & (0 - left)) - 1)
            tile = _TILE << cell
            left &= ~tile
            value = self.placed(turn, fog | tile, one, two, depth - 1, max(alpha, best), beta)
            if self.stopped:
                return 0
            if value > best:
                best = value
                best_cell = cell
                if value >= beta or value >= high:
                    smear = self.doubt
                    break
            smear = max(smear, self.doubt)
        bound = bound_of(best, alpha, beta, high)
        if is_certain(best, bound, high, smear, self.point):
            smear = 0
        data = packed(best, bound, depth, smear // self.point, 0, best_cell)
        self.table.store(key, key, data)
        self.doubt = smear
        return best

    def placed(
        self, turn: int, fog: int, one: int, two: int, depth: int, alpha: int, beta: int
    ) -> int:
        """The value for the player who has just placed a tile, which still counts as in hand."""
        player = turn & 1
        one -= 1 - player
        two -= player
        following = self.flow.placed(turn, one, two)
        return self.go_to(player, following, fog, one, two, depth, alpha, beta)

    def flip(self, flips: int, depth: int, alpha: int, beta: int) -> int:
        """The value for the player who is to turn a menhir over (A1); ``flips`` are left."""
        if not self.visit():
            return 0
        if depth == 0:
            self.doubt = self.most[0]
            return 0
        menhirs = self.menhirs
        best = -_ENDLESS
        smear = 0
        left = menhirs
        while left:
            tile = left & (0 - left)
            left ^= tile
            self.lay(menhirs & ~tile)
            value = -self.flipped(flips - 1, depth - 1, -beta, -max(alpha, best))
            if self.stopped:
                break
            best = max(best, value)
            if value >= beta:
                smear = self.doubt
                break
            smear = max(smear, self.doubt)
        self.lay(menhirs)
        self.doubt = smear
        return best

    def flipped(self, flips: int, depth: int, alpha: int, beta: int) -> int:
        """The value for the opponent of the player who has just turned a menhir over."""
        if flips:
            return self.flip(flips, depth, alpha, beta)
        hand = self.in_hand
        return self.begin(0, self.menhirs, hand, hand, depth, alpha, beta)
