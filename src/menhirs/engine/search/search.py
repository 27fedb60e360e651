"""The search as an analyst: limits, threads, deeper and deeper, and the answer in words."""

from __future__ import annotations

import time
from threading import Event, Thread

from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.engine.analysis import DEEPENING, Analysis, Limits, Watch
from menhirs.engine.repetition import ties_ahead
from menhirs.engine.search.alphabeta import AlphaBeta
from menhirs.engine.search.deadline import Deadline, new_flag
from menhirs.engine.search.lines import line_of
from menhirs.engine.search.root import Root
from menhirs.engine.search.tiebreak import prefer_the_hardest
from menhirs.engine.search.transposition import TranspositionTable
from menhirs.engine.stakes import Stakes, stakes_of

_DEEPEST = 250  # turns; more than any game has but under odd house rules
_ROOM = 1 << 15  # moves on the stack
_BYTES_A_NODE = 128  # with few nodes a small table does, and is quicker to fill


class Search:
    """Searches any position under any rules. Implements :class:`menhirs.engine.analysis.Analyst`.

    Every analysis starts with an empty table: with one thread, the same position and the same
    limits by nodes or depth always give the same answer. With 0 MB there is next to no table.

    With ``keeps_table`` an analysis also knows what those before it found, and its answer depends
    on them: the same ones in the same order always give the same answers.
    """

    def __init__(
        self,
        table_mb: int = 64,
        threads: int = 1,
        *,
        keeps_table: bool = False,
        prefers_the_hardest: bool = True,
    ) -> None:
        """``prefers_the_hardest``: the first of equal lines is the hardest for the opponent."""
        if table_mb < 0 or threads < 1:
            raise ValueError("a search needs no less than 0 MB and 1 thread")
        self.table_mb = table_mb
        self.threads = threads
        self.keeps_table = keeps_table
        self.prefers_the_hardest = prefers_the_hardest
        self._kept: tuple[RuleSet, TranspositionTable] | None = None

    def forget(self) -> None:
        """Begins with an empty table again."""
        self._kept = None

    def table_for(self, position: Position, limits: Limits) -> TranspositionTable:
        """The table of an analysis: the one that is kept, or an empty one."""
        size, rules = self.table_mb << 20, position.rules
        # Without end a value may depend on the positions before (D15), which no key tells apart.
        if self.keeps_table and not rules.is_endless:
            if self._kept is None or self._kept[0] != rules:  # keys don't tell rules apart either
                self._kept = rules, TranspositionTable(size)
            return self._kept[1]
        if limits.nodes is not None:
            size = min(size, max(1, limits.nodes) * _BYTES_A_NODE)
        return TranspositionTable(size)

    def analyse(
        self,
        position: Position,
        limits: Limits,
        *,
        lines: int = 1,
        watch: Watch | None = None,
        stop: Event | None = None,
    ) -> Analysis:
        """Analyses until a limit is reached, the value is proven or ``stop`` is set."""
        if position.is_over:
            return Analysis.of_finished(position)
        started = time.monotonic()
        stakes = stakes_of(position.rules)
        run = _Run(self, stakes, position, limits, max(1, lines), started, stop)
        run.deepen(watch)
        if self.prefers_the_hardest:
            run.prefer_the_hardest()
        return run.analysis()


class _Run:
    """One analysis."""

    def __init__(
        self,
        search: Search,
        stakes: Stakes,
        position: Position,
        limits: Limits,
        lines: int,
        started: float,
        stop: Event | None,
    ) -> None:
        self.stakes, self.position, self.limits = stakes, position, limits
        self.lines, self.started, self.stop = lines, started, stop
        self.threads = search.threads
        self.table = search.table_for(position, limits)
        self.flag = new_flag()
        self.room = _ROOM
        self.ties = ties_ahead(position)
        self.root = Root(stakes, position, self._alphabeta())
        self.helpers: list[Root] = []

    def deepen(self, watch: Watch | None) -> None:
        """Searches deeper and deeper, with 7/8 of what the limits allow."""
        alphabeta = self.root.alphabeta
        alphabeta.most_nodes = self._nodes_each(7, 8)
        threads = []
        with Deadline(self.flag, self._moment(DEEPENING), self.stop):
            for number in range(1, self.threads):
                helper = Root(self.stakes, self.position, self._alphabeta())
                helper.alphabeta.most_nodes = alphabeta.most_nodes
                self.helpers.append(helper)
                threads.append(Thread(target=self._help, args=(helper, number), daemon=True))
                threads[-1].start()
            try:
                self._deepen(watch)
            finally:
                self.flag[0] = 1
                for thread in threads:
                    thread.join()

    def prefer_the_hardest(self) -> None:
        """Chooses among equal actions, with the remaining nodes and time."""
        if self.stop is not None and self.stop.is_set():
            return
        alphabeta = self.root.alphabeta
        alphabeta.stopped = False
        # Cheap by nature, since the table knows the position by now; cheap by force otherwise.
        alphabeta.most_nodes = alphabeta.nodes + max(2000, alphabeta.nodes // 4)
        if self.limits.nodes is not None:
            alphabeta.most_nodes = min(alphabeta.most_nodes, self._nodes_each(1, 1))
        with Deadline(self.flag, self._moment(1.0), self.stop):
            prefer_the_hardest(self.root)

    def analysis(self) -> Analysis:
        """The analysis so far."""
        root = self.root
        lines = tuple(
            line_of(self.stakes, choice, root.alphabeta) for choice in root.choices[: self.lines]
        )
        return Analysis(
            lines,
            lines[0].value,
            root.proven,
            root.depth,
            sum(one.alphabeta.nodes for one in (root, *self.helpers)),
            time.monotonic() - self.started,
            "search",
        )

    def _deepen(self, watch: Watch | None) -> None:
        root = self.root
        deepest = min(_DEEPEST, self.limits.depth or _DEEPEST)
        while root.depth < deepest and not root.proven:
            if root.search(root.depth + 1, self.lines):
                if watch is not None:
                    watch(self.analysis())
            elif not self._make_room(root):
                return

    def _help(self, root: Root, number: int) -> None:
        """A thread beside the first: fills the table, every second one a turn deeper."""
        root.depth = number % 2
        while root.depth < _DEEPEST and not self.flag[0]:
            if not root.search(root.depth + 1, self.lines) and not self._make_room(root):
                return

    def _make_room(self, root: Root) -> bool:
        """If the search stopped for want of room for moves only: makes some."""
        if not root.alphabeta.crowded:
            return False
        crowded = root.alphabeta
        self.room *= 4
        root.alphabeta = self._alphabeta()
        root.alphabeta.nodes, root.alphabeta.most_nodes = crowded.nodes, crowded.most_nodes
        return True

    def _alphabeta(self) -> AlphaBeta:
        alphabeta = AlphaBeta(self.stakes, self.table, self.flag, self.room)
        alphabeta.set_ties(self.ties)
        return alphabeta

    def _nodes_each(self, part: int, whole: int) -> int:
        """How many nodes each thread may visit, for so much of the limit; 0 is any number."""
        if self.limits.nodes is None:
            return 0
        return max(1, self.limits.nodes * part // whole // self.threads)

    def _moment(self, part: float) -> float | None:
        """When so much of the time is over."""
        if self.limits.seconds is None:
            return None
        return self.started + self.limits.seconds * part
