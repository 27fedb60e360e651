"""A review written into the tree of its game: comments, judgements and better lines."""

from __future__ import annotations

from menhirs.learn.review.moments import KeyMoment, moments_of
from menhirs.learn.review.review import Mark, Review
from menhirs.learn.review.words import moment_in_words, turning_point_in_words, value_in_words
from menhirs.notation.people import NUMBERED, People, Translator
from menhirs.notation.tree import ChildNode, Game
from menhirs.notation.words import ENGLISH

_NAGS = {
    Mark.MISSED_WIN: 4,
    Mark.MISSED_CLAIM: 4,
    Mark.WRONG_CLAIM: 4,
    Mark.MISTAKE: 2,
    Mark.ONLY_MOVE: 1,
    Mark.TRAP: 1,
}
"""Judgements by their numbers in PGN: 4 is ``??``, 2 ``?``, 1 ``!``."""


def annotate(
    game: Game, review: Review, people: People = NUMBERED, language: Translator = ENGLISH
) -> None:
    """Adds a review to the main line of a game. Existing comments stay."""
    nodes, record = list(game.main_line()), game.record()
    for moment in moments_of(record, review):
        _annotate(nodes[moment.ply.ply - 1], moment, people, language)
    game.comment = _joined(game.comment, turning_point_in_words(review, record, people, language))


def _annotate(node: ChildNode, moment: KeyMoment, people: People, language: Translator) -> None:
    ply = moment.ply
    node.comment = _joined(node.comment, moment_in_words(moment, people, language))
    if not node.nags:
        node.nags.update([nag for mark, nag in _NAGS.items() if mark in moment.marks][:1])
    if moment.better and moment.better[0] != ply.action:
        node.parent.add_line(moment.better)
        better = node.parent.variation(moment.better[0])
        if better is not None and not better.comment:
            better.comment = value_in_words(ply.value, proven=ply.proven, language=language)


def _joined(one: str, other: str) -> str:
    return f"{one} {other}" if one and other and other not in one else one or other
