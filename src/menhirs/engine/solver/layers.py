"""A turn's values for all fogs of so many tiles, and how they follow from the next turn's."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import local

from menhirs.core.actions import Player
from menhirs.core.geometry import Mask
from menhirs.engine.solver import kernel
from menhirs.engine.solver.ranking import Ranking

_HIGHS_A_TASK = 128  # small enough that threads end together, large enough to cost nothing
_MOVES_AT_MOST = 1024


@dataclass(frozen=True)
class Layer:
    """The values of all positions with so many tiles at the start of a turn, family by family."""

    tiles: int
    families: int
    best: array[int]
    second: array[int]
    picture: array[int]


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

    def constant(self, tiles: int, families: int, value: int) -> Layer:
        """A layer in which every position has the same value."""
        count = self.ranking.count(tiles) * families
        values = array("b", [value]) * count
        return Layer(tiles, families, values, values, array("I", bytes(4 * count)))

    def wins(self, tiles: int) -> array[int]:
        """Which fogs of so many tiles are won by one move."""
        if tiles not in self._wins:
            wins = array("B", bytes(self.ranking.count(tiles)))
            self._in_parallel(
                lambda begin, end, *_: kernel.find_wins(
                    self.ranking, begin, end, tiles, self.menhirs, wins
                )
            )
            self._wins[tiles] = wins
        return self._wins[tiles]

    def solve(self, tiles: int, rules: TurnRules, same: Layer | None, fewer: Layer | None) -> Layer:
        """The values at the start of a turn, from those at the start of the next one.

        ``same`` holds the next turn's positions with as many tiles, ``fewer`` those with one less;
        each is there if the turn can lead to it.
        """
        ranking, menhirs = self.ranking, self.menhirs
        families = len(rules.kept_as)
        count = ranking.count(tiles) * families
        wins = self.wins(tiles)
        kept_as, taken_as = array("i", rules.kept_as), array("i", rules.taken_as)
        nothing = Layer(tiles, 0, array("b"), array("b"), array("I"))
        same, fewer = same or nothing, fewer or nothing
        after, spare = array("b", bytes(count)), array("b", bytes(count))
        solved = Layer(
            tiles,
            families,
            array("b", bytes(count)),
            array("b", bytes(count)),
            array("I", bytes(4 * count)),
        )
        self._in_parallel(
            lambda begin, end, *_: kernel.value_pictures(
                ranking, begin, end, tiles, menhirs, rules.win, rules.claimed, wins,
                families, kept_as, taken_as,
                same.families, same.best, same.second,
                fewer.families, fewer.best, fewer.second,
                after, spare,
            )
        )  # fmt: skip
        self._in_parallel(
            lambda begin, end, parts, directions, ranks: kernel.value_positions(
                ranking, begin, end, tiles, menhirs, rules.win, rules.may_forbid_wins, wins,
                families, kept_as, taken_as,
                same.families, same.best, same.second, same.picture,
                fewer.families, fewer.best, fewer.second, fewer.picture,
                after, spare, parts, directions, ranks,
                solved.best, solved.second, solved.picture,
            )
        )  # fmt: skip
        return solved

    def place(self, tiles: int, player: Player, placed: array[int]) -> array[int]:
        """The values before a tile is placed, from those after it; both to player 1."""
        value = array("b", bytes(self.ranking.count(tiles)))
        self._in_parallel(
            lambda begin, end, *_: kernel.place(
                self.ranking, begin, end, tiles, player, placed, value
            )
        )
        return value

    def _in_parallel(
        self, work: Callable[[int, int, array[int], array[int], array[int]], None]
    ) -> None:
        """Shares the eastern halves out; the compiled passes run without the interpreter's lock."""

        def task(begin: int) -> None:
            own = self._own
            if not hasattr(own, "parts"):
                own.parts = array("Q", bytes(8 * _MOVES_AT_MOST))
                own.directions = array("B", bytes(_MOVES_AT_MOST))
                own.ranks = array("I", bytes(4 * _MOVES_AT_MOST))
            end = min(begin + _HIGHS_A_TASK, self.ranking.highs)
            work(begin, end, own.parts, own.directions, own.ranks)

        for _ in self._threads.map(task, range(0, self.ranking.highs, _HIGHS_A_TASK)):
            pass
