"""Solving a layout: every stage from the last turn back to the first, each written to disk."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from menhirs.core.actions import Player, other
from menhirs.core.errors import Illegal, Malformed
from menhirs.core.geometry import Mask
from menhirs.core.rules import RuleSet, Taking
from menhirs.engine.solver import kernel
from menhirs.engine.solver.course import Course, MovingTurn, Stage
from menhirs.engine.solver.files import Label, Table, write_table
from menhirs.engine.solver.folders import layout_text
from menhirs.engine.solver.layers import Layer, Solved, TurnRules, Workshop
from menhirs.engine.solver.ranking import Ranking

Layers = dict[int, Layer]
"""The layers of a stage by their number of tiles."""


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
        threads: int = 2,
        report: Callable[[Progress], None] = lambda progress: None,
    ) -> None:
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
        self._workshop = Workshop(Ranking(rules.geometry), menhirs, threads)
        self._models: dict[int, dict[Player, Solved]] = {}
        """The turns solved last, by number of tiles and player."""
        self._done = 0

    def run(self) -> None:
        """Solves all stages; those that an earlier run finished are taken from their files."""
        try:
            next_lap: Layers | None = None
            for lap in range(self._rules.laps, 0, -1):
                decision = self._decision(lap, next_lap)
                next_lap = self._before_decision(lap, decision)
        finally:
            self._workshop.close()

    @property
    def _stages(self) -> int:
        before, after = len(self._course.before), len(self._course.after)
        # Where there is something to decide, what follows is solved for either chooser.
        return sum(
            before + after * (2 if lap < self._rules.laps else 1)
            for lap in range(1, self._rules.laps + 1)
        )

    def _decision(self, lap: int, next_lap: Layers | None) -> Layers:
        """The values at the end of the rounds before the decision, to player 1."""
        if next_lap is None:
            return self._after_decision(lap, None)
        on_first, on_second = self._after_decision(lap, 1), self._after_decision(lap, 2)
        back = self._going_back(next_lap)
        decided: Layers = {}
        for tiles, first in on_first.items():
            families = self._course.families(tiles)
            count = len(first.best)
            layer = Layer.empty(tiles, len(families), count)
            for family, taken in enumerate(families):
                both = kernel.decide(
                    0, count, len(families),
                    first.best, first.second, first.picture,
                    on_second[tiles].best, on_second[tiles].second, on_second[tiles].picture,
                    back[taken], family,
                    layer.best, layer.second, layer.picture,
                )  # fmt: skip
                if both:
                    raise Illegal("rules-unsolvable", name=self._rules.name)
            decided[tiles] = layer
        return decided

    def _going_back(self, next_lap: Layers) -> dict[tuple[int, int], array[int]]:
        """What the next lap is worth to player 1, by what each has to place first (A5)."""
        chances = self._rules.chances or 0
        full = self._rules.fog_tiles
        value: dict[tuple[int, int, Player], array[int]] = {}
        for total in range(2 * chances + 1):
            for one in range(max(0, total - chances), min(chances, total) + 1):
                two = total - one
                for player in (1, 2):
                    value[one, two, player] = self._placing(
                        full - total, one, two, player, value, next_lap[full].best
                    )
        return {(one, two): value[one, two, 1] for one, two, player in value if player == 1}

    def _placing(
        self,
        tiles: int,
        one: int,
        two: int,
        player: Player,
        value: dict[tuple[int, int, Player], array[int]],
        placed: array[int],
    ) -> array[int]:
        if one == two == 0:
            return placed
        mover = player if (one, two)[player - 1] else other(player)
        left = (one - 1, two) if mover == 1 else (one, two - 1)
        return self._workshop.place(tiles, mover, value[(*left, other(mover))])

    def _after_decision(self, lap: int, chooser: Player | None) -> Layers:
        turns = self._course.after
        tie = 0
        if chooser is not None:  # A5: lost by the one who wanted to go on
            score = self._score(self._rules.last_round.number, lap, 0)
            tie = score if chooser == 2 else -score
        layers: Layers = {}
        for place in range(len(turns) - 1, -1, -1):
            turn, following = turns[place], layers
            if place == len(turns) - 1:
                counts = {count for n in self._course.tiles(place) for count in (n, n - 1)}
                following = {n: self._workshop.constant(n, tie) for n in counts if n}
            layers = {
                tiles: self._solved(
                    Stage(lap, chooser, turn.round, turn.player),
                    turn,
                    tiles,
                    [(0, 0)],
                    following,
                )
                for tiles in self._course.tiles(place)
            }
            self._tell(Stage(lap, chooser, turn.round, turn.player))
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
            self._tell(stage)
        return layers

    def _solved(
        self,
        stage: Stage,
        turn: MovingTurn,
        tiles: int,
        families: list[tuple[int, int]],
        following: Layers,
    ) -> Layer:
        label = Label(
            self._rules.name,
            layout_text(self._rules, self._menhirs),
            str(stage),
            tiles,
            len(families),
        )
        try:
            layer = Table(self._folder, label).layer(tiles, len(families))
            self._kept = True
        except Malformed:
            self._kept = False
            score = self._score(turn.round, stage.lap, tiles)
            kept_as, taken_as = self._goes_on(turn, tiles, families, following)
            rules = TurnRules(
                win=score,
                claimed=-score if turn.claims else 0,
                may_forbid_wins=self._course.taken_before(turn),
                kept_as=kept_as,
                taken_as=taken_as,
            )
            same = following.get(tiles) if max(kept_as) >= 0 else None
            fewer = following.get(tiles - 1) if max(taken_as) >= 0 else None
            layer = self._solve_turn(turn, tiles, rules, same, fewer)
            write_table(self._folder, label, layer)
        return layer

    def _solve_turn(
        self,
        turn: MovingTurn,
        tiles: int,
        rules: TurnRules,
        same: Layer | None,
        fewer: Layer | None,
    ) -> Layer:
        """Solves a turn after the model of the latest ones with as many tiles.

        Where the score goes by rounds that is the same player's turn a round later, else simply
        the next turn.
        """
        models = self._models.setdefault(tiles, {})
        likely = [
            models[player] for player in (turn.player, other(turn.player)) if player in models
        ]
        likely.sort(key=lambda model: abs(rules.win - model.rules.win) != 1)
        solved = self._workshop.solve(tiles, rules, same, fewer, likely)
        models[turn.player] = solved
        return solved.layer

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

    def _score(self, round_number: int, lap: int, tiles: int) -> int:
        return self._rules.scoring.win(
            round_number=round_number, laps_left=self._rules.laps - lap, tiles=tiles
        )

    def _tell(self, stage: Stage) -> None:
        self._done += 1
        self._report(Progress(str(stage), self._done, self._stages, self._kept))
