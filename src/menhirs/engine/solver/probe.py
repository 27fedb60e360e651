"""Asking the tables: the exact value of any position of a solved layout, and its best actions."""

from __future__ import annotations

import time
from pathlib import Path
from threading import Event

from menhirs.core import fog as fog_moves
from menhirs.core.actions import Action, Claim
from menhirs.core.geometry import Mask
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.core.state import Phase
from menhirs.engine.analysis import Analysis, Limits, Line, Watch
from menhirs.engine.claims import should_claim
from menhirs.engine.difficulty import difficulty
from menhirs.engine.solver.course import Course, Stage
from menhirs.engine.solver.files import Label, Shelf, Table
from menhirs.engine.solver.folders import layout_text
from menhirs.engine.solver.placing import PlacingStage
from menhirs.engine.solver.ranking import Ranking


class Tables:
    """The tables of one layout. Files are opened and checked when they are first needed."""

    def __init__(self, rules: RuleSet, menhirs: Mask, folder: Path) -> None:
        self._rules = rules
        self._menhirs = menhirs
        self._shelf = Shelf(folder)
        self._course = Course.of(rules)
        self._ranking = Ranking(rules.geometry)

    def covers(self, position: Position) -> bool:
        """Whether these are the tables of that position's layout."""
        return (
            position.rules == self._rules
            and position.menhirs == self._menhirs
            and position.phase is not Phase.FLIP
        )

    def value(self, position: Position) -> int:
        """Points to the player to act, exactly."""
        if position.outcome is not None:
            won = position.outcome.winner == position.player
            return position.outcome.score if won else -position.outcome.score
        if position.claimant is not None and should_claim(position):
            claimed = position.play_unchecked(Claim())
            return self._seen_by(position, claimed)
        match position.phase:
            case Phase.MOVE:
                return self._looked_up(position)
            case Phase.PROVE:
                return self._score(position)
            case Phase.PLACE:
                return self._placing(position)
            case _:
                return self._best_of(position)

    def analyse(
        self,
        position: Position,
        limits: Limits,
        *,
        lines: int = 1,
        watch: Watch | None = None,
        stop: Event | None = None,
    ) -> Analysis:
        """The exact values of all actions, best first."""
        begin = time.perf_counter()
        valued = self._valued(position)
        best = [Line((action,), value, proven=True) for value, action in valued[:lines]]
        value = valued[0][0] if valued else self.value(position)
        analysis = Analysis.from_table(best, value, looked_up=len(valued), begin=begin)
        if watch is not None:
            watch(analysis)
        return analysis

    def _valued(self, position: Position) -> list[tuple[int, Action]]:
        """The actions and their values, best first, of equal ones the hardest to answer."""
        actions: list[Action] = position.board_actions()
        if position.claimant == position.player and should_claim(position):
            actions = [Claim()]
        valued = [(self._after(position, action), action) for action in actions]
        best = max((value for value, _ in valued), default=0)

        def appeal(pair: tuple[int, Action]) -> tuple[int, int]:
            value, action = pair
            # Where all is won there is nothing to wait for, and what is worse is not played.
            matters = value == best and value <= 0
            return value, self._difficulty(position.play_unchecked(action)) if matters else 0

        return sorted(valued, key=appeal, reverse=True)

    def _difficulty(self, position: Position) -> int:
        """How many of a thousand replies are wrong; of moves, those that lose at once."""
        if position.phase is not Phase.PLACE:
            return difficulty(position)
        replies = [self._after(position, action) for action in position.board_actions()]
        return 1000 * sum(value < max(replies) for value in replies) // len(replies)

    def _after(self, position: Position, action: Action) -> int:
        return self._seen_by(position, position.play_unchecked(action))

    def _best_of(self, position: Position) -> int:
        return max(self._after(position, action) for action in position.board_actions())

    def _seen_by(self, before: Position, after: Position) -> int:
        value = self.value(after)
        return value if after.player == before.player else -value

    def _score(self, position: Position) -> int:
        return self._rules.scoring.win(
            round_number=position.round,
            laps_left=self._rules.laps - position.lap,
            tiles=position.fog.bit_count(),
        )

    def _looked_up(self, position: Position) -> int:
        table, families, family = self._column(position)
        rank = self._ranking.rank(position.fog, position.fog.bit_count())
        return table.value(rank * families + family, self._forbidden(position))

    def _placing(self, position: Position) -> int:
        """A position in which somebody has to place a tile."""
        stage = PlacingStage(position.lap, *position.counts, position.player)
        tiles = position.fog.bit_count()
        rank = self._ranking.rank(position.fog, tiles)
        value = self._table(stage, tiles, 1).value(rank, None)
        return value if position.player == 1 else -value

    def _column(self, position: Position) -> tuple[Table, int, int]:
        """The table of a turn, how many families it has and which one is the position's."""
        tiles = position.fog.bit_count()
        before = any(turn.round == position.round for turn in self._course.before)
        families = self._course.families(tiles) if before else [(0, 0)]
        family = 0
        if before:
            one, two = position.counts
            family = families.index((one, two) if position.player == 1 else (two, one))
        stage = Stage(position.lap, position.chooser, position.round, position.player)
        return self._table(stage, tiles, len(families)), len(families), family

    def _forbidden(self, position: Position) -> int | None:
        """The rank of the picture that the return rule forbids (M4)."""
        last, geometry = position.last, position.geometry
        if last is None or last.tiles & ~position.fog:
            return None
        came_from = fog_moves.step(last.tiles, last.direction.opposite, geometry.stride)
        return self._ranking.rank(position.fog & ~last.tiles | came_from, position.fog.bit_count())

    def _table(self, stage: Stage | PlacingStage, tiles: int, families: int) -> Table:
        label = Label(
            self._rules.name,
            layout_text(self._rules, self._menhirs),
            str(stage),
            tiles,
            families,
        )
        return self._shelf.table(label)
