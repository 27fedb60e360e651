"""The review of a game: where it was won and lost. Data and judgement, no I/O.

Marks that are a matter of one or two moves are decided by the rules themselves; values come from
the search or from tables, and an estimate is never called proven.

======================  ====================================================================
``review.py``           the types: :class:`Review`, :class:`ReviewedPly`, :class:`Mark`
``as_json.py``          a review as plain data, and back
``reviewer.py``         :class:`Reviewer`, which works a review out ply by ply
``next_ply.py``         one ply at a time, for engine processes
``progress.py``         a requested review, and its progress
``rule_marks.py``       marks that the rules decide
``appraisal.py``        the value of a position
``moments.py``          the key moments, with the better actions
``words.py``            all of it in the reader's language
``moment_exercise.py``  a moment to try again, as an exercise
``annotate.py``         comments and better lines in the tree of the game
======================  ====================================================================
"""

from menhirs.learn.review.annotate import annotate
from menhirs.learn.review.as_json import (
    ply_from_json,
    ply_to_json,
    review_from_json,
    review_to_json,
)
from menhirs.learn.review.errors import BadReview
from menhirs.learn.review.moment_exercise import exercise_of
from menhirs.learn.review.moments import KeyMoment, moments_of
from menhirs.learn.review.review import Mark, Review, ReviewedPly, Summary
from menhirs.learn.review.reviewer import DEFAULT_NODES, Reviewer, review_game

__all__ = [
    "DEFAULT_NODES",
    "BadReview",
    "KeyMoment",
    "Mark",
    "Review",
    "ReviewedPly",
    "Reviewer",
    "Summary",
    "annotate",
    "exercise_of",
    "moments_of",
    "ply_from_json",
    "ply_to_json",
    "review_from_json",
    "review_game",
    "review_to_json",
]
