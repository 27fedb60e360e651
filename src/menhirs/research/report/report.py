"""Writes a report: a text in Markdown and its plots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from menhirs.core.rules import RuleSet
from menhirs.engine.atomic_file import write_atomically
from menhirs.research.report import plots
from menhirs.research.report.text import BalanceReport, written
from menhirs.research.report.turning_over import turned_layouts
from menhirs.research.survey.results_file import SurveyResults

NAME = "balance"


def report_on(
    results: SurveyResults, known: Mapping[str, RuleSet], remarks: str = ""
) -> BalanceReport:
    """The report on these results, with the rule sets in the order of ``known``."""
    rule_sets = sorted(results.rules, key=lambda rules: list(known).index(rules.name))
    layout_results = {rules: results.of(rules) for rules in rule_sets}
    turned = {
        rules: layouts for rules in rule_sets if (layouts := turned_layouts(layout_results[rules]))
    }
    report = BalanceReport(layout_results, turned, {}, remarks, len(results.damaged))
    report.pictures.update({name: f"{NAME}/{name}.svg" for name in _plots(report)})
    return report


def write_report(
    results: SurveyResults, known: Mapping[str, RuleSet], folder: Path, remarks: str = ""
) -> list[Path]:
    """Writes the report into a folder; returns the files, the text first."""
    report = report_on(results, known, remarks)
    if not (folder / "surveys.md").exists():  # it is beside our own report only
        report = replace(report, guide=None)
    paths = [folder / f"{NAME}.md"]
    for name, (draw, data) in _plots(report).items():
        paths.append(folder / report.pictures[name])
        write_atomically(paths[-1], [plots.drawn(draw, data).encode()])
    write_atomically(paths[0], [written(report).encode()])
    return paths


def _plots(report: BalanceReport) -> dict[str, tuple[Callable[..., Any], Any]]:
    """The plots with enough data: how to draw each, and its data."""
    layout_results = report.layout_results
    placed = {
        rules: found for rules, found in layout_results.items() if any(each.first for each in found)
    }
    wanted: dict[str, tuple[Callable[..., Any], Any]] = {
        "who-wins": (plots.who_wins, layout_results),
        "lie": (plots.by_arrangement, layout_results),
        "first-placings": (plots.first_placings, placed),
        "length": (plots.lengths, layout_results),
        "turning-over": (plots.turning_over, report.turned),
    }
    return {name: (draw, data) for name, (draw, data) in wanted.items() if data}
