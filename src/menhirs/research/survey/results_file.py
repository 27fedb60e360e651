"""The results of a survey: a text file with one result a line, in any order.

Lines are only appended, each in one write, so a killed program damages at most one line. It is
found by its checksum and solved again. Several surveys may add to one file: at worst a layout is in
it twice. :func:`merge` writes a clean file of several, sorted, every result once and nothing that
is damaged.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from menhirs.core.errors import Malformed
from menhirs.core.rules import RuleSet
from menhirs.engine.atomic_file import unwritable, write_atomically
from menhirs.research.survey.errors import BadSurvey
from menhirs.research.survey.layout_result import (
    LONGEST_LINE,
    Damaged,
    LayoutKey,
    LayoutResult,
    UnknownRules,
    read_layout_result,
)


@dataclass
class SurveyResults:
    """The results in one or more files."""

    layout_results: dict[LayoutKey, LayoutResult] = field(default_factory=dict)
    damaged: list[str] = field(default_factory=list)
    """The places of damaged lines, with the reasons."""
    unknown: set[str] = field(default_factory=set)
    """The names of unknown rules; their lines are kept."""

    def add(self, layout_result: LayoutResult) -> None:
        """Adds a result; raises if it contradicts another one of the same layout."""
        earlier = self.layout_results.setdefault(layout_result.key, layout_result)
        if (earlier.value, earlier.first, earlier.starts) != (
            layout_result.value,
            layout_result.first,
            layout_result.starts,
        ):
            raise BadSurvey(
                "survey-contradiction",
                name=layout_result.rules.name,
                layout=layout_result.layout,
                one=earlier.value,
                two=layout_result.value,
            )
        if earlier.chosen and not layout_result.chosen:  # it was drawn as well
            self.layout_results[layout_result.key] = layout_result

    def of(self, rules: RuleSet) -> list[LayoutResult]:
        """The results of these rules, in the order of their layouts."""
        found = (
            layout_result
            for layout_result in self.layout_results.values()
            if layout_result.rules == rules
        )
        return sorted(found, key=lambda layout_result: layout_result.menhirs)

    @property
    def rules(self) -> list[RuleSet]:
        """The rules with results."""
        return list(
            {
                layout_result.rules.name: layout_result.rules
                for layout_result in self.layout_results.values()
            }.values()
        )


def read_results(paths: Iterable[Path], known: Mapping[str, RuleSet]) -> SurveyResults:
    """All results of these files. Other rules by a name that is known are refused."""
    results = SurveyResults()
    for path in paths:
        for number, line in _lines(path):
            try:
                results.add(read_layout_result(line, known))
            except Damaged as error:
                results.damaged.append(f"{path}, line {number}: {error}")
            except UnknownRules as error:
                if error.differ:
                    raise BadSurvey("survey-rules", path=path, name=error.name) from None
                results.unknown.add(error.name)
            except BadSurvey as error:
                raise error.locate(place=f"{path}, line {number}") from None
    return results


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file that are not empty; bytes that are not UTF-8 are escaped."""
    try:
        with path.open(encoding="utf-8", errors="replace", newline="\n") as file:
            number = 0
            # A binary file may have no line ends at all.
            while line := file.readline(LONGEST_LINE + 2):
                number += 1
                if line.strip():
                    yield number, line.rstrip("\n")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Malformed("file", path=path, why=why) from None


class ResultsWriter:
    """Appends results to a file, one a line, each on disk before the next."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("ab+", buffering=0)
            self._end_last_line()
        except (OSError, ValueError) as error:
            raise unwritable(path, error) from None

    def _end_last_line(self) -> None:
        """After a run that was killed while it wrote, a new line begins."""
        if self._file.seek(0, os.SEEK_END):
            self._file.seek(-1, os.SEEK_END)
            if self._file.read(1) != b"\n":
                self._file.write(b"\n")

    def add(self, layout_result: LayoutResult) -> None:
        try:
            self._file.write(f"{layout_result.written()}\n".encode())
            os.fsync(self._file.fileno())
        except OSError as error:
            raise unwritable(self._path, error) from None

    def close(self) -> None:
        self._file.close()


def merge(paths: Iterable[Path], out: Path, known: Mapping[str, RuleSet]) -> SurveyResults:
    """Writes all results of these files into one."""
    results = read_results(paths, known)
    if results.unknown:
        # They would be lost silently.
        raise Malformed("rules", text=min(results.unknown), known=", ".join(known))
    rules = sorted(results.rules, key=lambda rules: list(known).index(rules.name))
    layout_results = [layout_result for each in rules for layout_result in results.of(each)]
    write_atomically(
        out, (f"{layout_result.written()}\n".encode() for layout_result in layout_results)
    )
    return results
