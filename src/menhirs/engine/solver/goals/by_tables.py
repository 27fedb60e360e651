"""Answers questions about a layout by its tables, where goals do not tell it all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from menhirs.core.geometry import Mask
from menhirs.core.rules import RuleSet
from menhirs.engine.solver.drivers.questions import Questions
from menhirs.engine.solver.drivers.solver import Progress, Solver
from menhirs.engine.solver.drivers.workers import Workers
from menhirs.engine.solver.schedule import Schedule, Stage
from menhirs.engine.solver.tables.folders import layout_text
from menhirs.engine.solver.tables.tables import Label, Shelf


def answer_by_tables(
    rules: RuleSet,
    menhirs: Mask,
    questions: Questions,
    laid: Sequence[int],
    workers: Workers,
    tell: Callable[[Progress], None],
) -> list[int]:
    """Answers all questions; returns what the fogs of these ranks are worth in the first turn.

    All tables are written, to a folder that is gone afterwards.
    """
    with TemporaryDirectory() as folder:
        Solver(rules, menhirs, Path(folder), workers=workers, report=tell).run()
        shelf = Shelf(Path(folder), workers.ranking)
        for question in list(questions):
            found = shelf.table(question.label).value(question.place, question.forbidden)
            questions.answer(question, found)
        first = Schedule.of(rules).turns[0]
        stage = Stage(1, None, first.round, first.player)
        label = Label(rules.name, layout_text(rules, menhirs), str(stage), rules.fog_tiles, 1)
        sign = 1 if first.player == 1 else -1
        return [sign * shelf.table(label).value(rank, None) for rank in laid]
