"""Solves a layout for single values: no tables are written, and nothing is kept that no one needs.

The turns are solved as for tables (``solver.py``), but only back to the earliest that is asked
about, and only with as many tiles as there can be from there on. A layer is let go of as soon as
the turns before it are solved. Of two laps the last one is put by on a spool, as the model of the
first (``replay.py``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import product

from menhirs.core.actions import Player
from menhirs.core.geometry import Mask
from menhirs.core.rules import RuleSet
from menhirs.engine.solver.drivers.course import Course, Layers, check_menhirs
from menhirs.engine.solver.drivers.fixed_point import fixed_point
from menhirs.engine.solver.drivers.layer_solver import LayerSolver
from menhirs.engine.solver.drivers.questions import Question, Questions
from menhirs.engine.solver.drivers.replay import Replay
from menhirs.engine.solver.drivers.solver import Progress
from menhirs.engine.solver.drivers.spool import PutBy, Spool
from menhirs.engine.solver.drivers.workers import Workers
from menhirs.engine.solver.layers import Growth, Layer, Solved
from menhirs.engine.solver.passes.grow import grown
from menhirs.engine.solver.schedule import PlacingStage, Stage
from menhirs.engine.solver.tables.tables import is_smaller_as_changes

Placed = dict[PlacingStage | None, memoryview]
"""The values to player 1 before each tile is placed, and when all are (None)."""


class ValueSolver:
    """Answers questions about one layout."""

    def __init__(
        self,
        rules: RuleSet,
        menhirs: Mask,
        questions: Questions,
        *,
        workers: Workers,
        report: Callable[[Progress], None] = lambda progress: None,
    ) -> None:
        check_menhirs(rules, menhirs)
        self._rules = rules
        self._course = Course(rules)
        self._schedule = self._course.schedule
        self._questions = questions
        self._workers = workers
        self._layer_solver = LayerSolver(workers, menhirs)
        self._report = report
        self._models: dict[tuple[int, Player], Solved] = {}
        """The turn solved last, by number of tiles and player: the model of the next one."""
        self._put_by: dict[tuple[int, int], PutBy] = {}
        """The turns of the last lap before its decision, by place and number of tiles."""
        self._replay: Replay | None = None
        """The last lap, while one before it is solved."""
        self._asked: dict[str, list[Question]] = defaultdict(list)
        for question in questions:
            self._asked[question.label.stage].append(question)
        self._needed = self._needed_turns()
        self._on: dict[int, PutBy] = {}
        """Of two laps: what follows the decision in the last one."""
        self._spool: Spool | None = None
        self._first_turn: Layer | None = None
        """The first turn of the lap solved last."""
        self._placed: Placed = {}
        """What its placings are worth."""
        self._done = 0

    def run(self) -> memoryview | None:
        """Answers all questions.

        Where they ask about the first placing, returns what the turn after it is worth to player 1.
        """
        last = self._rules.laps
        self._spool = Spool() if min(self._needed) < last else None
        try:
            for lap in range(last, min(self._needed) - 1, -1):
                # No layer is held here: what is used up is to be let go of at once.
                self._first_turn = self._before_decision(lap, self._decision(lap))
                if self._first_turn and self._is_placing_needed(lap):
                    self._placed = self._placings(lap, self._first_turn)
            return self._placed.get(None) if self._is_placing_asked(1) else None
        finally:
            if self._spool:
                self._spool.close()

    def _needed_turns(self) -> dict[int, list[set[int]]]:
        """By lap: the numbers of tiles with which each of its turns has to be solved."""
        last, decision = self._rules.laps, len(self._schedule.before)
        asked: dict[int, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
        for lap in range(1, last + 1):
            for place, turn in enumerate(self._schedule.turns):
                for chooser in (None, 1, 2):
                    stage = Stage(lap, chooser, turn.round, turn.player)
                    # What follows the decision is solved once for all laps.
                    solved_in = last if place >= decision else lap
                    for question in self._asked.get(str(stage), []):
                        asked[solved_in][place].add(question.label.tiles)
            if self._is_placing_asked(lap):
                asked[lap][0].add(self._rules.fog_tiles)
        needed: dict[int, list[set[int]]] = {}
        for lap in range(min(asked, default=last), last + 1):
            if needed:  # going back leads to the first turn, going on to what follows the decision
                asked[lap][0].add(self._rules.fog_tiles)
                asked[last][decision] |= needed[lap - 1][decision]
            needed[lap] = self._schedule.reached(asked[lap])
        return needed

    def _is_placing_asked(self, lap: int) -> bool:
        return any(stage.startswith(f"lap{lap}-hand") for stage in self._asked)

    def _is_placing_needed(self, lap: int) -> bool:
        return self._is_placing_asked(lap) or lap - 1 in self._needed

    def _last_lap_on(self) -> Layers:
        """The layers of the decision moment in the last lap, where there is nothing to decide."""
        lap, turns = self._rules.laps, self._schedule.after
        if self._rules.is_endless:
            return self._without_end(lap)
        needed = self._needed[lap][len(self._schedule.before) :]
        layers: Layers = {}
        for place in range(len(turns) - 1, -1, -1):
            turn, following = turns[place], layers
            if not needed[place]:
                break
            if place == len(turns) - 1:
                counts = {count for n in needed[place] for count in (n, n - 1)}
                following = {n: self._layer_solver.constant(n, 0) for n in counts if n}
            layers = {}
            for tiles in sorted(needed[place]):
                rules, same, fewer = self._course.turn(lap, turn, tiles, [(0, 0)], following)
                model = self._models.pop((tiles, turn.player), None)
                solved = self._layer_solver.solve(tiles, rules, same, fewer, model)
                layers[tiles] = solved.layer
                self._models[tiles, turn.player] = _without_changes(solved)
            self._end(Stage(lap, None, turn.round, turn.player), layers)
        return layers

    def _without_end(self, lap: int) -> Layers:
        """The layer of both turns of a game without end: the players' turns are the same."""

        def report(passes: int, changed: int) -> None:
            told = f"pass {passes}, {changed:,} positions changed"
            self._report(Progress(told, 0, len(self._schedule.turns), kept=False))

        layers = {self._rules.fog_tiles: fixed_point(self._rules, self._layer_solver, report)}
        for turn in self._schedule.after:
            self._end(Stage(lap, None, turn.round, turn.player), layers)
        return layers

    def _decision(self, lap: int) -> Layers:
        """The layers of the decision moment, with values to player 1."""
        if lap == self._rules.laps:
            layers = self._last_lap_on()
            if self._spool:
                self._on = {n: PutBy(self._spool, layer, None) for n, layer in layers.items()}
            return layers
        assert self._first_turn
        most, self._first_turn = self._first_turn.most, None
        placed, self._placed = self._placed, {}
        growth = self._course.growth_of_going_on(lap)
        settled = Growth(
            0, self._course.settled(self._schedule.before[-1], lap, self._rules.fog_tiles)
        )
        self._models.clear()  # they are of another lap
        decision, last_lap = {}, {}
        for tiles, put_by in self._on.items():
            on = put_by.layer()
            back = [
                placed[stages[0] if stages else None]
                for one, two in self._schedule.families(tiles)
                for stages in [self._schedule.placing_stages(lap + 1, one, two)]
            ]
            decided = self._layer_solver.decide(on, back, most, growth)
            last_lap[tiles] = replace(on, version=object())
            # It is not needed any more as it was.
            self._layer_solver.grow(tiles, Growth(growth.by), on.best, on.second)
            decision[tiles] = self._layer_solver.compared(decided, last_lap[tiles], settled)
        self._replay = Replay(self._layer_solver, growth.by, last_lap)
        return decision

    def _before_decision(self, lap: int, decision: Layers) -> Layer | None:
        """The layer of the first turn of a lap; None if nobody asks about turns so early."""
        schedule, layers = self._schedule, decision
        # A4: with few tiles the decision may come at any time. Others lead to it only at the end.
        decision = {
            tiles: layer
            for tiles, layer in decision.items()
            if any(schedule.is_decided_before(turn, tiles) for turn in schedule.before)
        }
        for place in range(len(schedule.before) - 1, -1, -1):
            turn, following, layers = schedule.before[place], layers, Layers()
            needed = self._needed[lap][place]
            if not needed:
                return None
            for tiles, layer in decision.items():
                if schedule.is_decided_before(turn, tiles):
                    layers[tiles] = layer
            for tiles in sorted(needed):
                layers[tiles] = self._solved(lap, place, tiles, following)
            self._end(Stage(lap, None, turn.round, turn.player), layers)
        return layers.get(self._rules.fog_tiles)

    def _solved(self, lap: int, place: int, tiles: int, following: Layers) -> Layer:
        turn, families = self._schedule.before[place], self._schedule.families(tiles)
        rules, same, fewer = self._course.turn(lap, turn, tiles, families, following)
        model = self._models.pop((tiles, turn.player), None)
        if self._replay:
            past = self._put_by[place, tiles]
            last = self._replay.step(turn.player, tiles, past, model.layer if model else None)
            versions = self._replay.following(turn.player)
            model = Solved(
                last,
                rules,
                same and versions.get(same.tiles),
                fewer and versions.get(fewer.tiles),
                worth=None,
            )
        solved = self._layer_solver.solve(tiles, rules, same, fewer, model)
        if self._spool and not self._replay:
            since = self._put_by.get((place + 2, tiles))
            smaller = is_smaller_as_changes(solved.layer)
            self._put_by[place, tiles] = PutBy(
                self._spool, solved.layer, since if smaller else None
            )
        # A replay has to know what changed; else that is for the next turn only.
        self._models[tiles, turn.player] = solved if self._replay else _without_changes(solved)
        return solved.layer

    def _placings(self, lap: int, first_turn: Layer) -> Placed:
        """All placings of a lap that somebody asks about."""
        each = range((self._rules.chances or 0) + 1)
        hand = self._rules.tiles_to_place
        values: Placed = {None: first_turn.best}
        following: dict[PlacingStage, PlacingStage | None] = {}
        for one, two in product(each, each) if lap > 1 else [(hand, hand)]:
            stages = self._schedule.placing_stages(lap, one, two)
            following.update(zip(stages, [*stages[1:], None], strict=False))
        for stage in sorted(following, key=lambda stage: (stage.in_hand, str(stage))):
            values[stage] = self._layer_solver.place(
                self._rules.fog_tiles - stage.in_hand,
                stage.player,
                values[following[stage]],
                over_menhirs=lap == 1,  # B1, A1: at first there is fog on every menhir
            )
            for question in self._asked.get(str(stage), []):
                self._questions.answer(question, values[stage][question.place])
        return values

    def _end(self, stage: Stage, layers: Layers) -> None:
        """Answers what is asked about a stage, and reports that it is done."""
        self._done += 1
        self._answer(stage, layers, lambda value: value)
        if any(turn.round == stage.round for turn in self._schedule.after):
            choosers: Sequence[Player] = (1, 2)
            for lap, chooser in product(range(1, self._rules.laps), choosers):
                growth = self._course.growth_of_going_on(lap)
                lost = -growth.tie if stage.player == chooser else growth.tie
                then = replace(stage, lap=lap, chooser=chooser)
                self._answer(then, layers, partial(grown, by=growth.by, still=0, tie=lost))
        of = sum(bool(tiles) for turns in self._needed.values() for tiles in turns)
        self._report(Progress(str(stage), self._done, of, kept=False))

    def _answer(self, stage: Stage, layers: Layers, told: Callable[[int], int]) -> None:
        for question in self._asked.get(str(stage), []):
            layer, place = layers[question.label.tiles], question.place
            best, second = layer.best[place], layer.second[place]
            forbidden = best != second and layer.picture[place] == question.forbidden
            self._questions.answer(question, told(second if forbidden else best))


def _without_changes(solved: Solved) -> Solved:
    return replace(solved, layer=replace(solved.layer, changes=None))
