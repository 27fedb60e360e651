"""How the game goes on after a move: taking away, claims, decisions, laps, placing, turning over.

Plain Python with the C types of ``course.pxd``; compiled, it runs without the interpreter's lock.
A position is a few numbers: the turn (see ``plan.py``), the fog, the two counts, who chose to go on
(0, 1 or 2) and the one picture that M4 forbids (0 if none). Every method returns the value for the
player named in its first line, as a bound if it lies outside the window, and leaves in ``doubt``
how far estimates went into it.
"""

from __future__ import annotations

from menhirs.core.fog import may_move, size
from menhirs.engine.search.ground import Ground
from menhirs.engine.search.table import (
    answers,
    bound_of,
    doubt_in,
    is_certain,
    packed,
    taken_in,
    value_in,
)

_ENDLESS = 1 << 17  # more than any value
_KEEP = 63  # instead of the cell of a tile taken away; no board has such a cell
_EARLY = 2  # so many options are searched in full before the others have to prove themselves
_LATE = 8  # and after so many they have to prove themselves another turn earlier
_SHALLOW = 2  # where so few turns are left nothing is gained by searching fewer
_FAR_BACK = 4  # going back to the first round is searched so many turns less deep
_TILE = 1  # as wide as a mask: shifted, it is the tile of a cell


class Course(Ground):
    """Follows the game from the end of a move to the beginning of the next turn."""

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
        return 0  # the search, in kernel.py

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
        """For the player who has moved from one picture to the next, or passed (``landed`` is 0).

        ``haste``: see :meth:`close`. ``hint``: what to take away first.
        """
        calm = False
        ceiling = _ENDLESS
        if landed and self.claims[turn]:
            if self.wins(picture):  # A9: whatever is taken away now
                entry = turn * self.width + size(picture)
                ceiling = -self.score[entry]
                if -ceiling >= self.later[entry] or ceiling <= alpha:
                    self.doubt = 0
                    self.taken = _KEEP
                    return ceiling
                # Only under house rules: not to claim may be worth more.
                beta = min(beta, ceiling)
            else:
                calm = True
        left = self.options(turn, picture, two if turn & 1 else one)
        if left == _TILE << _KEEP:
            banned = self.banned_by(landed, before, picture)
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
            banned = 0
            if not landed & tile:
                banned = self.banned_by(landed, before & ~tile, fog)
            counted = 1 if self.counts and cell != _KEEP else 0
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

    def banned_by(self, landed: int, picture: int, fog: int) -> int:
        """M4: the picture, if the tiles that have landed could go back to it; else 0.

        An estimate would not need it, but what the table has proven without a ban is no proof here.
        """
        can_return = landed and may_move(landed, fog & ~landed, self.stride)
        return picture if can_return else 0

    def options(self, turn: int, fog: int, count: int) -> int:
        """The tiles that the player may take away now, and bit 63 if all may be kept."""
        taking = self.taking[turn]
        tiles = 0
        if taking == 2 or (taking == 1 and count < self.chances):
            covered = fog & self.menhirs
            tiles = fog & ~covered if not covered & (covered - 1) else fog  # A8, B3
        keep = _TILE << _KEEP
        return tiles if tiles and taking == 2 else tiles | keep  # M8

    def next_option(self, left: int, hint: int, player: int) -> int:
        """The cell of the option to try next: 63 to keep all."""
        if left >> hint & 1:
            return hint
        favourite = self.favourites[player]
        if left >> favourite & 1:
            return favourite
        if left >> _KEEP:
            return _KEEP
        return size((left & (0 - left)) - 1)

    def haste(self, tried: int, depth: int) -> int:
        """How hastily to search what comes after so many others."""
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
        """For the player whose turn ends.

        ``haste``: with 1 a window of one is tried first, since better is known; with 2 or 3 even
        that one or two turns less deep. Only what turns out better after all is searched in full.
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
        """For the player whose turn ends."""
        following = self.following[turn]
        if following < 0:
            self.doubt = 0
            if not chooser:
                return 0  # B4, A6
            worth = self.score[turn * self.width + size(fog)]  # A5, A11
            return worth if chooser != 1 + (turn & 1) else -worth
        due = self.due[turn]
        if due == 2 or (due == 1 and one >= self.chances and two >= self.chances):  # A4
            if self.back[turn] >= 0:
                return -self.first_word(turn, fog, one, two, banned, calm, depth, -beta, -alpha)
            following = self.on[turn]
        return -self.arrive(following, fog, one, two, chooser, banned, calm, depth, -beta, -alpha)

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
        """For player 1, who decides first (A5, D6) after that turn."""
        on = self.on[turn]
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
        """For player 1, when player 2 decides."""
        on = self.on[turn]
        value = self.arrive(on, fog, one, two, 2, banned, calm, depth, alpha, beta)
        if self.stopped or value <= alpha:
            return value
        smear = self.doubt
        # Nearly always a tie: what there is to see is seen where the game goes on.
        less = max(0, depth - _FAR_BACK)
        back = self.begin(self.back[turn], fog, one, two, less, alpha, min(beta, value))
        if back > alpha:
            self.doubt = max(self.doubt, smear)
        return min(value, back)

    def begin(
        self, turn: int, fog: int, one: int, two: int, depth: int, alpha: int, beta: int
    ) -> int:
        """For player 1, at the beginning of a round, of placing if there is anything to place."""
        while self.places[turn]:
            if one > self.held[turn]:
                return self.place(turn, fog, one, two, depth, alpha, beta)
            if two > self.held[turn]:
                return -self.place(turn + 1, fog, one, two, depth, -beta, -alpha)
            turn += 2
        return self.arrive(turn, fog, one, two, 0, 0, False, depth, alpha, beta)

    def place(
        self, turn: int, fog: int, one: int, two: int, depth: int, alpha: int, beta: int
    ) -> int:
        """For the player who places a tile."""
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
        """For the player who has placed a tile that is still counted as in hand."""
        held = self.held[turn]
        if turn & 1:
            two -= 1
            if one > held:
                return -self.place(turn - 1, fog, one, two, depth, -beta, -alpha)
            if two > held:
                return self.place(turn, fog, one, two, depth, alpha, beta)
            return -self.begin(turn + 1, fog, one, two, depth, -beta, -alpha)
        one -= 1
        if two > held:
            return -self.place(turn + 1, fog, one, two, depth, -beta, -alpha)
        if one > held:
            return self.place(turn, fog, one, two, depth, alpha, beta)
        return self.begin(turn + 2, fog, one, two, depth, alpha, beta)

    def flip(self, flips: int, depth: int, alpha: int, beta: int) -> int:
        """For the player who turns a menhir over (A1), when so many have still to be."""
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
        """For the opponent of the one who has turned a menhir over."""
        if flips:
            return self.flip(flips, depth, alpha, beta)
        hand = self.in_hand
        return self.begin(0, self.menhirs, hand, hand, depth, alpha, beta)
