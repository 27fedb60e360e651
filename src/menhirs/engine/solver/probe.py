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
from menhirs.engine.solver.course import Course, Stage
from menhirs.engine.solver.files import Label, Table
from menhirs.engine.solver.ranking import Ranking
from menhirs.engine.solver.solve import layout_text


class Tables:
    """The tables of one layout. Files are opened and checked when they are first needed."""

    def __init__(self, rules: RuleSet, menhirs: Mask, folder: Path) -> None:
        self._rules = rules
        self._menhirs = menhirs
        self._folder = folder
        self._course = Course.of(rules)
        self._ranking = Ranking(rules.geometry)
        self._tables: dict[Label, Table] = {}
        self._placed: dict[Position, int] = {}

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
                if position not in self._placed:
                    self._placed[position] = self._best_of(position)
                return self._placed[position]
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
        actions: list[Action] = position.board_actions()
        if position.claimant == position.player and should_claim(position):
            actions = [Claim()]
        valued = [(self._after(position, action), action) for action in actions]
        valued.sort(key=lambda pair: -pair[0])  # stable: equal ones stay in their order
        analysis = Analysis(
            lines=tuple(Line((action,), value, proven=True) for value, action in valued[:lines]),
            value=valued[0][0] if valued else self.value(position),
            proven=True,
            depth=0,
            nodes=len(valued),
            seconds=time.perf_counter() - begin,
            source="table",
        )
        if watch is not None:
            watch(analysis)
        return analysis

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
        tiles = position.fog.bit_count()
        before = any(turn.round == position.round for turn in self._course.before)
        families = self._course.families(tiles) if before else [(0, 0)]
        family = 0
        if before:
            one, two = position.counts
            family = families.index((one, two) if position.player == 1 else (two, one))
        stage = Stage(position.lap, position.chooser, position.round, position.player)
        table = self._table(stage, tiles, len(families))
        place = self._ranking.rank(position.fog, tiles) * len(families) + family
        return table.value(place, self._forbidden(position))

    def _forbidden(self, position: Position) -> int | None:
        """The rank of the picture that the return rule forbids (M4)."""
        last, geometry = position.last, position.geometry
        if last is None or last.tiles & ~position.fog:
            return None
        came_from = fog_moves.step(last.tiles, last.direction.opposite, geometry.stride)
        return self._ranking.rank(position.fog & ~last.tiles | came_from, position.fog.bit_count())

    def _table(self, stage: Stage, tiles: int, families: int) -> Table:
        label = Label(
            self._rules.name,
            layout_text(self._rules, self._menhirs),
            str(stage),
            tiles,
            families,
        )
        if label not in self._tables:
            self._tables[label] = Table(self._folder, label)
        return self._tables[label]
