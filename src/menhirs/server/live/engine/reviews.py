"""Reviews of finished games: requests, progress, and the work itself.

The work is done ply by ply in engine processes of its own at the lowest priority, so that no game
waits for it. Finished plies are stored every few seconds: after a restart the next look at the
review continues from there.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from menhirs.learn.review import (
    BadReview,
    Review,
    ReviewedPly,
    Reviewer,
    ply_from_json,
    ply_to_json,
    review_from_json,
    review_to_json,
)
from menhirs.learn.review.next_ply import NextPly
from menhirs.learn.review.progress import ReviewProgress, Subject, check_length, page_of
from menhirs.notation.record import Record, read_record, write_record
from menhirs.server.live.clock import now
from menhirs.server.live.engine.engine_process import EngineProcess, PendingQuestion
from menhirs.server.metrics import REVIEWS
from menhirs.server.settings import ServerSettings
from menhirs.server.storage.match.review_store import Part, ReviewStore, StoredReview
from menhirs.server.storage.match.writer import Writer

_MOST_WAITING = 50
_MOST_OF_ONE = 5
"""The most reviews of one visitor, waiting or running."""
_SAVE_EVERY = 5.0
_REST_AFTER = 60.0
"""Seconds without work after which a process is ended."""
_GONE = 3_000
"""Milliseconds without a heartbeat after which the work of another server is taken over."""
_A_DAY = 24 * 3600 * 1000
KEEP_DAYS = 30
"""Milliseconds for which the review of a record is stored; that of a match stays."""

_log = logging.getLogger(__name__)


@dataclass
class _ReviewJob:
    subject: Subject
    visitor: str
    done: list[ReviewedPly]
    """The finished plies."""
    is_working: bool = False
    saved: float = field(default_factory=time.monotonic)
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def plies(self) -> int:
        return len(self.subject.record.actions)


class Reviews:
    """The reviews in progress on this server, and the stored ones."""

    def __init__(self, writer: Writer, server: str, settings: ServerSettings) -> None:
        """``server`` is the name of this server."""
        self._writer = writer
        self._store = ReviewStore(writer.store.engine)
        self._server = server
        self._known = settings.rule_sets
        self._nodes = settings.review_nodes
        self._at_once = settings.reviews_at_once
        self._threads = ThreadPoolExecutor(self._at_once, thread_name_prefix="review")
        self._jobs: dict[str, _ReviewJob] = {}
        """The waiting and running reviews, in order of arrival."""
        self._served: dict[str, int] = {}
        """For each visitor with a review here, the number of reviews started."""
        self._workers: set[asyncio.Task[None]] = set()
        self._news = asyncio.Event()

    # Requests of visitors.

    async def look(self, subject: Subject, visitor: str) -> ReviewProgress | None:
        """The progress of a review; None if it was never requested.

        If the server that worked on it is gone, this one continues.
        """
        if (job := self._jobs.get(subject.id)) is not None:
            return self._progress(job)
        stored = await self._writer.read(self._store.find, subject.id)
        if stored is None:
            return None
        if stored.review is None:
            return await self._take(subject, visitor, stored)
        try:
            review = review_from_json(stored.review)
        except BadReview as error:  # stored by another version
            _log.warning("a review is made anew: %s", error)
            await self._writer.run(self._store.forget, subject.id)
            return None
        return ReviewProgress.as_kept(subject.id, stored.plies, stored.plies, review)

    async def begin(
        self, subject: Subject, visitor: str, admit: Callable[[], None]
    ) -> ReviewProgress:
        """Starts a review unless there is one; ``admit`` raises if there are too many."""
        if (found := await self.look(subject, visitor)) is not None:
            return found
        check_length(subject.record)
        mine = sum(job.visitor == visitor for job in self._jobs.values())
        if mine >= _MOST_OF_ONE or len(self._jobs) >= _MOST_WAITING:
            raise BadReview("reviews-waiting")
        admit()
        return await self._take(subject, visitor)

    async def ended(self, review: str) -> None:
        """Waits until a review is no longer in progress here."""
        if (job := self._jobs.get(review)) is not None:
            await job.ended.wait()

    async def idle(self) -> None:
        """Waits until no review is waiting or running."""
        while self._jobs:
            await next(iter(self._jobs.values())).ended.wait()

    async def of_record(self, review: str, visitor: str) -> tuple[ReviewProgress, Record | None]:
        """The progress of the review of a record, by its name; with the record if it is done.

        The record is only read if needed, since that takes a moment.
        """
        if (job := self._job_of_record(review)) is not None:
            return self._progress(job), None
        record = await self.record(review)
        progress = await self.look(Subject(review, record), visitor)
        if progress is None:
            raise BadReview("no-review")
        return progress, record

    async def record(self, review: str) -> Record:
        """The record of an uploaded game, by the name of its review."""
        if (job := self._job_of_record(review)) is not None:
            return job.subject.record
        stored = await self._writer.read(self._store.find, review)
        if stored is None or stored.match is not None:
            raise BadReview("no-review")
        return await asyncio.to_thread(read_record, stored.record, self._known)

    def _job_of_record(self, review: str) -> _ReviewJob | None:
        job = self._jobs.get(review)
        return job if job is not None and job.subject.match is None else None

    def find(self, review: str) -> tuple[Record, Review] | None:
        """A finished review and its game; blocks."""
        stored = self._store.find(review)
        if stored is None or stored.review is None:
            return None
        return read_record(stored.record, self._known), review_from_json(stored.review)

    def page_of(self, review: str, ply: int) -> str:
        """The address of a review, at the position before a ply; blocks."""
        stored = self._store.find(review)
        return "/review" if stored is None else page_of(review, stored.match, ply)

    async def _take(
        self, subject: Subject, visitor: str, left: StoredReview | None = None
    ) -> ReviewProgress:
        """Starts work on a review, unless another server has."""
        # A record is checked again as it is written, which takes a moment.
        record = await asyncio.to_thread(write_record, subject.record)
        plies = len(subject.record.actions)
        wanted = StoredReview(subject.id, subject.match, record, self._server, plies, [], None)
        take = partial(self._store.take, wanted, now(), now() - _GONE)
        taken = await self._writer.run(take)
        if (job := self._jobs.get(subject.id)) is not None:  # somebody else asked meanwhile
            return self._progress(job)
        if not taken:
            return await self._elsewhere(subject)
        done = _plies(left.parts) if left is not None else []
        job = self._jobs[subject.id] = _ReviewJob(subject, visitor, done)
        self._wake()
        return self._progress(job)

    async def _elsewhere(self, subject: Subject) -> ReviewProgress:
        stored = await self._writer.read(self._store.find, subject.id)
        if stored is None:  # dropped at this moment
            raise BadReview("no-review")
        review = None if stored.review is None else review_from_json(stored.review)
        return ReviewProgress.as_kept(subject.id, stored.plies, len(stored.parts), review)

    def _progress(self, job: _ReviewJob) -> ReviewProgress:
        ahead = 0 if job.is_working else list(self._jobs).index(job.subject.id)
        status: Literal["waiting", "working"] = "working" if job.is_working else "waiting"
        return ReviewProgress(job.subject.id, status, job.plies, len(job.done), ahead)

    # The work.

    def _wake(self) -> None:
        self._news.set()
        if len(self._workers) < self._at_once:
            worker = asyncio.create_task(self._work())
            self._workers.add(worker)
            worker.add_done_callback(self._workers.discard)

    async def _work(self) -> None:
        """Makes review after review, until there has been none for a while."""
        process = EngineProcess(in_background=True)
        try:
            while True:
                if (job := self._next()) is not None:
                    await self._make(job, process)
                    continue
                self._news.clear()
                try:
                    await asyncio.wait_for(self._news.wait(), _REST_AFTER)
                except TimeoutError:
                    if self._next() is None:  # no request came at the last moment
                        return
        finally:
            process.close()

    def _next(self) -> _ReviewJob | None:
        """The waiting review of the visitor with the fewest reviews so far; the oldest of
        several.
        """
        waiting = [job for job in self._jobs.values() if not job.is_working]
        here = {job.visitor for job in self._jobs.values()}
        self._served = {who: many for who, many in self._served.items() if who in here}
        return min(waiting, key=lambda job: self._served.get(job.visitor, 0), default=None)

    async def _make(self, job: _ReviewJob, process: EngineProcess) -> None:
        job.is_working = True
        self._served[job.visitor] = self._served.get(job.visitor, 0) + 1
        review = job.subject.id
        try:
            if await self._finish(job, process):
                REVIEWS.inc()
        except Exception:  # the next one is still made, and this one on a new request
            _log.exception("a review was not made")
            await self._give_up(review)
        finally:
            self._jobs.pop(review, None)
            job.ended.set()

    async def _give_up(self, review: str) -> None:
        try:
            await self._writer.run(self._store.drop, review, self._server)
        except Exception:
            _log.exception("not saved")

    async def _finish(self, job: _ReviewJob, process: EngineProcess) -> bool:
        """Makes a review and stores it. False: another server has taken it over."""
        loop, run = asyncio.get_running_loop(), self._writer.run
        record, review, late = job.subject.record, job.subject.id, job.subject.late_claims
        while len(job.done) < job.plies:
            wanted = NextPly(record.start, record.actions, tuple(job.done), self._nodes, late)
            ply = await loop.run_in_executor(self._threads, process.ask, PendingQuestion(wanted))
            assert ply is not None  # it is never cancelled
            job.done.append(ply)
            if time.monotonic() - job.saved >= _SAVE_EVERY:
                job.saved = time.monotonic()
                parts = [ply_to_json(ply) for ply in job.done]
                if not await run(self._store.save, review, self._server, parts):
                    return False
        whole = await asyncio.to_thread(Reviewer(record, nodes=self._nodes).finish, job.done)
        kept = await run(self._store.finish, review, self._server, review_to_json(whole))
        await run(self._store.forget_records, now() - KEEP_DAYS * _A_DAY)
        return kept

    def close(self) -> None:
        for worker in self._workers:
            worker.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _plies(parts: list[Part]) -> list[ReviewedPly]:
    """The stored plies, unless another version stored them."""
    try:
        return [ply_from_json(part) for part in parts]
    except BadReview:
        return []
