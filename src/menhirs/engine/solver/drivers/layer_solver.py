"""Solves the turns of a layout, each from the turn after it: one layer at a time."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TypeVar

from menhirs.core.actions import Player
from menhirs.core.geometry import Mask
from menhirs.engine.solver.buffers import buffer, marks
from menhirs.engine.solver.drivers.renewal import Renewal
from menhirs.engine.solver.drivers.workers import Workers
from menhirs.engine.solver.layers import Arrays, Changes, Growth, Layer, Room, Solved, TurnRules
from menhirs.engine.solver.passes import decision, grow, value
from menhirs.engine.solver.tables import blocks

_RARE = 0.03  # with more pictures above the ceiling it would cost more than it saves
_MANY = 0.01  # with more positions changed, nearly every page of memory was written to

Turn = TypeVar("Turn", bound=value.Turn)
Through = TypeVar("Through", bound=grow.WalkChanges)


class LayerSolver:
    """Solves layers of one layout."""

    def __init__(self, workers: Workers, menhirs: Mask) -> None:
        self.workers = workers
        self.ranking = workers.ranking
        self._menhirs = workers.ranking.pack(menhirs)
        self._wins: dict[int, memoryview] = {}
        self.stuck: dict[int, list[int]] = {}
        """By number of tiles: the fogs with fewer than two moves."""
        self._lent: dict[str, memoryview] = {}
        """Memory of passes, by what it is for."""
        self._spare: dict[int, list[Arrays]] = defaultdict(list)
        """Memory of changes that nobody needs any more, by number of positions."""

    def constant(self, tiles: int, value: int) -> Layer:
        """A layer in which every position has the same value."""
        count = self.ranking.count(tiles)
        values = memoryview(array("b", [value]) * count)
        return Layer(tiles, 1, values, values, buffer("I", count), marks(0), abs(value))

    def wins(self, tiles: int) -> memoryview:
        """Marks of the fogs with a winning move."""
        if tiles not in self._wins:
            wins, moves = marks(self.ranking.count(tiles)), self.workers.moves(tiles)
            self.workers.walk(value.FindWins(self.ranking, tiles, moves, self._menhirs, wins))
            self._wins[tiles] = wins
            self.stuck[tiles] = self._find_stuck(tiles) if moves.fewest < 2 else []
        return self._wins[tiles]

    def _find_stuck(self, tiles: int) -> list[int]:
        stuck, moves = marks(self.ranking.count(tiles)), self.workers.moves(tiles)
        finding = value.FindStuck(self.ranking, tiles, moves, self._menhirs, stuck)
        some = self.workers.tally(finding)[0] > 0
        return [fog for fog in range(len(stuck)) if stuck[fog]] if some else []

    def solve(
        self,
        tiles: int,
        rules: TurnRules,
        same: Layer | None,
        fewer: Layer | None,
        model: Solved | None = None,
    ) -> Solved:
        """The layer of a turn, from the layers of the next turn that it can lead to.

        ``same`` has as many tiles, ``fewer`` one tile less. A model, a nearly equal turn, saves
        most of the work; its layer is used up, because the new one takes its memory.
        """
        if model:
            renewal = Renewal(self, rules, same, fewer, model)
            if renewal.can_be_told:
                return renewal.run()
            if renewal.can_be_compared:
                return renewal.run_by_pictures()
        families, fogs = len(rules.kept_as), self.ranking.count(tiles)
        most = rules.most_after(same, fewer)
        solved = Solved(
            Layer.empty(tiles, families, fogs, most, is_traced=True),
            rules,
            same and same.version,
            fewer and fewer.version,
            buffer("b", 2 * fogs * families),
        )
        self.workers.walk(self.turn(value.ValuePictures, solved, same, fewer))
        choosing = self.turn(value.ValuePositions, solved, same, fewer)
        choosing.look_at_wins(rules.may_forbid_wins)
        higher = self.borrow("higher", "B", tiles, families)
        ceilings = self.mark_higher(solved, same, fewer, range(families), higher)
        choosing.stop_at(most, ceilings, higher, marks(0))
        self.workers.walk(choosing)
        if model:
            layer = self.compared(solved.layer, model.layer, rules.growth_since(model.rules))
            solved = replace(solved, layer=layer)
        return solved

    def borrow(self, name: str, code: str, tiles: int, families: int) -> memoryview:
        """Zeros for every position of a layer, in memory that is used over and over.

        New memory is given page by page as it is written to, which takes longer than clearing.
        """
        count = families * self.ranking.count(tiles)
        is_new = len(self._lent.get(name, ())) < count
        lent = self.lend(name, code, count)
        if not is_new:
            self.workers.walk(grow.Clear(self.ranking, tiles, families, lent.cast("B")))
        return lent

    def lend(self, name: str, code: str, count: int) -> memoryview:
        """Memory that is used over and over, with whatever was written there last."""
        if len(self._lent.get(name, ())) < count:
            self._lent[name] = buffer(code, count)
        return self._lent[name][:count]

    def room(self, layer: Layer) -> Room:
        """Room for the changes of a layer, none marked yet."""
        spare = self._spare[len(layer.best)]
        if not spare:
            return Room(Arrays.of(len(layer.best)), spare)
        arrays = spare.pop()
        clearing = grow.Clear(self.ranking, layer.tiles, layer.families, arrays.marks)
        self.workers.walk(clearing)
        return Room(arrays, spare)

    def counted(self, changes: Changes, count: int) -> Changes:
        """Changes with their number."""
        if count > _MANY * len(changes.marks):
            changes.room.keep()
        return replace(changes, count=count)

    def grow(self, tiles: int, growth: Growth, *blocks: memoryview) -> None:
        """Grows a model's values in place."""
        for values in blocks:
            a_fog = len(values) // self.ranking.count(tiles)
            growing = grow.Grow(self.ranking, tiles, a_fog, growth.by, growth.still, values)
            self.workers.walk(growing)

    def compared(self, layer: Layer, model: Layer, growth: Growth) -> Layer:
        """The layer with its changes since a model, found by comparing all positions."""
        if model.families not in (1, layer.families):
            return layer
        differing = Changes(model.version, growth, self.room(layer))
        comparing = self._through_changes(grow.Compare, layer, differing)
        comparing.read_model(
            model.families, growth.by, growth.still, model.best, model.second, model.picture
        )
        count = self.workers.tally(comparing)[0]
        return replace(layer, changes=self.counted(differing, count))

    def exchange(self, layer: Layer) -> None:
        """Undoes the changes of a layer, or makes them again."""
        if layer.changes:
            self.workers.walk(self._through_changes(grow.Exchange, layer, layer.changes))

    def _through_changes(self, kind: type[Through], layer: Layer, differing: Changes) -> Through:
        walk = kind(self.ranking, layer.tiles, layer.families, differing.marks)
        walk.read_from(layer.best, layer.second, layer.picture)
        walk.keep_in(differing.best, differing.second, differing.picture)
        return walk

    def mark_higher(
        self,
        solved: Solved,
        same: Layer | None,
        fewer: Layer | None,
        families: Collection[int],
        higher: memoryview,
    ) -> array[int]:
        """Marks the positions of some families with a move to a picture above a ceiling.

        Returns the ceilings by family: values that nearly none of its pictures exceed.
        """
        ceilings = array("i", [value.NO_CEILING] * solved.layer.families)
        if not families:
            return ceilings
        tallying = self.turn(value.TallyPictures, solved, same, fewer)
        tally = self.workers.tally(tallying)
        for family in families:
            ceilings[family] = tallying.ceiling(tally, family, _RARE)
        marking = self.turn(value.MarkHigher, solved, same, fewer)
        marking.exceed(ceilings, higher)
        self.workers.walk(marking)
        if marking.overflowed:
            higher[:] = b"\1" * len(higher)
        return ceilings

    def place(
        self, tiles: int, player: Player, placed: memoryview, *, over_menhirs: bool
    ) -> memoryview:
        """The values before a tile is placed, from the values after it, to player 1.

        With ``over_menhirs`` only for fogs that cover all menhirs.
        """
        under = self._menhirs if over_menhirs else 0
        value = buffer("b", self.ranking.count(tiles))
        self.workers.walk(decision.PlaceTile(self.ranking, tiles, player, under, placed, value))
        return value

    def decide(
        self, on: Layer, back: Sequence[memoryview], back_most: int, growth: Growth
    ) -> Layer:
        """The decision moment, from what going back is worth to each family."""
        most = max(on.most + growth.by, growth.tie, back_most)
        layer = Layer.empty(on.tiles, len(back), len(on.best), most)
        for family, values in enumerate(back):
            walk = decision.Decide(
                self.ranking, on.tiles, family, len(back), growth.by, growth.tie, values
            )
            walk.read_from(on.best, on.second)
            walk.write_to(layer.best, layer.second)
            self.workers.walk(walk)
        blocks.spread_pictures(len(back), on.picture, layer.picture)
        return layer

    def turn(
        self,
        kind: type[Turn],
        solved: Solved,
        same: Layer | None,
        fewer: Layer | None,
        *,
        walked: int | None = None,
    ) -> Turn:
        """A pass of a turn, through all its fogs or those that have ``walked`` tiles."""
        rules, layer = solved.rules, solved.layer
        turn = kind(
            self.ranking, walked or layer.tiles, self.workers.moves(layer.tiles), self._menhirs,
            rules.win, rules.claimed, self.wins(layer.tiles),
            array("i", rules.kept_as), array("i", rules.taken_as),
        )  # fmt: skip
        same, fewer = same or _NOTHING, fewer or _NOTHING
        turn.follow_same(same.families, same.best, same.second, same.picture)
        turn.follow_fewer(fewer.families, fewer.best, fewer.second, fewer.picture)
        assert solved.worth is not None
        turn.write_to(solved.worth, layer.best, layer.second, layer.picture, layer.runner_up)
        return turn


_NOTHING = Layer.empty(0, 0, 0, 0)
