"""The course of a game for the solver: its moving turns in order, and which positions they have."""

from __future__ import annotations

from dataclasses import dataclass

from menhirs.core.actions import Player
from menhirs.core.errors import Illegal
from menhirs.core.rules import RuleSet, Taking

_MOST_CELLS = 32  # the solver packs a fog into four bytes
_MOST_TILES = 13  # and has room for 4,096 moves of a fog


@dataclass(frozen=True)
class MovingTurn:
    """One player's turn in a moving round."""

    round: int
    player: Player
    taking: Taking
    claims: bool


@dataclass(frozen=True)
class Stage:
    """The start of a turn, told apart from all others that have values of their own."""

    lap: int
    chooser: Player | None
    round: int
    player: Player

    def __str__(self) -> str:
        chosen = f"-on{self.chooser}" if self.chooser else ""
        return f"lap{self.lap}{chosen}-round{self.round:02}-player{self.player}"


@dataclass(frozen=True)
class Course:
    """The moving turns of a rule set, before and after the decision moment."""

    rules: RuleSet
    before: tuple[MovingTurn, ...]
    after: tuple[MovingTurn, ...]
    """Without a decision all turns are after it: nobody counts what was taken."""

    @staticmethod
    def of(rules: RuleSet) -> Course:
        turns = [
            MovingTurn(entry.number, player, entry.taking[player - 1], entry.claims)
            for entry in rules.schedule
            if not entry.places
            for player in (1, 2)
        ]
        if rules.decision_after is None:
            course = Course(rules, (), tuple(turns))
        else:
            last = rules.index(rules.decision_after)
            course = Course(
                rules,
                tuple(turn for turn in turns if rules.index(turn.round) <= last),
                tuple(turn for turn in turns if rules.index(turn.round) > last),
            )
        forced = any(turn.taking is Taking.MUST for turn in course.before)
        chosen = any(turn.taking is Taking.MAY for turn in course.after)
        large = rules.geometry.cells.bit_count() > _MOST_CELLS
        many = rules.fog_tiles > _MOST_TILES
        # Who places when would depend on more than what each has in hand.
        held = rules.laps > 1 and any(entry.places and entry.held for entry in rules.schedule)
        if forced or chosen or large or many or held or rules.laps > 2:
            raise Illegal("rules-unsolvable", name=rules.name)
        return course

    def taken_before(self, turn: MovingTurn) -> bool:
        """Whether a tile may have been taken away in the turn before this one."""
        turns = self.before + self.after
        place = turns.index(turn)
        return place > 0 and turns[place - 1].taking is not Taking.NEVER

    def tiles(self, position_in_after: int) -> list[int]:
        """How many tiles there can be at the start of a turn after the decision."""
        most = self.rules.fog_tiles
        least = most - 2 * (self.rules.chances or 0)
        taken = sum(turn.taking is Taking.MUST for turn in self.after[:position_in_after])
        return sorted({max(1, count - taken) for count in range(least, most + 1)})

    def families(self, tiles: int) -> list[tuple[int, int]]:
        """Before the decision: what the player to move and the other can have taken."""
        chances = self.rules.chances or 0
        taken = self.rules.fog_tiles - tiles
        return [(own, taken - own) for own in range(chances + 1) if 0 <= taken - own <= chances]
