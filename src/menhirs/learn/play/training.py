"""Exercises from one's own games, and when each is due.

A moment of a review becomes an exercise if something better is certain: by the rules alone, or by
proven values. Missed exercises come again after a day, known ones ever later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from menhirs.core.actions import Decide, Player, Remove
from menhirs.core.state import Phase
from menhirs.learn.messages import TrainingData, TrainingNext
from menhirs.learn.play.spaced_repetition import DAY, Grade, Memory, repeated
from menhirs.learn.review.exercise_set import ReviewExercises, exercise_id
from menhirs.learn.review.moment_exercise import exercise_of
from menhirs.learn.review.moments import KeyMoment, moments_of
from menhirs.learn.review.review import Mark, Review
from menhirs.notation.people import Translator
from menhirs.notation.record import Record

NEW_A_DAY = 10
"""The most new exercises on one day."""
_BY_RULES = frozenset({Mark.MISSED_WIN, Mark.MISSED_CLAIM, Mark.LATE_CLAIM, Mark.WRONG_CLAIM})
_PRAISE = frozenset({Mark.ONLY_MOVE, Mark.TRAP})


class CardKind(StrEnum):
    """The subject of an exercise."""

    WIN = "win"
    CLAIM = "claim"
    TILE = "tile"
    ONLY = "only"
    """Only one action was right."""
    KEEP = "keep"
    """Several actions were right."""
    DECIDE = "decide"


class TrainingOutcome(StrEnum):
    """The result of a repetition."""

    RIGHT = "right"
    HELPED = "helped"
    """Right, with a hint."""
    WRONG = "wrong"
    """Not at the first try."""


_GRADES = {
    TrainingOutcome.RIGHT: Grade.GOOD,
    TrainingOutcome.HELPED: Grade.HARD,
    TrainingOutcome.WRONG: Grade.AGAIN,
}


@dataclass(frozen=True, slots=True)
class TrainingCard:
    """An exercise from one's own games, with its memory."""

    exercise: str
    """Its name in the set ``reviews``."""
    kind: CardKind
    added: int
    """When it was made, in milliseconds since 1970."""
    begun: int | None = None
    """When it was tried first."""
    memory: Memory | None = None
    times: int = 0
    missed: int = 0

    @property
    def due(self) -> int:
        """When it is due."""
        return self.added if self.memory is None else self.memory.due

    def answered(self, outcome: TrainingOutcome, at: int) -> TrainingCard:
        """The card after a try."""
        return replace(
            self,
            begun=at if self.begun is None else self.begun,
            memory=repeated(self.memory, _GRADES[outcome], at),
            times=self.times + 1,
            missed=self.missed + (outcome is TrainingOutcome.WRONG),
        )

    def as_json(self) -> dict[str, Any]:
        """Everything as plain data."""
        memory = self.memory
        kept = None if memory is None else [memory.stability, memory.difficulty, memory.at]
        data = {name: getattr(self, name) for name in _PLAIN}
        return data | {"kind": self.kind.value, "memory": kept}

    @staticmethod
    def from_json(data: dict[str, Any]) -> TrainingCard:
        """The card from the data of :meth:`as_json`; raises an error of Python's for anything
        else.
        """
        memory, begun = data["memory"], data["begun"]
        if memory is not None:
            stability, difficulty, at = memory
            memory = Memory(float(stability), float(difficulty), int(at))
        return TrainingCard(
            exercise=str(data["exercise"]),
            kind=CardKind(data["kind"]),
            added=int(data["added"]),
            begun=None if begun is None else int(begun),
            memory=memory,
            times=int(data["times"]),
            missed=int(data["missed"]),
        )


_PLAIN = ("exercise", "added", "begun", "times", "missed")


def new_cards(
    review: str, record: Record, made: Review, player: Player, at: int
) -> Iterator[TrainingCard]:
    """The exercises in a review of a game, for one of its players; ``review`` is its name."""
    for moment in moments_of(record, made):
        if moment.ply.player == player and (kind := kind_of(moment)) is not None:
            yield TrainingCard(exercise_id(review, moment.ply.ply), kind, at)


def kind_of(moment: KeyMoment) -> CardKind | None:
    """The subject of an exercise from a moment; None if nothing better is certain."""
    marks, ply = set(moment.marks), moment.ply
    if not marks - _PRAISE or exercise_of(moment) is None:
        return None
    if marks & _BY_RULES:
        if marks & {Mark.MISSED_CLAIM, Mark.LATE_CLAIM, Mark.WRONG_CLAIM}:
            return CardKind.CLAIM if moment.before.claimant == ply.player else None
        return CardKind.WIN
    if not (ply.proven and ply.after_proven):
        return None
    if isinstance(moment.action, Decide):
        return CardKind.DECIDE
    if isinstance(moment.action, Remove) or moment.before.phase is Phase.REMOVE:
        return CardKind.TILE
    return CardKind.ONLY if len(ply.keeps) == 1 else CardKind.KEEP


class TrainingSchedule:
    """The schedule of a player's exercises at a moment."""

    def __init__(self, cards: Iterable[TrainingCard], days: Iterable[int], at: int) -> None:
        """``days``: the days of training, counted since 1970."""
        self._cards = list(cards)
        self._days = set(days)
        self._at = at

    @property
    def due(self) -> list[TrainingCard]:
        """The due exercises: first those seen before, the longest overdue first, then new ones."""
        again = [card for card in self._cards if card.memory is not None and card.due <= self._at]
        today = self._at // DAY
        begun = sum(card.begun is not None and card.begun // DAY == today for card in self._cards)
        new = [card for card in self._cards if card.memory is None]
        # The last games are remembered best.
        new.sort(key=lambda card: (-card.added, card.exercise))
        again.sort(key=lambda card: (card.due, card.exercise))
        return [*again, *new[: max(0, NEW_A_DAY - begun)]]

    @property
    def next_at(self) -> int | None:
        """When the next one is due, if none is now."""
        later = [card.due for card in self._cards if card.memory is not None]
        if any(card.memory is None for card in self._cards):
            later.append((self._at // DAY + 1) * DAY)
        return min((moment for moment in later if moment > self._at), default=None)

    @property
    def streak(self) -> int:
        """The number of days in a row with training, up to today or yesterday."""
        day = self._at // DAY
        day = day if day in self._days else day - 1
        first = day
        while first in self._days:
            first -= 1
        return day - first

    def data(self, language: Translator) -> TrainingData:
        """The data for a page."""
        due = self.due
        return {
            "due": len(due),
            "all": len(self._cards),
            "text": self._words(len(due), language),
            "streak": self._streak_in_words(language),
            "next_at": None if due else self.next_at,
            "next": _next(due, language),
        }

    def _words(self, due: int, language: Translator) -> str:
        if not self._cards:
            return language.gettext(
                "No exercises yet. They come from your own games, once those are reviewed."
            )
        if not due:
            return language.gettext("Nothing is due now.")
        return language.ngettext(
            "{n} exercise from your own games is due.",
            "{n} exercises from your own games are due.",
            due,
        ).format(n=due)

    def _streak_in_words(self, language: Translator) -> str:
        if self.streak < 2:
            return ""
        data = language.ngettext("{n} day in a row", "{n} days in a row", self.streak)
        return data.format(n=self.streak)


def _next(due: Sequence[TrainingCard], language: Translator) -> TrainingNext | None:
    if not due:
        return None
    return {
        "set": ReviewExercises.name,
        "id": due[0].exercise,
        "kind": due[0].kind.value,
        "title": kind_in_words(due[0].kind, language),
    }


def kind_in_words(kind: CardKind, language: Translator) -> str:
    """The subject of an exercise, as a heading."""
    _ = language.gettext
    return {
        CardKind.WIN: _("A win in one move that you missed"),
        CardKind.CLAIM: _("A claim of yours that went wrong"),
        CardKind.TILE: _("The tile to take away, or none"),
        CardKind.ONLY: _("The only move"),
        CardKind.KEEP: _("A moment when much was given away"),
        CardKind.DECIDE: _("Back, or on?"),
    }[kind]
