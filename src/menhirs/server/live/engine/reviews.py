"""Reviews on a server: stored in the database, computed in processes of the lowest priority.

Finished plies are stored every few seconds. After a restart the next visitor of a review makes it
continue from there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from menhirs.core.rules import RuleSet
from menhirs.home.review_maker import KeptReview, ReviewMaker, ReviewTerms
from menhirs.learn.review import (
    BadReview,
    Review,
    ReviewedPly,
    ply_from_json,
    ply_to_json,
    review_from_json,
    review_to_json,
)
from menhirs.learn.review.next_ply import NextPly
from menhirs.learn.review.progress import Subject
from menhirs.notation.record import Record, write_record
from menhirs.referee.tasks import Tasks
from menhirs.server.live.clock import now
from menhirs.server.live.engine.engine_process import EngineProcess, PendingQuestion
from menhirs.server.metrics import REVIEWS
from menhirs.server.settings import ServerSettings
from menhirs.server.storage.match.review_store import Part, ReviewStore, StoredReview
from menhirs.server.storage.match.writer import Writer

_SAVE_EVERY = 5.0
_REST_AFTER = 60.0
_GONE = 3_000
"""Milliseconds without a heartbeat after which the work of another server is taken over."""
_A_DAY = 24 * 3600 * 1000
KEEP_DAYS = 30
"""Milliseconds for which the review of a record is stored; that of a match stays."""

_log = logging.getLogger(__name__)


class DatabaseReviews:
    """The reviews in the database, and which of them this server works on."""

    def __init__(self, writer: Writer, server: str, known: Mapping[str, RuleSet]) -> None:
        """``server`` is the name of this server."""
        self._writer = writer
        self._store = ReviewStore(writer.store.engine)
        self._server = server
        self._known = known

    async def find(self, review: str) -> KeptReview | None:
        """A review, finished or not; None if nobody has asked for it."""
        stored = await self._writer.read(self._store.find, review)
        if stored is None:
            return None
        try:
            return self._read(stored)
        except BadReview as error:  # stored by another version
            _log.warning("a review is made anew: %s", error)
            await self._writer.run(self._store.forget, review)
            return None

    def finished(self, review: str) -> tuple[Record, Review] | None:
        """A finished review and its game; blocks."""
        stored = self._store.find(review)
        if stored is None or stored.review is None:
            return None
        kept = self._read(stored)
        assert kept.review is not None
        return kept.record(), kept.review

    def _read(self, stored: StoredReview) -> KeptReview:
        review = None if stored.review is None else review_from_json(stored.review)
        about = (stored.id, stored.match, stored.record, stored.plies)
        return KeptReview(*about, _plies(stored.parts), review, self._known)

    async def take(self, subject: Subject) -> bool:
        """Lets this server work on a review, unless it is done or another one does."""
        # A record is checked again as it is written, which takes a moment.
        record = await asyncio.to_thread(write_record, subject.record)
        plies = len(subject.record.actions)
        wanted = StoredReview(subject.id, subject.match, record, self._server, plies, [], None)
        return await self._writer.run(self._store.take, wanted, now(), now() - _GONE)

    async def save(self, review: str, parts: Sequence[ReviewedPly]) -> bool:
        """Stores the finished plies. False: another server has taken the review over."""
        data = [ply_to_json(ply) for ply in parts]
        return await self._writer.run(self._store.save, review, self._server, data)

    async def finish(self, review: str, whole: Review) -> None:
        """Keeps the whole review, and forgets old ones of records."""
        run = self._writer.run
        if await run(self._store.finish, review, self._server, review_to_json(whole)):
            REVIEWS.inc()
        await run(self._store.forget_records, now() - KEEP_DAYS * _A_DAY)

    async def give_up(self, review: str) -> None:
        """Forgets a review that could not be made: asking again begins anew."""
        await self._writer.run(self._store.drop, review, self._server)


class ReviewProcess:
    """A process that reviews, and the thread that waits for it."""

    def __init__(self) -> None:
        self._process = EngineProcess(in_background=True)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="review")

    async def review(self, wanted: NextPly) -> ReviewedPly:
        """The next ply."""
        loop, pending = asyncio.get_running_loop(), PendingQuestion(wanted)
        ply = await loop.run_in_executor(self._thread, self._process.ask, pending)
        assert ply is not None  # nobody takes it back
        return ply

    def close(self) -> None:
        """Ends it."""
        self._process.close()
        self._thread.shutdown(wait=False, cancel_futures=True)


def review_maker(storage: DatabaseReviews, settings: ServerSettings) -> ReviewMaker:
    """Makes the reviews of a server."""
    terms = ReviewTerms(settings.review_nodes, settings.reviews_at_once, _SAVE_EVERY, _REST_AFTER)
    return ReviewMaker(storage, ReviewProcess, terms, asyncio.to_thread, Tasks())


def _plies(parts: list[Part]) -> list[ReviewedPly]:
    """The stored plies, unless another version stored them."""
    try:
        return [ply_from_json(part) for part in parts]
    except BadReview:
        return []
