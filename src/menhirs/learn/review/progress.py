"""A requested review: its game and its progress."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.learn.messages import ReviewState
from menhirs.learn.review.errors import BadReview
from menhirs.learn.review.review import Review
from menhirs.learn.review.review_data import ReviewTeller
from menhirs.notation.actions import write_action
from menhirs.notation.line import write_line
from menhirs.notation.people import People, Translator
from menhirs.notation.record import Record, read_record
from menhirs.notation.record_tokens import split_games

MOST_PLIES = 400
"""The most actions of a reviewed game: only games without rounds can be longer."""


@dataclass(frozen=True)
class Subject:
    """A game to review."""

    id: str
    record: Record
    match: str | None = None
    late_claims: frozenset[int] = frozenset()
    """The plies before which their player claimed too late, which a record does not have."""

    @staticmethod
    def of_text(text: str, known: Mapping[str, RuleSet] = RULE_SETS) -> Subject:
        """The game of a record; raises if it has too many actions."""
        for game in split_games(text):
            _check_count(sum(1 for _ in game.main_line))
        return Subject.of_record(read_record(text, known))

    @staticmethod
    def of_record(record: Record) -> Subject:
        """An uploaded game. The same game always gets the same name."""
        steps = zip(record.actions, record.positions, strict=False)
        texts = [write_action(action, position) for action, position in steps]
        game = " ".join([write_line(record.start), *texts])
        return Subject(sha256(game.encode()).hexdigest()[:32], Record(record.start, record.actions))


@dataclass(frozen=True)
class ReviewProgress:
    """The progress of a review."""

    id: str
    status: Literal["none", "waiting", "working", "done"]
    plies: int
    done: int = 0
    """The finished plies."""
    ahead: int = 0
    """The number of reviews before it in the queue."""
    review: Review | None = None

    def state(self, record: Record | None, people: People, language: Translator) -> ReviewState:
        """The progress as a message to one reader, with the review if it is done."""
        data = None
        if self.review is not None and record is not None:
            data = ReviewTeller(self.id, self.review, record, people, language).data()
        return {
            "id": self.id,
            "status": self.status,
            "plies": self.plies,
            "done": self.done,
            "ahead": self.ahead,
            "review": data,
        }

    @staticmethod
    def as_kept(name: str, plies: int, done: int, review: Review | None) -> ReviewProgress:
        """The progress of a stored review."""
        if review is not None:
            return ReviewProgress(name, "done", plies, plies, review=review)
        return ReviewProgress(name, "working" if done else "waiting", plies, done)

    @property
    def is_under_way(self) -> bool:
        return self.status in ("waiting", "working")


def page_of(review: str, match: str | None, ply: int) -> str:
    """The address of a review, at the position before a ply."""
    page = f"/m/{match}" if match else f"/review/{review}"
    return f"{page}?ply={ply - 1}"


def check_length(record: Record) -> None:
    """Raises unless a game can be reviewed: it has actions, and not too many."""
    if not record.actions:
        raise BadReview("review-empty")
    _check_count(len(record.actions))


def _check_count(plies: int) -> None:
    if plies > MOST_PLIES:
        raise BadReview("review-length", most=MOST_PLIES)
