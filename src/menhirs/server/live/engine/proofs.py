"""Reviews without estimates: the layout of a game is solved, and the review made from its tables.

Only where the operator allows it, within a limit of disk space. One layout at a time is solved, at
the lowest priority, in files if memory is short. Requests are stored beside the tables: after a
restart the next look at the review continues the proof, from the stages that are solved.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Literal

from menhirs.core.actions import Action
from menhirs.core.errors import MenhirsError
from menhirs.core.position import Position
from menhirs.engine.engine import Engine
from menhirs.engine.solver.drivers.solver import Progress, Solver
from menhirs.engine.solver.needs import GB
from menhirs.engine.solver.plan import Plan, plan_of
from menhirs.engine.solver.tables.folders import folder_of
from menhirs.learn.review import BadReview, Review, Reviewer, review_to_json
from menhirs.learn.review.progress import Subject
from menhirs.notation.record import Record
from menhirs.server.live.engine.engine_process import (
    EngineProcess,
    PendingQuestion,
    ReportingEngineTask,
)
from menhirs.server.settings import ServerSettings
from menhirs.server.storage.match.review_store import ReviewStore
from menhirs.server.storage.match.writer import Writer

_MOST_WAITING = 20
_MOST_OF_ONE = 2
"""The most proofs of one visitor, waiting or running."""
_NOTES = ".wanted"
"""The folder of the stored requests, beside the tables; no rule set has such a name."""
_THREADS = max(1, (os.cpu_count() or 2) - 1)

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ProofProgress:
    """The progress of the proof of a review, or whether it is possible."""

    status: Literal["unavailable", "offered", "refused", "waiting", "working", "done"]
    plan: Plan | None = None
    """The way it would be done, if it is offered."""
    seconds: float = 0
    """The rough time in memory on an idle machine."""
    why: MenhirsError | None = None
    """Why it is refused."""
    done: int = 0
    stages: int = 0


@dataclass
class _ProofJob:
    subject: Subject
    visitor: str
    progress: ProofProgress


class Proofs:
    """The proofs of this server."""

    def __init__(self, writer: Writer, settings: ServerSettings) -> None:
        self._writer = writer
        self._store = ReviewStore(writer.store.engine)
        self._quota = settings.solve_for_reviews
        self._folder = settings.solved_for_reviews
        self._jobs: dict[str, _ProofJob] = {}
        self._failed: dict[str, MenhirsError] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="proof")
        self._worker: asyncio.Task[None] | None = None

    async def look(self, subject: Subject, made: Review | None, visitor: str = "") -> ProofProgress:
        """The progress of a proof; ``made`` is the review with estimates, once there is one.

        A proof that was interrupted by the end of a server continues.
        """
        found = await asyncio.to_thread(self._find, subject, made)
        was_begun = found.status == "offered" and self._request_file(subject).exists()
        return self._begin(subject, visitor) if was_begun else found

    def _find(self, subject: Subject, made: Review | None) -> ProofProgress:
        """The progress of a proof, or whether it is possible; blocks."""
        review = subject.id
        if (job := self._jobs.get(review)) is not None:
            return job.progress
        if made is None or self._quota is None or (laid := _laid(subject.record)) is None:
            return ProofProgress("unavailable")
        if made.nodes is None:
            return ProofProgress("done")
        try:
            plan = plan_of(laid.rules, self._folder)
            plan.check_disk(int(self._quota * GB))
        except MenhirsError as why:
            return ProofProgress("refused", why=why)
        if (failed := self._failed.get(review)) is not None:
            return ProofProgress("refused", why=failed)
        return ProofProgress("offered", plan, plan.needs.processor_seconds / _THREADS)

    async def begin(
        self, subject: Subject, made: Review | None, visitor: str, admit: Callable[[], None]
    ) -> ProofProgress:
        """Starts a proof unless there is one; ``admit`` raises if there are too many."""
        found = await self.look(subject, made, visitor)
        if found.why is not None:
            raise found.why
        if found.status in ("done", "waiting", "working"):
            return found
        if found.status == "unavailable":
            raise BadReview("no-proof")
        own_jobs = sum(job.visitor == visitor for job in self._jobs.values())
        if own_jobs >= _MOST_OF_ONE or len(self._jobs) >= _MOST_WAITING:
            raise BadReview("reviews-waiting")
        admit()
        await asyncio.to_thread(self._store_request, subject)
        return self._begin(subject, visitor)

    def _begin(self, subject: Subject, visitor: str) -> ProofProgress:
        if (known := self._jobs.get(subject.id)) is not None:  # somebody else asked meanwhile
            return known.progress
        job = self._jobs[subject.id] = _ProofJob(subject, visitor, ProofProgress("waiting"))
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())
        return job.progress

    async def _work(self) -> None:
        """Proves one review after the other, until none waits."""
        process = EngineProcess(in_background=True)
        try:
            while self._jobs:
                job = next(iter(self._jobs.values()))
                try:
                    await self._prove(job, process)
                except MenhirsError as error:
                    self._failed[job.subject.id] = error
                except Exception:
                    _log.exception("a review was not proven")
                finally:
                    del self._jobs[job.subject.id]
                # Not when the server stops: the next one continues it.
                self._request_file(job.subject).unlink(missing_ok=True)
        finally:
            process.close()

    def _request_file(self, subject: Subject) -> Path:
        """The file of a requested proof that is not finished."""
        return self._folder / _NOTES / subject.id

    def _store_request(self, subject: Subject) -> None:
        try:
            self._request_file(subject).parent.mkdir(parents=True, exist_ok=True)
            self._request_file(subject).touch()
        except (
            OSError
        ) as error:  # then a restart would lose the request; disk space is checked later
            _log.warning("that a proof was asked for is not noted: %s", error)

    async def _prove(self, job: _ProofJob, process: EngineProcess) -> None:
        job.progress = ProofProgress("working")

        def hear(counts: tuple[int, int]) -> None:
            job.progress = ProofProgress("working", done=counts[0], stages=counts[1])

        record, late = job.subject.record, job.subject.late_claims
        plan = await asyncio.to_thread(self._make_room, record)
        proof = Proof(record.start, record.actions, plan, late)
        pending: PendingQuestion[Review] = PendingQuestion(proof, hear)
        loop = asyncio.get_running_loop()
        review = await loop.run_in_executor(self._thread, process.ask, pending)
        assert review is not None  # it is never cancelled
        await self._writer.run(self._store.replace, job.subject.id, review_to_json(review))

    def _make_room(self, record: Record) -> Plan:
        """Makes disk space for a proof, and returns how to do it; raises if there is too little.

        Memory is measured again: it may have changed since the proof was offered.
        """
        laid, quota = _laid(record), self._quota
        assert laid is not None and quota is not None
        folder = folder_of(self._folder, laid.rules, laid.menhirs)
        folder.mkdir(parents=True, exist_ok=True)
        plan = plan_of(laid.rules, self._folder)
        plan.check_disk(int(quota * GB))
        delete_oldest(self._folder, int(quota * GB) - plan.disk, kept=folder)
        plan.check_disk(shutil.disk_usage(self._folder).free)
        return plan

    def close(self) -> None:
        if self._worker is not None:
            self._worker.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)


@dataclass(frozen=True)
class Proof(ReportingEngineTask):
    """A game whose layout is to be solved, and which is then reviewed from the tables."""

    start: Position
    actions: tuple[Action, ...]
    plan: Plan
    """How the layout is solved; its folder has the tables of all layouts."""
    late_claims: frozenset[int] = frozenset()

    def think_aloud(self, send: Callable[[object], None], _: Event) -> Review:
        """Makes the review; reports the solved stages."""
        record = Record(self.start, self.actions)
        laid = _laid(record)
        assert laid is not None

        def report(progress: Progress) -> None:
            send((progress.done, progress.of))

        tables = self.plan.folder
        folder = folder_of(tables, laid.rules, laid.menhirs)
        with self.plan.arrays():
            Solver(laid.rules, laid.menhirs, folder, threads=_THREADS, report=report).run()
        engine = Engine(tables=tables, threads=_THREADS)
        reviewer = Reviewer(record, tables=engine, late_claims=self.late_claims)
        return reviewer.finish(reviewer.backwards())


def _laid(record: Record) -> Position | None:
    """The first position after turning over: its layout is the one to solve."""
    return next((position for position in record.positions if not position.flips_left), None)


def delete_oldest(folder: Path, most: int, kept: Path) -> None:
    """Deletes the oldest solved layouts until the rest, without ``kept``, takes at most
    ``most``.
    """
    layouts = {path.parent for path in folder.glob("*/*/*") if path.parent != kept}
    sizes = {layout: sum(path.stat().st_size for path in layout.iterdir()) for layout in layouts}
    used = sum(sizes.values())
    for layout in sorted(layouts, key=lambda layout: layout.stat().st_mtime):
        if used > most:
            used -= sizes[layout]
            shutil.rmtree(layout, ignore_errors=True)
