"""Answers questions about a layout by its goals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock

from menhirs.core.geometry import Mask
from menhirs.core.rules import RuleSet
from menhirs.engine.solver.drivers.course import Course, check_menhirs
from menhirs.engine.solver.drivers.questions import Question, Questions
from menhirs.engine.solver.drivers.solver import Progress
from menhirs.engine.solver.drivers.workers import Workers
from menhirs.engine.solver.goals.goal import Goal, possible_points, wins_only_shrink
from menhirs.engine.solver.goals.goal_search import find_values
from menhirs.engine.solver.goals.goal_solver import Asked, GoalSolver
from menhirs.engine.solver.goals.layout_facts import LayoutFacts
from menhirs.engine.solver.goals.needed import Needed, needed_turns
from menhirs.engine.solver.needs import free_memory, needs_of
from menhirs.engine.solver.passes.inlined import has_bit


class LayoutByGoals:
    """Finds single values of one layout."""

    def __init__(
        self,
        rules: RuleSet,
        menhirs: Mask,
        workers: Workers,
        tell: Callable[[Progress], None] = lambda progress: None,
    ) -> None:
        check_menhirs(rules, menhirs)
        self._rules = rules
        self._menhirs = menhirs
        self._course = Course(rules)
        self._workers = workers
        self._tell = tell

    @property
    def can_solve(self) -> bool:
        """Whether goals tell it all: no later win is worth more."""
        return wins_only_shrink(self._rules, self._course.schedule)

    def answer(self, questions: Questions, laid: Sequence[int]) -> list[int] | None:
        """Answers all questions; returns what the fogs of these ranks are worth in the first turn.

        Values are points to player 1. None if there are so many different ones that all tables are
        made sooner.
        """
        asked = Asked(list(questions), bool(laid))
        needed = needed_turns(self._rules, self._course.schedule, asked.questions)
        progress = _GoalProgress(self._tell, self._stages(needed))
        layout = LayoutFacts(self._workers, self._menhirs, _tiles_in(needed))

        def ask(goal: Goal) -> list[bool]:
            reached = GoalSolver(
                self._rules, self._course, layout, needed, asked, goal, progress.of(goal)
            ).run()
            fogs = reached.laid
            return [reached.answers[question] for question in asked.questions] + [
                has_bit(fogs, rank) for rank in laid if fogs is not None
            ]

        count = len(asked.questions)
        possible = possible_points(self._rules, self._course.schedule)
        values = find_values(count + len(laid), possible, ask, self._effort, self._goals_at_once)
        if values is None:
            return None
        for question, value in zip(asked.questions, values, strict=False):
            questions.answer(question, value if _is_told_to_first(question) else -value)
        progress.end()
        return values[count:]

    def _effort(self, goal: Goal) -> float:
        """The share of the turns before the decision in which a win reaches a goal.

        These take nearly all the time: there players have taken different numbers of tiles.
        """
        turns = [
            self._rules.score(turn.round, lap, self._rules.fog_tiles)
            for lap in range(1, self._rules.laps + 1)
            for turn in self._course.schedule.before
        ]
        return sum(points >= goal.points for points in turns) / max(1, len(turns))

    @property
    def _goals_at_once(self) -> int:
        """Two, one for each player, if there are threads and memory for both.

        Not in one lap: where one player wins nearly always, hardly anything is left to the other.
        """
        if not self._course.schedule.before:
            return 1
        free, needed = free_memory(), needs_of(self._rules).memory_of_a_goal
        return min(self._workers.thread_count, 2 if free is None or free > 2 * needed else 1)

    def _stages(self, needed: Needed) -> int:
        """The number of stages that a goal reports."""
        before = len(self._course.schedule.before)
        # Where there is something to decide, what follows is told for either chooser.
        return sum(
            bool(tiles) * (2 if lap < self._rules.laps and place >= before else 1)
            for lap, turns in needed.items()
            for place, tiles in enumerate(turns)
        )


def _tiles_in(needed: Needed) -> set[int]:
    """All numbers of tiles in some turns, or after them."""
    counts = {tiles for turns in needed.values() for turn in turns for tiles in turn}
    return counts | {tiles - 1 for tiles in counts if tiles > 1}


def _is_told_to_first(question: Question) -> bool:
    """Whether a table has the value to player 1: before placing, and in turns of player 1."""
    stage = question.label.stage
    return "-hand" in stage or stage.endswith("player1")


class _GoalProgress:
    """Tells how far the goals are. How many there will be is not known before; at least two."""

    def __init__(self, tell: Callable[[Progress], None], stages: int) -> None:
        self._tell = tell
        self._stages = stages
        self._goals = 0
        self._done = 0
        self._lock = Lock()

    def of(self, goal: Goal) -> Callable[[str], None]:
        """Where a goal reports each stage that is done."""
        with self._lock:
            self._goals += 1

        def report(stage: str) -> None:
            with self._lock:
                all_stages = self._stages * max(2, self._goals)
                self._done = min(self._done + 1, all_stages - 1)
                told = f"player {goal.attacker} wins {goal.points}: {stage}"
                self._tell(Progress(told, self._done, all_stages, kept=False))

        return report

    def end(self) -> None:
        """All is known."""
        all_stages = self._stages * max(2, self._goals)
        self._tell(Progress("the value", all_stages, all_stages, kept=False))
