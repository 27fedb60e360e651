"""The order of a game for the solver: its moving turns, and which positions each of them has.

Which turn follows on which comes from the turn flow (``core/turn_flow.py``); this file names the
stages that have tables of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

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
    """The start of a turn, with everything on which its values depend."""

    lap: int
    chooser: Player | None
    round: int
    player: Player

    def __str__(self) -> str:
        chosen = f"-on{self.chooser}" if self.chooser else ""
        return f"lap{self.lap}{chosen}-round{self.round:02}-player{self.player}"


@dataclass(frozen=True)
class PlacingStage:
    """The moment before a tile is placed: by whom, and what each player still has in hand."""

    lap: int
    one: int
    two: int
    player: Player

    def __str__(self) -> str:
        return f"lap{self.lap}-hand{self.one}-{self.two}-player{self.player}"

    @property
    def in_hand(self) -> int:
        return self.one + self.two


@dataclass(frozen=True)
class Schedule:
    """The moving turns of a rule set, before and after the decision moment."""

    rules: RuleSet
    before: tuple[MovingTurn, ...]
    after: tuple[MovingTurn, ...]
    """Without a decision all turns are after it: what was taken is not counted."""

    @staticmethod
    def of(rules: RuleSet) -> Schedule:
        """The schedule of a rule set; refuses one that the solver can't handle."""
        turns = [
            MovingTurn(entry.number, player, entry.taking[player - 1], entry.claims)
            for entry in rules.schedule
            if not entry.places
            for player in (1, 2)
        ]
        if rules.decision_after is None:
            schedule = Schedule(rules, (), tuple(turns))
        else:
            last = rules.index(rules.decision_after)
            schedule = Schedule(
                rules,
                tuple(turn for turn in turns if rules.index(turn.round) <= last),
                tuple(turn for turn in turns if rules.index(turn.round) > last),
            )
        forced = any(turn.taking is Taking.MUST for turn in schedule.before)
        chosen = any(turn.taking is Taking.MAY for turn in schedule.after)
        large = rules.geometry.cells.bit_count() > _MOST_CELLS
        many = rules.fog_tiles > _MOST_TILES
        # Who places when would depend on more than what each has in hand.
        held = rules.laps > 1 and any(entry.places and entry.held for entry in rules.schedule)
        # Every chance is taken to be of use: a tile is left for each, and one over the menhirs.
        spare = rules.fog_tiles - 2 * (rules.chances or 0) < 1
        if forced or chosen or large or many or held or spare or rules.laps > 2:
            raise Illegal("rules-unsolvable", name=rules.name)
        return schedule

    @cached_property
    def turns(self) -> tuple[MovingTurn, ...]:
        """All moving turns, in their order."""
        return self.before + self.after

    def turn(self, number: int, player: Player) -> MovingTurn:
        """The turn of a player in the round of that number."""
        return next(turn for turn in self.turns if (turn.round, turn.player) == (number, player))

    def taken_before(self, turn: MovingTurn) -> bool:
        """Whether a tile may have been taken away in the turn before this one."""
        place = self.turns.index(turn)
        return place > 0 and self.turns[place - 1].taking is not Taking.NEVER

    def tiles(self, position_in_after: int) -> list[int]:
        """How many tiles there can be at the start of a turn after the decision."""
        most = self.rules.fog_tiles
        least = most - 2 * (self.rules.chances or 0)
        taken = sum(turn.taking is Taking.MUST for turn in self.after[:position_in_after])
        return sorted({max(1, count - taken) for count in range(least, most + 1)})

    def variants(self, turn: MovingTurn, tiles: int) -> list[tuple[int, int]]:
        """The counts by which positions with the same fog differ in a turn."""
        return self.counts(tiles) if turn in self.before else [(0, 0)]

    def counts(self, tiles: int) -> list[tuple[int, int]]:
        """Before the decision: what the player to move and the other can have taken."""
        chances = self.rules.chances or 0
        taken = self.rules.fog_tiles - tiles
        return [(own, taken - own) for own in range(chances + 1) if 0 <= taken - own <= chances]

    def is_decided_before(self, turn: MovingTurn, tiles: int) -> bool:
        """Whether with so few tiles the decision always comes before this turn (A4)."""
        previous = self.rules.turn(1, turn.round, turn.player) - 1
        return previous >= 0 and all(
            self.rules.flow.decision_is_due(previous, own, opposing)
            for own, opposing in self.counts(tiles)
        )

    def ends(self, turn: MovingTurn, tiles: int, counts: tuple[int, int]) -> tuple[bool, bool]:
        """Whether this turn can end with all tiles kept, and with one taken away."""
        flow, number = self.rules.flow, self.rules.turn(1, turn.round, turn.player)
        by_player = counts if turn.player == 1 else counts[::-1]
        # With a single menhir covered there is the least to take away (A8).
        fog, menhirs = (1 << tiles) - 1, 1
        takeable = flow.takeable(number, *by_player, fog, menhirs)
        return flow.may_keep(number, takeable), takeable != 0

    def placing_stages(self, lap: int, one: int, two: int) -> list[PlacingStage]:
        """All stages of placing so many tiles, in their order."""
        flow, first = self.rules.flow, self.rules.turn(lap, self.rules.schedule[0].number, 1)
        stages = []
        turn = flow.begin(first, one, two)
        while flow.places[turn]:
            player = 1 + turn % 2
            stages.append(PlacingStage(lap, one, two, player))
            one, two = (one - 1, two) if player == 1 else (one, two - 1)
            turn = flow.placed(turn, one, two)
        return stages

    def reachable(self, begin: Mapping[int, Collection[int]]) -> list[set[int]]:
        """How many tiles there can be at the start of each turn of a lap, from some turns on.

        ``begin`` has numbers of tiles by the place of a turn; the place after the last turn before
        the decision is that of the decision itself.
        """
        reached: list[set[int]] = [set(begin.get(place, ())) for place in range(len(self.turns))]
        decision = len(self.before)
        for place, turn in enumerate(self.turns[:-1]):
            for tiles in reached[place]:
                for counts in self.variants(turn, tiles):
                    for taken, possible in enumerate(self.ends(turn, tiles, counts)):
                        left = tiles - taken
                        then = place + 1
                        if possible and then < decision:
                            decided = self.is_decided_before(self.turns[then], left)
                            reached[decision if decided else then].add(left)
                        elif possible and left:
                            reached[then].add(left)
        return reached
