"""The puzzles of the package: every one proven, and none a trifle. ``make long`` tries them all."""

from __future__ import annotations

from collections import Counter

import pytest

from menhirs.learn.puzzles.check import check_puzzle
from menhirs.learn.puzzles.make import sheet_puzzle
from menhirs.learn.puzzles.packaged import packaged_puzzles
from menhirs.learn.puzzles.proof import right_answers
from menhirs.learn.puzzles.puzzle import Puzzle, PuzzleKind, id_of, images
from menhirs.learn.puzzles.text import read_puzzles, write_puzzles
from menhirs.learn.puzzles.values import action_values
from menhirs.notation.actions import read_action
from menhirs.notation.line import write_line
from tests.engine.brute_force import BruteForce
from tests.learn.puzzles.enumeration import right_by_reference
from tests.thoroughness import is_long

PUZZLES = packaged_puzzles()
BY_THE_RULES = (PuzzleKind.FREE, PuzzleKind.CLAIM, PuzzleKind.TILE, PuzzleKind.TRAP)


def some(kind: PuzzleKind, sample: int) -> list[Puzzle]:
    """Puzzles of a kind, spread over the file."""
    puzzles = [puzzle for puzzle in PUZZLES if puzzle.kind is kind]
    return puzzles if is_long() else puzzles[:: max(1, len(puzzles) // sample)]


def test_there_are_enough_of_every_kind() -> None:
    kinds = Counter(puzzle.kind for puzzle in PUZZLES)
    assert len(PUZZLES) >= 600
    assert {kind for kind, found in kinds.items() if found >= 100} == set(PuzzleKind)


def test_no_two_are_equal_or_mirror_images() -> None:
    seen: set[tuple[PuzzleKind, str]] = set()
    for puzzle in PUZZLES:
        lines = {(puzzle.kind, write_line(image)) for image in images(puzzle.position)}
        assert not lines & seen, puzzle.id
        seen |= lines


def test_half_of_the_claims_are_right_and_half_of_the_decisions_go_on() -> None:
    answers = Counter(
        (p.kind, p.answers) for p in PUZZLES if p.kind in (PuzzleKind.CLAIM, PuzzleKind.DECIDE)
    )
    assert answers[PuzzleKind.CLAIM, ("claim",)] == answers[PuzzleKind.CLAIM, ("no",)]
    assert answers[PuzzleKind.DECIDE, ("back",)] == answers[PuzzleKind.DECIDE, ("on",)]


def test_the_puzzle_of_the_sheet_comes_first_of_its_kind() -> None:
    assert next(puzzle for puzzle in PUZZLES if puzzle.kind is PuzzleKind.TILE) == sheet_puzzle()


def test_the_file_reads_back_as_it_was_written() -> None:
    assert read_puzzles(write_puzzles(PUZZLES)) == list(PUZZLES)


@pytest.mark.parametrize("kind", PuzzleKind)
def test_puzzles_are_proven_from_scratch(kind: PuzzleKind) -> None:
    for puzzle in some(kind, 8):
        check_puzzle(puzzle)


@pytest.mark.parametrize("kind", BY_THE_RULES)
def test_exactly_the_answers_listed_are_right_by_the_independent_reference(
    kind: PuzzleKind,
) -> None:
    for puzzle in some(kind, 6):
        right = right_by_reference(kind, write_line(puzzle.position))
        assert right == set(puzzle.answers), puzzle.id


def test_only_the_answers_of_hold_keep_the_value_by_brute_force() -> None:
    late = sorted(some(PuzzleKind.HOLD, 100), key=tree_size)
    for puzzle in late[: 10 if is_long() else 2]:
        position = puzzle.position
        truth = BruteForce()
        values = {}
        for action in position.board_actions():
            after = position.play(action)
            value = truth.value(after)
            values[action] = value if after.player == position.player else -value
        assert values == action_values(position)
        best = {action for action, value in values.items() if value == max(values.values())}
        assert best == {read_action(text, position) for text in puzzle.answers}


def tree_size(puzzle: Puzzle) -> tuple[int, int]:
    position = puzzle.position
    rules = position.rules
    turns = rules.turn(position.lap, rules.last_round.number, 2) - position.turn
    return turns, position.fog.bit_count()


@pytest.mark.parametrize("kind", PuzzleKind)
def test_mirror_images_share_an_id_and_have_as_many_answers(kind: PuzzleKind) -> None:
    puzzle = next(p for p in PUZZLES if p.kind is kind)
    for image in images(puzzle.position):
        assert id_of(kind, image) == puzzle.id
        assert len(right_answers(kind, image)) == len(puzzle.answers)
