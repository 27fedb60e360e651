"""The search as an analyst: limits, threads, deeper and deeper, and the answer in words."""

from __future__ import annotations

import time
from threading import Event, Thread

from menhirs.core.position import Position
from menhirs.engine.analysis import Analysis, Limits, Watch
from menhirs.engine.search.clock import Alarm
from menhirs.engine.search.kernel import Kernel
from menhirs.engine.search.lines import line_of, points
from menhirs.engine.search.plan import Plan, plan_of
from menhirs.engine.search.problems import set_problems
from menhirs.engine.search.question import question_of
from menhirs.engine.search.root import Root
from menhirs.engine.search.table import Table

_DEEPEST = 250  # turns; more than any game has but under odd house rules
_ROOM = 1 << 15  # moves on the stack
_BYTES_A_NODE = 128  # with few nodes a small table does, and is quicker to fill


class Search:
    """Searches any position under any rules. Implements :class:`menhirs.engine.analysis.Analyst`.

    Every analysis starts with an empty table: with one thread, the same position and the same
    limits by nodes or depth always give the same answer. With 0 MB there is next to no table.
    """

    def __init__(self, table_mb: int = 64, threads: int = 1) -> None:
        if table_mb < 0 or threads < 1:
            raise ValueError("a search needs no less than 0 MB and 1 thread")
        self.table_mb = table_mb
        self.threads = threads

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
        started = time.monotonic()
        plan = plan_of(position.rules)
        if position.is_over:
            answer = question_of(plan, position).answer
            assert answer is not None
            return Analysis((), points(answer), True, 0, 0, 0.0, "search")
        run = _Run(self, plan, position, limits, max(1, lines), started, stop)
        run.deepen(watch)
        run.set_problems()
        return run.analysis()


class _Run:
    """One analysis."""

    def __init__(
        self,
        search: Search,
        plan: Plan,
        position: Position,
        limits: Limits,
        lines: int,
        started: float,
        stop: Event | None,
    ) -> None:
        self.plan, self.position, self.limits = plan, position, limits
        self.lines, self.started, self.stop = lines, started, stop
        self.threads = search.threads
        size = search.table_mb << 20
        if limits.nodes is not None:
            size = min(size, max(1, limits.nodes) * _BYTES_A_NODE)
        self.table = Table(size)
        self.flag = memoryview(bytearray(1))
        self.room = _ROOM
        self.root = Root(plan, position, self._kernel())
        self.helpers: list[Root] = []

    def deepen(self, watch: Watch | None) -> None:
        """Searches deeper and deeper, with 7/8 of what the limits allow."""
        kernel = self.root.kernel
        kernel.most_nodes = self._nodes_each(7, 8)
        threads = []
        with Alarm(self.flag, self._moment(7 / 8), self.stop):
            for number in range(1, self.threads):
                helper = Root(self.plan, self.position, self._kernel())
                helper.kernel.most_nodes = kernel.most_nodes
                self.helpers.append(helper)
                threads.append(Thread(target=self._help, args=(helper, number), daemon=True))
                threads[-1].start()
            try:
                self._deepen(watch)
            finally:
                self.flag[0] = 1
                for thread in threads:
                    thread.join()

    def set_problems(self) -> None:
        """Chooses among equals, with what is left."""
        if self.stop is not None and self.stop.is_set():
            return
        kernel = self.root.kernel
        kernel.stopped = False
        # Cheap by nature, since the table knows the position by now; cheap by force otherwise.
        kernel.most_nodes = kernel.nodes + max(2000, kernel.nodes // 4)
        if self.limits.nodes is not None:
            kernel.most_nodes = min(kernel.most_nodes, self._nodes_each(1, 1))
        with Alarm(self.flag, self._moment(1.0), self.stop):
            set_problems(self.root)

    def analysis(self) -> Analysis:
        """What is known now."""
        root = self.root
        lines = tuple(
            line_of(self.plan, choice, root.kernel) for choice in root.choices[: self.lines]
        )
        return Analysis(
            lines,
            lines[0].value,
            root.proven,
            root.depth,
            sum(one.kernel.nodes for one in (root, *self.helpers)),
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
        if not root.kernel.crowded:
            return False
        crowded = root.kernel
        self.room *= 4
        root.kernel = self._kernel()
        root.kernel.nodes, root.kernel.most_nodes = crowded.nodes, crowded.most_nodes
        return True

    def _kernel(self) -> Kernel:
        return Kernel(self.plan, self.table, self.flag, self.room)

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
