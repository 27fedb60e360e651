"""Requests about reviews: of a finished match, and of any record that somebody brings."""

from __future__ import annotations

from collections.abc import Mapping

from menhirs.browser.local_matches import LocalMatches
from menhirs.browser.local_reviews import LocalReviews
from menhirs.browser.requests import Answer, Asked, Routes, json_answer
from menhirs.core.rules import RuleSet
from menhirs.learn.messages import ProofState
from menhirs.learn.review import BadReview
from menhirs.learn.review.progress import ReviewProgress, Subject
from menhirs.match.errors import Refused
from menhirs.notation.people import People
from menhirs.notation.record import Record
from menhirs.view.fields import Text
from menhirs.view.language import GettextLanguage
from menhirs.view.player_names import people_of, people_of_record
from menhirs.view.request_limits import LARGEST_BODY

_NO_PROOF: ProofState = {"status": "unavailable", "words": "", "done": 0, "stages": 0}
"""Tables of a layout take minutes and gigabytes: that is for other machines."""


class ReviewRequests:
    """Answers them."""

    def __init__(
        self,
        matches: LocalMatches,
        reviews: LocalReviews,
        offered: Mapping[str, RuleSet],
        language: GettextLanguage,
    ) -> None:
        self._matches = matches
        self._reviews = reviews
        self._offered = offered
        self._language = language

    def add_to(self, routes: Routes) -> None:
        """Says where they are answered."""
        routes.add("GET", "/api/matches/{match}/review", self._look_at_match)
        routes.add("POST", "/api/matches/{match}/review", self._review_match)
        routes.add("POST", "/api/reviews", self._review_record)
        routes.add("GET", "/api/reviews/{review}", self._look_at_record)
        routes.add("GET", "/api/matches/{match}/review/proof", self._proof)
        routes.add("GET", "/api/reviews/{review}/proof", self._proof)

    async def _played(self, asked: Asked) -> tuple[Subject, People]:
        name = asked.parts["match"]
        stored, match = await self._matches.as_it_is(name)
        if not match.is_over:
            raise Refused("not-over")
        subject = Subject(name, match.record(), name, match.late_claims)
        return subject, people_of(match, stored.you, self._language)

    async def _look_at_match(self, asked: Asked) -> Answer:
        subject, people = await self._played(asked)
        progress = await self._reviews.look(subject)
        if progress is None:
            progress = ReviewProgress(subject.id, "none", len(subject.record.actions))
        return self._answer(progress, subject.record, people)

    async def _review_match(self, asked: Asked) -> Answer:
        subject, people = await self._played(asked)
        return self._answer(await self._reviews.begin(subject), subject.record, people)

    async def _review_record(self, asked: Asked) -> Answer:
        fields = asked.fields()
        text = fields.required("record", Text(LARGEST_BODY))
        fields.finish()
        subject = Subject.of_text(text, self._offered)
        progress = await self._reviews.begin(subject)
        return self._answer(progress, subject.record, self._people(subject.record))

    async def _look_at_record(self, asked: Asked) -> Answer:
        name = asked.parts["review"]
        record = await self._reviews.record(name)
        progress = await self._reviews.look(Subject(name, record))
        if progress is None:
            raise BadReview("no-review")
        return self._answer(progress, record, self._people(record))

    async def _proof(self, asked: Asked) -> Answer:
        return json_answer(_NO_PROOF)

    def _people(self, record: Record) -> People:
        return people_of_record(record.headers, self._language)

    def _answer(self, progress: ReviewProgress, record: Record, people: People) -> Answer:
        state = progress.state(record, people, self._language)
        return json_answer(state, 202 if progress.is_under_way else 200)
