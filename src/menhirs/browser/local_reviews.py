"""Reviews in a browser: stored there, and worked out by the engine worker.

A closed tab loses at most one ply: the next one continues from there. If two tabs are open, one of
them works and the other follows.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from menhirs.browser.browser_storage import BrowserStorage
from menhirs.browser.engine_queue import EngineQueue, Urgency
from menhirs.browser.questions import write_position
from menhirs.core.errors import MenhirsError
from menhirs.core.rules import RuleSet
from menhirs.home.review_maker import KeptReview, ReviewMaker, ReviewTerms
from menhirs.learn.messages import ProofState
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
from menhirs.notation.actions import write_action
from menhirs.notation.house_rules import read_rules, write_rules
from menhirs.notation.record import write_record
from menhirs.referee.tasks import Tasks
from menhirs.view.as_json import as_json

KIND = "review"
"""The kind of stored reviews."""
NODES = 1_000
"""Positions searched for each action: some tenths of a second where nothing is compiled."""
_GONE = 6_000
"""Milliseconds without a heartbeat after which another tab's work is taken over."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _StoredReview:
    """A review as it is stored."""

    record: str
    plies: int
    rules: Any = None
    """The house rules of the game: the site's may change later."""
    match: str | None = None
    late_claims: frozenset[int] = frozenset()
    parts: list[Any] = field(default_factory=list)
    """The finished plies."""
    review: Any = None
    """Once it is done."""
    by: str = ""
    """The local server that is working on the review."""
    at: int = 0
    """Its last heartbeat."""

    def text(self) -> str:
        data = {**vars(self), "late_claims": sorted(self.late_claims)}
        return as_json(data)

    @staticmethod
    def read(text: str) -> _StoredReview | None:
        """The stored review; None if another version stored it."""
        try:
            data = json.loads(text)
            kept = _StoredReview(**{**data, "late_claims": frozenset(data["late_claims"])})
            kept.as_kept("", {})
        except (ValueError, TypeError, KeyError, AttributeError, MenhirsError) as error:
            _log.warning("a review is made anew: %s", error)
            return None
        return kept

    def as_kept(self, name: str, known: Mapping[str, RuleSet]) -> KeptReview:
        """What it says; ``known`` are the games of this site."""
        if self.rules is not None:  # else kept before reviews said so
            rules = read_rules(self.rules)
            known = {**known, rules.name: rules}
        review = None if self.review is None else review_from_json(self.review)
        parts = [ply_from_json(part) for part in self.parts]
        about = (name, self.match, self.record, self.plies)
        return KeptReview(*about, parts, review, known, self.late_claims)


def is_review(text: str) -> bool:
    """Whether a text is a stored review, finished or not."""
    return _StoredReview.read(text) is not None


def is_finished(text: str) -> bool:
    """Whether a text is a finished stored review."""
    kept = _StoredReview.read(text)
    return kept is not None and kept.review is not None


class BrowserReviews:
    """The storage of this browser's reviews, and which of them this tab works on."""

    def __init__(
        self, storage: BrowserStorage, now: Callable[[], int], known: Mapping[str, RuleSet]
    ) -> None:
        self._storage = storage
        self._now = now
        self._known = known
        self._me = secrets.token_hex(6)

    async def find(self, review: str) -> KeptReview | None:
        """A review, finished or not; None if nobody has asked for it."""
        kept = await self._read(review)
        return None if kept is None else kept.as_kept(review, self._known)

    async def under_way(self) -> list[Subject]:
        """The unfinished reviews, of this tab and of others."""
        found = []
        for name, text in await self._storage.all(KIND):
            kept = _StoredReview.read(text)
            if kept is not None and kept.review is None:
                record = kept.as_kept(name, self._known).record()
                found.append(Subject(name, record, kept.match, kept.late_claims))
        return found

    async def take(self, subject: Subject) -> bool:
        """Lets this tab work on a review, unless it is done or another one does."""
        kept = await self._read(subject.id)
        if kept is None:
            record, plies = write_record(subject.record), len(subject.record.actions)
            rules = write_rules(subject.record.start.rules)
            kept = _StoredReview(record, plies, rules, subject.match, subject.late_claims)
        elif kept.review is not None or (kept.by != self._me and self._now() - kept.at < _GONE):
            return False
        await self._put(subject.id, kept)
        return True

    async def save(self, review: str, parts: Sequence[ReviewedPly]) -> bool:
        """Stores the finished plies. False: another tab has taken the review over."""
        kept = await self._read_own(review)
        if kept is not None:
            await self._put(review, replace(kept, parts=[ply_to_json(ply) for ply in parts]))
        return kept is not None

    async def finish(self, review: str, whole: Review) -> None:
        """Keeps the whole review, unless another tab has taken it over."""
        if (kept := await self._read_own(review)) is not None:
            await self._put(review, replace(kept, parts=[], review=review_to_json(whole)))

    async def give_up(self, review: str) -> None:
        """Leaves the review as it is: the next tab that opens it continues."""

    async def _read(self, review: str) -> _StoredReview | None:
        text = await self._storage.get(KIND, review)
        return None if text is None else _StoredReview.read(text)

    async def _read_own(self, review: str) -> _StoredReview | None:
        """What this tab works on: of two one gives way."""
        kept = await self._read(review)
        return kept if kept is not None and kept.by == self._me else None

    async def _put(self, review: str, kept: _StoredReview) -> None:
        kept = replace(kept, by=self._me, at=self._now())
        await self._storage.put(KIND, review, kept.text())


class EngineWorkerReviewer:
    """Reviews plies in the engine worker, after everything that is more urgent."""

    def __init__(self, engine_queue: EngineQueue) -> None:
        self._engine_queue = engine_queue

    async def review(self, wanted: NextPly) -> ReviewedPly:
        """The next ply."""
        position, actions = wanted.start, []
        for action in wanted.actions:
            actions.append(write_action(action, position))
            position = position.play_unchecked(action)
        question = {
            "kind": "ply",
            "position": write_position(wanted.start),
            "actions": actions,
            "done": [ply_to_json(ply) for ply in wanted.done],
            "late_claims": sorted(wanted.late_claims),
            "nodes": wanted.nodes,
        }
        return ply_from_json(await self._engine_queue.ask(question, Urgency.REVIEW))

    def close(self) -> None: ...


async def _here(work: Callable[..., Any], *arguments: Any) -> Any:
    """There is nobody else who would have to wait."""
    return work(*arguments)


class LocalReviews(ReviewMaker):
    """The reviews of this browser."""

    def __init__(self, kept: BrowserReviews, engine_queue: EngineQueue, tasks: Tasks) -> None:
        reviewer = EngineWorkerReviewer(engine_queue)
        super().__init__(kept, lambda: reviewer, ReviewTerms(NODES), _here, tasks)
        self._kept = kept

    async def go_on(self) -> None:
        """Continues reviews that a closed tab left unfinished."""
        while True:
            for subject in (left := await self._kept.under_way()):
                await self.look(subject)
            if all(self.is_working_on(subject.id) for subject in left):
                return
            await asyncio.sleep(_GONE / 1000)  # another tab works, or was closed just now

    async def look_at_proof(self, subject: Subject) -> ProofState:
        """Never offered: the tables of a layout take minutes and gigabytes."""
        return {"status": "unavailable", "words": "", "done": 0, "stages": 0}

    async def begin_proof(self, subject: Subject) -> ProofState:
        """There is none here."""
        raise BadReview("no-proof")
