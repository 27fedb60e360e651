"""Puzzles from random games: the same seed always makes the same ones.

Random games are quick to play and reach corners that good play avoids; the proof makes the puzzle,
not the way to the position. A game gives at most one puzzle of a kind, so that no two look alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import cycle
from random import Random
from typing import assert_never

from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS
from menhirs.core.state import Phase
from menhirs.engine.analysis import Limits
from menhirs.engine.rollout import Rollout
from menhirs.engine.search import Search
from menhirs.learn.puzzles.difficulty import difficulty
from menhirs.learn.puzzles.errors import BadPuzzle
from menhirs.learn.puzzles.merit import MOST_ANSWERS, check_merit
from menhirs.learn.puzzles.proof import can_win_at_once, right_answers
from menhirs.learn.puzzles.puzzle import Puzzle, PuzzleKind, id_of
from menhirs.learn.puzzles.text import read_puzzle

RULES = {
    PuzzleKind.FREE: ("base", "base8", "amsterdam"),
    PuzzleKind.CLAIM: ("amsterdam",),
    PuzzleKind.TILE: ("base", "base8"),
    PuzzleKind.TRAP: ("amsterdam",),
    PuzzleKind.HOLD: ("base", "base8", "amsterdam"),
    PuzzleKind.DECIDE: ("amsterdam",),
}
"""The rule sets that the puzzles of a kind come from."""

MOST_GAMES = 200_000
"""The number of games after which the search for puzzles of a kind stops."""


_SHEET = "tile-kq5eo 3 xe2 amsterdam o../..mo/oo.../oM...m/.MM../..../..o 1 1b remove 1,1 b4-N - -"
_FEW_NODES = 20_000
_SEARCH = Search()
_TURNS_PROVEN = 7  # so near the end every value can be proven in a moment


def make_puzzles(
    kind: PuzzleKind,
    wanted: int,
    seed: int | str,
    report: Callable[[int, int], None] = lambda _, __: None,
) -> Iterator[Puzzle]:
    """Makes a number of puzzles of a kind.

    ``report`` is called after every game with the numbers of puzzles found and of games played.
    """
    found: dict[str, Puzzle] = {}
    groups: Counter[object] = Counter()
    for number, positions in enumerate(_games(kind, seed), start=1):
        for position in _candidates(kind, positions, f"{seed} {kind} {number}"):
            puzzle = _puzzle(kind, position)
            if puzzle is None or puzzle.id in found:
                continue
            group = _group(puzzle)
            if group is not None and 2 * groups[group] >= wanted:
                continue
            groups[group] += 1
            found[puzzle.id] = puzzle
            yield puzzle
            break
        report(len(found), number)
        if len(found) >= wanted or number >= MOST_GAMES:
            return


def _group(puzzle: Puzzle) -> object:
    """The group of a puzzle: in kinds with two answers each is right for half of the puzzles."""
    return puzzle.answers if puzzle.kind in (PuzzleKind.CLAIM, PuzzleKind.DECIDE) else None


def _puzzle(kind: PuzzleKind, position: Position) -> Puzzle | None:
    """The puzzle of a position, if it makes one."""
    try:
        answers = right_answers(kind, position)
        check_merit(kind, position, answers)
    except BadPuzzle:
        return None
    hardness = difficulty(kind, position, answers)
    return Puzzle(id_of(kind, position), kind, position, answers, hardness)


def _candidates(kind: PuzzleKind, positions: list[Position], seed: str) -> Iterator[Position]:
    """The positions of a game that are worth a proof, from a random one on."""
    first = int(Random(seed).random() * len(positions))
    for position in positions[first:] + positions[:first]:
        if kind is not PuzzleKind.CLAIM:
            position = position.close_claim_window()
        if _is_promising(kind, position):
            yield position


def _is_promising(kind: PuzzleKind, position: Position) -> bool:
    moving = position.phase is Phase.MOVE
    match kind:
        case PuzzleKind.FREE:
            return moving and can_win_at_once(position)
        case PuzzleKind.CLAIM:
            return position.claimant is not None
        case PuzzleKind.TILE:
            return position.phase is Phase.REMOVE and position.claimant is None
        case PuzzleKind.TRAP:
            return moving and not position.takeable and not can_win_at_once(position)
        case PuzzleKind.HOLD:
            near_the_end = _turns_left(position) <= _TURNS_PROVEN
            return moving and near_the_end and _few_seem_best(position)
        case PuzzleKind.DECIDE:
            return position.phase is Phase.DECIDE
        case _:
            assert_never(kind)


def _few_seem_best(position: Position) -> bool:
    """Whether a short search finds at most a few actions with the best result, and no loss."""
    few = MOST_ANSWERS[PuzzleKind.HOLD]
    lines = _SEARCH.analyse(position, Limits(nodes=_FEW_NODES), lines=few + 1).lines
    if can_win_at_once(position) or lines[0].value < 0 or len(lines) <= few:
        return False
    return (lines[few].value > 0) < (lines[0].value > 0) or lines[few].value < 0 == lines[0].value


def _turns_left(position: Position) -> int:
    """How many turns are to come in this lap, this one included."""
    rules = position.rules
    return rules.turn(position.lap, rules.last_round.number, 2) + 1 - position.turn


def _games(kind: PuzzleKind, seed: int | str) -> Iterator[list[Position]]:
    """Random games without end, the rules taking turns."""
    number = int.from_bytes(sha256(f"{seed} {kind}".encode()).digest()[:8])
    players = [Rollout(RULE_SETS[name], number) for name in RULES[kind]]
    for player in cycle(players):
        player.play(1)
        position = player.start()
        positions = []
        for action in player.record():
            positions.append(position)
            position = position.play_unchecked(action)
        yield positions


def sheet_puzzle() -> Puzzle:
    """The puzzle of the Amsterdam sheet, with a position of our own: its picture is lost.

    A loose tile has just gone north, and the opponent could win. On the sheet that is claimed; here
    it is round 1, where nobody can claim, so there still is a tile to take.
    """
    return read_puzzle(_SHEET)
