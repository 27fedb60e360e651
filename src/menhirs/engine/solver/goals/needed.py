"""Which turns have to be solved to answer some questions, and with how many tiles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from menhirs.core.rules import RuleSet
from menhirs.engine.solver.drivers.questions import Question
from menhirs.engine.solver.schedule import Schedule, Stage

Needed = dict[int, list[set[int]]]
"""By lap: the numbers of tiles with which each of its turns has to be solved."""


def needed_turns(rules: RuleSet, schedule: Schedule, questions: Sequence[Question]) -> Needed:
    """What has to be solved to answer these questions."""
    stages: dict[str, set[int]] = defaultdict(set)
    for question in questions:
        stages[question.label.stage].add(question.label.tiles)
    last, decision = rules.laps, len(schedule.before)
    asked: dict[int, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    for lap in range(1, last + 1):
        for place, turn in enumerate(schedule.turns):
            for chooser in (None, 1, 2):
                stage = Stage(lap, chooser, turn.round, turn.player)
                # What follows the decision is needed alike in all laps.
                solved_in = last if place >= decision else lap
                if str(stage) in stages:
                    asked[solved_in][place] |= stages[str(stage)]
        if any(stage.startswith(f"lap{lap}-hand") for stage in stages):
            asked[lap][0].add(rules.fog_tiles)
    needed: dict[int, list[set[int]]] = {}
    for lap in range(min(asked, default=last), last + 1):
        if needed:  # going back leads to the first turn, going on to what follows the decision
            asked[lap][0].add(rules.fog_tiles)
            asked[last][decision] |= needed[lap - 1][decision]
        needed[lap] = schedule.reached(asked[lap])
    return needed
