"""A turn's values for all fogs of so many tiles, and how they follow from the next turn's."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from threading import local
from typing import TypeVar

from menhirs.core.actions import Player
from menhirs.core.geometry import Mask
from menhirs.engine.solver import changes, kernel
from menhirs.engine.solver.ranking import Ranking
from menhirs.engine.solver.walk import ListMoves, Moves, Scratch, Walk

_HIGHS_A_TASK = 128  # small enough that threads end together, large enough to cost nothing
_FEW = 0.03  # with more pictures touched than this share it is quicker to look at all positions
_RARE = 0.03  # with more pictures above the ceiling it would cost more than it saves

Turn = TypeVar("Turn", bound=kernel.Turn)


@dataclass(frozen=True)
class Growth:
    """What the values of a model become in a turn like it: see ``changes.py``."""

    by: int
    still: int = 0
    tie: int = 0


@dataclass(frozen=True)
class Changes:
    """Where a layer differs from its player's turn after it, but that its values have grown."""

    since: object
    """The version of the layer that it is compared with."""
    growth: Growth
    fogs: bytearray
    count: int


@dataclass(frozen=True)
class Layer:
    """The values of all positions with so many tiles at the start of a turn, family by family."""

    tiles: int
    families: int
    best: array[int]
    second: array[int]
    picture: array[int]
    changes: Changes | None = None
    version: object = field(default_factory=object)
    """Tells this layer from an earlier one that was in the same place."""

    @staticmethod
    def empty(tiles: int, families: int, fogs: int) -> Layer:
        count = fogs * families
        return Layer(
            tiles,
            families,
            array("b", bytes(count)),
            array("b", bytes(count)),
            array("I", bytes(4 * count)),
        )


@dataclass(frozen=True)
class TurnRules:
    """What the passes have to know of a turn."""

    win: int
    """What freeing the last menhir scores."""
    claimed: int
    """The same, lost, where the opponent can claim; 0 where there is no claiming."""
    may_forbid_wins: bool
    """Whether a tile may have been taken away in the turn before."""
    settled: int
    """The most that the decision moment can be worth, in whichever turn it comes; 0 after it."""
    kept_as: Sequence[int]
    taken_as: Sequence[int]

    def growth_since(self, model: TurnRules) -> Growth:
        return Growth(self.win - model.win, self.settled if self.settled == model.settled else 0)

    def is_like(self, model: TurnRules) -> bool:
        """Whether the turns are the same but for what a win is worth."""
        return (
            self.may_forbid_wins == model.may_forbid_wins
            and [place < 0 for place in self.kept_as] == [place < 0 for place in model.kept_as]
            and [place < 0 for place in self.taken_as] == [place < 0 for place in model.taken_as]
            and bool(self.claimed) == bool(model.claimed)
        )


@dataclass(frozen=True)
class Solved:
    """A layer with all that it was worked out from: a model for its player's turn before it."""

    layer: Layer
    rules: TurnRules
    same: object
    """The versions of the layers with as many tiles and with one less, as they were."""
    fewer: object
    after: array[int]
    spare: array[int]


class Workshop:
    """A board, a layout and threads: everything that all passes share."""

    def __init__(self, ranking: Ranking, menhirs: Mask, threads: int) -> None:
        self.ranking = ranking
        self._menhirs = ranking.pack(menhirs)
        self._threads = ThreadPoolExecutor(max_workers=threads)
        self._own = local()
        self._scratches: list[Scratch] = []
        self._wins: dict[int, bytearray] = {}
        self._listed = array("I")
        self._listed_tiles = 0
        self._moves: Moves | None = None

    def close(self) -> None:
        self._threads.shutdown()

    def constant(self, tiles: int, value: int) -> Layer:
        """A layer in which every position has the same value."""
        count = self.ranking.count(tiles)
        values = array("b", [value]) * count
        return Layer(tiles, 1, values, values, array("I", bytes(4 * count)))

    def moves(self, tiles: int) -> Moves:
        """The moves of all clusters of so many tiles, and of smaller ones."""
        if self._moves is None or self._listed_tiles < tiles:
            self._moves = None  # lets go of the list, which can only then grow
            for size in range(self._listed_tiles + 1, tiles + 1):
                for moves in self._list_moves(size):
                    self._listed.extend(moves)
            self._listed_tiles = tiles
            self._moves = Moves(self.ranking, self._listed)
        return self._moves

    def _list_moves(self, tiles: int) -> Iterator[array[int]]:
        walk = ListMoves(self.ranking, tiles)

        def task(begin: int) -> array[int]:
            scratch = self._scratch()
            while True:
                scratch.used = 0
                kernel.go(walk, begin, min(begin + _HIGHS_A_TASK, self.ranking.highs), scratch)
                if scratch.used <= len(scratch.listed):
                    return array("I", scratch.listed[: scratch.used])
                scratch.listed = array("I", bytes(8 * scratch.used))

        return self._threads.map(task, range(0, self.ranking.highs, _HIGHS_A_TASK))

    def _scratch(self) -> Scratch:
        if not hasattr(self._own, "scratch"):
            self._own.scratch = Scratch()
            self._scratches.append(self._own.scratch)
        scratch: Scratch = self._own.scratch
        return scratch

    def wins(self, tiles: int) -> bytearray:
        """Which fogs of so many tiles are won by one move."""
        if tiles not in self._wins:
            wins = bytearray(self.ranking.count(tiles))
            self._walk(kernel.FindWins(self.ranking, tiles, self.moves(tiles), self._menhirs, wins))
            self._wins[tiles] = wins
        return self._wins[tiles]

    def solve(
        self,
        tiles: int,
        rules: TurnRules,
        same: Layer | None,
        fewer: Layer | None,
        model: Solved | None = None,
    ) -> Solved:
        """The values at the start of a turn, from those at the start of the next one.

        ``same`` holds the next turn's positions with as many tiles, ``fewer`` those with one less;
        each is there if the turn can lead to it. A model saves the work on all that is like it; its
        layer then is no more, for the new one takes its place.
        """
        if model and rules.is_like(model.rules):
            growth = rules.growth_since(model.rules)
            if _is_new_of(same, model.same, growth) and _is_new_of(fewer, model.fewer, growth):
                return self._solve_in_place(rules, same, fewer, model)
        families, fogs = len(rules.kept_as), self.ranking.count(tiles)
        solved = Solved(
            Layer.empty(tiles, families, fogs),
            rules,
            same and same.version,
            fewer and fewer.version,
            array("b", bytes(fogs * families)),
            array("b", bytes(fogs * families)),
        )
        self._walk(self._turn(kernel.ValuePictures, solved, same, fewer))
        choosing = self._turn(kernel.ValuePositions, solved, same, fewer)
        choosing.look_at_wins(rules.may_forbid_wins)
        choosing.stop_at(*self._enough(solved, same, fewer))
        self._walk(choosing)
        if model:
            layer = self._compared(solved.layer, model.layer, rules.growth_since(model.rules))
            solved = replace(solved, layer=layer)
        return solved

    def _enough(
        self, solved: Solved, same: Layer | None, fewer: Layer | None
    ) -> tuple[int, bytearray]:
        """What nearly all pictures are worth at most, and which fogs can do better than that."""
        for scratch in self._scratches:
            scratch.tally = array("q", bytes(8 * len(scratch.tally)))
        self._walk(self._turn(kernel.TallyPictures, solved, same, fewer))
        tally = [sum(counts) for counts in zip(*(s.tally for s in self._scratches), strict=True)]
        left, place = _RARE * sum(tally), len(tally) - 1
        while place and tally[place] <= left:
            left -= tally[place]
            place -= 1
        ceiling = place - len(tally) // 2  # the tally begins with the lowest value of a byte
        higher = bytearray(self.ranking.count(solved.layer.tiles))
        marking = self._turn(kernel.MarkHigher, solved, same, fewer)
        marking.exceed(ceiling, higher)
        self._walk(marking)
        return ceiling, bytearray() if marking.overflowed else higher

    def place(self, tiles: int, player: Player, placed: array[int]) -> array[int]:
        """The values before a tile is placed, from those after it; both to player 1."""
        value = array("b", bytes(self.ranking.count(tiles)))
        self._walk(kernel.PlaceTile(self.ranking, tiles, player, placed, value))
        return value

    def decide(self, on: Layer, back: Sequence[array[int]], growth: Growth) -> Layer:
        """The decision moment, by what going back is worth to each family (see the kernel)."""
        layer = Layer.empty(on.tiles, len(back), len(on.best))
        for family, value in enumerate(back):
            walk = kernel.Decide(
                self.ranking, on.tiles, family, len(back), growth.by, growth.tie, value
            )
            walk.read_from(on.best, on.second)
            walk.write_to(layer.best, layer.second)
            self._walk(walk)
        changes.copy_pictures(len(back), 1, on.picture, layer.picture)
        return layer

    def _solve_in_place(
        self, rules: TurnRules, same: Layer | None, fewer: Layer | None, model: Solved
    ) -> Solved:
        """Works out what differs from a model, in its place."""
        layer, growth = model.layer, rules.growth_since(model.rules)
        fogs = self.ranking.count(layer.tiles)
        changed = bytearray(fogs)
        solved = Solved(
            replace(layer, version=object()),
            rules,
            same and same.version,
            fewer and fewer.version,
            model.after,
            model.spare,
        )
        if growth.by:
            for values in (model.after, model.spare, layer.best, layer.second):
                growing = changes.Grow(
                    self.ranking, layer.tiles, layer.families, growth.by, growth.still, values
                )
                self._walk(growing)
        touched = bytearray(fogs)
        if same and same.changes and same.version is not model.same:
            touched[:] = same.changes.fogs
        if fewer and fewer.changes and fewer.version is not model.fewer:
            larger = changes.TouchLarger(self.ranking, fewer.tiles, touched)
            larger.only = fewer.changes.fogs
            self._walk(larger)
        pictures = self._turn(kernel.RevaluePictures, solved, same, fewer)
        pictures.untouch(touched)
        self._walk(pictures)
        positions = self._turn(kernel.RevaluePositions, solved, same, fewer)
        positions.look_at_wins(rules.may_forbid_wins)
        positions.mark(changed)
        if touched.count(1) > _FEW * fogs:
            positions.stop_at(*self._enough(solved, same, fewer))
        else:
            positions.stop_at(0, bytearray())
            positions.only = self._origins(layer.tiles, touched)
        self._walk(positions)
        differing = Changes(layer.version, growth, changed, changed.count(1))
        return replace(solved, layer=replace(solved.layer, changes=differing))

    def _origins(self, tiles: int, touched: bytearray) -> bytearray:
        """The fogs from which a move leads to a picture that is touched; empty for all."""
        waiting = bytearray(self.ranking.count(tiles))
        origins = changes.MarkOrigins(self.ranking, tiles, waiting)
        origins.only = touched
        self._walk(origins)
        return bytearray() if origins.overflowed else waiting

    def _compared(self, layer: Layer, model: Layer, growth: Growth) -> Layer:
        """The layer with its changes since a model that it was not worked out from."""
        if model.families not in (1, layer.families):
            return layer
        changed = bytearray(self.ranking.count(layer.tiles))
        comparing = changes.Compare(
            self.ranking, layer.tiles, layer.families, model.families,
            growth.by, growth.still, changed,
        )  # fmt: skip
        comparing.read_from(layer.best, layer.second, layer.picture)
        comparing.read_model(model.best, model.second, model.picture)
        self._walk(comparing)
        differing = Changes(model.version, growth, changed, changed.count(1))
        return replace(layer, changes=differing)

    def _turn(
        self, kind: type[Turn], solved: Solved, same: Layer | None, fewer: Layer | None
    ) -> Turn:
        rules, layer = solved.rules, solved.layer
        turn = kind(
            self.ranking, layer.tiles, self.moves(layer.tiles), self._menhirs,
            rules.win, rules.claimed, self.wins(layer.tiles),
            array("i", rules.kept_as), array("i", rules.taken_as),
        )  # fmt: skip
        same, fewer = same or _NOTHING, fewer or _NOTHING
        turn.follow_same(same.families, same.best, same.second, same.picture)
        turn.follow_fewer(fewer.families, fewer.best, fewer.second, fewer.picture)
        turn.write_to(solved.after, solved.spare, layer.best, layer.second, layer.picture)
        return turn

    def _walk(self, walk: Walk) -> None:
        """Shares a pass out; the compiled ones run without the interpreter's lock."""

        def task(begin: int) -> None:
            end = min(begin + _HIGHS_A_TASK, self.ranking.highs)
            kernel.go(walk, begin, end, self._scratch())

        for _ in self._threads.map(task, range(0, self.ranking.highs, _HIGHS_A_TASK)):
            pass


_NOTHING = Layer(0, 0, array("b"), array("b"), array("I"))


def _is_new_of(layer: Layer | None, model: object, growth: Growth) -> bool:
    """Whether it is known how a layer differs from the one that a model was worked out from."""
    if layer is None or layer.version is model:
        # Turns share no layer but that of the decision moment (A4), where all is settled.
        return layer is None or growth.still > 0 or growth.by == 0
    changed = layer.changes
    return changed is not None and changed.since is model and changed.growth == growth
