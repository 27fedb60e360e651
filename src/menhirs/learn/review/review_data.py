"""A review in the words of one reader: values, key moments and a summary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from menhirs.core.actions import Claim, Flip, Move, Place, Player, Remove
from menhirs.learn.exercise import Attempt
from menhirs.learn.exercise_data import PlyTeller
from menhirs.learn.judge import played_texts
from menhirs.learn.messages import (
    ReviewData,
    ReviewMoment,
    ReviewPly,
    ReviewSummary,
    ReviewValue,
)
from menhirs.learn.review.as_json import ply_to_json
from menhirs.learn.review.exercise_set import exercise_id
from menhirs.learn.review.moment_exercise import exercise_of
from menhirs.learn.review.moments import KeyMoment, moments_of
from menhirs.learn.review.review import Mark, Review, Summary
from menhirs.learn.review.words import (
    mark_in_words,
    moment_in_words,
    moment_named,
    standing_in_words,
    summary_in_words,
    turning_point_in_words,
)
from menhirs.notation.people import People, Translator
from menhirs.notation.record import Record
from menhirs.view import board_data
from menhirs.view.messages import LastMove, Legal, PlayerNumber
from menhirs.view.player_names import plate_name

_PRAISE = frozenset({Mark.ONLY_MOVE, Mark.TRAP})


class ReviewTeller:
    """The review of one game as data for one reader."""

    def __init__(
        self, name: str, review: Review, record: Record, people: People, language: Translator
    ) -> None:
        """``name`` is that of the review, which exercises refer to."""
        self._name = name
        self._review = review
        self._record = record
        self._people = people
        self._language = language
        self._plies = PlyTeller(record.start, people, language)

    def data(self) -> ReviewData:
        """The whole review as data."""
        review, people, language = self._review, self._people, self._language
        turning = review.turning_point
        verdict = turning_point_in_words(review, self._record, people, language)
        return {
            "exact": review.is_exact,
            "verdict": verdict or language.gettext("Nobody lost this game."),
            "turning_point": None if turning is None else turning.ply,
            "values": self._values(),
            "plies": [cast("ReviewPly", ply_to_json(ply)) for ply in review.plies],
            "moments": [self._moment(moment) for moment in moments_of(self._record, review)],
            "players": [self._summary(summary) for summary in review.summaries],
        }

    def _values(self) -> list[ReviewValue]:
        plies = self._review.plies
        first = (self._value(ply.value_of_first_player, ply.proven) for ply in plies[:1])
        return [*first, *(self._value(p.after_of_first_player, p.after_proven) for p in plies)]

    def _value(self, value: int, proven: bool) -> ReviewValue:
        words = standing_in_words(value, self._people, self._language, proven=proven)
        return {"value": value, "proven": proven, "words": words}

    def _moment(self, moment: KeyMoment) -> ReviewMoment:
        ply, before = moment.ply, moment.before
        attempts = played_texts(before, " ".join(moment.better))
        played = played_texts(before, ply.action)
        return {
            "ply": ply.ply,
            "named": moment_named(moment, self._people, self._language),
            "player": cast("PlayerNumber", ply.player),
            "marks": [mark.value for mark in ply.marks],
            "is_good": not set(ply.marks) - _PRAISE,
            "title": mark_in_words(ply.marks[0], self._language),
            "text": moment_in_words(moment, self._people, self._language),
            "played": self._plies.happened(played[0]),
            "better": self._plies.happened(attempts[0]) if attempts else "",
            "legal": _drawn(attempts),
            "mistake": None if set(ply.marks) <= _PRAISE else _drawn(played),
            "line": self._plies.plies(attempts, ply.ply, self._mark_before(ply.ply)),
            "exercise": exercise_id(self._name, ply.ply) if exercise_of(moment) else "",
        }

    def _mark_before(self, number: int) -> LastMove | None:
        """The last move to mark before an action."""
        marked = board_data.mark_of(self._record.start)
        positions = self._record.positions
        for position, action in zip(positions, self._record.actions[: number - 1], strict=False):
            marked = board_data.marked_after(position, action, marked)
        return marked

    def _summary(self, summary: Summary) -> ReviewSummary:
        player: Player = summary.player
        return {
            "player": cast("PlayerNumber", player),
            "name": plate_name(self._people, player, self._language),
            "words": summary_in_words(summary, self._people, self._language),
        }


def _drawn(attempts: Sequence[Attempt]) -> Legal | None:
    """The first action, for a board to draw; for a claim the move that shows it."""
    for attempt in attempts[:2]:
        action = attempt.action
        if isinstance(action, Move | Place | Remove | Flip):
            return board_data.legal_action(attempt.before, action)
        if not isinstance(action, Claim):
            break
    return None
