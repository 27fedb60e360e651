"""Random games played by compiled code, from the layout to the result.

At each choice every legal action is equally likely. Nobody claims, since a random claim is mostly
wrong. The games are those of ``quick_game.py``; here only chance is at work. This is plain Python
with the C types of ``rollout.pxd``; compiled, it runs without the interpreter's lock. The same seed
plays the same games, compiled or not.

**Drawing a move** needs no list of all moves. It is rejection sampling: a coin is tossed for every
tile of a large cluster that could move in some direction, and a set that is not a legal move is
drawn again, so all legal moves stay equally likely. Tiles that cannot part from a neighbour are
drawn along with it (see :meth:`RandomMoves.twigs`); one draw in nine is then a legal move. Tried
without gain: a cache of cluster moves (29 % hits), and listing all moves to choose one (half as
fast).
"""

from __future__ import annotations

from array import array
from itertools import islice

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
from menhirs.core.geometry import Direction, Geometry, cells_in
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.core.state import Phase
from menhirs.core.turn_flow import goes_straight_back
from menhirs.engine import unlocked
from menhirs.engine.quick_game import GameRules, QuickGame
from menhirs.engine.work import Work

# Kinds of actions; 0 to 5 are moves in that direction.
_FLIP, _PLACE, _REMOVE, _KEEP, _PASS, _BACK, _ON = range(6, 13)

# The phases as C numbers, for compiled code.
_FLIPPING, _PLACING, _MOVING, _REMOVING, _DECIDING, _PROVING, _OVER = range(len(Phase))

_LOW = 0xFFFFFFFF
_CARRY = 4294957665  # of Marsaglia's multiply-with-carry: a period of 2**63
_TRIES = 1000  # after so many rejected draws, all moves are listed
_MOST_MOVES = 4096  # ten times the most that 11 tiles can have
_LONGEST = 1 << 14  # turns: a game without end that goes on for longer is broken off as a tie
_MOST_LARGE = 10  # the most clusters that can be split, on any board of fewer than 64 cells


class RandomMoves:
    """Draws numbers, tiles and moves of one board, from a seed."""

    def __init__(self, geometry: Geometry, seed: int) -> None:
        self.cells = geometry.cells
        self.stride = geometry.stride
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
        self.state = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & ((1 << 63) - 1) | 1
        for _ in range(8):
            self.draw(2)

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

    def draw_move(self, fog: int, last: int, last_way: int) -> bool:
        """Draws a move of this fog, all legal ones equally likely; False if there is none.

        ``last`` and ``last_way`` are the tiles and the direction of the move before (M4).
        """
        self.fog = fog
        self.last = last
        self.last_way = last_way
        total = self.list_draws()
        if not total or total > _LOW:
            return self.choose_move()
        for _ in range(_TRIES):
            wanted = self.draw(total)
            if wanted < self.wholes:
                self.part = self.parts[wanted]
                self.way = self.ways[wanted]
            elif not self.draw_split(wanted - self.wholes):
                continue
            if not self.goes_back():
                return True
        return self.choose_move()

    def list_draws(self) -> int:
        """Lists the tiles that may move; returns the number of possible draws."""
        self.wholes = 0
        self.large = 0
        draws = 0
        rest = self.fog
        while rest:
            cluster = flood(rest & (0 - rest), rest, self.stride)
            rest ^= cluster
            if may_be_split(cluster):
                draws = self.list_splits(cluster, draws)
            else:
                self.list_whole_moves(cluster)
        return self.wholes + draws

    def list_whole_moves(self, cluster: int) -> None:
        """Lists the moves of a cluster that is too small to be split."""
        # M3: no other cluster touches this one, so only the edge of the board can be in the way.
        for way in range(6):
            self.parts[self.wholes] = cluster
            self.ways[self.wholes] = way
            self.wholes += cluster & self.edges[way] == cluster

    def list_splits(self, cluster: int, draws: int) -> int:
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

    def draw_split(self, wanted: int) -> bool:
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


class Rollout(Work):
    """Plays random games of one rule set, one after another."""

    def __init__(self, rules: RuleSet, seed: int) -> None:
        self.rules = rules
        self.chance = RandomMoves(rules.geometry, seed)
        first = islice(cells_in(rules.geometry.cells), rules.menhirs)  # any layout, for a begin
        self.playing = QuickGame(GameRules(rules), rules.geometry.mask(first))
        # A turn is at most two actions; each player answers the decision once a lap.
        most = rules.laps * (len(rules.schedule) * 4 + 2 * rules.fog_tiles + 2) + rules.flips
        if rules.is_endless:
            most += _LONGEST
            self.playing.resize_past(_LONGEST)
        self.tiles = array("Q", bytes(8 * most))
        """By action of the game just played: the tiles, or the bit of the cell."""
        self.kinds = array("B", bytes(most))
        """By action of the game just played: its kind."""
        self.todo = 0
        self.games = self.actions = self.ties = 0
        self.wins = array("q", [0, 0])
        """Games won by player 1 and by player 2."""

    @property
    def winner(self) -> int:
        """The player who won the game just played; 0 for a tie."""
        return self.playing.winner

    @property
    def points(self) -> int:
        """The points of the winner of the game just played."""
        return self.playing.points

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
        chance = self.chance
        found = chance.draw_move(fog, last, last_way)
        return Move(chance.part, Direction(chance.way)) if found else None

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
            if self.playing.winner:
                self.wins[self.playing.winner - 1] += 1
            else:
                self.ties += 1

    def play_one(self) -> None:
        """Plays one game, from its random layout to its end."""
        self.played = 0
        self.laid = 0
        for _ in range(self.playing.game.menhirs):
            self.laid |= self.chance.pick(self.chance.cells & ~self.laid)
        self.playing.start(self.laid)
        while self.playing.phase != _OVER:
            self.play_action()

    def play_action(self) -> None:
        """Plays one action."""
        phase = self.playing.phase
        if phase == _MOVING:
            self.move()
        elif phase == _REMOVING:
            self.take_away()
        elif phase == _PLACING:
            tile = self.chance.pick(self.chance.cells & ~self.playing.fog)
            self.record_action(_PLACE, tile)
            self.playing.place(tile)
        elif phase == _FLIPPING:
            tile = self.chance.pick(self.playing.menhirs)
            self.record_action(_FLIP, tile)
            self.playing.flip(tile)
        else:
            go_on = self.chance.draw(2)
            self.record_action(_ON if go_on else _BACK, 0)
            self.playing.decide(go_on != 0)

    def record_action(self, kind: int, tiles: int) -> None:
        """Records an action."""
        self.kinds[self.played] = kind
        self.tiles[self.played] = tiles
        self.played += 1

    def move(self) -> None:
        """Moves fog, or passes for want of a move (M7)."""
        if self.playing.past == _LONGEST:
            self.playing.end_in_tie()
        elif self.chance.draw_move(self.playing.fog, self.playing.last, self.playing.last_way):
            self.record_action(self.chance.way, self.chance.part)
            self.playing.move(self.chance.part, self.chance.way)
        else:
            self.record_action(_PASS, 0)
            self.playing.pass_turn()

    def take_away(self) -> None:
        """Takes a tile away, or keeps all where the rules allow that."""
        options = self.playing.options
        if self.playing.may_keep() and not self.chance.draw(size(options) + 1):
            self.record_action(_KEEP, 0)
            self.playing.end_turn()
            return
        tile = self.chance.pick(options)
        self.record_action(_REMOVE, tile)
        self.playing.remove(tile)


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
