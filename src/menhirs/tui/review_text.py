"""A review for a person at a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill

from menhirs.learn.review import KeyMoment, Review, moments_of
from menhirs.learn.review.words import (
    moment_in_words,
    summary_in_words,
    turning_point_in_words,
    value_in_words,
)
from menhirs.notation.people import People
from menhirs.notation.record import Record
from menhirs.notation.record_frame import round_in_record
from menhirs.notation.words import ENGLISH, result_in_words
from menhirs.tui.graph import draw_graph

_WIDEST = 100
_INDENT = " " * 6


def review_as_text(
    record: Record, review: Review, people: People, number: int = 1, width: int = 80
) -> str:
    """Graph, key moments and summaries."""
    return "\n".join(_lines(record, review, people, number, min(width, _WIDEST)))


def _lines(
    record: Record, review: Review, people: People, number: int, width: int
) -> Iterator[str]:
    yield f"Game {number}: {review.rules}, {len(review.plies)} actions"
    outcome = review.outcome
    if outcome is None:
        yield "The game is not finished."
    else:
        yield result_in_words(
            outcome,
            ENGLISH,
            people,
            claim_was_right=outcome.is_right_claim_not_shown(record.actions[-1]),
            repetitions=record.final.repetitions_of_tie,
        )
    if text := turning_point_in_words(review, record, people):
        yield text
    if not review.plies:
        return
    one, two = (people.call(player, ENGLISH) for player in (1, 2))
    yield f"\nPoints of {one} if both play their best, action by action:\n"
    yield draw_graph(review, width)
    yield f"\nAbove the line {one} wins, below {two}. # = proven, : - estimated.\n"
    moments = moments_of(record, review)
    yield "Key moments" if moments else "No key moments."
    for moment in moments:
        yield from _moment(moment, people, width)
    for summary in review.summaries:
        first, *marks = summary_in_words(summary, people)
        text = " ".join([first, ", ".join(marks) + "." if marks else ""]).rstrip()
        yield "\n" + fill(text, width)


def _moment(moment: KeyMoment, people: People, width: int) -> Iterator[str]:
    ply = moment.ply
    stood = value_in_words(ply.value, proven=ply.proven)
    yield f"\n{ply.ply:4}. {ply.action}  (round {round_in_record(moment.before)}; before: {stood})"
    yield _indented(moment_in_words(moment, people), width)
    if moment.better:
        yield _indented(f"Better: {' '.join(moment.better)}", width)


def _indented(text: str, width: int) -> str:
    return fill(text, width, initial_indent=_INDENT, subsequent_indent=_INDENT)
