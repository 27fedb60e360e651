"""Surveys many layouts: finds missing results of a file, and solves them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from menhirs.core.geometry import Mask
from menhirs.core.rules import RuleSet
from menhirs.engine.solver.tables.folders import layout_text
from menhirs.research.survey.errors import BadSurvey
from menhirs.research.survey.executor import Executor, Failure
from menhirs.research.survey.job import Job
from menhirs.research.survey.layout_result import Drawn, LayoutKey, LayoutResult
from menhirs.research.survey.layouts import (
    count_up_to_mirrors,
    drawn_layouts,
    sets_of,
    shuffled_layouts,
)
from menhirs.research.survey.results_file import ResultsWriter, SurveyResults


@dataclass(frozen=True)
class SurveyPlan:
    """The layouts of each of some rule sets, in the order in which they are solved."""

    layouts: dict[RuleSet, Callable[[], Iterable[Mask]]]
    counts: dict[RuleSet, int]
    """The number of sets of menhirs to solve."""
    chosen: bool = False
    """Whether a person chose them, so that they are no sample."""
    seed: str | None = None
    """The seed that they were drawn by."""

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def jobs(self, threads: int) -> Iterator[Job]:
        """Every set of menhirs once. All rule sets take turns, so an unfinished survey is a fair
        sample too.
        """
        seen: set[LayoutKey] = set()
        begun = {rules: iter(layouts()) for rules, layouts in self.layouts.items()}
        while begun:
            for rules in list(begun):
                layout = next(begun[rules], None)
                if layout is None:
                    del begun[rules]
                    continue
                for menhirs in sets_of(rules, layout):
                    job = Job(rules, menhirs, threads, self._drawn(rules, layout))
                    if job.key not in seen:
                        seen.add(job.key)
                        yield job

    def _drawn(self, rules: RuleSet, layout: Mask) -> Drawn | None:
        if self.seed is None:
            return None
        has_others = layout.bit_count() != rules.standing
        return Drawn(self.seed, layout_text(rules, layout) if has_others else "")


def plan_drawn(
    rule_sets: list[RuleSet], number: int, seed: str, *, turned_over: bool
) -> SurveyPlan:
    """A number of layouts of each rule set, drawn by a seed.

    Rule sets with as many menhirs on the same board get the same layouts.
    """
    layouts: dict[RuleSet, Callable[[], Iterable[Mask]]] = {}
    counts = {}
    for rules in rule_sets:
        menhirs = rules.standing if turned_over else rules.menhirs
        most = count_up_to_mirrors(rules.geometry, menhirs)
        if number > most:
            raise BadSurvey("survey-too-many", most=most, name=rules.name, found=number)
        drawn = list(islice(drawn_layouts(rules, seed, turned_over=turned_over), number))
        layouts[rules] = drawn.__iter__
        counts[rules] = _count_sets(rules, drawn)
    return SurveyPlan(layouts, counts, seed=seed)


def plan_of_layouts(by_rules: dict[RuleSet, list[Mask]]) -> SurveyPlan:
    """These layouts, which are no sample."""
    return SurveyPlan(
        {rules: layouts.__iter__ for rules, layouts in by_rules.items()},
        {rules: _count_sets(rules, layouts) for rules, layouts in by_rules.items()},
        chosen=True,
    )


def plan_all(rule_sets: list[RuleSet]) -> SurveyPlan:
    """Every layout up to mirror images. Where menhirs are turned over, every set left standing.

    They are shuffled, so that an unfinished survey is a fair sample too.
    """

    def all_of(rules: RuleSet) -> Callable[[], Iterable[Mask]]:
        return lambda: shuffled_layouts(rules.geometry, rules.standing)

    return SurveyPlan(
        {rules: all_of(rules) for rules in rule_sets},
        {rules: count_up_to_mirrors(rules.geometry, rules.standing) for rules in rule_sets},
    )


def _count_sets(rules: RuleSet, layouts: Iterable[Mask]) -> int:
    return len({menhirs for layout in layouts for menhirs in sets_of(rules, layout)})


@dataclass(frozen=True)
class SurveyProgress:
    """The progress of a survey."""

    done: int
    """Sets of menhirs with a result, failures included."""
    of: int
    kept: int
    """The number of these that were in the file before."""
    latest: LayoutResult | Failure | None


def run_survey(
    plan: SurveyPlan,
    results: SurveyResults,
    writer: ResultsWriter,
    executor: Executor,
    *,
    threads: int = 1,
    report: Callable[[SurveyProgress], None] = lambda progress: None,
) -> list[Failure]:
    """Solves the missing layouts and adds them to ``results``; returns the failures."""
    kept = done = 0
    failures: list[Failure] = []
    drawn: dict[LayoutKey, Drawn | None] = {}

    def add(layout_result: LayoutResult) -> None:
        writer.add(layout_result)
        results.add(layout_result)

    def missing() -> Iterator[Job]:
        nonlocal kept, done
        for job in plan.jobs(threads):
            if found := results.layout_results.get(job.key):
                kept += 1
                done += 1
                if found.chosen and not plan.chosen:  # now it belongs to a sample
                    add(replace(found, chosen=False, drawn=job.drawn))
            else:
                drawn[job.key] = job.drawn
                yield job

    for outcome in executor.solve(missing()):
        done += 1
        if isinstance(outcome, Failure):
            failures.append(outcome)
        else:
            add(replace(outcome, chosen=plan.chosen, drawn=drawn[outcome.key]))
        report(SurveyProgress(done, plan.total, kept, outcome))
    report(SurveyProgress(done, plan.total, kept, None))
    return failures
