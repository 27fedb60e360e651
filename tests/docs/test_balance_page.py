"""The balance report in the docs is what its results say."""

from __future__ import annotations

from pathlib import Path

from menhirs.notation.house_rules import read_house_rules
from menhirs.research.report.report import report_on
from menhirs.research.report.text import written
from menhirs.research.survey.results_file import read_results

DOCS = Path(__file__).parents[2] / "docs" / "research"
FOLDER = DOCS / "balance"


def test_the_page_is_up_to_date() -> None:
    known = read_house_rules((FOLDER / "small-board.toml").read_text("utf-8"))
    results = read_results(sorted(FOLDER.glob("*.jsonl")), known)
    assert not results.damaged and not results.unknown
    report = report_on(results, known, (FOLDER / "remarks.md").read_text("utf-8"))
    assert (DOCS / "balance.md").read_text("utf-8") == written(report), (
        "see docs/research/surveys.md"
    )
    assert all((DOCS / picture).exists() for picture in report.pictures.values())
