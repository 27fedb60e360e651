"""Puzzles as exercises: the question, the remark about every answer, and its proof."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from menhirs.core.actions import Decide
from menhirs.learn.errors import BadExercise
from menhirs.learn.exercise import Attempt, Exercise, ExerciseStep, LetGo
from menhirs.learn.goals import FreesAll, OneOfActions
from menhirs.learn.puzzles import replies
from menhirs.learn.puzzles.merit import win_by_taking
from menhirs.learn.puzzles.packaged import packaged_puzzles
from menhirs.learn.puzzles.proof import can_win_at_once
from menhirs.learn.puzzles.puzzle import CLAIM, Puzzle, PuzzleKind
from menhirs.learn.puzzles.values import best_value, value_of
from menhirs.learn.puzzles.words import (
    CLAIM_DONE,
    DECIDE_ON_DONE,
    HOLD_WIN_DONE,
    HOLD_WIN_TASK,
    KIND_WORDS,
)
from menhirs.notation.line import write_line
from menhirs.notation.people import Translator


class PuzzleSet:
    """All puzzles, as exercises."""

    name = "puzzles"

    def __init__(self, load: Callable[[], Iterable[Puzzle]]) -> None:
        """The puzzles are loaded when the first is asked for."""
        self._load = load

    @cached_property
    def puzzles(self) -> dict[str, Puzzle]:
        """The puzzles by id, in their order."""
        return {puzzle.id: puzzle for puzzle in self._load()}

    def puzzle(self, identity: str) -> Puzzle:
        """The puzzle of that id."""
        if identity not in self.puzzles:
            raise BadExercise("no-exercise")
        return self.puzzles[identity]

    def exercise(self, identity: str) -> Exercise:
        """The exercise of that id."""
        return exercise_of(self.puzzle(identity))


PUZZLES = PuzzleSet(packaged_puzzles)
"""The puzzles of the package."""


@lru_cache(maxsize=256)
def exercise_of(puzzle: Puzzle) -> Exercise:
    """A puzzle as an exercise of one step."""
    claims = puzzle.kind is PuzzleKind.CLAIM
    return Exercise(
        puzzle.id,
        write_line(puzzle.position),
        (_step(puzzle),),
        KIND_WORDS[puzzle.kind].title,
        side=puzzle.position.claimant if claims else puzzle.position.player,
        claims=claims,
        only_claims=claims,
        rounds=True,
        refutation=replies.refutation_of(puzzle.kind),
        confirmation=replies.confirmation_of(puzzle.kind),
    )


def _step(puzzle: Puzzle) -> ExerciseStep:
    words = KIND_WORDS[puzzle.kind]
    if puzzle.answers == (CLAIM,):
        words = replace(words, done=CLAIM_DONE)
    if puzzle.answers == ("on",):
        words = replace(words, done=DECIDE_ON_DONE)
    if puzzle.kind is PuzzleKind.HOLD and best_value(puzzle.position) > 0:
        words = replace(words, task=HOLD_WIN_TASK, done=HOLD_WIN_DONE)
    return ExerciseStep(
        words.task, SolvesPuzzle(puzzle.answers, puzzle.kind), words.done, words.hint
    )


@dataclass(frozen=True)
class SolvesPuzzle(OneOfActions):
    """The goal of a puzzle: one of its answers. It explains why any other is wrong."""

    kind: PuzzleKind

    def missed(self, attempt: Attempt, language: Translator) -> str:
        _ = language.gettext
        match self.kind:
            case PuzzleKind.FREE:
                return FreesAll().missed(attempt, language)
            case PuzzleKind.CLAIM if isinstance(attempt.action, LetGo):
                return _("You could have claimed: there was a move that frees every stone.")
            case PuzzleKind.CLAIM if win_by_taking(attempt.before):
                return _(
                    "The claim is wrong, and loses: the tile that was taken away goes back, and "
                    "then no move frees every stone."
                )
            case PuzzleKind.CLAIM:
                return _("The claim is wrong, and loses: no move frees every stone.")
            case PuzzleKind.TILE:
                return _("Now your opponent can free all menhirs in one move.")
            case PuzzleKind.TRAP if can_win_at_once(attempt.after):
                return _("Now your opponent can free all menhirs in one move.")
            case PuzzleKind.TRAP:
                return _("Your opponent has a reply after which you can't win at once.")
            case PuzzleKind.HOLD:
                return _missed_value(attempt, language)
            case _:
                return _missed_decision(attempt, language)


def _missed_value(attempt: Attempt, language: Translator) -> str:
    assert not isinstance(attempt.action, LetGo)
    if value_of(attempt.before, attempt.action) < 0:
        return language.gettext("Now your opponent can force a win.")
    return language.gettext("Now your opponent can hold a tie.")


def _missed_decision(attempt: Attempt, language: Translator) -> str:
    if attempt.action == Decide(go_on=True):
        return language.gettext(
            "Going on loses: your opponent wins the last rounds, or holds a tie, and then you "
            "lose too."
        )
    return language.gettext(
        "Going on wins for certain, and scores more than any win after going back."
    )
