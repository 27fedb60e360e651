"""A turn's values for all fogs of so many tiles, and how they follow from the next turn's."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from menhirs.core.actions import Player
from menhirs.core.geometry import Mask
from menhirs.engine.solver import blocks, changes, deciding, kernel, revalue
from menhirs.engine.solver.crew import Crew
from menhirs.engine.solver.room import copy_of, room

_FEW = 0.03  # with more pictures changed than this share it is quicker to look at all positions
_RARE = 0.03  # with more pictures above the ceiling it would cost more than it saves
MOST = 126
"""No value is more than this: see the kernel."""

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
    marks: bytearray
    """One for every position."""
    count: int
    best: memoryview
    """The values that the layer would have if it had none."""
    second: memoryview
    picture: memoryview
    """Of those that are marked, the picture that they had before."""


@dataclass(frozen=True)
class Layer:
    """The values of all positions with so many tiles at the start of a turn, family by family."""

    tiles: int
    families: int
    best: memoryview
    second: memoryview
    picture: memoryview
    most: int
    """None of them is worth more, to either player."""
    changes: Changes | None = None
    version: object = field(default_factory=object)
    """Tells this layer from an earlier one that was in the same place."""

    @staticmethod
    def empty(tiles: int, families: int, fogs: int, most: int) -> Layer:
        count = fogs * families
        return Layer(
            tiles,
            families,
            room("b", count),
            room("b", count),
            room("I", count),
            most,
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
        """Whether the turns are the same but for what a win is worth.

        It does no harm to look at more wins than necessary.
        """
        return (
            self.may_forbid_wins <= model.may_forbid_wins
            and self.settled == model.settled
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
    worth: memoryview | None
    """What its pictures are worth (see the kernel), if that is known."""


class Workshop:
    """Works the turns of one layout out."""

    def __init__(self, crew: Crew, menhirs: Mask) -> None:
        self._crew = crew
        self.ranking = crew.ranking
        self._menhirs = crew.ranking.pack(menhirs)
        self._wins: dict[int, bytearray] = {}
        self._stuck: dict[int, list[int]] = {}
        """The fogs of so many tiles with fewer than two moves."""

    def constant(self, tiles: int, value: int) -> Layer:
        """A layer in which every position has the same value."""
        count = self.ranking.count(tiles)
        values = memoryview(array("b", [value]) * count)
        return Layer(tiles, 1, values, values, room("I", count), abs(value))

    def wins(self, tiles: int) -> bytearray:
        """Which fogs of so many tiles are won by one move."""
        if tiles not in self._wins:
            wins, stuck = (bytearray(self.ranking.count(tiles)) for _ in range(2))
            moves = self._crew.moves(tiles)
            self._crew.walk(kernel.FindWins(self.ranking, tiles, moves, self._menhirs, wins, stuck))
            self._wins[tiles] = wins
            some = stuck.count(1) > 0  # on the real board there are none
            self._stuck[tiles] = [fog for fog in range(len(stuck)) if stuck[fog]] if some else []
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
        most = max([rules.win, *(layer.most for layer in (same, fewer) if layer)])
        solved = Solved(
            Layer.empty(tiles, families, fogs, most),
            rules,
            same and same.version,
            fewer and fewer.version,
            room("b", 2 * fogs * families),
        )
        self._crew.walk(self._turn(kernel.ValuePictures, solved, same, fewer))
        choosing = self._turn(kernel.ValuePositions, solved, same, fewer)
        choosing.look_at_wins(rules.may_forbid_wins)
        choosing.stop_at(most, *self._enough(solved, same, fewer))
        self._crew.walk(choosing)
        if model:
            layer = self.compared(solved.layer, model.layer, rules.growth_since(model.rules))
            solved = replace(solved, layer=layer)
        return solved

    def grow(self, layer: Layer, growth: Growth) -> None:
        """Makes a model's values, in their place, those of a turn like it."""
        self._grow(layer.tiles, growth, layer.best, layer.second)

    def _grow(self, tiles: int, growth: Growth, *blocks: memoryview) -> None:
        for values in blocks:
            a_fog = len(values) // self.ranking.count(tiles)
            growing = changes.Grow(self.ranking, tiles, a_fog, growth.by, growth.still, values)
            self._crew.walk(growing)

    def compared(self, layer: Layer, model: Layer, growth: Growth) -> Layer:
        """The layer with its changes since a model that it was not worked out from."""
        if model.families not in (1, layer.families):
            return layer
        best, second = (room("b", len(layer.best)) for _ in range(2))
        picture = room("I", len(layer.best))
        for source, target in ((model.best, best), (model.second, second)):
            blocks.copy_grown(
                layer.families, model.families, growth.by, growth.still, 0, source, target
            )
        blocks.copy_pictures(layer.families, model.families, model.picture, picture)
        changed = bytearray(len(layer.best))
        comparing = changes.Compare(self.ranking, layer.tiles, layer.families, changed)
        comparing.read_from(layer.best, layer.second, layer.picture)
        comparing.read_model(best, second, picture)
        self._crew.walk(comparing)
        differing = Changes(model.version, growth, changed, changed.count(1), best, second, picture)
        return replace(layer, changes=differing)

    def _enough(
        self, solved: Solved, same: Layer | None, fewer: Layer | None
    ) -> tuple[int, bytearray]:
        """What nearly all pictures are worth at most, and which fogs can do better than that."""
        tally = self._crew.tally(self._turn(kernel.TallyPictures, solved, same, fewer))
        left, place = _RARE * sum(tally), len(tally) - 1
        while place and tally[place] <= left:
            left -= tally[place]
            place -= 1
        ceiling = place - len(tally) // 2  # the tally begins with the lowest value of a byte
        higher = bytearray(self.ranking.count(solved.layer.tiles))
        marking = self._turn(kernel.MarkHigher, solved, same, fewer)
        marking.exceed(ceiling, higher)
        self._crew.walk(marking)
        return ceiling, bytearray() if marking.overflowed else higher

    def place(self, tiles: int, player: Player, placed: memoryview) -> memoryview:
        """The values before a tile is placed, from those after it; both to player 1."""
        value = room("b", self.ranking.count(tiles))
        self._crew.walk(deciding.PlaceTile(self.ranking, tiles, player, placed, value))
        return value

    def decide(
        self, on: Layer, back: Sequence[memoryview], back_most: int, growth: Growth
    ) -> Layer:
        """The decision moment, by what going back is worth to each family (see the kernel)."""
        most = max(on.most + growth.by, growth.tie, back_most)
        layer = Layer.empty(on.tiles, len(back), len(on.best), most)
        for family, value in enumerate(back):
            walk = deciding.Decide(
                self.ranking, on.tiles, family, len(back), growth.by, growth.tie, value
            )
            walk.read_from(on.best, on.second)
            walk.write_to(layer.best, layer.second)
            self._crew.walk(walk)
        blocks.copy_pictures(len(back), 1, on.picture, layer.picture)
        return layer

    def _solve_in_place(
        self, rules: TurnRules, same: Layer | None, fewer: Layer | None, model: Solved
    ) -> Solved:
        """Works out what differs from a model, in its place."""
        layer, growth = model.layer, rules.growth_since(model.rules)
        if growth.by:
            self._grow(layer.tiles, growth, layer.best, layer.second)
            if model.worth:
                self._grow(layer.tiles, growth, model.worth)
        most = max([rules.win, *(layer.most for layer in (same, fewer) if layer)])
        solved = Solved(
            replace(layer, most=most, version=object()),
            replace(rules, may_forbid_wins=model.rules.may_forbid_wins),
            same and same.version,
            fewer and fewer.version,
            model.worth or room("b", 2 * len(layer.best)),
        )
        touched, waiting, higher, changed = (bytearray(len(layer.best)) for _ in range(4))
        before, pictures_before = room("b", len(touched)), room("I", len(touched))
        differing = Changes(
            layer.version,
            growth,
            changed,
            0,
            copy_of(layer.best),
            copy_of(layer.second),
            pictures_before,
        )
        if not model.worth:
            self._value_near(solved, same, fewer)
        self._touch(solved, same, fewer, model, touched, waiting, higher)
        pictures = self._turn(revalue.RevaluePictures, solved, same, fewer)
        pictures.untouch(touched, before)
        changed_pictures = self._crew.tally(pictures)
        self._mark_origins(solved, changed_pictures, touched, before, waiting, higher)
        if not model.worth:
            self._value_results(solved, same, fewer, waiting)
        positions = self._turn(revalue.RevaluePositions, solved, same, fewer)
        positions.look_at_wins(model.rules.may_forbid_wins)
        positions.stop_at(most, 0, higher)
        positions.mark(waiting, changed, pictures_before)
        self._crew.walk(positions)
        differing = replace(differing, count=differing.marks.count(1))
        # Without a model's worth only some of it was worked out.
        worth = solved.worth if model.worth else None
        return replace(solved, worth=worth, layer=replace(solved.layer, changes=differing))

    def _value_near(self, solved: Solved, same: Layer | None, fewer: Layer | None) -> None:
        """What the pictures near a change were worth before it."""
        near = bytearray(self.ranking.count(solved.layer.tiles))
        for kind, following in ((revalue.NearSame, same), (revalue.NearFewer, fewer)):
            if following and following.changes:
                marking = kind(self.ranking, following.tiles)
                marking.mark(near)
                marking.only, marking.marks_a_fog = following.changes.marks, following.families
                self._crew.walk(marking)
        before = self._turn(kernel.ValuePictures, solved, _before(same), _before(fewer))
        before.only = near
        self._crew.walk(before)

    def _value_results(
        self, solved: Solved, same: Layer | None, fewer: Layer | None, waiting: bytearray
    ) -> None:
        """What the pictures are worth that the moves of these positions lead to."""
        results = bytearray(self.ranking.count(solved.layer.tiles))
        marking = self._turn(revalue.MarkResults, solved, same, fewer)
        marking.mark(results)
        marking.only, marking.marks_a_fog = waiting, solved.layer.families
        self._crew.walk(marking)
        pictures = self._turn(kernel.ValuePictures, solved, same, fewer)
        pictures.only = results
        self._crew.walk(pictures)

    def _touch(
        self,
        solved: Solved,
        same: Layer | None,
        fewer: Layer | None,
        model: Solved,
        touched: bytearray,
        waiting: bytearray,
        higher: bytearray,
    ) -> None:
        """Marks what a change in the next turn can matter to."""
        for kind, following, known in (
            (revalue.TouchSame, same, model.same),
            (revalue.TouchFewer, fewer, model.fewer),
        ):
            if following and following.changes and following.version is not known:
                since = following.changes
                touching = self._turn(kind, solved, same, fewer, walked=following.tiles)
                touching.marks_a_fog = following.families
                touching.compare(since.marks, since.best, since.second, since.picture)
                touching.mark(touched, waiting, higher)
                self._crew.walk(touching)

    def _mark_origins(
        self,
        solved: Solved,
        changed_pictures: list[int],
        touched: bytearray,
        before: memoryview,
        waiting: bytearray,
        higher: bytearray,
    ) -> None:
        """Marks the positions that a changed picture can matter to, from what that was before."""
        families, fogs = solved.layer.families, self.ranking.count(solved.layer.tiles)
        for family in range(families):
            if changed_pictures[family] > _FEW * fogs:
                touched[family::families] = bytes(fogs)
                waiting[family::families] = higher[family::families] = b"\1" * fogs
        marking = self._turn(revalue.MarkOrigins, solved, None, None)
        marking.mark(touched, before, waiting, higher)
        self._crew.walk(marking)
        for marks in (waiting, higher):
            if marking.overflowed:
                marks[:] = b"\1" * len(marks)
            for fog in self._stuck[solved.layer.tiles]:  # M7: passing leads to the fog itself
                marks[fog * families : (fog + 1) * families] = b"\1" * families

    def _turn(
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
            self.ranking, walked or layer.tiles, self._crew.moves(layer.tiles), self._menhirs,
            rules.win, rules.claimed, self.wins(layer.tiles),
            array("i", rules.kept_as), array("i", rules.taken_as),
        )  # fmt: skip
        same, fewer = same or _NOTHING, fewer or _NOTHING
        turn.follow_same(same.families, same.best, same.second, same.picture)
        turn.follow_fewer(fewer.families, fewer.best, fewer.second, fewer.picture)
        assert solved.worth is not None
        turn.write_to(solved.worth, layer.best, layer.second, layer.picture)
        return turn


_NOTHING = Layer(0, 0, room("b", 0), room("b", 0), room("I", 0), 0)


def _before(layer: Layer | None) -> Layer | None:
    """A layer as it would be if nothing in it had changed."""
    if layer is None or layer.changes is None:
        return layer
    return replace(layer, best=layer.changes.best, second=layer.changes.second)


def _is_new_of(layer: Layer | None, model: object, growth: Growth) -> bool:
    """Whether it is known how a layer differs from the one that a model was worked out from."""
    if layer is None or layer.version is model:
        # Turns share no layer but that of the decision moment (A4), where all is settled.
        return layer is None or growth.still > 0 or growth.by == 0
    changed = layer.changes
    return changed is not None and changed.since is model and changed.growth == growth
