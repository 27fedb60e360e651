"""The threads that share a pass, and the data that all layouts of a board share."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import local

from menhirs.core.geometry import Geometry
from menhirs.engine.solver.buffers import marks
from menhirs.engine.solver.passes.cluster_moves import ClusterMoves, ListMoves, MarkLargerClusters
from menhirs.engine.solver.passes.pass_base import LayerPass, Scratch
from menhirs.engine.solver.passes.ranking import Images, ranking_of
from menhirs.engine.solver.passes.turn_pass import run_part

_HIGHS_A_TASK = 128  # small enough that threads end together, large enough to cost nothing


class Workers:
    """Threads for one board. The moves of its clusters are listed once, for all layouts."""

    def __init__(self, geometry: Geometry, threads: int) -> None:
        self.ranking = ranking_of(geometry)
        self._images = Images(geometry)
        self._scratches: list[Scratch] = []
        """The working memory of each thread that has run."""
        self.thread_count = threads
        self._threads = ThreadPoolExecutor(max_workers=threads)
        self._own = local()
        self._listed = array("I")
        self._listed_tiles = 0
        self._moves: ClusterMoves | None = None

    def close(self) -> None:
        self._threads.shutdown()

    def run(self, work: LayerPass) -> None:
        """Runs a pass on all threads; compiled passes run without the interpreter's lock."""
        begins = iter(range(0, self.ranking.highs, _HIGHS_A_TASK))

        def share() -> None:
            scratch = self._scratch()
            for begin in begins:  # a thread that is ready takes the next part
                run_part(work, begin, min(begin + _HIGHS_A_TASK, self.ranking.highs), scratch)

        try:
            for done in [self._threads.submit(share) for _ in range(self.thread_count)]:
                done.result()
        finally:
            for _ in begins:  # after an error, or an interruption, no thread goes on
                pass

    def tally(self, work: LayerPass, counters: int = 1) -> list[int]:
        """Runs a pass that counts so many things; returns the sums of all threads' counters."""
        for scratch in self._scratches:
            scratch.tally[:counters] = array("q", bytes(8 * counters))
        self.run(work)
        return [sum(scratch.tally[n] for scratch in self._scratches) for n in range(counters)]

    def moves(self, tiles: int) -> ClusterMoves:
        """The moves of all clusters of up to that many tiles."""
        if self._moves is None or self._listed_tiles < tiles:
            listed = array("I", self._listed)  # the shorter list may be in use
            clusters = marks(self.ranking.count(1))
            clusters[:] = b"\1" * len(clusters)
            for size in range(1, tiles + 1):
                if size > 1:
                    clusters = self._larger(clusters, size)
                if size > self._listed_tiles:
                    for moves in self._list_moves(size, clusters):
                        listed.extend(moves)
            self._listed, self._listed_tiles = listed, tiles
            self._moves = ClusterMoves(self.ranking, self._listed)
        return self._moves

    def _larger(self, smaller: memoryview, tiles: int) -> memoryview:
        """Marks of the clusters with that many tiles, from those with one tile less."""
        clusters = marks(self.ranking.count(tiles))
        self.run(MarkLargerClusters(self.ranking, tiles - 1, smaller, clusters))
        return clusters

    def _list_moves(self, tiles: int, clusters: memoryview) -> Iterator[array[int]]:
        work = ListMoves(self.ranking, tiles, self._images, clusters)

        def task(begin: int) -> array[int]:
            scratch = self._scratch()
            while True:
                scratch.used = 0
                run_part(work, begin, min(begin + _HIGHS_A_TASK, self.ranking.highs), scratch)
                if scratch.used <= len(scratch.listed):
                    # As bytes: one by one, as an array takes numbers, they would take seconds.
                    listed = array("I")
                    listed.frombytes(memoryview(scratch.listed).cast("B")[: 4 * scratch.used])
                    return listed
                scratch.listed = array("I", bytes(8 * scratch.used))

        return self._threads.map(task, range(0, self.ranking.highs, _HIGHS_A_TASK))

    def _scratch(self) -> Scratch:
        if not hasattr(self._own, "scratch"):
            self._own.scratch = Scratch()
            self._scratches.append(self._own.scratch)
        scratch: Scratch = self._own.scratch
        return scratch
