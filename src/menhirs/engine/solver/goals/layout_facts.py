"""What holds in every turn of a layout, whatever the goal."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock

from menhirs.core.geometry import Mask
from menhirs.engine.solver.buffers import buffer, copy_of, marks
from menhirs.engine.solver.drivers.workers import Workers
from menhirs.engine.solver.passes import bits, value, ways
from menhirs.engine.solver.passes.ranking import Ranking
from menhirs.engine.solver.passes.soles import Soles, Ways
from menhirs.engine.solver.passes.walk import Moves, Scratch, Walk

_SHARES = 64
_VISITS = 16
"""From so many fogs for every eastern half on, it pays to list the moves within it."""


class LayoutFacts:
    """The facts of one layout, for the numbers of tiles that are needed."""

    def __init__(self, workers: Workers, menhirs: Mask, counts: Iterable[int]) -> None:
        self.ranking = workers.ranking
        self.menhirs = workers.ranking.pack(menhirs)
        needed = sorted(counts, reverse=True)
        self.moves = workers.moves(needed[0])
        with ThreadPoolExecutor(max_workers=workers.thread_count) as threads:
            find = partial(FogFacts, self.ranking, self.moves, self.menhirs)
            self._facts = dict(zip(needed, threads.map(find, needed), strict=True))

    def of(self, tiles: int) -> FogFacts:
        """The facts about all fogs of so many tiles."""
        return self._facts[tiles]

    def no_fogs(self, tiles: int) -> memoryview:
        """An empty set of fogs of so many tiles."""
        return no_fogs(self.ranking, tiles)

    @property
    def has_stuck_fogs(self) -> bool:
        """Whether somebody may have to pass for want of a move (M7)."""
        return any(facts.stuck for facts in self._facts.values())


class FogFacts:
    """The facts about all fogs of one number of tiles."""

    def __init__(self, ranking: Ranking, moves: Moves, menhirs: int, tiles: int) -> None:
        scratch = Scratch()
        self._ranking = ranking
        self._moves = moves
        self._menhirs = menhirs
        self.tiles = tiles
        self.fogs = ranking.count(tiles)
        self.live = self.none()
        """The fogs that cover a menhir: in all others the game is over."""
        run(ways.MarkLive(ranking, tiles, menhirs, self.live), ranking, scratch)
        self.wins = self.none()
        """The fogs with a winning move (M6)."""
        self._two_wins = self.none()
        found = marks(self.fogs)
        run(value.FindWins(ranking, tiles, moves, menhirs, found), ranking, scratch)
        bits.add_marks(self.wins, found, 1)
        bits.add_marks(self._two_wins, found, 2)
        del found
        self.stuck: list[int] = []
        """The fogs with fewer than two moves."""
        if moves.fewest < 2:
            stuck = marks(self.fogs)
            run(value.FindStuck(ranking, tiles, moves, menhirs, stuck), ranking, scratch)
            self.stuck = [fog for fog, is_stuck in enumerate(stuck) if is_stuck]
        self.safe = copy_of(self.live)
        """The live fogs that leave the opponent no win."""
        bits.take_off(self.safe, self.wins)
        self._careful: Ways | None = None
        self._lock = Lock()

    def none(self) -> memoryview:
        """An empty set of fogs."""
        return no_fogs(self._ranking, self.tiles)

    def by_wins(self) -> Ways:
        """The ways where only a win at once reaches the goal."""
        one, two = copy_of(self.wins), copy_of(self._two_wins)
        bits.add_all_but(one, self.live)
        bits.add_all_but(two, self.live)
        return Ways(self.tiles, one, two, self.wins, Soles())

    def by_care(self) -> Ways:
        """The ways where every move does that wins or leaves the opponent no win."""
        with self._lock:
            self._careful = careful = self._careful or self._count_safe_moves()
        one, two = copy_of(careful.one), copy_of(careful.two)
        return Ways(self.tiles, one, two, self.wins, careful.soles.copy())

    def all_or_none(self, every: bool) -> Ways:
        """The ways where every move reaches the goal, or none."""
        one = self.none()
        if every:
            bits.fill(one)
        else:
            bits.add_all_but(one, self.live)
        return Ways(self.tiles, one, copy_of(one), self.wins, Soles())

    def _count_safe_moves(self) -> Ways:
        found, asked = self.by_wins(), self.none()
        bits.add_all_but(asked, found.two)
        counting = ways.CountWays(
            self._ranking, self.tiles, asked, self._moves, self._menhirs, self.wins, True, None,
            None, self.safe, self.none(),
        )  # fmt: skip
        counting.write_to(found, self.none())
        count_ways(counting, found, asked, self._ranking, Scratch())
        return found


def no_fogs(ranking: Ranking, tiles: int) -> memoryview:
    """An empty set of fogs of so many tiles."""
    return buffer("Q", (ranking.count(tiles) + 63) // 64)


def run(walk: Walk, ranking: Ranking, scratch: Scratch) -> None:
    """Runs a whole pass on this thread, while others go on."""
    value.go(walk, 0, ranking.highs, scratch)


def count_ways(
    counting: ways.CountWays, found: Ways, asked: memoryview, ranking: Ranking, scratch: Scratch
) -> None:
    """Counts the ways of the fogs that are asked about."""
    counting.list_stays(bits.count(asked) > _VISITS * ranking.highs)
    step = -(-ranking.highs // _SHARES)
    first = 0
    for begin in range(0, ranking.highs, step):
        end = min(begin + step, ranking.highs)
        last = first + sum(ranking.wests(high, found.tiles) for high in range(begin, end))
        found.soles.reserve(bits.count_between(asked, first, last))
        value.go(counting, begin, end, scratch)
        first = last
