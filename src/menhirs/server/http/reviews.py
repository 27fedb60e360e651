"""Reviews of finished games: the JSON interface.

Whoever may see a match may see its review, and ask for it once the match is over.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field, StringConstraints

from menhirs.engine.solver.needs import GB
from menhirs.learn.messages import ProofState, ReviewState
from menhirs.learn.review import Review
from menhirs.learn.review.progress import ReviewProgress, Subject
from menhirs.learn.review.words import proof_in_words, proof_on_disk_in_words
from menhirs.match.errors import Refused
from menhirs.match.fair_play import EngineDoor
from menhirs.notation.people import People
from menhirs.notation.record import Record
from menhirs.server.http.admission import address_of
from menhirs.server.http.api import EXACTLY, MatchName, errors_of
from menhirs.server.http.fair_play import check_fair
from menhirs.server.http.rendering import language_of
from menhirs.server.http.visit import Visit, admission_of, apart, limited, offered_by, visit_to
from menhirs.server.languages import Language
from menhirs.server.live.proofs import ProofProgress, Proofs
from menhirs.server.live.reviews import Reviews
from menhirs.view.error_words import explain
from menhirs.view.player_names import people_of, people_of_record
from menhirs.view.request_limits import LARGEST_BODY

ReviewName = Annotated[str, Path(max_length=32, pattern="^[0-9a-zA-Z]+$")]


class RecordToReview(BaseModel):
    """A game to be reviewed."""

    model_config = EXACTLY
    record: Annotated[str, StringConstraints(max_length=LARGEST_BODY)] = Field(
        description="the text of one game record, finished or not"
    )


router = APIRouter(
    tags=["reviews"],
    responses=errors_of(400, 403, 404, 405, 409, 413, 429, 503, about="match or review"),
)


def reviews_of(request: Request) -> Reviews:
    """The reviews of the server that a request came to."""
    reviews: Reviews = request.app.state.reviews
    return reviews


def proofs_of(request: Request) -> Proofs:
    """The proofs of the server that a request came to."""
    proofs: Proofs = request.app.state.proofs
    return proofs


async def _answer(
    progress: ReviewProgress, record: Record | None, people: People, language: Language
) -> Response:
    """How far a review is; a finished one is told by another thread, so that play goes on."""
    state = await run_in_threadpool(progress.state, record, people, language)
    return JSONResponse(state, 202 if progress.is_under_way else 200)


async def _visited(request: Request, match: str) -> tuple[Visit, Subject, People]:
    visit = await visit_to(request, match)
    if not visit.room.match.is_over:
        raise Refused("not-over")  # while people play nobody is helped
    if visit.room.match.aborted is not None:
        raise Refused("aborted")  # it has no result to look for the reasons of
    played = visit.room.match
    await check_fair(request, EngineDoor.REVIEW, played.positions)
    subject = Subject(match, played.record(), match, played.late_claims)
    return visit, subject, people_of(played, visit.you, visit.language)


@router.get("/api/matches/{match}/review", response_model=ReviewState)
async def read_match_review(request: Request, match: MatchName) -> Response:
    """How far the review of a finished match is; once it is ``done``, the review (200, else 202).

    ``none``: nobody has asked for it. A review that was interrupted goes on when it is looked at.
    """
    visit, subject, people = await _visited(request, match)
    progress = await reviews_of(request).look(subject, address_of(request))
    if progress is None:
        progress = ReviewProgress(match, "none", len(subject.record.actions))
    return await _answer(progress, subject.record, people, visit.language)


@router.post("/api/matches/{match}/review", response_model=ReviewState)
async def review_match(request: Request, match: MatchName) -> Response:
    """Asks for the review of a finished match. It is made once, whoever asks, and kept."""
    visit, subject, people = await _visited(request, match)
    progress = await _begin(request, subject)
    return await _answer(progress, subject.record, people, visit.language)


@router.get("/api/matches/{match}/review/proof", response_model=ProofState)
async def read_proof(request: Request, match: MatchName) -> Response:
    """Whether the review can be proven by solving the layout, and how far that is.

    A proof that was interrupted goes on when it is looked at, from the stages that are solved.
    """
    _, subject, _ = await _visited(request, match)
    return await _look_at_proof(request, subject)


@router.post("/api/matches/{match}/review/proof", response_model=ProofState)
async def prove_review(request: Request, match: MatchName) -> Response:
    """Asks for the review to be proven, where the server allows it: its layout is solved."""
    _, subject, _ = await _visited(request, match)
    return await _begin_proof(request, subject)


async def _look_at_proof(request: Request, subject: Subject) -> Response:
    made = await _review_made(request, subject)
    return _proof_answer(
        await proofs_of(request).look(subject, made, address_of(request)), language_of(request)
    )


async def _begin_proof(request: Request, subject: Subject) -> Response:
    made = await _review_made(request, subject)
    admission, address = admission_of(request), address_of(request)
    found = await proofs_of(request).begin(
        subject, made, address, lambda: admission.check_review(address)
    )
    return _proof_answer(found, language_of(request))


async def _review_made(request: Request, subject: Subject) -> Review | None:
    progress = await reviews_of(request).look(subject, address_of(request))
    return None if progress is None else progress.review


def _proof_answer(found: ProofProgress, language: Language) -> Response:
    words = ""
    if found.why is not None:
        words = explain(found.why, language)
    elif (plan := found.plan) is not None:
        if plan.too_little is None:
            words = proof_in_words(found.seconds, plan.needs.memory / GB, language)
        else:
            words = proof_on_disk_in_words(found.seconds, plan.disk / GB, language)
    state: ProofState = {
        "status": found.status,
        "words": words,
        "done": found.done,
        "stages": found.stages,
    }
    return JSONResponse(state, 202 if found.status in ("waiting", "working") else 200)


@router.post("/api/reviews", response_model=ReviewState, dependencies=[Depends(limited)])
async def review_record(request: Request, wanted: RecordToReview) -> Response:
    """Asks for the review of a game record. The answer names it: see ``GET /api/reviews/{review}``.

    It is kept for some weeks. The same game is reviewed once, whoever sends it.
    """
    progress, record = await begin_review_of(request, wanted.record)
    return await _answer_about_record(request, progress, record)


async def begin_review_of(request: Request, text: str) -> tuple[ReviewProgress, Record]:
    """Begins the review of a record that somebody sent, unless there is one."""
    admission_of(request).check_reading(address_of(request))
    # A long text takes a while to be checked, and play must go on.
    subject = await apart(request, Subject.of_text, text, offered_by(request))
    await check_fair(request, EngineDoor.REVIEW, subject.record.positions)
    return await _begin(request, subject), subject.record


async def record_of(request: Request, review: str) -> Record:
    """The record of a review, unless the visitor must not be helped with its game now."""
    record = await reviews_of(request).record(review)
    await check_fair(request, EngineDoor.REVIEW, record.positions)
    return record


@router.get("/api/reviews/{review}", response_model=ReviewState, dependencies=[Depends(limited)])
async def read_review(request: Request, review: ReviewName) -> Response:
    """How far the review of a record is, and once it is done, the review."""
    progress, record = await reviews_of(request).of_record(review, address_of(request))
    await check_fair(
        request, EngineDoor.REVIEW, (record or await reviews_of(request).record(review)).positions
    )
    return await _answer_about_record(request, progress, record)


@router.get(
    "/api/reviews/{review}/proof", response_model=ProofState, dependencies=[Depends(limited)]
)
async def read_proof_of_record(request: Request, review: ReviewName) -> Response:
    """The same for the review of a record as for that of a match."""
    record = await record_of(request, review)
    return await _look_at_proof(request, Subject(review, record))


@router.post(
    "/api/reviews/{review}/proof", response_model=ProofState, dependencies=[Depends(limited)]
)
async def prove_review_of_record(request: Request, review: ReviewName) -> Response:
    """The same for the review of a record as for that of a match."""
    record = await record_of(request, review)
    return await _begin_proof(request, Subject(review, record))


async def _answer_about_record(
    request: Request, progress: ReviewProgress, record: Record | None
) -> Response:
    """How far the review of a record is."""
    language = language_of(request)
    people = people_of_record(record.headers if record else {}, language)
    return await _answer(progress, record, people, language)


async def _begin(request: Request, subject: Subject) -> ReviewProgress:
    admission, address = admission_of(request), address_of(request)
    return await reviews_of(request).begin(
        subject, address, lambda: admission.check_review(address)
    )
