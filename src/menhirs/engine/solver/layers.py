"""A turn's values for all fogs of so many tiles, and how they follow from the next turn's."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import local
from typing import TypeVar

from menhirs.core.actions import Player
from menhirs.core.geometry import Mask
from menhirs.engine.solver import changes, kernel
from menhirs.engine.solver.ranking import Ranking
from menhirs.engine.solver.walk import Scratch, Walk

_HIGHS_A_TASK = 128  # small enough that threads end together, large enough to cost nothing
_FOGS_A_TASK = 1 << 20
_FEW = 0.1  # with more fogs changed than this share it is quicker to work all out anew

Result = TypeVar("Result")
Turn = TypeVar("Turn", kernel.ValuePictures, kernel.ValuePositions)


@dataclass(frozen=True)
class Layer:
    """The values of all positions with so many tiles at the start of a turn, family by family."""

    tiles: int
    families: int
    best: array[int]
    second: array[int]
    picture: array[int]

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
    kept_as: Sequence[int]
    taken_as: Sequence[int]

    def shift_from(self, model: TurnRules) -> int | None:
        """By how much wins are worth more than in the model; None if the turns are not alike."""
        alike = (
            self.may_forbid_wins == model.may_forbid_wins
            and self.kept_as == model.kept_as
            and self.taken_as == model.taken_as
            and bool(self.claimed) == bool(model.claimed)
        )
        return self.win - model.win if alike else None


@dataclass(frozen=True)
class Solved:
    """A layer with all that it was worked out from: a model for the next one like it."""

    layer: Layer
    rules: TurnRules
    same: Layer
    fewer: Layer
    after: array[int]
    spare: array[int]


class Workshop:
    """A board, a layout and threads: everything that all passes share."""

    def __init__(self, ranking: Ranking, menhirs: Mask, threads: int) -> None:
        self.ranking = ranking
        self.menhirs = menhirs
        self._threads = ThreadPoolExecutor(max_workers=threads)
        self._own = local()
        self._wins: dict[int, array[int]] = {}

    def close(self) -> None:
        self._threads.shutdown()

    def constant(self, tiles: int, value: int) -> Layer:
        """A layer in which every position has the same value."""
        count = self.ranking.count(tiles)
        values = array("b", [value]) * count
        return Layer(tiles, 1, values, values, array("I", bytes(4 * count)))

    def wins(self, tiles: int) -> array[int]:
        """Which fogs of so many tiles are won by one move."""
        if tiles not in self._wins:
            wins = array("B", bytes(self.ranking.count(tiles)))
            self._walk(kernel.FindWins(self.ranking, tiles, self.menhirs, wins))
            self._wins[tiles] = wins
        return self._wins[tiles]

    def solve(
        self,
        tiles: int,
        rules: TurnRules,
        same: Layer | None,
        fewer: Layer | None,
        models: Sequence[Solved] = (),
    ) -> Solved:
        """The values at the start of a turn, from those at the start of the next one.

        ``same`` holds the next turn's positions with as many tiles, ``fewer`` those with one less;
        each is there if the turn can lead to it. A model saves the work on all that is like it.
        """
        nothing = Layer(tiles, 0, array("b"), array("b"), array("I"))
        families, fogs = len(rules.kept_as), self.ranking.count(tiles)
        solved = Solved(
            Layer.empty(tiles, families, fogs),
            rules,
            same or nothing,
            fewer or nothing,
            array("b", bytes(fogs * families)),
            array("b", bytes(fogs * families)),
        )
        for model in models:
            shift = rules.shift_from(model.rules)
            if shift is not None and self._solve_like(solved, model, shift):
                return solved
        self._value_pictures(solved, array("B"))
        self._value_positions(solved, array("B"))
        return solved

    def place(self, tiles: int, player: Player, placed: array[int]) -> array[int]:
        """The values before a tile is placed, from those after it; both to player 1."""
        value = array("b", bytes(self.ranking.count(tiles)))
        self._walk(kernel.PlaceTile(self.ranking, tiles, player, placed, value))
        return value

    def _solve_like(self, solved: Solved, model: Solved, shift: int) -> bool:
        """Works out what differs from a model; False if that is too much to be worth it."""
        tiles, families = solved.layer.tiles, solved.layer.families
        fogs = self.ranking.count(tiles)
        touched = array("B", bytes(fogs))
        changed = self._changes(solved.same, model.same, shift, touched)
        if changed is None or changed > _FEW * fogs:
            return False
        if solved.fewer.families:
            fewer = array("B", bytes(self.ranking.count(tiles - 1)))
            changed = self._changes(solved.fewer, model.fewer, shift, fewer)
            if changed is None or changed > _FEW * len(fewer):
                return False
            larger = changes.TouchLarger(self.ranking, tiles - 1, touched)
            larger.only = fewer
            self._walk(larger)
        for source, target in (
            (model.after, solved.after),
            (model.spare, solved.spare),
            (model.layer.best, solved.layer.best),
            (model.layer.second, solved.layer.second),
        ):
            self._copy_shifted(source, target, shift)
        solved.layer.picture[:] = model.layer.picture
        self._value_pictures(solved, touched)
        self._over_fogs(
            fogs,
            lambda begin, end: changes.find_changed_pictures(
                begin, end, families, shift,
                solved.after, solved.spare, model.after, model.spare, touched,
            ),
        )  # fmt: skip
        waiting = array("B", bytes(fogs))
        origins = changes.MarkOrigins(self.ranking, tiles, waiting)
        origins.only = touched
        self._walk(origins)
        if origins.overflowed:
            return False
        self._value_positions(solved, waiting)
        return True

    def _changes(self, layer: Layer, model: Layer, shift: int, changed: array[int]) -> int | None:
        """How many fogs changed, marking them; None if the layers cannot be compared."""
        if layer.families != model.families:
            return None
        if layer.families == 0:
            return 0
        return sum(
            self._over_fogs(
                self.ranking.count(layer.tiles),
                lambda begin, end: changes.find_changes(
                    begin, end, layer.families, shift,
                    layer.best, layer.second, layer.picture,
                    model.best, model.second, model.picture, changed,
                ),
            )
        )  # fmt: skip

    def _copy_shifted(self, source: array[int], target: array[int], shift: int) -> None:
        self._over_fogs(
            len(source),
            lambda begin, end: changes.copy_shifted(begin, end, shift, source, target),
        )

    def _value_pictures(self, solved: Solved, only: array[int]) -> None:
        self._walk(self._turn(kernel.ValuePictures, solved, only))

    def _value_positions(self, solved: Solved, only: array[int]) -> None:
        turn = self._turn(kernel.ValuePositions, solved, only)
        turn.look_at_wins(solved.rules.may_forbid_wins)
        self._walk(turn)

    def _turn(self, kind: type[Turn], solved: Solved, only: array[int]) -> Turn:
        rules, same, fewer, layer = solved.rules, solved.same, solved.fewer, solved.layer
        kept_as, taken_as = array("i", rules.kept_as), array("i", rules.taken_as)
        turn = kind(
            self.ranking, layer.tiles, self.menhirs, rules.win, rules.claimed,
            self.wins(layer.tiles), kept_as, taken_as,
        )  # fmt: skip
        turn.follow_same(same.families, same.best, same.second, same.picture)
        turn.follow_fewer(fewer.families, fewer.best, fewer.second, fewer.picture)
        turn.write_to(solved.after, solved.spare, layer.best, layer.second, layer.picture)
        turn.only = only
        return turn

    def _walk(self, walk: Walk) -> None:
        """Shares a pass out; the compiled ones run without the interpreter's lock."""

        def task(begin: int) -> None:
            if not hasattr(self._own, "scratch"):
                self._own.scratch = Scratch()
            end = min(begin + _HIGHS_A_TASK, self.ranking.highs)
            kernel.go(walk, begin, end, self._own.scratch)

        for _ in self._threads.map(task, range(0, self.ranking.highs, _HIGHS_A_TASK)):
            pass

    def _over_fogs(self, count: int, work: Callable[[int, int], Result]) -> list[Result]:
        """Shares a table out in blocks."""

        def task(begin: int) -> Result:
            return work(begin, min(begin + _FOGS_A_TASK, count))

        return list(self._threads.map(task, range(0, count, _FOGS_A_TASK)))
