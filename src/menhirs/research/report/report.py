"""Writes a report: a text in Markdown and its plots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from menhirs.core.rules import RuleSet
from menhirs.engine.atomic_file import write_atomically
from menhirs.research.report import plots
from menhirs.research.report.text import Report, written
from menhirs.research.report.turning_over import turned_layouts
from menhirs.research.survey.results_file import Results

NAME = "balance"


def write_report(
    results: Results, known: Mapping[str, RuleSet], folder: Path, remarks: str = ""
) -> list[Path]:
    """Writes the report into a folder; returns the files, the text first."""
    rule_sets = sorted(results.rules, key=lambda rules: list(known).index(rules.name))
    findings = {rules: results.of(rules) for rules in rule_sets}
    turned = {rules: layouts for rules in rule_sets if (layouts := turned_layouts(findings[rules]))}
    placed = {
        rules: found for rules, found in findings.items() if any(each.first for each in found)
    }
    wanted: dict[str, tuple[Callable[..., Any], Any]] = {
        "who-wins": (plots.who_wins, findings),
        "lie": (plots.by_lie, findings),
        "first-placings": (plots.first_placings, placed),
        "length": (plots.lengths, findings),
        "turning-over": (plots.turning_over, turned),
    }
    paths = []
    for name, (draw, data) in wanted.items():
        if data:
            paths.append(folder / NAME / f"{name}.svg")
            _write(paths[-1], plots.drawn(draw, data))
    pictures = {path.stem: f"{NAME}/{path.name}" for path in paths}
    text = folder / f"{NAME}.md"
    _write(text, written(Report(findings, turned, pictures, remarks, len(results.damaged))))
    return [text, *paths]


def _write(path: Path, text: str) -> None:
    blocks: Iterable[bytes] = [text.encode("utf-8")]
    write_atomically(path, blocks)
