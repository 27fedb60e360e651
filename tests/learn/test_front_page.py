"""The board on the front page is one that a newcomer can push about, and win on."""

from __future__ import annotations

from datetime import date, timedelta

from menhirs.core.actions import Move
from menhirs.learn.front_page import FRONT, front_board
from menhirs.learn.puzzles.daily import EASY, easy_puzzle_of_day
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.puzzle import PuzzleKind
from menhirs.notation.actions import is_split


def test_nothing_but_arrows_is_offered() -> None:
    moves = [action for action in FRONT.legal_actions() if isinstance(action, Move)]
    assert len(moves) == len(FRONT.legal_actions()) == len(front_board()["legal"])
    assert not any(is_split(move.tiles, FRONT) for move in moves)


def test_the_stones_can_be_freed_in_two_pushes_but_not_in_one() -> None:
    assert not list(FRONT.winning_moves())
    firsts = [FRONT.play(action) for action in FRONT.legal_actions()]
    good = [after for after in firsts if list(after.winning_moves())]
    assert len(good) >= 5


def test_the_puzzle_of_the_day_for_newcomers_is_an_easy_one() -> None:
    begin = date(2026, 1, 1)
    easy = {
        easy_puzzle_of_day(begin + timedelta(days=day), PUZZLES.puzzles.values())
        for day in range(60)
    }
    assert len(easy) > 30
    assert all(one.kind is PuzzleKind.FREE and one.difficulty <= EASY for one in easy)
