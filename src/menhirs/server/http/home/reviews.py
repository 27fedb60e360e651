"""The reviews of a server, and the proofs if its operator allows them."""

from __future__ import annotations

from starlette.requests import Request

from menhirs.engine.solver.needs import GB
from menhirs.home.review_maker import ReviewMaker
from menhirs.learn.messages import ProofState
from menhirs.learn.review import Review
from menhirs.learn.review.progress import ReviewProgress, Subject
from menhirs.learn.review.words import proof_in_words, proof_on_disk_in_words
from menhirs.notation.record import Record
from menhirs.server.http.admission import address_of
from menhirs.server.http.rendering import language_of
from menhirs.server.http.services import admission_of, services_of
from menhirs.server.live.engine.proofs import ProofProgress, Proofs
from menhirs.view.error_words import explain
from menhirs.web.languages import Language


class ServerReviews:
    """All reviews; a visitor with many requests has to wait."""

    def __init__(self, request: Request) -> None:
        self._request = request

    @property
    def _reviews(self) -> ReviewMaker:
        return services_of(self._request).reviews

    @property
    def _proofs(self) -> Proofs:
        return services_of(self._request).proofs

    def _admit(self) -> None:
        admission_of(self._request).reviews.check(address_of(self._request))

    async def look(self, subject: Subject) -> ReviewProgress | None:
        return await self._reviews.look(subject, address_of(self._request))

    async def begin(self, subject: Subject) -> ReviewProgress:
        return await self._reviews.begin(subject, address_of(self._request), self._admit)

    async def record(self, review: str) -> Record:
        return await self._reviews.record(review)

    async def page_of(self, review: str, ply: int) -> str:
        return await self._reviews.page_of(review, ply)

    async def look_at_proof(self, subject: Subject) -> ProofState:
        made = await self._made(subject)
        found = await self._proofs.look(subject, made, address_of(self._request))
        return proof_state(found, language_of(self._request))

    async def begin_proof(self, subject: Subject) -> ProofState:
        made, visitor = await self._made(subject), address_of(self._request)
        found = await self._proofs.begin(subject, made, visitor, self._admit)
        return proof_state(found, language_of(self._request))

    async def _made(self, subject: Subject) -> Review | None:
        progress = await self.look(subject)
        return None if progress is None else progress.review


def proof_state(found: ProofProgress, language: Language) -> ProofState:
    """The state of a proof in words."""
    words = ""
    if found.why is not None:
        words = explain(found.why, language)
    elif (plan := found.plan) is not None:
        if plan.too_little is None:
            words = proof_in_words(found.seconds, plan.needs.memory / GB, language)
        else:
            words = proof_on_disk_in_words(found.seconds, plan.disk / GB, language)
    return {
        "status": found.status,
        "words": words,
        "done": found.done,
        "stages": found.stages,
    }
