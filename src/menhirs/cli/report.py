"""Report how balanced the game is, from the results of surveys.

Reads the files that `menhirs survey` wrote and writes a report into a folder: balance.md, and its
plots as SVG in a folder balance beside it. --remarks puts a text of your own at its beginning.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from menhirs.cli.sources import read_text
from menhirs.core.errors import Malformed
from menhirs.research.survey.errors import BadSurvey
from menhirs.research.survey.results_file import read_results


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="results of surveys")
    parser.add_argument(
        "-o", "--output", type=Path, default=Path(), metavar="DIR", help="where to (default: here)"
    )
    parser.add_argument("--remarks", metavar="FILE", help="a text in Markdown to begin with")


def run(options: argparse.Namespace) -> int:
    results = read_results(options.files, options.known)
    for place in results.damaged:
        print(f"damaged: {place}", file=sys.stderr)
    if results.unknown:
        raise Malformed("rules", text=min(results.unknown), known=", ".join(options.known))
    if not results.layout_results:
        raise BadSurvey("survey-empty", path=", ".join(str(path) for path in options.files))
    remarks = read_text(options.remarks) if options.remarks else ""
    from menhirs.research.report.report import write_report  # needs the extra

    for path in write_report(results, options.known, options.output, remarks):
        print(path)
    return 0
