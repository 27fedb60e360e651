"""Solving a layout: every stage from the last turn back to the first, each written to disk."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from menhirs.core.actions import Player
from menhirs.core.errors import Illegal, Malformed
from menhirs.core.geometry import Mask
from menhirs.core.rules import RuleSet, Taking
from menhirs.engine.solver.course import Course, MovingTurn, Stage
from menhirs.engine.solver.crew import Crew
from menhirs.engine.solver.files import (
    Draft,
    Label,
    Model,
    Shelf,
    is_smaller_as_changes,
    plain_table,
    table_of_changes,
    whole_table,
)
from menhirs.engine.solver.folders import layout_text
from menhirs.engine.solver.layers import Growth, Layer, Solved, TurnRules
from menhirs.engine.solver.placing import PlacingStage, placing_stage, placing_stages
from menhirs.engine.solver.replay import Replay
from menhirs.engine.solver.workshop import Workshop

Layers = dict[int, Layer]
"""The layers of a stage by their number of tiles."""
Written = tuple[Label, Future[str]]
"""What a table is about, and its checksum once it is written."""


@dataclass(frozen=True)
class Progress:
    """How far a solver has come."""

    stage: str
    done: int
    of: int
    kept: bool
    """The stage was solved by an earlier run."""


class Solver:
    """Solves one layout (its menhirs after any turning over) into a folder of tables."""

    def __init__(
        self,
        rules: RuleSet,
        menhirs: Mask,
        folder: Path,
        *,
        crew: Crew | None = None,
        threads: int = 2,
        report: Callable[[Progress], None] = lambda progress: None,
    ) -> None:
        """Without a crew that others use too it has one of its own, with so many threads."""
        standing = rules.menhirs - 2 * rules.flips_each
        if standing < menhirs.bit_count() <= rules.menhirs:
            raise Illegal("solve-flip")  # FlipJob solves every way to go on from there
        if menhirs.bit_count() != standing or menhirs & ~rules.geometry.cells:
            raise Illegal("layout-menhirs", expected=standing, found=menhirs.bit_count())
        self._rules = rules
        self._course = Course.of(rules)
        self._menhirs = menhirs
        self._folder = folder
        self._report = report
        self._lent_crew = crew is not None
        self._crew = crew or Crew(rules.geometry, threads)
        self._workshop = Workshop(self._crew, menhirs)
        self._shelf = Shelf(folder)
        self._models: dict[int, dict[Player, tuple[Solved, Written]]] = {}
        """The turns solved last, by number of tiles and player."""
        self._replay: Replay | None = None
        """The last lap, while one before it is solved."""
        self._scribe = ThreadPoolExecutor(max_workers=1)
        """Writes tables while the next ones are worked out, in the order in which they come."""
        self._writing: list[Future[str]] = []
        """The tables of the stage that is being worked out, so far."""
        self._ended: Stage | None = None
        """The stage before it."""
        self._tables_of_ended: list[Future[str]] = []
        """Those of that one."""
        self._done = 0

    def run(self) -> None:
        """Solves all stages; those that an earlier run finished are taken from their files."""
        try:
            next_lap: Layer | None = None
            for lap in range(self._rules.laps, 0, -1):
                decision = self._decision(lap, next_lap)
                next_lap = self._before_decision(lap, decision)[self._rules.fog_tiles]
                if lap == 1:
                    self._place_first(next_lap)
                self._finish_stage()
        finally:
            try:
                self._scribe.shutdown(cancel_futures=True)
            finally:
                if not self._lent_crew:
                    self._crew.close()

    @property
    def _stages(self) -> int:
        before, after = len(self._course.before), len(self._course.after)
        # Where there is something to decide, what follows is solved for either chooser.
        return sum(
            before + after * (2 if lap < self._rules.laps else 1)
            for lap in range(1, self._rules.laps + 1)
        )

    def _decision(self, lap: int, next_lap: Layer | None) -> Layers:
        """The values at the end of the rounds before the decision, to player 1.

        ``next_lap`` is the first turn after going back, with all tiles.
        """
        if next_lap is None:
            self._last_lap_on = self._after_decision(lap)
            return self._last_lap_on
        growth = self._going_on(lap)
        self._models.clear()  # they are of another lap
        back = self._going_back(next_lap, lap + 1)
        settled = Growth(0, self._settled(self._course.before[-1], lap, self._rules.fog_tiles))
        decision, last_lap = {}, {}
        for tiles, on in self._last_lap_on.items():
            families = [back[taken] for taken in self._course.families(tiles)]
            decided = self._workshop.decide(on, families, next_lap.most, growth)
            last_lap[tiles] = replace(on, version=object())
            # It is not needed any more as it was.
            self._workshop.grow(tiles, Growth(growth.by), on.best, on.second)
            decision[tiles] = self._workshop.compared(decided, last_lap[tiles], settled)
        self._replay = Replay(self._shelf, self._workshop, growth.by, last_lap)
        return decision

    def _going_on(self, lap: int) -> Growth:
        """By how much more is won than in the last lap, and what a tie costs its chooser.

        So the tables of the last lap hold for this one. A tie is worth no less to either than the
        closest loss, and no more than the closest win, so that what was better is never worse.
        """
        score, last = self._score, self._rules.laps
        tie = score(self._rules.last_round.number, lap, 0)
        growths = set()
        for turn in self._course.after:
            win = score(turn.round, lap, self._rules.fog_tiles)
            growths.add(win - score(turn.round, last, self._rules.fog_tiles))
            if win < tie:
                raise Illegal("rules-unsolvable", name=self._rules.name)
        if len(growths) != 1:
            raise Illegal("rules-unsolvable", name=self._rules.name)
        by = growths.pop()
        for chooser in (1, 2):
            for place in range(len(self._course.after) - 1, -1, -1):
                turn = self._course.after[place]
                lost = -tie if turn.player == chooser else tie
                stage = Stage(lap, chooser, turn.round, turn.player)
                for tiles in self._course.tiles(place):
                    label = self._label(stage, tiles, 1)
                    if not self._is_kept(label):
                        like = self._label(replace(stage, lap=last, chooser=None), tiles, 1)
                        growth = Growth(by, tie=lost)
                        model = Model(like, self._shelf.table(like).checksum, growth)
                        self._write(table_of_changes(label, model, None))
                self._end(stage)
        return Growth(by, tie=tie)

    def _going_back(self, next_lap: Layer, lap: int) -> dict[tuple[int, int], memoryview]:
        """What that next lap is worth to player 1, by what each has to place first (A5)."""
        each = range((self._rules.chances or 0) + 1)
        hands = [(one, two) for one in each for two in each]
        values = self._placings([placing_stages(lap, *hand) for hand in hands], next_lap)
        return {hand: values[placing_stage(lap, *hand)] for hand in hands}

    def _placings(
        self, courses: list[list[PlacingStage]], first_turn: Layer
    ) -> dict[PlacingStage | None, memoryview]:
        """The values to player 1 of all fogs while tiles are placed, and when all are."""
        values: dict[PlacingStage | None, memoryview] = {None: first_turn.best}
        stages = {stage for course in courses for stage in course}
        for stage in sorted(stages, key=lambda stage: (stage.in_hand, str(stage))):
            tiles = self._rules.fog_tiles - stage.in_hand
            label = self._label(stage, tiles, 1)
            if self._is_kept(label):
                values[stage] = self._shelf.table(label).layer().best
            else:
                after = values[stage.following]
                # B1, A1: at first there is fog on every menhir.
                values[stage] = self._workshop.place(
                    tiles, stage.player, after, over_menhirs=stage.lap == 1
                )
                self._write(plain_table(label, values[stage]))
        return values

    def _place_first(self, first_turn: Layer) -> None:
        """The placing before the first turn of all."""
        hand = self._rules.tiles_to_place
        self._placings([placing_stages(1, hand, hand)], first_turn)
        # They are told of with the turn that follows them.
        self._tables_of_ended, self._writing = self._tables_of_ended + self._writing, []

    def _after_decision(self, lap: int) -> Layers:
        turns = self._course.after
        layers: Layers = {}
        for place in range(len(turns) - 1, -1, -1):
            turn, following = turns[place], layers
            stage = Stage(lap, None, turn.round, turn.player)
            if place == len(turns) - 1:
                counts = {count for n in self._course.tiles(place) for count in (n, n - 1)}
                following = {n: self._workshop.constant(n, 0) for n in counts if n}
            layers = {
                tiles: self._solved(stage, turn, tiles, [(0, 0)], following)
                for tiles in self._course.tiles(place)
            }
            self._end(stage)
        return layers

    def _before_decision(self, lap: int, decision: Layers) -> Layers:
        layers = decision
        fewest = self._rules.fog_tiles - 2 * (self._rules.chances or 0)
        for turn in reversed(self._course.before):
            stage = Stage(lap, None, turn.round, turn.player)
            following = layers
            layers = {}
            for tiles in range(fewest, self._rules.fog_tiles + 1):
                if turn.player == 1 and tiles == fewest and self._rules.chances:
                    layers[tiles] = decision[tiles]  # A4: it is decided before this turn
                    continue
                families = self._course.families(tiles)
                layers[tiles] = self._solved(stage, turn, tiles, families, following)
            self._end(stage)
        return layers

    def _solved(
        self,
        stage: Stage,
        turn: MovingTurn,
        tiles: int,
        families: list[tuple[int, int]],
        following: Layers,
    ) -> Layer:
        label = self._label(stage, tiles, len(families))
        models = self._models.setdefault(tiles, {})
        model, table = models.pop(turn.player, (None, None))
        if self._is_kept(label):
            return self._shelf.table(label).layer()
        rules, same, fewer = self._turn(stage.lap, turn, tiles, families, following)
        if self._replay:
            last = model.layer if model else None
            model, table = self._of_last_lap(self._replay, stage, rules, same, fewer, last, label)
        solved = self._workshop.solve(tiles, rules, same, fewer, model)
        layer = solved.layer
        written = self._write(self._draft(label, layer, table))
        if not self._replay:  # which has to know what changed; else that is for the next turn only
            solved = replace(solved, layer=replace(solved.layer, changes=None))
        models[turn.player] = solved, (label, written)
        return layer

    def _turn(
        self,
        lap: int,
        turn: MovingTurn,
        tiles: int,
        families: list[tuple[int, int]],
        following: Layers,
    ) -> tuple[TurnRules, Layer | None, Layer | None]:
        """The rules of a turn, and the layers that it can lead to."""
        score = self._score(turn.round, lap, tiles)
        kept_as, taken_as = self._goes_on(turn, tiles, families, following)
        rules = TurnRules(
            win=score,
            claimed=-score if turn.claims else 0,
            may_forbid_wins=self._course.taken_before(turn),
            settled=self._settled(turn, lap, tiles),
            kept_as=kept_as,
            taken_as=taken_as,
        )
        same = following.get(tiles) if max(kept_as) >= 0 else None
        fewer = following.get(tiles - 1) if max(taken_as) >= 0 else None
        return rules, same, fewer

    def _of_last_lap(
        self,
        replay: Replay,
        stage: Stage,
        rules: TurnRules,
        same: Layer | None,
        fewer: Layer | None,
        last: Layer | None,
        label: Label,
    ) -> tuple[Solved, Written]:
        """The same turn of the last lap, in the terms of this one, in the place of ``last``."""
        then = replace(label, stage=str(replace(stage, lap=self._rules.laps)))
        layer = replay.step(stage.player, then, last)
        # The turn after this one may have been kept: then nobody knows what it was worked out from.
        following = replay.following(stage.player)
        model = Solved(
            layer,
            rules,
            same and following.get(same.tiles),
            fewer and following.get(fewer.tiles),
            worth=None,
        )
        checksum: Future[str] = Future()
        checksum.set_result(self._shelf.table(then).checksum)
        return model, (then, checksum)

    def _draft(self, label: Label, layer: Layer, model: Written | None) -> Draft:
        """The table of a layer, if it can be as what changed since its model."""
        changed = layer.changes
        if model and changed and is_smaller_as_changes(layer):
            growth = self._replay.growth if self._replay else changed.growth
            like, checksum = model
            return table_of_changes(label, Model(like, checksum.result(), growth), layer)
        return whole_table(label, layer)

    def _write(self, draft: Draft) -> Future[str]:
        earlier = self._tables_of_ended + self._writing
        for written in earlier:
            if written.done():
                written.result()  # tells of an error as soon as it is known
        last = earlier[-1] if earlier else None
        self._writing.append(self._scribe.submit(_write_after, last, draft, self._folder))
        return self._writing[-1]

    def _label(self, stage: Stage | PlacingStage, tiles: int, families: int) -> Label:
        layout = layout_text(self._rules, self._menhirs)
        return Label(self._rules.name, layout, str(stage), tiles, families)

    def _is_kept(self, label: Label) -> bool:
        """Whether an earlier run has written this table, and it is whole."""
        try:
            self._shelf.table(label)
        except Malformed:
            return False
        return True

    def _goes_on(
        self,
        turn: MovingTurn,
        tiles: int,
        families: list[tuple[int, int]],
        following: Layers,
    ) -> tuple[list[int], list[int]]:
        """In which family of the next turn each family goes on, keeping and taking away."""
        if turn.taking is Taking.MUST and tiles > 1:
            return [-1] * len(families), [0] * len(families)
        if turn.taking is not Taking.MAY:
            return [self._family(tiles, f, 0, following) for f in families], [-1] * len(families)
        chances = self._rules.chances or 0
        return (
            [self._family(tiles, family, 0, following) for family in families],
            [
                self._family(tiles - 1, family, 1, following) if family[0] < chances else -1
                for family in families
            ],
        )

    def _family(self, tiles: int, family: tuple[int, int], taken: int, following: Layers) -> int:
        if following[tiles].families == 1:
            return 0
        own, theirs = family
        return self._course.families(tiles).index((theirs, own + taken))

    def _settled(self, turn: MovingTurn, lap: int, tiles: int) -> int:
        """The most that the decision moment can be worth, if that is less than any win before."""
        if turn not in self._course.before:
            return 0
        later = {(then.round, lap) for then in self._course.after} | {
            (then.round, next_lap)
            for then in self._course.before + self._course.after
            for next_lap in range(lap + 1, self._rules.laps + 1)
        }
        counts = range(1, self._rules.fog_tiles + 1)
        most = max((self._score(*when, count) for when in later for count in counts), default=0)
        return most if most < self._score(turn.round, lap, tiles) else 0

    def _score(self, round_number: int, lap: int, tiles: int) -> int:
        return self._rules.scoring.win(
            round_number=round_number, laps_left=self._rules.laps - lap, tiles=tiles
        )

    def _end(self, stage: Stage) -> None:
        """A stage is worked out. It counts when all its tables are written."""
        self._finish_stage()
        self._ended, self._tables_of_ended = stage, self._writing
        self._writing = []

    def _finish_stage(self) -> None:
        """Waits for the tables of the stage worked out before, and tells that they are there."""
        if self._ended is None:
            return
        for written in self._tables_of_ended:
            written.result()
        self._done += 1
        stage, kept = str(self._ended), not self._tables_of_ended
        self._ended = None
        self._report(Progress(stage, self._done, self._stages, kept))


def _write_after(earlier: Future[str] | None, draft: Draft, folder: Path) -> str:
    """Writes a table unless an earlier one could not be: none is there without those before it."""
    if earlier:
        earlier.result()
    return draft.write_to(folder)
