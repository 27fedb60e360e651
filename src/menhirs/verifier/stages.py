"""Which positions a table holds, and where in it each of them stands.

A table is about one stage of a game and one number of tiles. It has a value for every fog; where
the players' counts of tiles taken matter, one for every family of counts, side by side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from menhirs.core.actions import Player
from menhirs.core.consistency import check_consistent
from menhirs.core.errors import Illegal
from menhirs.core.geometry import Mask
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.core.state import Phase

_MOVING = re.compile(r"lap([12])(?:-on([12]))?-round([0-9]{2})-player([12])")
_PLACING = re.compile(r"lap([12])-hand([0-9]+)-([0-9]+)-player([12])")


@dataclass(frozen=True)
class TableName:
    """The key of a table among those of a layout."""

    stage: str
    tiles: int

    @property
    def file_name(self) -> str:
        return f"{self.stage}-{self.tiles:02}tiles.table"


def name_of(position: Position) -> TableName:
    """The table that holds a position in which fog has to be placed or moved."""
    lap, player = position.lap, position.player
    if position.phase is Phase.PLACE:
        one, two = position.counts
        stage = f"lap{lap}-hand{one}-{two}-player{player}"
    else:
        chosen = f"-on{position.chooser}" if position.chooser else ""
        stage = f"lap{lap}{chosen}-round{position.round:02}-player{player}"
    return TableName(stage, position.fog.bit_count())


def families_of(rules: RuleSet, round_number: int, tiles: int) -> list[tuple[int, int]]:
    """The possible counts of the player to move and the opponent, where tables depend on them.

    After the decision moment, and where nothing is decided, they do not: there is one family.
    """
    decision = rules.decision_after
    if decision is None or rules.index(round_number) > rules.index(decision):
        return []
    chances, taken = rules.chances or 0, rules.fog_tiles - tiles
    return [(own, taken - own) for own in range(chances + 1) if 0 <= taken - own <= chances]


def place_of(position: Position, number: int) -> int:
    """The place of a position in its table, from the number of its fog."""
    if position.phase is Phase.PLACE:
        return number
    families = families_of(position.rules, position.round, position.fog.bit_count())
    if not families:
        return number
    one, two = position.counts
    own = (one, two) if position.player == 1 else (two, one)
    return number * len(families) + families.index(own)


@dataclass(frozen=True)
class TableStage:
    """The moment of the game that a table is about, with all fogs of one number of tiles."""

    rules: RuleSet
    menhirs: Mask
    name: TableName
    lap: int
    player: Player
    chooser: Player | None = None
    round: int = 0
    """While placing 0: it follows from the tiles in hand."""
    in_hand: tuple[int, int] | None = None
    """While placing: the tiles that each player has still to place."""

    @staticmethod
    def of(rules: RuleSet, menhirs: Mask, name: TableName) -> TableStage | None:
        """The stage with that name; None if the rules have none."""
        if placing := _PLACING.fullmatch(name.stage):
            lap, one, two, player = (int(number) for number in placing.groups())
            hands = (one, two)
            return TableStage(rules, menhirs, name, lap, _player(player), in_hand=hands)
        if moving := _MOVING.fullmatch(name.stage):
            lap, chosen, number, player = (int(text or 0) for text in moving.groups())
            chooser = _player(chosen) if chosen else None
            if rules.has_round(number) and not rules.round(number).places:
                return TableStage(rules, menhirs, name, lap, _player(player), chooser, number)
        return None

    @property
    def families(self) -> int:
        """How many positions with the same fog lie side by side."""
        if self.in_hand is not None:
            return 1
        return len(families_of(self.rules, self.round, self.name.tiles)) or 1

    def position(self, fog: Mask, family: int) -> Position | None:
        """The position with this fog; None if the rules allow none."""
        for number, counts in self._rounds_and_counts(family):
            phase = Phase.MOVE if self.in_hand is None else Phase.PLACE
            position = Position(
                self.rules,
                self.menhirs,
                fog,
                self.player,
                number,
                self.lap,
                phase,
                counts,
                chooser=self.chooser,
            )
            try:
                check_consistent(position)
            except Illegal:
                continue
            return position
        return None

    def _rounds_and_counts(self, family: int) -> Iterator[tuple[int, tuple[int, int]]]:
        """The rounds and counts that a position of this stage can have: all are worth as much."""
        rules = self.rules
        if self.in_hand is not None:
            yield from ((entry.number, self.in_hand) for entry in rules.schedule if entry.places)
        elif families := families_of(rules, self.round, self.name.tiles):
            own, opposing = families[family]
            yield self.round, (own, opposing) if self.player == 1 else (opposing, own)
        elif rules.chances is None:
            yield self.round, (0, 0)
        else:
            taken = rules.fog_tiles - self.name.tiles
            yield from ((self.round, (one, taken - one)) for one in range(taken + 1))


def _player(number: int) -> Player:
    return 1 if number == 1 else 2
