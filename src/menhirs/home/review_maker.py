"""Makes reviews of finished games, each only once, ply by ply.

The edition provides the storage and the workers. Several makers may share one storage (servers on
one database, tabs of one browser): one of them works on a review, the others follow. If it stops,
the next one continues from the stored plies.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, cast

from menhirs.core.rules import RuleSet
from menhirs.learn.review import BadReview, Review, ReviewedPly, Reviewer
from menhirs.learn.review.next_ply import NextPly
from menhirs.learn.review.progress import ReviewProgress, Subject, check_length, page_of
from menhirs.notation.record import Record, read_record
from menhirs.referee.tasks import Tasks

_MOST_WAITING = 50
_MOST_OF_ONE = 5
"""The most reviews of one visitor, waiting or running."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class KeptReview:
    """A review as it is kept."""

    id: str
    match: str | None
    text: str
    """The record of the game."""
    plies: int
    parts: Sequence[ReviewedPly]
    """What is worked out so far."""
    review: Review | None
    """The whole review; None as long as it is worked on."""
    known: Mapping[str, RuleSet]
    """The rules by which the record can be read."""
    late_claims: frozenset[int] = frozenset()

    def record(self) -> Record:
        return read_record(self.text, self.known)

    def progress(self) -> ReviewProgress:
        return ReviewProgress.as_kept(self.id, self.plies, len(self.parts), self.review)


class ReviewStorage(Protocol):
    """The storage of reviews."""

    async def find(self, review: str) -> KeptReview | None:
        """A review, finished or not; None if nobody has asked for it."""

    async def take(self, subject: Subject) -> bool:
        """Lets us work on a review, unless it is done or somebody else works on it."""

    async def save(self, review: str, parts: Sequence[ReviewedPly]) -> bool:
        """Stores the finished plies. False: another writer has taken the review over."""

    async def finish(self, review: str, whole: Review) -> None:
        """Keeps the whole review, unless somebody else has taken it over."""

    async def give_up(self, review: str) -> None:
        """Called when a review could not be made."""


class ReviewWorker(Protocol):
    """Reviews plies, one at a time: a process of a server, or the engine worker of a browser."""

    async def review(self, wanted: NextPly) -> ReviewedPly: ...

    def close(self) -> None:
        """Called when no review is waiting."""


@dataclass(frozen=True)
class ReviewTerms:
    """How reviews are made in an edition."""

    nodes: int
    """Positions searched for each ply."""
    at_once: int = 1
    save_every: float = 0.0
    """Seconds between two times when what is worked out is kept; 0: after every ply."""
    rest_after: float = 0.0
    """Seconds without work after which a worker is closed."""


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


class ReviewMaker:
    """The reviews that are worked on here, and those that are kept."""

    def __init__(
        self,
        storage: ReviewStorage,
        new_worker: Callable[[], ReviewWorker],
        terms: ReviewTerms,
        apart: Callable[..., Awaitable[Any]],
        tasks: Tasks,
    ) -> None:
        """``apart`` does work that takes a moment so that nobody else has to wait."""
        self._storage = storage
        self._new_worker = new_worker
        self._terms = terms
        self._apart = apart
        self._tasks = tasks
        self._jobs: dict[str, _ReviewJob] = {}
        """The waiting and running reviews, in order of arrival."""
        self._served: dict[str, int] = {}
        """For each visitor with a review here, the number of reviews started."""
        self._running: set[asyncio.Task[None]] = set()
        self._news = asyncio.Event()

    # What visitors ask for.

    async def look(self, subject: Subject, visitor: str = "") -> ReviewProgress | None:
        """The progress of a review; None if it was never requested.

        If its worker is gone, it is continued here.
        """
        if (job := self._jobs.get(subject.id)) is not None:
            return self._progress(job)
        kept = await self._storage.find(subject.id)
        if kept is None:
            return None
        if kept.review is None:
            return await self._take(subject, visitor, kept.parts)
        return kept.progress()

    async def begin(
        self, subject: Subject, visitor: str = "", admit: Callable[[], None] = lambda: None
    ) -> ReviewProgress:
        """Starts a review unless there is one; ``admit`` raises if there are too many."""
        if (found := await self.look(subject, visitor)) is not None:
            return found
        check_length(subject.record)
        own_reviews = sum(job.visitor == visitor for job in self._jobs.values())
        if (visitor and own_reviews >= _MOST_OF_ONE) or len(self._jobs) >= _MOST_WAITING:
            raise BadReview("reviews-waiting")
        admit()
        return await self._take(subject, visitor)

    async def record(self, review: str) -> Record:
        """The game whose record was brought to be reviewed, by the name of the review."""
        job = self._jobs.get(review)
        if job is not None and job.subject.match is None:
            return job.subject.record
        kept = await self._storage.find(review)
        if kept is None or kept.match is not None:
            raise BadReview("no-review")
        record: Record = await self._apart(kept.record)
        return record

    async def finished(self, review: str) -> tuple[Record, Review] | None:
        """A finished review and its game."""
        kept = await self._storage.find(review)
        if kept is None or kept.review is None:
            return None
        return await self._apart(kept.record), kept.review

    async def page_of(self, review: str, ply: int) -> str:
        """The page on which a review is looked at, at the position before a ply."""
        kept = await self._storage.find(review)
        return "/review" if kept is None else page_of(review, kept.match, ply)

    async def ended(self, review: str) -> None:
        """Waits until a review is no longer in progress here."""
        if (job := self._jobs.get(review)) is not None:
            await job.ended.wait()

    async def idle(self) -> None:
        """Waits until no review is waiting or running."""
        while self._jobs:
            await next(iter(self._jobs.values())).ended.wait()

    def is_working_on(self, review: str) -> bool:
        """Whether it waits here, or is under way."""
        return review in self._jobs

    async def _take(
        self, subject: Subject, visitor: str, done: Sequence[ReviewedPly] = ()
    ) -> ReviewProgress:
        """Works on a review, unless somebody else does."""
        taken = await self._storage.take(subject)
        if (job := self._jobs.get(subject.id)) is None:  # nobody else has asked meanwhile
            if not taken:
                kept = await self._storage.find(subject.id)
                if kept is None:  # given up at this moment
                    raise BadReview("no-review")
                return kept.progress()
            job = self._jobs[subject.id] = _ReviewJob(subject, visitor, list(done))
            self._wake()
        return self._progress(job)

    def _progress(self, job: _ReviewJob) -> ReviewProgress:
        ahead = 0 if job.is_working else list(self._jobs).index(job.subject.id)
        status: Literal["waiting", "working"] = "working" if job.is_working else "waiting"
        return ReviewProgress(job.subject.id, status, job.plies, len(job.done), ahead)

    # The work.

    def _wake(self) -> None:
        self._news.set()
        if len(self._running) < self._terms.at_once:
            self._running.add(self._tasks.spawn(self._work()))

    async def _work(self) -> None:
        """Makes review after review, until there has been none for a while."""
        worker = self._new_worker()
        try:
            while True:
                if (job := self._next()) is not None:
                    await self._make(job, worker)
                elif not await self._waits_for_more():
                    return
        finally:
            worker.close()
            # At once: a review that is asked for now must not count on a task that has just ended.
            self._running.discard(cast("asyncio.Task[None]", asyncio.current_task()))

    def _next(self) -> _ReviewJob | None:
        """The waiting review of the visitor with the fewest reviews so far; the oldest of
        several.
        """
        waiting = [job for job in self._jobs.values() if not job.is_working]
        here = {job.visitor for job in self._jobs.values()}
        self._served = {visitor: many for visitor, many in self._served.items() if visitor in here}
        return min(waiting, key=lambda job: self._served.get(job.visitor, 0), default=None)

    async def _waits_for_more(self) -> bool:
        if not self._terms.rest_after:
            return False
        self._news.clear()
        try:
            await asyncio.wait_for(self._news.wait(), self._terms.rest_after)
        except TimeoutError:
            return self._next() is not None  # somebody has come at the last moment
        return True

    async def _make(self, job: _ReviewJob, worker: ReviewWorker) -> None:
        job.is_working = True
        self._served[job.visitor] = self._served.get(job.visitor, 0) + 1
        review = job.subject.id
        try:
            await self._finish(job, worker)
        except Exception:  # the next one is still made, and this one on a new request
            _log.exception("a review was not made")
            try:
                await self._storage.give_up(review)
            except Exception:
                _log.exception("not saved")
        finally:
            self._jobs.pop(review, None)
            job.ended.set()

    async def _finish(self, job: _ReviewJob, worker: ReviewWorker) -> None:
        """Works a review out and keeps it, unless somebody else has taken it over."""
        record, review, late = job.subject.record, job.subject.id, job.subject.late_claims
        nodes = self._terms.nodes
        while len(job.done) < job.plies:
            wanted = NextPly(record.start, record.actions, tuple(job.done), nodes, late)
            job.done.append(await worker.review(wanted))
            if time.monotonic() - job.saved >= self._terms.save_every:
                job.saved = time.monotonic()
                if not await self._storage.save(review, job.done):
                    return
        reviewer = Reviewer(record, nodes=nodes, late_claims=late)
        await self._storage.finish(review, await self._apart(reviewer.finish, job.done))

    def close(self) -> None:
        """Nothing is worked on any more."""
        for task in self._running:
            task.cancel()
