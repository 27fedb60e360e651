"""Errors of reviews."""

from __future__ import annotations

from typing import ClassVar

from menhirs.core.errors import ErrorMessages, MenhirsError


class BadReview(MenhirsError):
    """A review can't be read, or can't be made."""

    kind = "review"
    messages: ClassVar[ErrorMessages] = {
        "review-json": "this is not a review: {why}",
        "no-review": "nobody has asked for this review yet",
        "review-empty": "there is nothing to review: nothing was played",
        "review-length": "games of more than {most} actions are not reviewed",
        "no-proof": "this review can't be proven here",
        "reviews-waiting": "too many reviews are waiting already: try again in a minute",
    }
