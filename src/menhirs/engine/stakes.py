"""What can be won: the points of a win, and the most that can still be had, turn by turn.

Compiled code reads these columns, which it could not ask the rules for. A turn is its number in the
turn flow (see ``core/turn_flow.py``); the columns have an entry for every turn and number of tiles:
``turn * width + tiles``.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from menhirs.core.rules import RuleSet, Taking
from menhirs.core.turn_flow import MAY, MUST, NEVER, OVER

POINT = 16
"""What a point is to the search: values in between are estimates."""

MOST_POINTS = 4095
"""What the search can tell apart: more points than any sheet gives, but not endlessly many."""


@dataclass(frozen=True)
class Stakes:
    """The points at stake in every turn of a rule set."""

    rules: RuleSet
    score: array[int]
    """What a win in this turn is worth, in units of which :data:`POINT` make a point."""
    most: array[int]
    """The most that anybody can still get from the beginning of this turn on."""
    later: array[int]
    """The most that anybody can still get once this turn's move has not won."""
    pair: array[int]
    """Who moves, 1 or 2, when fog will have been taken away until two tiles are left, as far as
    that must be done; 0 if the game ends before."""
    counts_matter: array[int]
    """By turn alone: 1 if something still depends on the players' counts."""

    @property
    def width(self) -> int:
        """How many entries a turn has."""
        return self.rules.fog_tiles + 1

    def entry(self, turn: int, tiles: int) -> int:
        """The place of an entry in the columns."""
        return turn * self.width + tiles


@lru_cache(maxsize=32)
def stakes_of(rules: RuleSet) -> Stakes:
    """The stakes of a rule set."""
    turns = range(rules.laps * len(rules.schedule) * 2)
    entries = len(turns) * (rules.fog_tiles + 1)
    stakes = Stakes(
        rules,
        score=_column(_scores(rules, turns)),
        most=_column([0] * entries),
        later=_column([0] * entries),
        pair=_column([0] * entries),
        counts_matter=_column(_counts_matter(rules, turn) for turn in turns),
    )
    for turn in reversed(turns):
        _look_ahead(stakes, turn)
    return stakes


def _column(entries: Iterable[int]) -> array[int]:
    return array("i", (int(entry) for entry in entries))


def _scores(rules: RuleSet, turns: range) -> list[int]:
    scores = []
    for turn in turns:
        lap, number, *_ = rules.turn_at(turn)
        scores += [rules.score(number, lap, tiles) for tiles in range(rules.fog_tiles + 1)]
    if min(scores) < 0 or max(scores) > MOST_POINTS:
        raise ValueError(f"a win is worth from 0 to {MOST_POINTS} points")
    return [score * POINT for score in scores]


def _counts_matter(rules: RuleSet, turn: int) -> bool:
    index = turn // 2 % len(rules.schedule)
    if rules.decision_after is not None and index <= rules.index(rules.decision_after):
        return True
    return any(entry.places or Taking.MAY in entry.taking for entry in rules.schedule[index:])


def _look_ahead(stakes: Stakes, turn: int) -> None:
    """Fills in ``most``, ``later`` and ``pair`` of a turn, those of later turns being known."""
    width, flow = stakes.width, stakes.rules.flow
    for tiles in range(width):
        stakes.pair[turn * width + tiles] = _mover_of_two(stakes, turn, tiles)
    if flow.places[turn]:
        # Placing only adds tiles, and everything that follows depends on the turns after it.
        for tiles in range(width):
            after = stakes.most[(turn + 1) * width + tiles : (turn + 2) * width]
            stakes.most[turn * width + tiles] = stakes.later[turn * width + tiles] = max(after)
        return
    for tiles in range(width):
        kept = [tiles] if flow.taking[turn] == NEVER or tiles < 2 else [tiles - 1]
        if flow.taking[turn] == MAY and tiles > 1:
            kept.append(tiles)
        later = max(_after_turn(stakes, turn, left) for left in kept)
        stakes.later[turn * width + tiles] = later
        stakes.most[turn * width + tiles] = max(later, stakes.score[turn * width + tiles])


def _mover_of_two(stakes: Stakes, turn: int, tiles: int) -> int:
    flow = stakes.rules.flow
    if flow.places[turn]:
        return 0
    if tiles <= 2:
        return 1 + turn % 2
    if flow.following[turn] == OVER or flow.endless:
        return 0
    left = tiles - (flow.taking[turn] == MUST)
    return stakes.pair[stakes.entry(flow.following[turn], left)]


def _after_turn(stakes: Stakes, turn: int, tiles: int) -> int:
    """The most points after the turn, with so many tiles left on the board."""
    flow, most = stakes.rules.flow, stakes.most
    if flow.following[turn] == turn - 1:  # B0: the last two turns follow on each other
        return stakes.score[stakes.entry(turn - 1, tiles)]
    if flow.following[turn] == OVER:
        # A5, A11: a tie may be lost by the one who went on.
        return stakes.score[stakes.entry(turn, tiles)] if flow.going_back[turn] != OVER else 0
    ways = [most[stakes.entry(flow.following[turn], tiles)]]
    if flow.due[turn]:
        ways.append(most[stakes.entry(flow.going_on[turn], tiles)])
        if flow.going_back[turn] != OVER:
            back = stakes.entry(flow.going_back[turn], 0)
            ways.append(max(most[back : back + stakes.width]))
    return max(ways)
