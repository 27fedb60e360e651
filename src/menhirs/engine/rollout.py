"""Whole games played at random, by compiled code: from laying the tiles to the result.

Every legal action has the same chance, at each choice; nobody claims, since a claim made at random
is mostly a wrong one. Plain Python with the C types of ``rollout.pxd``; compiled, it runs without
the interpreter's lock. The same seed plays the same games, compiled or not.

**Drawing a move** without writing all of them down: for each tile of a large cluster that could go
in some direction a coin is tossed, and what is no legal move is drawn again, so that every legal
one is left with the same chance. Tiles that cannot part from a neighbour go along with it (see
:meth:`Rollout.twigs`): with them out of the way, one draw in nine is a legal move.
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
from menhirs.engine import unlocked
from menhirs.engine.search.plan import NOWHERE, plan_of
from menhirs.engine.turns import Turns

# Kinds of actions; 0 to 5 is moving fog in that direction.
_FLIP, _PLACE, _REMOVE, _KEEP, _PASS, _BACK, _ON = range(6, 13)

_LOW = 0xFFFFFFFF
_CARRY = 4294957665  # of Marsaglia's multiply-with-carry: a period of 2**63
_TRIES = 1000  # then all moves are written down after all
_MOST_MOVES = 4096  # ten times as many as 11 tiles can have
_MOST_LARGE = 10  # clusters that may be split, on any board: it has less than 64 cells


class Rollout(Turns):
    """Plays games of one rule set, one after the other."""

    def __init__(self, rules: RuleSet, seed: int) -> None:
        Turns.__init__(self, plan_of(rules))
        self.rules = rules
        self.stones = rules.menhirs
        self.flips = 2 * rules.flips_each
        self.room = self.cells.bit_count()
        self.nowhere = NOWHERE
        self.board = array("Q", [1 << cell for cell in cells_in(self.cells)])
        self.edges = array("Q", [step(self.cells, (way + 3) % 6, self.stride) for way in range(6)])
        """By direction: the cells from which a step stays on the board."""
        # By direction: the shift to what lies behind.
        self.lefts = array("i", [0, 0, 0, 1, self.stride + 1, self.stride])
        self.rights = array("i", [1, self.stride + 1, self.stride, 0, 0, 0])
        # Of every large cluster: …
        self.clusters = array("Q", bytes(8 * _MOST_LARGE))
        self.hanging = array("Q", bytes(8 * _MOST_LARGE))
        """… its twigs, …"""
        self.bare = array("Q", bytes(8 * _MOST_LARGE))
        """… the tiles on which no twig hangs, …"""
        self.loose = array("Q", bytes(6 * 8 * _MOST_LARGE))
        """… by direction: the tiles, twigs aside, that may move, …"""
        self.sums = array("Q", bytes(6 * 8 * _MOST_LARGE))
        """… and how many sets of these there are, together with all sets before."""
        self.parts = array("Q", bytes(8 * _MOST_MOVES))
        self.ways = array("B", bytes(_MOST_MOVES))
        # A turn is at most two actions; each player answers the decision once a lap.
        most = rules.laps * (len(rules.schedule) * 4 + 2 * rules.fog_tiles + 2) + self.flips
        self.tiles = array("Q", bytes(8 * most))
        """The game just played: the tiles (or the cell's bit) of every action."""
        self.kinds = array("B", bytes(most))
        """… and what was done with them."""
        self.state = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & ((1 << 63) - 1) | 1
        for _ in range(8):
            self.draw(2)
        self.todo = 0
        self.games = self.actions = self.ties = 0
        self.wins = array("q", [0, 0])
        """Of player 1 and player 2."""

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
        """A random move of this fog, these tiles having come that way; None if there is none."""
        self.fog = fog
        self.last = last
        self.last_way = last_way
        return Move(self.part, Direction(self.way)) if self.draw_move() else None

    def play(self, games: int) -> None:
        """Plays so many games while other threads go on."""
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
        """A random number from 0 on, of so few that none has any better chance."""
        return self.number() * below >> 32

    def pick(self, tiles: int) -> int:
        """One of these tiles."""
        tile = 0
        while not tile & tiles:
            tile = self.board[self.draw(self.room)]
        return tile

    def note(self, kind: int, tiles: int) -> None:
        """Writes an action down."""
        self.kinds[self.played] = kind
        self.tiles[self.played] = tiles
        self.played += 1

    def play_one(self) -> None:
        """A game from its random layout to its end."""
        self.played = 0
        self.winner = 0
        self.points = 0
        self.chooser = 0
        self.last = 0
        self.laid = 0
        for _ in range(self.stones):
            self.laid |= self.pick(self.cells & ~self.laid)
        self.menhirs = self.laid
        for _ in range(self.flips):  # A1
            tile = self.pick(self.menhirs)
            self.menhirs ^= tile
            self.note(_FLIP, tile)
        self.fog = self.menhirs
        self.one = self.two = self.in_hand
        turn = 0
        while turn >= 0:
            if self.places[turn]:
                self.place(self.held[turn])
                turn += 2
            else:
                turn = self.move(turn)

    def place(self, held: int) -> None:
        """B1, A2: the players place in turns, who has none left being passed over."""
        first = self.one > held
        while self.one > held or self.two > held:
            tile = self.pick(self.cells & ~self.fog)
            self.fog |= tile
            self.note(_PLACE, tile)
            if first:
                self.one -= 1
                first = self.two <= held
            else:
                self.two -= 1
                first = self.one > held

    def move(self, turn: int) -> int:
        """A turn; the number of the next one, or less than 0 at the end of the game."""
        player = turn & 1
        if self.draw_move():
            landed = step(self.part, self.way, self.stride)
            self.note(self.way, self.part)
            self.fog = self.fog & ~self.part | landed
            self.last = landed
            self.last_way = self.way
            if not self.fog & self.menhirs:  # M6
                self.win(turn, player + 1)
                return self.nowhere
        else:  # M7
            self.note(_PASS, 0)
            self.last = 0
        self.take_away(turn, player)
        if not player:
            return turn + 1
        return self.end_round(turn)

    def win(self, turn: int, winner: int) -> None:
        self.winner = winner
        self.points = self.score[turn * self.width + size(self.fog)] // self.point

    def take_away(self, turn: int, player: int) -> None:
        """A3, A7, B3."""
        taking = self.taking[turn]
        taken = self.two if player else self.one
        if not taking or (taking == 1 and taken >= self.chances):
            return
        covered = self.fog & self.menhirs
        options = self.fog if covered & (covered - 1) else self.fog & ~covered  # A8
        if not options:
            return  # M8
        if taking == 1 and not self.draw(size(options) + 1):
            self.note(_KEEP, 0)
            return
        tile = self.pick(options)
        self.note(_REMOVE, tile)
        self.fog ^= tile
        if self.last & tile:
            self.last = 0  # M4: no longer the same group
        if self.counts:
            if player:
                self.two += 1
            else:
                self.one += 1

    def end_round(self, turn: int) -> int:
        """The turn that follows player 2's."""
        if self.following[turn] == self.nowhere:
            if self.chooser:
                self.win(turn, 3 - self.chooser)  # A5
            return self.nowhere
        due = self.due[turn]
        if not due or (due == 1 and (self.one < self.chances or self.two < self.chances)):
            return self.following[turn]
        if self.back[turn] == self.nowhere:
            return self.on[turn]  # A6
        for player in range(1, 3):
            if self.draw(2):
                self.note(_ON, 0)
                self.chooser = player
                return self.on[turn]
            self.note(_BACK, 0)
        self.last = 0  # A12, D8
        return self.back[turn]

    def draw_move(self) -> bool:
        """Draws a move, every legal one with the same chance; False if there is none."""
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
        """Notes what may be moved; returns how many draws there are, legal moves among them."""
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
        """Notes the moves of a cluster that cannot be split."""
        # M3: no other cluster lies next to this one, to be landed on; only the edge is in the way.
        for way in range(6):
            self.parts[self.wholes] = cluster
            self.ways[self.wholes] = way
            self.wholes += cluster & self.edges[way] == cluster

    def note_large(self, cluster: int, draws: int) -> int:
        """Notes what may be drawn of a large cluster; returns the new number of draws."""
        twigs = self.twigs(cluster)
        trunk = cluster ^ twigs
        self.clusters[self.large] = cluster
        self.hanging[self.large] = twigs
        self.bare[self.large] = trunk & ~self.beside(twigs)
        for way in range(6):
            stuck = cluster & ~self.edges[way]
            # What stands behind is stuck as well, and what a stuck twig hangs on. Most of that is
            # found here; what is overlooked will be drawn in vain.
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
        """The tiles of a large cluster that hang on another one, which can only go along with it.

        One or two tiles that touch no other tile of the cluster but one are too few for a group of
        their own (M2): they go if that one goes and stay if it stays. What hangs on a tile is
        another tile, two in a row, or two that both touch it and each other.
        """
        once = twice = thrice = corners = 0  # so many neighbours; two that touch each other
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
        """Draws a part of the cluster that this draw falls to; whether it may be moved."""
        entry = 0
        for index in range(6 * self.large):  # to the end, which is easier to foresee than a match
            entry += self.sums[index] <= wanted
        self.way = entry % 6
        large = entry // 6
        cluster = self.clusters[large]
        twigs = self.hanging[large]
        coins = self.number() << 32
        coins |= self.number()
        part = coins & self.loose[entry]
        rest = cluster ^ twigs ^ part
        # Most draws land on fog (M3) or leave a tile alone, which is quickly seen.
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
        """What lies behind these tiles for one who goes that way."""
        return tiles << self.lefts[way] >> self.rights[way]

    def beside(self, tiles: int) -> int:
        """All that lies next to one of these tiles."""
        return (
            tiles << 1
            | tiles >> 1
            | tiles << self.stride
            | tiles >> self.stride
            | tiles << (self.stride + 1)
            | tiles >> (self.stride + 1)
        )

    def goes_back(self) -> bool:
        """M4."""
        return self.part == self.last and self.way == (self.last_way + 3) % 6

    def choose_move(self) -> bool:
        """Draws a move from all of them, written down."""
        count = write_moves(self.fog, self.cells, self.stride, self.parts, self.ways)
        if count > _MOST_MOVES:
            count = _MOST_MOVES  # a house board with far more fog than ours
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
    """An action as the rules know it."""
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
