"""A rule set as a flat table of turns, for a compiled search that cannot ask the rules.

A turn is a number: ``(lap * rounds + round) * 2 + player``, all counted from 0. Numbers only grow
in the course of a game, and even ones are player 1's.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from menhirs.core.rules import RuleSet, Taking

POINT = 16
"""What a point is to the search: values in between are estimates."""

MOST_POINTS = 4095
"""What the search can tell apart: more points than any sheet gives, but not endlessly many."""

NOWHERE = -1
"""Instead of a turn: there is none."""

_TAKING = {Taking.NEVER: 0, Taking.MAY: 1, Taking.MUST: 2}
_NEVER_DUE, _DUE_WITHOUT_CHANCES, _DUE = 0, 1, 2


@dataclass(frozen=True)
class Plan:
    """What happens in every turn of every lap, one entry a turn."""

    rules: RuleSet
    places: array[int]
    """1 if fog is placed in this turn's round."""
    held: array[int]
    """While placing: how many tiles each player keeps in hand."""
    taking: array[int]
    """0, 1 or 2: a tile is never taken away, may be, must be."""
    claims: array[int]
    """1 if the turn can be claimed on (A9)."""
    following: array[int]
    """Where the game goes on after this turn if nothing is to be decided, or ``NOWHERE``."""
    due: array[int]
    """Whether the decision moment follows (A4, A5): 0 no, 1 if no chances are left, 2 yes."""
    on: array[int]
    """The first turn after the decision moment, or ``NOWHERE``."""
    back: array[int]
    """The first turn of the next lap where the players may still go back to it, or ``NOWHERE``."""
    choices: array[int]
    """1 if something still depends on how many tiles the players have taken or have in hand."""
    score: array[int]
    """What a win in this turn is worth (in units of which :data:`POINT` make a point) for every
    number of tiles: entry ``turn * width + tiles``."""
    most: array[int]
    """The most that anybody can still get from the beginning of this turn on."""
    later: array[int]
    """The most that anybody can still get once this turn's move has not won."""
    pair: array[int]
    """Who moves, 1 or 2, when fog will have been taken away until two tiles are left, as far as
    that must be done; 0 if the game ends before. One entry for every number of tiles."""

    @property
    def width(self) -> int:
        """How many entries a turn has in ``score``, ``most``, ``later`` and ``pair``."""
        return self.rules.fog_tiles + 1

    @property
    def chances(self) -> int:
        """In how many rounds a player may take a tile away."""
        return self.rules.chances or 0

    @property
    def counts(self) -> bool:
        """Whether tiles taken away are counted."""
        return self.rules.chances is not None

    def turn(self, lap: int, round_number: int, player: int) -> int:
        """The number of a turn."""
        return ((lap - 1) * len(self.rules.schedule) + self.rules.index(round_number)) * 2 + (
            player - 1
        )


@lru_cache(maxsize=32)
def plan_of(rules: RuleSet) -> Plan:
    """The plan of a rule set."""
    rounds = len(rules.schedule)
    every_turn = [
        (lap, index, player)
        for lap in range(rules.laps)
        for index in range(rounds)
        for player in (0, 1)
    ]
    decision = None if rules.decision_after is None else rules.index(rules.decision_after)

    def following(lap: int, index: int, player: int) -> int:
        if index + 1 == rounds and player == 1:
            return NOWHERE
        return (lap * rounds + index) * 2 + player + 1

    def due(index: int, player: int) -> int:
        if decision is None or player == 0 or index > decision:
            return _NEVER_DUE
        return _DUE if index == decision else _DUE_WITHOUT_CHANCES

    def on(lap: int) -> int:
        return NOWHERE if decision is None else (lap * rounds + decision + 1) * 2

    def back(lap: int) -> int:
        return NOWHERE if decision is None or lap + 1 == rules.laps else (lap + 1) * rounds * 2

    schedule = rules.schedule
    plan = Plan(
        rules,
        places=_column(schedule[index].places for _, index, _ in every_turn),
        held=_column(schedule[index].held for _, index, _ in every_turn),
        taking=_column(_TAKING[schedule[index].taking[player]] for _, index, player in every_turn),
        claims=_column(schedule[index].claims for _, index, _ in every_turn),
        following=_column(following(*turn) for turn in every_turn),
        due=_column(due(index, player) for _, index, player in every_turn),
        on=_column(on(lap) for lap, _, _ in every_turn),
        back=_column(back(lap) for lap, _, _ in every_turn),
        choices=_column(_choices(rules, decision, index) for _, index, _ in every_turn),
        score=_column(_scores(rules, every_turn)),
        most=_column([0] * (len(every_turn) * (rules.fog_tiles + 1))),
        later=_column([0] * (len(every_turn) * (rules.fog_tiles + 1))),
        pair=_column([0] * (len(every_turn) * (rules.fog_tiles + 1))),
    )
    for turn in reversed(range(len(every_turn))):
        _look_ahead(plan, turn)
    return plan


def _column(entries: Iterable[int]) -> array[int]:
    return array("i", (int(entry) for entry in entries))


def _scores(rules: RuleSet, every_turn: list[tuple[int, int, int]]) -> list[int]:
    scores = [
        rules.scoring.win(
            round_number=rules.schedule[index].number, laps_left=rules.laps - 1 - lap, tiles=tiles
        )
        for lap, index, _ in every_turn
        for tiles in range(rules.fog_tiles + 1)
    ]
    if min(scores) < 0 or max(scores) > MOST_POINTS:
        raise ValueError(f"a win is worth from 0 to {MOST_POINTS} points")
    return [score * POINT for score in scores]


def _choices(rules: RuleSet, decision: int | None, index: int) -> bool:
    before_decision = decision is not None and index <= decision
    return before_decision or any(
        entry.places or Taking.MAY in entry.taking for entry in rules.schedule[index:]
    )


def _look_ahead(plan: Plan, turn: int) -> None:
    """Fills in ``most``, ``later`` and ``pair`` of a turn, those of later turns being known."""
    width = plan.width
    for tiles in range(width):
        plan.pair[turn * width + tiles] = _mover_of_two(plan, turn, tiles)
    if plan.places[turn]:
        # Placing only adds tiles, and everything that follows is told by the turns after it.
        for tiles in range(width):
            after = plan.most[(turn + 1) * width + tiles : (turn + 2) * width]
            plan.most[turn * width + tiles] = plan.later[turn * width + tiles] = max(after)
        return
    for tiles in range(width):
        kept = [tiles] if plan.taking[turn] == 0 or tiles < 2 else [tiles - 1]
        if plan.taking[turn] == 1 and tiles > 1:
            kept.append(tiles)
        later = max(_after_turn(plan, turn, left) for left in kept)
        plan.later[turn * width + tiles] = later
        plan.most[turn * width + tiles] = max(later, plan.score[turn * width + tiles])


def _mover_of_two(plan: Plan, turn: int, tiles: int) -> int:
    if plan.places[turn]:
        return 0
    if tiles <= 2:
        return 1 + turn % 2
    if plan.following[turn] == NOWHERE:
        return 0
    left = tiles - (plan.taking[turn] == _TAKING[Taking.MUST])
    return plan.pair[plan.following[turn] * plan.width + left]


def _after_turn(plan: Plan, turn: int, tiles: int) -> int:
    """The most points after the turn, with so many tiles left on the board."""
    width = plan.width
    if plan.following[turn] == NOWHERE:
        # A5, A11: a tie may be lost by the one who went on.
        return plan.score[turn * width + tiles] if plan.back[turn] != NOWHERE else 0
    ways = [plan.most[plan.following[turn] * width + tiles]]
    if plan.due[turn] != _NEVER_DUE:
        ways.append(plan.most[plan.on[turn] * width + tiles])
        if plan.back[turn] != NOWHERE:
            ways.append(max(plan.most[plan.back[turn] * width : (plan.back[turn] + 1) * width]))
    return max(ways)
