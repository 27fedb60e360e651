"""Which turns have to be solved for some tables, and with how many tiles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, replace

from menhirs.core.rules import RuleSet
from menhirs.engine.solver.schedule import Schedule, Stage
from menhirs.engine.solver.tables.drafts import Label

Wanted = defaultdict[int, defaultdict[int, set[int]]]
"""Numbers of tiles by lap and by the place of a turn in it."""


@dataclass(frozen=True)
class Dependencies:
    """What a solver has to work out."""

    tiles: dict[int, list[set[int]]]
    """By lap: the numbers of tiles with which each of its turns has to be solved."""

    @staticmethod
    def of_all(rules: RuleSet, schedule: Schedule) -> Dependencies:
        """Everything that a game can come to, from its first turn on."""
        wanted = _nothing()
        wanted[1][0].add(rules.fog_tiles)
        return _closed(rules, schedule, wanted)

    @staticmethod
    def of(rules: RuleSet, schedule: Schedule, labels: Collection[Label]) -> Dependencies:
        """What these tables follow from."""
        stages: dict[str, set[int]] = defaultdict(set)
        for label in labels:
            stages[label.stage].add(label.tiles)
        last, decision = rules.laps, len(schedule.before)
        wanted = _nothing()
        for lap in range(1, last + 1):
            for place, turn in enumerate(schedule.turns):
                for chooser in (None, 1, 2):
                    stage = str(Stage(lap, chooser, turn.round, turn.player))
                    # What follows the decision is solved once for all laps.
                    if stage in stages:
                        wanted[last if place >= decision else lap][place] |= stages[stage]
            if any(stage.startswith(f"lap{lap}-hand") for stage in stages):
                wanted[lap][0].add(rules.fog_tiles)
        return _closed(rules, schedule, wanted)

    def read_again(self, rules: RuleSet, schedule: Schedule) -> set[str]:
        """The stages whose tables the solver reads again, to go on from them."""
        last = rules.laps
        first_on, again = len(schedule.before), len(self.tiles) > 1
        return {
            str(Stage(last, None, turn.round, turn.player))
            for turn in schedule.turns[: first_on + 1]
            if again
        }

    def stages(self, rules: RuleSet, schedule: Schedule) -> int:
        """The number of stages that a solver reports."""
        before = len(schedule.before)
        # Where there is something to decide, what follows has tables for either chooser.
        return sum(
            bool(tiles) * (2 if lap < rules.laps and place >= before else 1)
            for lap, turns in self.tiles.items()
            for place, tiles in enumerate(turns)
        )


def with_references(rules: RuleSet, schedule: Schedule, labels: Collection[Label]) -> set[Label]:
    """These tables and their references: what follows the decision, and endless turns.

    Both are solved once, for every lap and player.
    """
    references = {}
    for place, turn in enumerate(schedule.after):
        solved = schedule.after[0] if rules.is_endless else schedule.after[place]
        reference = str(Stage(rules.laps, None, solved.round, solved.player))
        for lap in range(1, rules.laps + 1):
            for chooser in (None, 1, 2):
                references[str(Stage(lap, chooser, turn.round, turn.player))] = reference
    return {
        each
        for label in labels
        for each in (label, replace(label, stage=references.get(label.stage, label.stage)))
    }


def _nothing() -> Wanted:
    return defaultdict(lambda: defaultdict(set))


def _closed(rules: RuleSet, schedule: Schedule, wanted: Wanted) -> Dependencies:
    """These turns with all that they follow from."""
    last, decision = rules.laps, len(schedule.before)
    tiles: dict[int, list[set[int]]] = {}
    for lap in range(min(wanted, default=last), last + 1):
        if tiles:  # the lap before can go back to this one, or on to the end of the last one
            wanted[lap][0].add(rules.fog_tiles)
            for place in range(decision):  # its tables begin as those of this lap
                wanted[lap][place] |= tiles[lap - 1][place]
            wanted[last][decision] |= tiles[lap - 1][decision]
        tiles[lap] = schedule.reachable(wanted[lap])
    return Dependencies(tiles)
