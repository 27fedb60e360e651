"""A game that changes as it is played, compiled: random games and learning programs drive it.

:class:`~menhirs.core.position.Position` is immutable and explains every refusal; this game is
quick. It holds the same things as plain numbers, can be copied, and turns into a ``Position`` and
back. No rule stands here a second time: the moves are those of ``core/fog.py``, what follows on a
turn comes from ``core/turn_flow.py``. Like those it is plain Python, compiled at install with the
C types of ``quick_game.pxd``; without a compiler it runs as it is. What can happen in a random game
holds no Python object, so that it runs without the interpreter's lock.

**Claims** (A9) are made in the claimant's own turn, or, with ``claims_at_once``, by nobody: a
right claim is then made and shown the moment it is there, and no wrong one ever is. Nothing is lost
by the claimant's own turn: until then the window stays open, and the tile taken goes back. Only a
house rule whose very last turn can be claimed on leaves no such turn.
"""

from __future__ import annotations

from array import array

from menhirs.core.fog import around, can_free, size, step, write_moves
from menhirs.core.geometry import Direction, cells_in
from menhirs.core.legality import check_layout
from menhirs.core.past import Past
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.core.state import LastTurn, Outcome, Phase, Reason
from menhirs.core.turn_flow import (
    DECISION,
    OVER,
    forbidden_picture,
    goes_straight_back,
    picture_before,
    remembered,
    winner_of_tie,
)

PHASES = tuple(Phase)
REASONS = tuple(Reason)

# The same as C numbers, for compiled code.
_FLIP, _PLACE, _MOVE, _REMOVE, _DECIDE, _PROVE, _OVER = range(7)
_FREED, _CLAIMED, _WRONG_CLAIM, _TIE, _CHOOSER = range(5)
_DECISION, _NO_TURN = DECISION, OVER
_ROOM = 512  # moves; more than 11 tiles can have on the standard board
_MEMORY = 64  # positions of a game without end; room for more is made when they come up


class GameRules:
    """A rule set as the states of its games read it; they share it.

    They also share its lists of moves, so every thread should have one of its own.
    """

    def __init__(self, rules: RuleSet, claims_at_once: bool = False) -> None:
        geometry = rules.geometry
        self.rules = rules
        self.claims_at_once = claims_at_once
        self.flow = rules.flow
        self.cells = geometry.cells
        """All cells of the board."""
        self.stride = geometry.stride
        self.count = len(geometry.names)
        """How many cells the board has."""
        self.board = array("Q", [1 << cell for cell in cells_in(geometry.cells)])
        """The bits of the cells, in the order a1, a2, …, g3."""
        self.menhirs = rules.menhirs
        self.standing = rules.standing
        self.in_hand = rules.tiles_to_place
        self.repetitions = rules.repetitions or 0
        self.width = rules.fog_tiles + 1
        turns = range(rules.laps * len(rules.schedule) * 2)
        laps_and_rounds = [rules.turn_at(turn)[:2] for turn in turns]
        self.score = array(
            "i",
            [
                rules.score(number, lap, tiles)
                for lap, number in laps_and_rounds
                for tiles in range(self.width)
            ],
        )
        """What a win is worth, by turn and number of tiles."""
        self.parts = array("Q", bytes(8 * _ROOM))
        self.ways = array("B", bytes(_ROOM))
        self.listed = 0
        """The fog of which the moves were listed last: a split asks for them several times."""
        self.found = 0
        """How many moves it has."""
        self.whole = array("Q", bytes(8 * 6))
        """By direction: the first tiles of the clusters that can go there."""
        self.split = array("Q", bytes(8 * 6))
        """By direction: the first tiles of the parts that can go there."""
        self.no_tiles = array("Q")
        self.no_ways = array("B")

    def __reduce__(self) -> tuple[object, ...]:
        return GameRules, (self.rules, self.claims_at_once)

    def __deepcopy__(self, memo: object) -> GameRules:
        return self

    def list_moves(self, fog: int) -> int:
        """Lists all moves of M1 to M3; returns their number."""
        if fog == self.listed:
            return self.found
        count = write_moves(fog, self.cells, self.stride, self.parts, self.ways)
        if count > len(self.parts):  # a house board with more fog than ours
            self.parts = array("Q", bytes(8 * count))
            self.ways = array("B", bytes(count))
            write_moves(fog, self.cells, self.stride, self.parts, self.ways)
        self.listed = fog
        self.found = count
        return count


class QuickGame:
    """A game being played, with all that its future depends on."""

    def __init__(self, game: GameRules, menhirs: int) -> None:
        """The game before the first action, the menhirs lying so."""
        self.begin_game(game, menhirs)

    def begin_game(self, game: GameRules, menhirs: int) -> None:
        """Lays the menhirs."""
        if menhirs & ~game.cells or size(menhirs) != game.menhirs:
            check_layout(game.rules, menhirs)
        self.set_game(game)
        self.start(menhirs)

    def set_game(self, game: GameRules) -> None:
        """An empty board of that game."""
        self.game = game
        self.past_fogs = self.past_lasts = game.no_tiles
        self.past_ways = game.no_ways
        self.start(0)

    def start(self, menhirs: int) -> None:
        """The beginning of a game, the menhirs lying so."""
        self.menhirs = menhirs
        self.fog = 0
        self.phase = _FLIP
        self.turn = 0
        """The number that the turn flow has for this turn; its last bit tells the player."""
        self.one = self.two = 0
        """The players' counts."""
        self.chooser = 0
        self.last = 0
        """The tiles moved last, where they lie now."""
        self.last_way = 0
        self.claimed = _NO_TURN
        """The turn that can be claimed on, or is being claimed on."""
        self.taken = 0
        """The tile that a claim would put back."""
        self.options = 0
        """The tiles that may be taken away now."""
        self.winner = self.points = self.reason = 0
        self.part = self.way = 0
        """The tiles of the last move, from where they set out, and their direction."""
        self.shown = self.shown_way = 0
        """Tiles and direction of the move that showed a claim made at once."""
        self.past = 0
        """How many positions a game without end remembers: fog, tiles moved last, their way."""
        if menhirs and self.game.menhirs == self.game.standing:
            self.cover_menhirs()

    @property
    def player(self) -> int:
        """Who is to act, 1 or 2."""
        return 1 + (self.turn & 1)

    @property
    def is_over(self) -> bool:
        return self.phase == _OVER

    def returns(self) -> list[int]:
        """The points of player 1 and of player 2, what one wins being lost by the other."""
        points = self.points if self.winner == 1 else -self.points
        return [points, -points]

    def copy_from(self, other: QuickGame) -> None:
        """Becomes a copy of another game."""
        self.game = other.game
        self.menhirs = other.menhirs
        self.fog = other.fog
        self.phase = other.phase
        self.turn = other.turn
        self.one = other.one
        self.two = other.two
        self.chooser = other.chooser
        self.last = other.last
        self.last_way = other.last_way
        self.claimed = other.claimed
        self.taken = other.taken
        self.options = other.options
        self.winner = other.winner
        self.points = other.points
        self.reason = other.reason
        self.part = other.part
        self.way = other.way
        self.shown = other.shown
        self.shown_way = other.shown_way
        self.past = other.past
        self.past_fogs = other.past_fogs
        self.past_lasts = other.past_lasts
        self.past_ways = other.past_ways
        if self.past:
            self.resize_past(len(other.past_fogs))

    def flip(self, tile: int) -> bool:
        """A1: turns a menhir over."""
        if self.phase != _FLIP or not self.menhirs & tile:
            return False
        self.menhirs ^= tile
        self.turn ^= 1
        if size(self.menhirs) == self.game.standing:
            self.cover_menhirs()
        return True

    def cover_menhirs(self) -> None:
        """B1, A1: the menhirs are covered, and the placing begins."""
        self.fog = self.menhirs
        self.one = self.two = self.game.in_hand
        self.begin_turn(self.game.flow.begin(0, self.one, self.two))

    def place(self, tile: int) -> bool:
        """B1, A2: places a tile of fog."""
        if self.phase != _PLACE or self.fog & tile:
            return False
        self.fog |= tile
        if self.turn & 1:
            self.two -= 1
        else:
            self.one -= 1
        self.begin_turn(self.game.flow.placed(self.turn, self.one, self.two))
        return True

    def play_move(self, tiles: int, way: int) -> None:
        """M1: moves these tiles; where claims are made at once, makes the right one."""
        self.make_room()
        self.move(tiles, way)
        if self.game.claims_at_once and self.claimed != _NO_TURN and self.phase != _OVER:
            self.claim_at_once()

    def move(self, tiles: int, way: int) -> None:
        """M1: moves these tiles."""
        self.part = tiles
        self.way = way
        self.shown = 0
        self.remember_position()
        self.last = step(tiles, way, self.game.stride)
        self.last_way = way
        self.taken = 0
        self.fog = self.fog & ~tiles | self.last
        if not self.fog & self.menhirs:  # M6, A10
            self.end(1 + (self.turn & 1), _CLAIMED if self.phase == _PROVE else _FREED)
        elif self.phase == _PROVE:
            self.end(2 - (self.turn & 1), _WRONG_CLAIM)  # A10
        else:
            self.claimed = self.turn if self.game.flow.claims[self.turn] else _NO_TURN
            self.take_away_or_end()

    def pass_turn(self) -> None:
        """M7: passes, for want of a move."""
        self.remember_position()
        self.last = 0
        self.claimed = _NO_TURN
        self.taken = 0
        self.take_away_or_end()

    def take_away_or_end(self) -> None:
        """After the move: on to taking away, or to the next turn."""
        self.options = self.takeable()
        if self.options:
            self.phase = _REMOVE
        else:
            self.end_turn()

    def takeable(self) -> int:
        """The tiles that may be taken away after a move."""
        return self.game.flow.takeable(self.turn, self.one, self.two, self.fog, self.menhirs)

    def may_keep(self) -> bool:
        """B3, A3: whether all tiles may be kept instead."""
        return self.game.flow.may_keep(self.turn, self.options)

    def remove(self, tile: int) -> bool:
        """B3, A3, A7: takes a tile away."""
        if self.phase != _REMOVE or not self.options & tile:
            return False
        self.fog ^= tile
        if self.claimed != _NO_TURN:
            self.taken = tile
        else:
            self.last = remembered(self.last, tile)
        self.count_taken(self.turn, 1)
        self.end_turn()
        return True

    def count_taken(self, turn: int, change: int) -> None:
        """Counts what the player of that turn took away, where that is counted."""
        if not self.game.flow.counts_taken:
            return
        if turn & 1:
            self.two += change
        else:
            self.one += change

    def end_turn(self) -> None:
        if self.game.repetitions and self.count_seen() == self.game.repetitions:
            self.end_in_tie()  # D15
            return
        following = self.game.flow.after(self.turn, self.one, self.two)
        if following == _NO_TURN:
            self.end_in_tie()
        elif following == _DECISION:
            self.turn &= ~1  # A5, D6
            self.phase = _DECIDE
        else:
            self.begin_turn(following)

    def begin_turn(self, turn: int) -> None:
        """Begins the turn with that number."""
        self.turn = turn
        self.phase = _PLACE if self.game.flow.places[turn] else _MOVE

    def decide(self, go_on: bool) -> None:
        """A5: the players' answers at the decision moment."""
        self.close_claim_window()  # A10
        if go_on:
            self.chooser = 1 + (self.turn & 1)
            self.begin_turn(self.game.flow.going_on[self.turn])
        elif not self.turn & 1:
            self.turn |= 1
        else:
            self.last = 0  # A12, D8
            back = self.game.flow.going_back[self.turn]
            self.begin_turn(self.game.flow.begin(back, self.one, self.two))

    def close_claim_window(self) -> None:
        """Nobody can claim on the last turn any more: only what M4 needs is kept."""
        self.last = remembered(self.last, self.taken)
        self.claimed = _NO_TURN
        self.taken = 0

    def may_claim(self) -> bool:
        """A9: whether the player to act may claim."""
        return (
            self.claimed != _NO_TURN
            and not self.game.claims_at_once
            and self.phase in (_MOVE, _DECIDE)
        )

    def claim(self) -> None:
        """A9: the opponent of the one who moved last claims the win."""
        game = self.game
        if self.taken:
            self.fog |= self.taken
            self.count_taken(self.claimed, -1)
        self.turn = self.claimed ^ 1
        self.phase = _PROVE
        # The move straight back (M4) can't be the one that wins: it leads to the fog in which
        # the game went on.
        if not can_free(self.fog, self.menhirs, game.cells, game.stride):
            self.end(2 - (self.turn & 1), _WRONG_CLAIM)

    def claim_at_once(self) -> None:
        """A9: makes and shows a claim if it is right."""
        game = self.game
        if not can_free(self.fog, self.menhirs, game.cells, game.stride):
            return
        part, way = self.part, self.way
        self.claim()
        for index in range(game.list_moves(self.fog)):
            tiles = game.parts[index]
            landed = step(tiles, game.ways[index], game.stride)
            if not self.menhirs & (self.fog & ~tiles | landed):
                self.move(tiles, game.ways[index])
                break
        self.shown = self.part
        self.shown_way = self.way
        self.part = part
        self.way = way

    def end_in_tie(self) -> None:
        """B4, A6: nobody wins, or whoever did not want to go on (A5)."""
        winner = winner_of_tie(self.chooser)
        self.end(winner, _CHOOSER if winner else _TIE)

    def end(self, winner: int, reason: int) -> None:
        """Ends the game."""
        if self.phase != _PROVE:
            self.last = remembered(self.last, self.taken)
        self.claimed = _NO_TURN
        self.taken = 0
        self.phase = _OVER
        self.winner = winner
        self.reason = reason
        if winner:
            self.points = self.game.score[self.turn * self.game.width + size(self.fog)]

    # The moves there are.

    def find_moves(self) -> int:
        """Finds where clusters and parts can go; returns the number of moves."""
        game = self.game
        fog, last, last_way = self.fog, self.last, self.last_way
        for way in range(6):
            game.whole[way] = 0
            game.split[way] = 0
        found = 0
        for index in range(game.list_moves(fog)):
            part = game.parts[index]
            way = game.ways[index]
            if goes_straight_back(part, way, last, last_way):
                continue
            found += 1
            if around(part, game.stride) & fog == part:
                game.whole[way] |= part & (0 - part)
            else:
                game.split[way] |= part & (0 - part)
        return found

    # What a game without end remembers (D15).

    def remember_position(self) -> None:
        """Notes the position that a move leaves behind, as long as there is room for it."""
        if not self.game.repetitions or self.past == len(self.past_fogs):
            return
        self.past_fogs[self.past] = self.fog
        self.past_lasts[self.past] = self.last
        self.past_ways[self.past] = self.last_way
        self.past += 1

    def make_room(self) -> None:
        """Makes room for another position, if there is none left."""
        if self.game.repetitions and self.past == len(self.past_fogs):
            self.resize_past(2 * self.past or _MEMORY)

    def resize_past(self, room: int) -> None:
        """Moves what is remembered into arrays of its own, of that size."""
        fogs, lasts, ways = self.past_fogs, self.past_lasts, self.past_ways
        self.past_fogs = array("Q", bytes(8 * room))
        self.past_lasts = array("Q", bytes(8 * room))
        self.past_ways = array("B", bytes(room))
        for index in range(self.past):
            self.past_fogs[index] = fogs[index]
            self.past_lasts[index] = lasts[index]
            self.past_ways[index] = ways[index]

    def times_seen(self) -> int:
        """D15: how often this position came up, now included."""
        return self.count_seen()

    def count_seen(self) -> int:
        """D15: how often this position came up, now included; for compiled callers."""
        found = 1
        banned = self.banned_fog(self.last, self.last_way)
        for index in range(self.past & 1, self.past, 2):  # those of the same player
            found += (
                self.past_fogs[index] == self.fog
                and self.banned_fog(self.past_lasts[index], self.past_ways[index]) == banned
            )
        return found

    def banned_fog(self, last: int, way: int) -> int:
        """The fog that M4 forbids to move to, these tiles having been moved last; or 0."""
        stride = self.game.stride
        return forbidden_picture(
            last, picture_before(self.fog, last, way, stride), self.fog, stride
        )

    # To and from the core.

    def position(self) -> Position:
        """The game as a position of the core."""
        rules = self.game.rules
        lap, number, player, _ = rules.turn_at(self.turn)
        last = self._last_turn(self.last, self.last_way)
        if last is not None and self.claimed != _NO_TURN:
            taken = self.taken.bit_length() - 1 if self.taken else None
            claimed = rules.turn_at(self.claimed)[1]
            last = LastTurn(last.tiles, last.direction, claimed, taken)
        past = None
        for index in range(self.past):
            turn = self._last_turn(self.past_lasts[index], self.past_ways[index])
            past = Past(self.past_fogs[index], turn, past)
        outcome = None
        if self.phase == _OVER:
            outcome = Outcome(self.winner, self.points, REASONS[self.reason])
        return Position(
            rules=rules,
            menhirs=self.menhirs,
            fog=self.fog,
            player=player,
            round=number,
            lap=lap,
            phase=PHASES[self.phase],
            counts=(self.one, self.two),
            last=last,
            chooser=self.chooser or None,
            outcome=outcome,
            past=past,
        )

    def _last_turn(self, last: int, way: int) -> LastTurn | None:
        return LastTurn(last, Direction(way)) if last else None

    def read_position(self, position: Position) -> None:
        """Becomes the game of a position."""
        rules = self.game.rules
        self.menhirs = position.menhirs
        self.fog = position.fog
        self.phase = PHASES.index(position.phase)
        self.turn = position.turn
        self.one, self.two = position.counts
        self.chooser = position.chooser or 0
        if position.last is not None:
            self.last = position.last.tiles
            self.last_way = int(position.last.direction)
            if position.last.round is not None:
                # The player to act claims, but for the mover's own taking away.
                own = position.phase is Phase.REMOVE
                mover = position.player if own else 3 - position.player
                self.claimed = rules.turn(position.lap, position.last.round, mover)
            if position.last.taken is not None:
                self.taken = 1 << position.last.taken
        if self.phase == _REMOVE:
            self.options = self.takeable()
        if position.outcome is not None:
            self.winner = position.outcome.winner
            self.points = position.outcome.score
            self.reason = REASONS.index(position.outcome.reason)
        steps = [] if position.past is None else list(position.past)[::-1]
        self.resize_past(2 * len(steps))
        for index, earlier in enumerate(steps):
            self.past_fogs[index] = earlier.fog
            self.past_lasts[index] = earlier.last.tiles if earlier.last else 0
            self.past_ways[index] = int(earlier.last.direction) if earlier.last else 0
        self.past = len(steps)
