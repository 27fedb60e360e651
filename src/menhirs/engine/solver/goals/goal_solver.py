"""Solves a layout for one goal: every turn, from the last one back to the earliest asked about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from menhirs.core.actions import Player
from menhirs.core.rules import RuleSet
from menhirs.engine.solver.drivers.course import Course
from menhirs.engine.solver.drivers.questions import Question
from menhirs.engine.solver.goals.goal import Goal, tie_of
from menhirs.engine.solver.goals.layout_facts import LayoutFacts, run
from menhirs.engine.solver.goals.turn_solver import SolvedTurn, TurnRules, TurnSolver, WaysLayer
from menhirs.engine.solver.passes import bits, soles, ways
from menhirs.engine.solver.passes.inlined import has_bit
from menhirs.engine.solver.passes.soles import NONE, Soles, Ways
from menhirs.engine.solver.passes.walk import Scratch
from menhirs.engine.solver.schedule import MovingTurn, PlacingStage, Stage

Layers = dict[int, WaysLayer]
"""The layers of a stage by their number of tiles."""


@dataclass(frozen=True)
class Asked:
    """What is asked about a layout."""

    questions: Sequence[Question]
    laid: bool
    """Whether all placings of the free tiles are asked about as well."""

    def by_stage(self) -> dict[str, list[Question]]:
        """The questions by what they are about."""
        stages: dict[str, list[Question]] = defaultdict(list)
        for question in self.questions:
            stages[question.label.stage].append(question)
        return stages


@dataclass(frozen=True)
class Reached:
    """Where the attacker reaches the goal."""

    answers: dict[Question, bool]
    laid: memoryview | None
    """The first turn's fogs, as bits, if they were asked about."""


class GoalSolver:
    """Answers questions about one layout, for one goal."""

    def __init__(
        self,
        rules: RuleSet,
        course: Course,
        layout: LayoutFacts,
        needed: dict[int, list[set[int]]],
        asked: Asked,
        goal: Goal,
        report: Callable[[str], None] = lambda stage: None,
    ) -> None:
        """``needed`` are the numbers of tiles with which each turn has to be solved, by lap."""
        self._rules = rules
        self._course = course
        self._schedule = course.schedule
        self._layout = layout
        self._needed = needed
        self._asked = asked
        self._by_stage = asked.by_stage()
        self._goal = goal
        self._turns = TurnSolver(layout)
        self._report = report
        self._answers: dict[Question, bool] = {}
        self._going_on: dict[object, Layers] = {}
        """What follows the decision, by which of its ends reach the goal."""
        self._later_decision: Layers = {}
        """The decision moment of the lap solved last."""
        self._later_lap: dict[tuple[int, int], SolvedTurn] = {}
        """The turns of that lap, by place and number of tiles: models of those before it."""

    def run(self) -> Reached:
        """Answers all questions."""
        placed: dict[PlacingStage | None, memoryview] = {}
        for lap in range(self._rules.laps, min(self._needed) - 1, -1):
            first = self._before_decision(lap, self._decision(lap, placed))
            if first and (lap == 1 or lap - 1 in self._needed or self._asks_about_placing(lap)):
                placed = self._placings(lap, first)
        for lap, chooser in self._choices():
            if any(stage.startswith(f"lap{lap}-on{chooser}") for stage in self._by_stage):
                self._on(lap, chooser)
        laid = placed[None] if self._asked.laid else None
        return Reached(self._answers, laid)

    def _choices(self) -> Iterator[tuple[int, Player]]:
        """The laps with something to decide, and who may want to go on there."""
        choosers: Sequence[Player] = (1, 2)
        return product(range(1, self._rules.laps), choosers)

    def _asks_about_placing(self, lap: int) -> bool:
        return any(stage.startswith(f"lap{lap}-hand") for stage in self._by_stage)

    def _is_reached_in(self, lap: int, turn: MovingTurn, tiles: int) -> bool:
        """Whether a win in this turn reaches the goal; if not, nobody does any more."""
        return self._rules.score(turn.round, lap, tiles) >= self._goal.points

    # After the decision.

    def _on(self, lap: int, chooser: Player | None) -> Layers:
        """The layers of the first turn after the decision."""
        told = self._ends_told(lap, chooser)
        if told not in self._going_on:
            solve = self._without_end if self._rules.is_endless else self._to_the_end
            self._going_on[told] = solve(lap, chooser)
        return self._going_on[told]

    def _ends_told(self, lap: int, chooser: Player | None) -> object:
        """All that what follows the decision depends on."""
        counts = range(1, self._rules.fog_tiles + 1)
        return self._goal.is_reached_by(*tie_of(self._rules, lap, chooser)), tuple(
            self._is_reached_in(lap, turn, tiles)
            for turn in self._schedule.after
            for tiles in counts
        )

    def _to_the_end(self, lap: int, chooser: Player | None) -> Layers:
        turns = self._schedule.after
        needed = self._needed[self._rules.laps][len(self._schedule.before) :]
        tie = self._goal.is_reached_by(*tie_of(self._rules, lap, chooser))
        models: dict[tuple[int, Player], SolvedTurn] = {}
        layers: Layers = {}
        for place in range(len(turns) - 1, -1, -1):
            turn, following, layers = turns[place], layers, {}
            if not needed[place]:
                break
            if place == len(turns) - 1:
                counts = {count for n in needed[place] for count in (n, n - 1) if count}
                # It would be the other player's turn.
                every = tie == (turn.player != self._goal.attacker)
                following = {n: self._turns.constant(n, every) for n in counts}
            for tiles in sorted(needed[place]):
                layers[tiles] = self._solve(lap, turn, tiles, [(0, 0)], following, models)
            for stage in self._stages_like(lap, chooser, turn):
                self._end(stage, layers)
        return layers

    def _stages_like(self, lap: int, chooser: Player | None, turn: MovingTurn) -> list[Stage]:
        """The stages after a decision that come to the same as this one."""
        told = self._ends_told(lap, chooser)
        others: list[tuple[int, Player | None]] = [(self._rules.laps, None), *self._choices()]
        return [
            Stage(lap, chooser, turn.round, turn.player)
            for lap, chooser in others
            if self._ends_told(lap, chooser) == told
        ]

    def _without_end(self, lap: int, chooser: Player | None) -> Layers:
        """Both turns of a game without end, solved over and over until nothing changes (D15)."""
        tiles = self._rules.fog_tiles
        first, second = self._schedule.after
        following = {tiles: self._turns.constant(tiles, first.player != self._goal.attacker)}
        layers: dict[Player, Layers] = {}
        models: dict[tuple[int, Player], SolvedTurn] = {}
        changes = [1, 1]
        passes = 0
        while any(changes):
            turn = first if passes % 2 else second
            layer = self._solve(lap, turn, tiles, [(0, 0)], following, models)
            layers[turn.player] = following = {tiles: layer}
            told = bits.count(layer.changed[0]) if layer.since else 1
            changes = [changes[1], told]
            passes += 1
            self._report(f"pass {passes}, {told:,} positions changed")
        for turn in (first, second):
            for stage in self._stages_like(lap, chooser, turn):
                self._end(stage, layers[turn.player])
        return layers[first.player]

    # Before the decision.

    def _decision(self, lap: int, placed: dict[PlacingStage | None, memoryview]) -> Layers:
        """The layers of the decision moment, in which player 1 is asked first (A5)."""
        if lap == self._rules.laps:
            # There is nothing to decide: it is the same for all families.
            layers = {
                tiles: WaysLayer(tiles, [layer.ways[0]] * len(self._families(tiles)))
                for tiles, layer in self._on(lap, None).items()
            }
        else:
            chosen, left = self._on(lap, 1), self._on(lap, 2)
            layers = {
                tiles: self._decided(lap, chosen[tiles].ways[0], left[tiles].ways[0], placed)
                for tiles in chosen
            }
        self._later_decision = layers
        return layers

    def _families(self, tiles: int) -> list[tuple[int, int]]:
        """The families of the decision moment."""
        return self._schedule.families(tiles) if self._schedule.before else [(0, 0)]

    def _decided(
        self, lap: int, chosen: Ways, left: Ways, placed: dict[PlacingStage | None, memoryview]
    ) -> WaysLayer:
        """The decision of a lap, with what changed since the one of the next lap."""
        later = self._later_decision[chosen.tiles]
        found, changed = [], []
        for family, (one, two) in enumerate(self._schedule.families(chosen.tiles)):
            stages = self._schedule.placing_stages(lap + 1, one, two)
            decided = self._choose(chosen, left, placed[stages[0] if stages else None])
            found.append(decided)
            changed.append(self._turns.differing(decided, later.ways[family]))
        return WaysLayer(chosen.tiles, found, since=later.version, changed=changed)

    def _choose(self, chosen: Ways, left: Ways, back: memoryview) -> Ways:
        """The ways of player 1, who goes on or leaves the decision to player 2.

        ``chosen`` are the ways if player 1 goes on, ``left`` if player 2 does, ``back`` the fogs in
        which the attacker reaches the goal by going back. Whoever wants to go on loses a tie, so
        for player 1 ``left`` is never worse. Player 1 reaches the goal by leaving the decision to
        the other if going back does it too, for then ``left`` decides; else by going on. Either
        keeps the memory of the return rule (A12).
        """
        if chosen is left:
            return chosen
        facts = self._layout.of(chosen.tiles)
        for_first = facts.none()
        if self._goal.attacker == 1:
            bits.add(for_first, back)
        else:
            bits.add_all_but(for_first, back)
        one, two = facts.none(), facts.none()
        bits.add_chosen(one, for_first, left.one, chosen.one)
        bits.add_chosen(two, for_first, left.two, chosen.two)
        decided = Ways(chosen.tiles, one, two, facts.wins, Soles())
        soles.merge(decided, facts.fogs, for_first, left.soles, chosen.soles)
        decided.edges.reserve(len(facts.stuck))
        for fog in facts.stuck:
            then = left if has_bit(for_first, fog) else chosen
            if then.edges.get(fog) != NONE:
                decided.edges.put(fog, then.edges.get(fog))
        return decided

    def _before_decision(self, lap: int, decision: Layers) -> WaysLayer | None:
        """The layer of the first turn of a lap; None if nobody asks about turns so early."""
        schedule, layers = self._schedule, decision
        models: dict[tuple[int, Player], SolvedTurn] = {}
        later, self._later_lap = self._later_lap, {}
        # A4: with few tiles the decision may come at any time. Others lead to it only at the end.
        decision = {
            tiles: layer
            for tiles, layer in decision.items()
            if any(schedule.is_decided_before(turn, tiles) for turn in schedule.before)
        }
        for place in range(len(schedule.before) - 1, -1, -1):
            turn, following, layers = schedule.before[place], layers, {}
            needed = self._needed[lap][place]
            if not needed:
                return None
            for tiles, layer in decision.items():
                if schedule.is_decided_before(turn, tiles):
                    layers[tiles] = layer
            for tiles in sorted(needed):
                families = schedule.families(tiles)
                past = later.pop((place, tiles), None)
                layers[tiles] = self._solve(lap, turn, tiles, families, following, models, past)
                if lap - 1 in self._needed and (tiles, turn.player) in models:
                    self._later_lap[place, tiles] = models[tiles, turn.player]
            self._end(Stage(lap, None, turn.round, turn.player), layers)
        return layers.get(self._rules.fog_tiles)

    def _solve(
        self,
        lap: int,
        turn: MovingTurn,
        tiles: int,
        families: list[tuple[int, int]],
        following: Layers,
        models: dict[tuple[int, Player], SolvedTurn],
        later: SolvedTurn | None = None,
    ) -> WaysLayer:
        """The layer of a turn. ``later`` is the same turn of the next lap."""
        model = models.pop((tiles, turn.player), None)
        if not self._is_reached_in(lap, turn, tiles):
            ways_of_all = self._layout.of(tiles).all_or_none(turn.player != self._goal.attacker)
            return WaysLayer(tiles, [ways_of_all] * len(families))
        kept_as, taken_as = self._course.goes_on(turn, tiles, families, following)
        solved = self._turns.solve(
            tiles,
            TurnRules(turn.claims, kept_as, taken_as),
            following.get(tiles) if max(kept_as) >= 0 else None,
            following.get(tiles - 1) if max(taken_as) >= 0 else None,
            [later, model],
        )
        models[tiles, turn.player] = solved
        return solved.layer

    # Placing.

    def _placings(self, lap: int, first: WaysLayer) -> dict[PlacingStage | None, memoryview]:
        """Where the attacker reaches the goal before each tile is placed, and when all are."""
        layout, rules, attacker = self._layout, self._rules, self._goal.attacker
        laid = layout.of(first.tiles).none()
        mover = self._schedule.turns[0].player
        if mover == attacker:
            bits.add(laid, first.ways[0].one)
        else:
            bits.add_all_but(laid, first.ways[0].one)
        placed: dict[PlacingStage | None, memoryview] = {None: laid}
        each = range((rules.chances or 0) + 1)
        hand = rules.tiles_to_place
        following: dict[PlacingStage, PlacingStage | None] = {}
        for one, two in product(each, each) if lap > 1 else [(hand, hand)]:
            stages = self._schedule.placing_stages(lap, one, two)
            following.update(zip(stages, [*stages[1:], None], strict=False))
        if lap == 1 and not any(str(stage) in self._by_stage for stage in following):
            return placed
        scratch, turn = Scratch(), self._schedule.turns[0]
        is_open = self._is_reached_in(lap, turn, rules.fog_tiles)
        for stage in sorted(following, key=lambda stage: (stage.in_hand, str(stage))):
            tiles = rules.fog_tiles - stage.in_hand
            placed[stage] = layout.no_fogs(tiles)
            placing = ways.PlaceTile(
                layout.ranking,
                tiles,
                stage.player == attacker,
                layout.menhirs if lap == 1 else 0,  # B1, A1: at first all menhirs are covered
                placed[following[stage]],
                placed[stage],
            )
            if is_open:
                run(placing, layout.ranking, scratch)
            for question in self._by_stage.get(str(stage), []):
                place = question.place
                self._answers[question] = has_bit(placed[stage], place)
        return placed

    # Answers.

    def _end(self, stage: Stage, layers: Layers) -> None:
        """Answers what is asked about a stage."""
        self._report(str(stage))
        for question in self._by_stage.get(str(stage), []):
            layer = layers[question.label.tiles]
            rank, family = divmod(question.place, question.label.families)
            forbidden, frees = NONE, False
            if question.forbidden is not None:
                forbidden = question.forbidden
                fog = self._layout.ranking.unrank_packed(forbidden, layer.tiles)
                frees = not fog & self._layout.menhirs
            found = layer.ways[family if layer.families > 1 else 0]
            has_way = found.has_way(rank, forbidden, frees)
            self._answers[question] = has_way == (stage.player == self._goal.attacker)
