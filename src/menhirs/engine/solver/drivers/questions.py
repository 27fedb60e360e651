"""What is asked of a solver that keeps nothing: single values, noted before it begins.

How a position's value follows from those in tables is known to ``tables/probe.py`` alone. So it is
asked twice. The first time nothing is solved yet: what it looks up is noted, which depends on the
position only and on no value. The second time it gets the answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from menhirs.engine.solver.tables.tables import Label


@dataclass(frozen=True)
class Question:
    """A place of a table, and the picture that is forbidden there, if any."""

    label: Label
    place: int
    forbidden: int | None


class Questions:
    """Notes what is looked up, then answers; it stands in for the tables of a layout."""

    def __init__(self) -> None:
        self._answers: dict[Question, int | None] = {}

    def table(self, label: Label) -> _Asked:
        return _Asked(self._answers, label)

    def __iter__(self) -> Iterator[Question]:
        return iter(self._answers)

    def answer(self, question: Question, value: int) -> None:
        self._answers[question] = value

    @property
    def are_answered(self) -> bool:
        return None not in self._answers.values()


@dataclass(frozen=True)
class _Asked:
    """A table as it is asked about."""

    answers: dict[Question, int | None]
    label: Label

    def value(self, place: int, forbidden: int | None) -> int:
        return self.answers.setdefault(Question(self.label, place, forbidden), None) or 0
