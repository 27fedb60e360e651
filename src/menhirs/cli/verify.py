"""Check solved tables with a second, independent program.

Every value in a table must follow from the values after it. For each position that is checked, one
turn is played in every way by the rules, and the stored values after that turn must give the stored
value. Nothing of the solver is used, so an error in the solver shows, as does a damaged table.

--sample N checks N positions drawn evenly from all tables (default: 2,000 a layout), and says what
share of wrong positions that rules out with 95 % confidence. --whole checks every position: days
for a full board, seconds for a small one. With --finding FILE the results of a survey are compared
with the tables too. The exit code is 0 if nothing is wrong, else 1.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from menhirs.cli.numbers import check_numbers
from menhirs.cli.progress import bar, duration, show_line
from menhirs.cli.sources import read_text
from menhirs.core.errors import Malformed
from menhirs.notation.line import write_line
from menhirs.verifier.findings import Difference, differences
from menhirs.verifier.layout_tables import LayoutTables
from menhirs.verifier.verification import Report, Verification, verify

_WRONG = 1
_SAMPLE = 2_000
_SHOWN = 10

APART = {"--whole": ("--seed",)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "tables", metavar="DIR", type=Path, help="a folder of tables, of one layout or of many"
    )
    how_many = parser.add_mutually_exclusive_group()
    how_many.add_argument(
        "--sample",
        type=int,
        metavar="N",
        help=f"positions to check for each layout (default: {_SAMPLE:,})",
    )
    how_many.add_argument("--whole", action="store_true", help="check every position")
    parser.add_argument("--seed", default="menhirs", metavar="TEXT", help="of the sample")
    parser.add_argument("--finding", metavar="FILE", help="the results of a survey (JSON lines)")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(options: argparse.Namespace) -> int:
    check_numbers(options, "sample")
    sample = None if options.whole else options.sample or _SAMPLE
    findings = _findings(options.finding)
    is_clean = True
    for folder in _folders(options.tables):
        tables = LayoutTables(folder, options.known)
        result = verify(tables, sample, options.seed, _progress(tables.layout))
        finding = findings.get((tables.rules.name, tables.layout))
        wrong = list(differences(tables, finding)) if finding else []
        compared = finding is not None
        is_clean &= not result.contradictions and not wrong
        if options.json:
            print(json.dumps(_as_json(result, wrong, compared)))
        else:
            print(_as_text(result, wrong, compared))
    return 0 if is_clean else _WRONG


def _folders(tables: Path) -> list[Path]:
    """The folders below this one, or itself, that hold tables."""
    folders = sorted({path.parent for path in tables.rglob("*.table")})
    if not folders:
        raise Malformed("file", path=tables, why="there are no tables in it")
    return folders


def _findings(path: str | None) -> dict[tuple[str, str], dict[str, Any]]:
    """The lines of a survey by rules and layout."""
    if path is None:
        return {}
    found = {}
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        try:
            content = json.loads(line)
            found[str(content["rules"]), str(content["layout"])] = content
        except (ValueError, KeyError, TypeError, RecursionError):
            why = f"line {number} is no result of a survey"
            raise Malformed("file", path=path, why=why) from None
    return found


def _progress(layout: str) -> Report:
    begin = time.monotonic()
    shown = begin

    def report(done: int, wanted: int) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - shown < 0.2 and done < wanted:
            return
        shown = now
        left = duration((now - begin) / done * (wanted - done))
        line = f"{layout}: {bar(done / wanted)} {done:,} of {wanted:,} positions, {left} left"
        show_line(line, last=done == wanted)

    return report


def _as_text(result: Verification, wrong: list[Difference], compared: bool) -> str:
    lines = [f"{result.rules}, {result.layout}: {result.stored:,} stored values"]
    if result.contradictions:
        many = len(result.contradictions)
        lines.append(f"  {many} of {result.checked:,} checked positions are wrong:")
        lines += [
            f"  {write_line(bad.position)}\n    stored {bad.stored}, follows {bad.follows}"
            for bad in result.contradictions[:_SHOWN]
        ]
        if many > _SHOWN:
            lines.append(f"  and {many - _SHOWN} more (--json lists a hundred)")
    elif result.is_whole:
        lines.append(f"  all {result.checked:,} positions are right")
    else:
        lines.append(
            f"  {result.checked:,} positions drawn evenly are right: with 95 % confidence fewer "
            f"than {result.most_wrong():.3%} are wrong"
        )
    if compared and not wrong:
        lines.append("  the survey's result agrees with these tables")
    for bad in wrong:
        lines.append(f"  the survey's {bad.field} is {bad.found}, follows {bad.follows}")
    return "\n".join(lines)


def _as_json(result: Verification, wrong: list[Difference], compared: bool) -> dict[str, Any]:
    return {
        "rules": result.rules,
        "layout": result.layout,
        "stored": result.stored,
        "checked": result.checked,
        "whole": result.is_whole,
        "most_wrong": result.most_wrong(),
        "confidence": 0.95,
        "contradictions": [
            {
                "position": write_line(bad.position),
                "stored": bad.stored,
                "follows": bad.follows,
            }
            for bad in result.contradictions
        ],
        "finding": [asdict(bad) for bad in wrong] if compared else None,
    }
