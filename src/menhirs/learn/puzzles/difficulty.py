"""How hard a puzzle is: which levels of the engine solve it.

Measured from level 7 down, until one fails: the difficulty is the level above that one, so every
level from there on solves it. A level that overlooks things by chance gets five tries and has to
be right in three. What level 7 can't solve has difficulty 8.

No level ever claims wrongly, so levels can't measure a claim that would be wrong. Where taking
a tile away made the win that must not be claimed, the difficulty is that of finding that win;
where the rule for splitting forbids it, it is a fixed one. And the lower levels say *back* by
habit, so at the decision moment a level also has to prove what going on is worth.
"""

from __future__ import annotations

from functools import cache

from menhirs.core.actions import Decide
from menhirs.core.position import Position
from menhirs.engine.levels import LEVELS, LevelPlayer
from menhirs.engine.search import Search
from menhirs.learn.puzzles.merit import win_by_taking
from menhirs.learn.puzzles.proof import right_answers
from menhirs.learn.puzzles.puzzle import NO, PuzzleKind
from menhirs.notation.actions import write_action

_TRIES = 5
_ENOUGH = 3
_FORBIDDEN_SPLIT = 4
_SEARCH = Search()


def difficulty(kind: PuzzleKind, position: Position, answers: tuple[str, ...]) -> int:
    """The lowest level that solves the puzzle, with all levels above."""
    if answers == (NO,):
        if not win_by_taking(position):
            return _FORBIDDEN_SPLIT
        position = position.close_claim_window()
        kind, answers = PuzzleKind.FREE, right_answers(PuzzleKind.FREE, position)
    hardest = len(LEVELS)
    while hardest > 1 and _solves(hardest - 1, kind, position, answers):
        hardest -= 1
    return hardest


def _solves(level: int, kind: PuzzleKind, position: Position, answers: tuple[str, ...]) -> bool:
    tries = _TRIES if LEVELS[level - 1].habits.overlooks else 1
    right = sum(_is_right(_player(level, seed), kind, position, answers) for seed in range(tries))
    return right * _TRIES >= _ENOUGH * tries


def _is_right(
    player: LevelPlayer, kind: PuzzleKind, position: Position, answers: tuple[str, ...]
) -> bool:
    if kind is PuzzleKind.CLAIM:
        return player.wants_to_claim(position)
    if kind is PuzzleKind.DECIDE and not _knows_going_on(player, position):
        return False
    return write_action(player.choose(position), position) in answers


def _knows_going_on(player: LevelPlayer, position: Position) -> bool:
    going_on = position.play_unchecked(Decide(go_on=True))
    return _SEARCH.analyse(going_on, player.level.habits.limits).proven


@cache
def _player(level: int, seed: int) -> LevelPlayer:
    return LevelPlayer(level, seed)
