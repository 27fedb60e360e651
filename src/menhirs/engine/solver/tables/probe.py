"""Asks the tables: the exact value of any position of a solved layout, and its best actions."""

from __future__ import annotations

import time
from pathlib import Path
from threading import Event

from menhirs.core.actions import Action, Claim
from menhirs.core.geometry import Mask
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.core.state import Phase
from menhirs.core.turn_flow import picture_before
from menhirs.engine.analysis import Analysis, Limits, Line, Watch
from menhirs.engine.claims import should_claim
from menhirs.engine.difficulty import difficulty
from menhirs.engine.repetition import ties_ahead
from menhirs.engine.solver.layers import MOST
from menhirs.engine.solver.passes.ranking import ranking_of
from menhirs.engine.solver.schedule import PlacingStage, Schedule, Stage
from menhirs.engine.solver.tables.drafts import Label
from menhirs.engine.solver.tables.folders import layout_text
from menhirs.engine.solver.tables.tables import TableFolder, TableSource, ValueTable

_AT_ONCE = MOST + 1
"""Without end: what a game that is won is worth, more than any win to come."""


class Tables:
    """The tables of one layout. Files are opened and checked when they are first needed."""

    def __init__(self, rules: RuleSet, menhirs: Mask, source: Path | TableSource) -> None:
        """The source is the folder of the tables, or whatever else has their values."""
        self._rules = rules
        self._menhirs = menhirs
        self._schedule = Schedule.of(rules)
        self._ranking = ranking_of(rules.geometry)
        self._source: TableSource = (
            TableFolder(source, self._ranking) if isinstance(source, Path) else source
        )

    def covers(self, position: Position) -> bool:
        """Whether these are the tables of that position's layout."""
        return (
            position.rules == self._rules
            and position.menhirs == self._menhirs
            and position.phase is not Phase.FLIP
        )

    def value(self, position: Position) -> int:
        """Points to the player to act, exactly."""
        return self.points(self._value(position))

    def points(self, value: int) -> int:
        """A value of the tables in points. For the endless game: in how many turns a win comes."""
        rules = self._rules
        if not rules.is_endless:
            return value
        win = rules.score(rules.last_round.number, rules.laps, rules.fog_tiles)
        return win if value > 0 else -win if value < 0 else 0

    def _value(self, position: Position) -> int:
        """The value from the tables, for the player to act."""
        if position.outcome is not None:
            won = position.outcome.winner == position.player
            score = _AT_ONCE if self._rules.is_endless else position.outcome.score
            return 0 if not position.outcome.winner else score if won else -score
        if position.claimant is not None and should_claim(position):
            claimed = position.play_unchecked(Claim())
            return self._seen_by(position, claimed)
        match position.phase:
            case Phase.MOVE:
                return self._looked_up(position)
            case Phase.PROVE:
                return position.score_of_win
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
        """The exact values of all actions, best first.

        Tables of a game without end know no past. Where positions are about to come up for the last
        time (D15) a win may lead through them, so what is won or lost is not proven; but a tie is,
        for nothing but ties can come of that rule.
        """
        begin = time.perf_counter()
        valued = self._valued(position)
        points = self.points
        holds = not ties_ahead(position)
        best = [
            Line((action,), points(value), proven=holds or not value)
            for value, action in valued[:lines]
        ]
        value = points(valued[0][0]) if valued else self.value(position)
        return Analysis.from_table(
            best,
            value,
            proven=holds or not value,
            looked_up=len(valued),
            begin=begin,
            watch=watch,
        )

    def _valued(self, position: Position) -> list[tuple[int, Action]]:
        """The actions and their values, best first; of equal ones the hardest to answer."""
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
        """The number of wrong replies in a thousand; of moves, only those that lose at once."""
        if position.phase is not Phase.PLACE:
            return difficulty(position)
        replies = [self._after(position, action) for action in position.board_actions()]
        return 1000 * sum(value < max(replies) for value in replies) // len(replies)

    def _after(self, position: Position, action: Action) -> int:
        return self._seen_by(position, position.play_unchecked(action))

    def _best_of(self, position: Position) -> int:
        return max(self._after(position, action) for action in position.board_actions())

    def _seen_by(self, before: Position, after: Position) -> int:
        value = self._value(after)
        return value if after.player == before.player else -value

    def _looked_up(self, position: Position) -> int:
        tiles = position.fog.bit_count()
        turn = self._schedule.turn(position.round, position.player)
        variants = self._schedule.variants(turn, tiles)
        one, two = position.counts
        counts = (one, two) if position.player == 1 else (two, one)
        stage = Stage(position.lap, position.chooser, position.round, position.player)
        variant = variants.index(counts) if len(variants) > 1 else 0
        place = self._ranking.rank(position.fog, tiles) * len(variants) + variant
        return self._table(stage, tiles, len(variants)).value(place, self._forbidden(position))

    def _placing(self, position: Position) -> int:
        """The value of a position in which a tile has to be placed."""
        stage = PlacingStage(position.lap, *position.counts, position.player)
        tiles = position.fog.bit_count()
        rank = self._ranking.rank(position.fog, tiles)
        value = self._table(stage, tiles, 1).value(rank, None)
        return value if position.player == 1 else -value

    def _forbidden(self, position: Position) -> int | None:
        """The move that the return rule forbids (M4), as the rank of its afterstate."""
        last, stride = position.last and position.last.without_claim(), position.geometry.stride
        if last is None:
            return None
        before = picture_before(position.fog, last.tiles, last.direction, stride)
        return self._ranking.rank(before, position.fog.bit_count())

    def _table(self, stage: Stage | PlacingStage, tiles: int, variants: int) -> ValueTable:
        label = Label(
            self._rules.name,
            layout_text(self._rules, self._menhirs),
            str(stage),
            tiles,
            variants,
        )
        return self._source.table(label)
