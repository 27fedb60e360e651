"""Puzzles for paper: the choice for a booklet, and the words beside each picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from menhirs.core.events import what_happened
from menhirs.core.state import Phase
from menhirs.engine.levels import LEVELS
from menhirs.learn.puzzles.exercises import exercise_of
from menhirs.learn.puzzles.puzzle import CLAIM, NO, Puzzle, PuzzleKind
from menhirs.learn.puzzles.words import KIND_WORDS
from menhirs.notation.actions import read_action
from menhirs.notation.people import People
from menhirs.notation.svg import Drawing, Theme, draw
from menhirs.notation.words import events_in_words
from menhirs.view.error_words import ContextTranslator
from menhirs.view.terms_in_words import game_title


@dataclass(frozen=True)
class PrintedPuzzle:
    """A puzzle in a booklet."""

    number: int
    id: str
    title: str
    task: str
    situation: str
    """The game, the round and the player to act."""
    difficulty: int
    picture: str
    """An SVG document in black and white."""
    answers: tuple[str, ...]
    """Every right answer: in notation, then in words."""


def chosen(
    puzzles: Iterable[Puzzle],
    kinds: Sequence[PuzzleKind],
    easiest: int,
    hardest: int,
    count: int,
    seed: str,
) -> list[Puzzle]:
    """A number of puzzles of these kinds and difficulties, drawn by a seed, the easy ones first."""
    fitting = [p for p in puzzles if p.kind in kinds and easiest <= p.difficulty <= hardest]
    drawn = Random(seed).sample(fitting, min(count, len(fitting)))
    return sorted(drawn, key=lambda puzzle: (puzzle.difficulty, puzzle.id))


def printed(puzzles: Iterable[Puzzle], language: ContextTranslator) -> list[PrintedPuzzle]:
    """The puzzles of a booklet in a language, numbered."""
    return [_printed(number, puzzle, language) for number, puzzle in enumerate(puzzles, start=1)]


def most_difficult() -> int:
    """The highest difficulty there is."""
    return len(LEVELS)


def _printed(number: int, puzzle: Puzzle, language: ContextTranslator) -> PrintedPuzzle:
    (step,) = exercise_of(puzzle).steps
    return PrintedPuzzle(
        number,
        puzzle.id,
        language.gettext(KIND_WORDS[puzzle.kind].title),
        language.gettext(step.task),
        _situation(puzzle, language),
        puzzle.difficulty,
        draw(puzzle.position, Drawing(theme=Theme.PAPER)),
        tuple(_answer(puzzle, text, language) for text in puzzle.answers),
    )


def _situation(puzzle: Puzzle, language: ContextTranslator) -> str:
    _, position = language.gettext, puzzle.position
    parts = [
        game_title(position.rules, language),
        _("Round {round}").format(round=position.round),
    ]
    if position.lap > 1:
        parts.append(_("lap {n}").format(n=position.lap))
    if position.phase in (Phase.MOVE, Phase.REMOVE) and any(position.chances_left):
        own, opponent = position.chances_left
        if position.player == 2:
            own, opponent = opponent, own
        parts.append(
            _("tiles left to take: you {you}, opponent {opponent}").format(
                you=own, opponent=opponent
            )
        )
    return " · ".join(parts)


def _answer(puzzle: Puzzle, text: str, language: ContextTranslator) -> str:
    _, position = language.gettext, puzzle.position
    if text == CLAIM:
        return _("Claim.")
    if text == NO:
        return _("No claim.")
    action = read_action(text, position)
    events = what_happened(position, action, position.play(action))
    words = events_in_words(events[:1], position.geometry, language, People(reader=position.player))
    return _("{name}: {words}").format(name=text, words=words[0])
