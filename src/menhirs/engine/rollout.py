"""Random games played by compiled code, from the layout to the result.

At each choice every legal action is equally likely. Nobody claims, since a random claim is mostly
wrong. This is plain Python with the C types of ``rollout.pxd``; compiled, it runs without the
interpreter's lock. The same seed plays the same games, compiled or not.

**Drawing a move** needs no list of all moves. It is rejection sampling: a coin is tossed for every
tile of a large cluster that could move in some direction, and a set that is not a legal move is
drawn again, so all legal moves stay equally likely. Tiles that cannot part from a neighbour are
drawn along with it (see :meth:`Rollout.twigs`); one draw in nine is then a legal move.
"""

from __future__ import annotations

from array import array

from menhirs.core.actions import Action, Decide, Flip, Keep, Move, Pass, Place, Remove
from menhirs.core.fog import (
    flood,
    is_large_enough,
    leaves_large_groups,
    may_be_split,
    size,
    step,
    write_moves,
)
from menhirs.core.geometry import Direction, cells_in
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.core.turn_flow import (
    DECISION,
    OVER,
    forbidden_picture,
    goes_straight_back,
    remembered,
    winner_of_tie,
)
from menhirs.engine import unlocked
from menhirs.engine.stakes import POINT, stakes_of
from menhirs.engine.work import Work

# Kinds of actions; 0 to 5 are moves in that direction.
_FLIP, _PLACE, _REMOVE, _KEEP, _PASS, _BACK, _ON = range(6, 13)

_LOW = 0xFFFFFFFF
_CARRY = 4294957665  # of Marsaglia's multiply-with-carry: a period of 2**63
_TRIES = 1000  # after so many rejected draws, all moves are listed
_MOST_MOVES = 4096  # ten times the most that 11 tiles can have
_LONGEST = 1 << 14  # actions: a game without end that goes on for longer is broken off as a tie
_MOST_LARGE = 10  # the most clusters that can be split, on any board of fewer than 64 cells


class Rollout(Work):
    """Plays random games of one rule set, one after another."""

    def __init__(self, rules: RuleSet, seed: int) -> None:
        stakes = stakes_of(rules)
        self.rules = rules
        self.flow = rules.flow
        self.cells = rules.geometry.cells
        self.stride = rules.geometry.stride
        self.stones = rules.menhirs
        self.flips = rules.flips
        self.in_hand = rules.tiles_to_place
        self.point = POINT
        self.width = stakes.width
        self.score = stakes.score
        self.room = self.cells.bit_count()
        self.board = array("Q", [1 << cell for cell in cells_in(self.cells)])
        self.edges = array("Q", [step(self.cells, (way + 3) % 6, self.stride) for way in range(6)])
        """By direction: the cells from which a step stays on the board."""
        # By direction: the shift to the cell behind.
        self.lefts = array("i", [0, 0, 0, 1, self.stride + 1, self.stride])
        self.rights = array("i", [1, self.stride + 1, self.stride, 0, 0, 0])
        self.clusters = array("Q", bytes(8 * _MOST_LARGE))
        self.hanging = array("Q", bytes(8 * _MOST_LARGE))
        """By large cluster: its twigs."""
        self.bare = array("Q", bytes(8 * _MOST_LARGE))
        """By large cluster: the tiles that carry no twig."""
        self.loose = array("Q", bytes(6 * 8 * _MOST_LARGE))
        """By large cluster and direction: the tiles, without twigs, that may move."""
        self.sums = array("Q", bytes(6 * 8 * _MOST_LARGE))
        """By large cluster and direction: the running total of sets of such tiles."""
        self.parts = array("Q", bytes(8 * _MOST_MOVES))
        self.ways = array("B", bytes(_MOST_MOVES))
        # A turn is at most two actions; each player answers the decision once a lap.
        most = rules.laps * (len(rules.schedule) * 4 + 2 * rules.fog_tiles + 2) + self.flips
        self.repetitions = rules.repetitions or 0
        if self.repetitions:
            most += _LONGEST
        self.fogs = array("Q", bytes(8 * most if self.repetitions else 8))
        """By moving turn of a game without end: the fog at its beginning."""
        self.bans = array("Q", bytes(8 * most if self.repetitions else 8))
        """By moving turn of a game without end: the picture that M4 forbids in it."""
        self.tiles = array("Q", bytes(8 * most))
        """By action of the game just played: the tiles, or the bit of the cell."""
        self.kinds = array("B", bytes(most))
        """By action of the game just played: its kind."""
        self.state = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & ((1 << 63) - 1) | 1
        for _ in range(8):
            self.draw(2)
        self.todo = 0
        self.games = self.actions = self.ties = 0
        self.wins = array("q", [0, 0])
        """Games won by player 1 and by player 2."""

    def start(self) -> Position:
        """The position before the first action of the game just played."""
        return Position.start(self.rules, self.laid)

    def record(self) -> list[Action]:
        """The actions of the game just played."""
        return [
            _action(kind, tiles)
            for kind, tiles in zip(self.kinds[: self.played], self.tiles, strict=False)
        ]

    def drawn(self, fog: int, last: int = 0, last_way: int = 0) -> Move | None:
        """A random move of this fog; None if there is none.

        ``last`` and ``last_way`` are the tiles and the direction of the move before (M4).
        """
        self.fog = fog
        self.last = last
        self.last_way = last_way
        return Move(self.part, Direction(self.way)) if self.draw_move() else None

    def play(self, games: int) -> None:
        """Plays a number of games without the interpreter's lock."""
        self.todo = games
        unlocked.run(self)

    def run(self) -> None:
        while self.todo:
            self.todo -= 1
            self.play_one()
            self.games += 1
            self.actions += self.played
            if self.winner:
                self.wins[self.winner - 1] += 1
            else:
                self.ties += 1

    def number(self) -> int:
        """32 random bits."""
        self.state = _CARRY * (self.state & _LOW) + (self.state >> 32)
        return (self.state & _LOW) ^ (self.state >> 32)

    def draw(self, below: int) -> int:
        """A random number from 0 to ``below - 1``; all about equally likely."""
        return self.number() * below >> 32

    def pick(self, tiles: int) -> int:
        """A random tile of these."""
        tile = 0
        while not tile & tiles:
            tile = self.board[self.draw(self.room)]
        return tile

    def note(self, kind: int, tiles: int) -> None:
        """Records an action."""
        self.kinds[self.played] = kind
        self.tiles[self.played] = tiles
        self.played += 1

    def play_one(self) -> None:
        """Plays one game, from its random layout to its end."""
        self.played = 0
        self.winner = 0
        self.points = 0
        self.chooser = 0
        self.last = 0
        self.last_way = 0
        self.laid = 0
        self.turns = 0
        for _ in range(self.stones):
            self.laid |= self.pick(self.cells & ~self.laid)
        self.menhirs = self.laid
        for _ in range(self.flips):  # A1
            tile = self.pick(self.menhirs)
            self.menhirs ^= tile
            self.note(_FLIP, tile)
        self.fog = self.menhirs
        self.one = self.two = self.in_hand
        turn = self.flow.begin(0, self.one, self.two)
        while turn != OVER:
            turn = self.place(turn) if self.flow.places[turn] else self.move(turn)

    def place(self, turn: int) -> int:
        """Places a tile; returns the number of the next turn."""
        tile = self.pick(self.cells & ~self.fog)
        self.fog |= tile
        self.note(_PLACE, tile)
        if turn & 1:
            self.two -= 1
        else:
            self.one -= 1
        return self.flow.placed(turn, self.one, self.two)

    def move(self, turn: int) -> int:
        """Moves fog and takes a tile away; returns the next turn's number, or ``OVER``."""
        if self.repetitions and self.is_repeated():
            self.win(turn, winner_of_tie(self.chooser))  # D15
            return OVER
        self.before = self.fog
        if self.draw_move():
            landed = step(self.part, self.way, self.stride)
            self.note(self.way, self.part)
            self.fog = self.fog & ~self.part | landed
            self.last = landed
            self.last_way = self.way
            if not self.fog & self.menhirs:  # M6
                self.win(turn, 1 + (turn & 1))
                return OVER
        else:  # M7
            self.note(_PASS, 0)
            self.last = 0
        self.take_away(turn)
        following = self.flow.after(turn, self.one, self.two)
        if following == DECISION:
            return self.decide(turn)
        if following == OVER:
            self.win(turn, winner_of_tie(self.chooser))
        return following

    def is_repeated(self) -> bool:
        """D15: notes the position at the beginning of a turn; whether it came up too often."""
        banned = forbidden_picture(self.last, self.before, self.fog, self.stride)
        found = 1
        for turn in range(self.turns & 1, self.turns, 2):
            found += self.fogs[turn] == self.fog and self.bans[turn] == banned
        self.fogs[self.turns] = self.fog
        self.bans[self.turns] = banned
        self.turns += 1
        return found == self.repetitions or self.turns == _LONGEST

    def win(self, turn: int, winner: int) -> None:
        """Ends the game with a win for ``winner``; 0 is a tie."""
        self.winner = winner
        if winner:
            self.points = self.score[turn * self.width + size(self.fog)] // self.point

    def take_away(self, turn: int) -> None:
        """Takes a tile away, or keeps all where the rules allow that."""
        options = self.flow.takeable(turn, self.one, self.two, self.fog, self.menhirs)
        if not options:
            return
        if self.flow.may_keep(turn, options) and not self.draw(size(options) + 1):
            self.note(_KEEP, 0)
            return
        tile = self.pick(options)
        self.note(_REMOVE, tile)
        self.fog ^= tile
        self.last = remembered(self.last, tile)
        if self.flow.counts_taken:
            if turn & 1:
                self.two += 1
            else:
                self.one += 1

    def decide(self, turn: int) -> int:
        """Decides for both players at random; returns the number of the next turn (A5)."""
        for player in range(1, 3):
            if self.draw(2):
                self.note(_ON, 0)
                self.chooser = player
                return self.flow.going_on[turn]
            self.note(_BACK, 0)
        self.last = 0  # A12, D8
        return self.flow.begin(self.flow.going_back[turn], self.one, self.two)

    def draw_move(self) -> bool:
        """Draws a move, all legal ones equally likely; False if there is none."""
        total = self.survey()
        if not total or total > _LOW:
            return self.choose_move()
        for _ in range(_TRIES):
            wanted = self.draw(total)
            if wanted < self.wholes:
                self.part = self.parts[wanted]
                self.way = self.ways[wanted]
            elif not self.draw_part(wanted - self.wholes):
                continue
            if not self.goes_back():
                return True
        return self.choose_move()

    def survey(self) -> int:
        """Lists the tiles that may move; returns the number of possible draws."""
        self.wholes = 0
        self.large = 0
        draws = 0
        rest = self.fog
        while rest:
            cluster = flood(rest & (0 - rest), rest, self.stride)
            rest ^= cluster
            if may_be_split(cluster):
                draws = self.note_large(cluster, draws)
            else:
                self.note_whole(cluster)
        return self.wholes + draws

    def note_whole(self, cluster: int) -> None:
        """Lists the moves of a cluster that is too small to be split."""
        # M3: no other cluster touches this one, so only the edge of the board can be in the way.
        for way in range(6):
            self.parts[self.wholes] = cluster
            self.ways[self.wholes] = way
            self.wholes += cluster & self.edges[way] == cluster

    def note_large(self, cluster: int, draws: int) -> int:
        """Lists the draws of a large cluster; returns the new total of draws."""
        twigs = self.twigs(cluster)
        trunk = cluster ^ twigs
        self.clusters[self.large] = cluster
        self.hanging[self.large] = twigs
        self.bare[self.large] = trunk & ~self.beside(twigs)
        for way in range(6):
            stuck = cluster & ~self.edges[way]
            # A tile behind a stuck tile is stuck too, and so is a tile that carries a stuck twig.
            # Most of these are found here; a draw with one of the others is rejected.
            stuck |= self.behind(stuck, way) & cluster
            if stuck & twigs:
                stuck |= self.beside(stuck & twigs) & cluster
                stuck |= self.beside(stuck & twigs) & cluster
            stuck |= self.behind(stuck, way)
            loose = trunk & ~stuck
            sets = 1
            sets <<= size(loose)
            draws += sets
            self.loose[6 * self.large + way] = loose
            self.sums[6 * self.large + way] = draws
        self.large += 1
        return draws

    def twigs(self, cluster: int) -> int:
        """The twigs of a large cluster: tiles that can only move along with their neighbour.

        One or two tiles that touch only one other tile of the cluster are too few for a group of
        their own (M2). They move if that tile moves and stay if it stays. A twig is a single tile,
        two tiles in a row, or two tiles that touch each other and the tile that carries them.
        """
        # Cells by their number of neighbours, and cells between two neighbours that touch.
        once = twice = thrice = corners = 0
        previous = self.behind(cluster, 5)
        for way in range(6):
            near = self.behind(cluster, way)
            thrice |= twice & near
            twice |= once & near
            once |= near
            corners |= previous & near
            previous = near
        tips = cluster & ~twice
        with_two = cluster & twice & ~thrice
        bent = with_two & corners
        return tips | self.beside(tips) & with_two | self.beside(bent) & bent

    def draw_part(self, wanted: int) -> bool:
        """Draws a part of the cluster of draw number ``wanted``; whether M2 and M3 allow it."""
        entry = 0
        for index in range(6 * self.large):  # no early exit: a fixed length suits branch prediction
            entry += self.sums[index] <= wanted
        self.way = entry % 6
        large = entry // 6
        cluster = self.clusters[large]
        twigs = self.hanging[large]
        coins = self.number() << 32
        coins |= self.number()
        part = coins & self.loose[entry]
        rest = cluster ^ twigs ^ part
        # Cheap tests first: most draws land on fog (M3) or leave a single tile behind.
        alone = part & ~self.beside(part) | rest & ~self.beside(rest)
        if not part or part & self.behind(rest, self.way) | alone & self.bare[large]:
            return False
        part |= self.beside(part) & twigs
        part |= self.beside(part) & twigs
        self.part = part
        return (  # M2
            is_large_enough(part)
            and flood(part & (0 - part), part, self.stride) == part
            and leaves_large_groups(cluster, part, self.stride)
        )

    def behind(self, tiles: int, way: int) -> int:
        """The cells behind these tiles, as seen in the direction of a move."""
        return tiles << self.lefts[way] >> self.rights[way]

    def beside(self, tiles: int) -> int:
        """The cells next to at least one of these tiles."""
        return (
            tiles << 1
            | tiles >> 1
            | tiles << self.stride
            | tiles >> self.stride
            | tiles << (self.stride + 1)
            | tiles >> (self.stride + 1)
        )

    def goes_back(self) -> bool:
        """Whether the drawn move is forbidden by the return rule (M4)."""
        return goes_straight_back(self.part, self.way, self.last, self.last_way)

    def choose_move(self) -> bool:
        """Draws a move from a list of all moves; False if there is none."""
        count = write_moves(self.fog, self.cells, self.stride, self.parts, self.ways)
        if count > _MOST_MOVES:
            count = _MOST_MOVES  # a house board with far more fog than the usual one
        legal = 0
        for index in range(count):
            self.part = self.parts[index]
            self.way = self.ways[index]
            if not self.goes_back():
                self.parts[legal] = self.part
                self.ways[legal] = self.way
                legal += 1
        if not legal:
            return False
        index = self.draw(legal)
        self.part = self.parts[index]
        self.way = self.ways[index]
        return True


def _action(kind: int, tiles: int) -> Action:
    """The core's action for a recorded one."""
    if kind < _FLIP:
        return Move(tiles, Direction(kind))
    cell = tiles.bit_length() - 1
    named: dict[int, Action] = {
        _FLIP: Flip(cell),
        _PLACE: Place(cell),
        _REMOVE: Remove(cell),
        _KEEP: Keep(),
        _PASS: Pass(),
        _BACK: Decide(go_on=False),
        _ON: Decide(go_on=True),
    }
    return named[kind]
