"""Reviews: of a finished match, and of any uploaded record."""

from __future__ import annotations

from menhirs.home.ports import Visitor
from menhirs.home.requests import Answer, Nothing, Route, VisitorRequest, json_answer
from menhirs.home.shapes import RecordToReview
from menhirs.learn.messages import ProofState, ReviewState
from menhirs.learn.review import BadReview
from menhirs.learn.review.progress import ReviewProgress, Subject
from menhirs.match.errors import Refused
from menhirs.match.fair_play import EngineDoor
from menhirs.notation.people import People
from menhirs.notation.record import Record
from menhirs.view.player_names import people_of, people_of_record


async def _answer(
    visitor: Visitor, progress: ReviewProgress, record: Record, people: People | None = None
) -> Answer:
    """The progress of a review. Players of a record are called by the names in it."""
    people = people or people_of_record(record.headers, visitor.language)
    state = await visitor.apart(progress.state, record, people, visitor.language)
    return json_answer(state, 202 if progress.is_under_way else 200)


async def _played(visitor: Visitor, match: str) -> tuple[Subject, People]:
    """A finished match, to be reviewed for this visitor."""
    visit = await visitor.matches.visit(match)
    played = visit.match
    if not played.is_over:
        raise Refused("not-over")  # running games between people may not be reviewed
    if played.aborted is not None:
        raise Refused("aborted")  # it has no result to look for the reasons of
    await visitor.check_fair(EngineDoor.REVIEW, played.positions)
    subject = Subject(match, played.record(), match, played.late_claims)
    return subject, people_of(played, visit.own_seats, visitor.language)


async def read_match_review(visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
    """The progress of the review of a finished match; once it is ``done``, the review (200, else
    202).

    ``none``: it was never requested. An interrupted review continues when it is looked at.
    """
    subject, people = await _played(visitor, request.gaps["match"])
    progress = await visitor.reviews.look(subject)
    if progress is None:
        progress = ReviewProgress(subject.id, "none", len(subject.record.actions))
    return await _answer(visitor, progress, subject.record, people)


async def review_match(visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
    """Requests the review of a finished match. It is made once and stored."""
    subject, people = await _played(visitor, request.gaps["match"])
    return await _answer(visitor, await visitor.reviews.begin(subject), subject.record, people)


async def begin_review_of(visitor: Visitor, text: str) -> tuple[ReviewProgress, Record]:
    """Starts the review of an uploaded record, unless there is one."""
    visitor.admit_reading()
    subject = await visitor.apart(Subject.of_text, text, visitor.offered)
    await visitor.check_fair(EngineDoor.REVIEW, subject.record.positions)
    return await visitor.reviews.begin(subject), subject.record


async def review_record(visitor: Visitor, request: VisitorRequest[RecordToReview]) -> Answer:
    """Requests the review of a game record. The answer has its name: see ``GET
    /api/reviews/{review}``.

    It is stored for some weeks. The same game is reviewed only once.
    """
    return await _answer(visitor, *await begin_review_of(visitor, request.wanted.record))


async def record_of(visitor: Visitor, review: str) -> Record:
    """The record of a review; raises if fair play forbids the visitor to see it now."""
    record = await visitor.reviews.record(review)
    await visitor.check_fair(EngineDoor.REVIEW, record.positions)
    return record


async def read_review(visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
    """The progress of the review of a record, and once it is done, the review."""
    name = request.gaps["review"]
    record = await record_of(visitor, name)
    progress = await visitor.reviews.look(Subject(name, record))
    if progress is None:
        raise BadReview("no-review")
    return await _answer(visitor, progress, record)


def _proof_answer(state: ProofState) -> Answer:
    return json_answer(state, 202 if state["status"] in ("waiting", "working") else 200)


async def read_proof(visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
    """Whether the review can be proven by solving the layout, and the progress of the proof.

    An interrupted proof continues when it is looked at, after the stages that are solved.
    """
    subject, _ = await _played(visitor, request.gaps["match"])
    return _proof_answer(await visitor.reviews.look_at_proof(subject))


async def prove_review(visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
    """Requests a proof of the review by solving its layout, where the server allows it."""
    subject, _ = await _played(visitor, request.gaps["match"])
    return _proof_answer(await visitor.reviews.begin_proof(subject))


async def read_proof_of_record(visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
    """Whether the review of a record can be proven, and the progress of the proof."""
    name = request.gaps["review"]
    subject = Subject(name, await record_of(visitor, name))
    return _proof_answer(await visitor.reviews.look_at_proof(subject))


async def prove_review_of_record(visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
    """Requests a proof of the review of a record."""
    name = request.gaps["review"]
    subject = Subject(name, await record_of(visitor, name))
    return _proof_answer(await visitor.reviews.begin_proof(subject))


_OF_MATCH, _OF_RECORD = "/api/matches/{match}/review", "/api/reviews/{review}"
ROUTES = (
    Route("GET", _OF_MATCH, read_match_review, Nothing, ReviewState),
    Route("POST", _OF_MATCH, review_match, Nothing, ReviewState),
    Route("GET", f"{_OF_MATCH}/proof", read_proof, Nothing, ProofState),
    Route("POST", f"{_OF_MATCH}/proof", prove_review, Nothing, ProofState),
    Route("POST", "/api/reviews", review_record, RecordToReview, ReviewState),
    Route("GET", _OF_RECORD, read_review, Nothing, ReviewState),
    Route("GET", f"{_OF_RECORD}/proof", read_proof_of_record, Nothing, ProofState),
    Route("POST", f"{_OF_RECORD}/proof", prove_review_of_record, Nothing, ProofState),
)
