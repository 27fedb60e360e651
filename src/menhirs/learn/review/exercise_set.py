"""The moments of all reviews, to try again, as a set of exercises."""

from __future__ import annotations

from collections.abc import Callable

from menhirs.learn.errors import BadExercise
from menhirs.learn.exercise import Exercise
from menhirs.learn.review.moment_exercise import exercise_of
from menhirs.learn.review.moments import moments_of
from menhirs.learn.review.review import Review
from menhirs.notation.record import Record

Find = Callable[[str], tuple[Record, Review] | None]
"""A function that finds a finished review by its name."""


def exercise_id(review: str, ply: int) -> str:
    """The id of the exercise of a ply."""
    return f"{review}.{ply}"


class ReviewExercises:
    """The exercises of all moments of all reviews."""

    name = "reviews"

    def __init__(self, find: Find) -> None:
        self._find = find

    def exercise(self, identity: str) -> Exercise:
        """The exercise of that id."""
        review, _, number = identity.partition(".")
        if number and (found := self._find(review)) is not None:
            for moment in moments_of(*found):
                if str(moment.ply.ply) == number and (made := exercise_of(moment)) is not None:
                    return made
        raise BadExercise("no-exercise")
